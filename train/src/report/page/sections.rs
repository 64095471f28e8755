//! The parts of the page, in order.

use hornox_env::Better;

use super::charts;
use super::html::{escape, figure, key, paragraph, section, table};
use super::{Page, PageError, sources};
use crate::arena::tournament::{ArenaRow, Ended, notes};
use crate::arena::{Estimate, Interval};
use crate::report::{number, plus_minus};

/// All parts.
pub(super) fn all(page: &Page<'_>) -> Result<String, PageError> {
    let mut parts = vec![head(page), cross(page)?, ratings(page)?, mixed(page)];
    if page.has_scores {
        parts.push(sources::section_of(page)?);
    }
    if !page.curves.is_empty() {
        parts.push(curves(page)?);
    }
    parts.push(rows(page));
    parts.push(reading(page));
    Ok(parts.concat())
}

/// What is measured, in words.
fn measure(page: &Page<'_>) -> String {
    if page.has_scores {
        format!("own − others' mean, {} a game", page.score.unit)
    } else {
        "share of the wins".to_owned()
    }
}

fn better(page: &Page<'_>) -> &'static str {
    match page.score.better {
        Better::Lower => "fewer",
        Better::Higher => "more",
    }
}

fn head(page: &Page<'_>) -> String {
    let found = page.found;
    let ended = match found.ended {
        Ended::Deals => "",
        Ended::Goal => "; it ended when its goal was reached",
        Ended::Minutes => "; it ended when its time was up",
        Ended::Stopped => "; it was stopped, and what is here is what was done",
    };
    let players = found.pairs.first().map_or(0, |row| row.row.players);
    let mut text = paragraph(&format!(
        "{} deals at {players} seats, seed {}{ended}. Rules: {}. {} {} are better; an even share of the wins is {:.3}.",
        found.deals,
        page.seed,
        page.rules,
        capital(better(page)),
        page.score.unit,
        1.0 / players.max(1) as f64
    ));
    let unit = if page.has_scores {
        page.score.unit
    } else {
        "of the wins"
    };
    let notes = notes(found, unit)
        .into_iter()
        .map(|note| format!("<p class=\"note\">{}</p>\n", escape(&capital(&note))));
    text.extend(notes);
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn half(mean: f64, interval: Interval) -> f64 {
    interval.1 - mean
}

/// The figure of a row, its half width, and what it is as a gain.
fn measured(page: &Page<'_>, arena: &ArenaRow) -> (f64, f64, f64) {
    let row = &arena.row;
    if page.has_scores {
        let gain = match page.score.better {
            Better::Lower => -row.diff,
            Better::Higher => row.diff,
        };
        (row.diff, half(row.diff, arena.diff_ci), gain)
    } else {
        let even = 1.0 / row.players as f64;
        (
            row.win_share,
            half(row.win_share, arena.win_share_ci),
            row.win_share - even,
        )
    }
}

fn cross(page: &Page<'_>) -> Result<String, PageError> {
    let found = page.found;
    let decimals = if page.has_scores { 2 } else { 3 };
    let cells: Vec<Vec<_>> = found
        .agents
        .iter()
        .map(|agent| {
            let of = |against: &String| {
                let pair = |row: &&ArenaRow| row.agent == *agent && row.row.against == *against;
                let row = found.pairs.iter().find(pair)?;
                let (value, half, gain) = measured(page, row);
                let texts = [
                    number(value, decimals).replace('-', "−"),
                    format!("± {}", number(half, decimals)),
                ];
                Some((gain, texts))
            };
            found.agents.iter().map(of).collect()
        })
        .collect();
    let map = charts::heat_map(
        &found.agents,
        &cells,
        &format!(
            "Cross-table: {}. The same figures are in the table of all pairs.",
            measure(page)
        ),
    )?;
    // A picture this wide would be unreadable if it shrank to a phone.
    let least = 184 + 72 * found.agents.len();
    let map =
        format!("<div class=\"wide\" tabindex=\"0\"><div style=\"min-width:{least}px\">{map}</div></div>\n");
    let text = format!(
        "Each agent (rows) alone among copies of each other (columns, by number): {}. Blue is good for the agent of \
         the row, orange bad; ± is half an interval of 95%.",
        measure(page)
    );
    Ok(section("Everybody against everybody", &(paragraph(&text) + &map)))
}

fn ratings(page: &Page<'_>) -> Result<String, PageError> {
    let found = page.found;
    let mut order: Vec<_> = found.ratings.iter().collect();
    order.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let names: Vec<_> = order.iter().map(|rating| rating.agent.clone()).collect();
    let estimates: Vec<_> = order
        .iter()
        .map(|rating| Estimate {
            mean: rating.rating,
            se: rating.uncertainty,
            deals: found.deals,
        })
        .collect();
    let chart = charts::dots(&names, &estimates, "Ratings with intervals of 95%")?;
    let text = "A summary of all games in one number an agent: 25 is the mean of these agents, and one that is 6 above \
                another finishes ahead of it in 73 of 100 games. It does not say whom an agent beats: where strength \
                is no ladder, the table above does.";
    Ok(section("Ratings", &(paragraph(text) + &chart)))
}

fn cells(arena: &ArenaRow) -> Vec<String> {
    let row = &arena.row;
    let mut cells = vec![
        row.games.to_string(),
        plus_minus(row.score, half(row.score, arena.score_ci), 2),
        plus_minus(row.diff, half(row.diff, arena.diff_ci), 2),
        plus_minus(row.win_share, half(row.win_share, arena.win_share_ci), 3),
    ];
    let places = arena.places.iter().zip(&arena.places_ci).skip(1);
    cells.extend(places.map(|(share, interval)| plus_minus(*share, half(*share, *interval), 3)));
    cells
}

fn header(page: &Page<'_>, names: &[&str]) -> Vec<String> {
    let players = page.found.pairs.first().map_or(0, |row| row.row.players);
    let unit = format!("{} a game", page.score.unit);
    let figures = ["games", &unit, "own − others", "win share"];
    let places = (2..=players).map(|place| format!("place {place}"));
    names
        .iter()
        .chain(&figures)
        .map(|&name| name.to_owned())
        .chain(places)
        .collect()
}

fn mixed(page: &Page<'_>) -> String {
    if page.found.mixed.is_empty() {
        return String::new();
    }
    let rows = page.found.mixed.iter().map(|arena| {
        let mut row = vec![arena.agent.clone()];
        row.extend(cells(arena));
        row
    });
    let rows: Vec<_> = rows.collect();
    let text = "Each deal's line-up is drawn from all agents, and moves round the table by one seat from game to game.";
    section(
        "Mixed line-ups",
        &(paragraph(text) + &table(&header(page, &["agent"]), &rows, 1)),
    )
}

fn rows(page: &Page<'_>) -> String {
    let rows = page.found.pairs.iter().map(|arena| {
        let mut row = vec![arena.agent.clone(), arena.row.against.clone()];
        row.extend(cells(arena));
        row
    });
    let rows: Vec<_> = rows.collect();
    let table = table(&header(page, &["agent", "against"]), &rows, 2);
    section("All pairs", &table).replacen("<section>", "<section class=\"long\">", 1)
}

fn curves(page: &Page<'_>) -> Result<String, PageError> {
    let names: Vec<_> = page.curves.iter().map(|run| run.name.clone()).collect();
    let mut body = paragraph(
        "How trainings went: the averaged net, greedy, in every seat against copies of each opponent. Bars are \
         intervals of 95%.",
    );
    body += &key(&names);
    body += "<div class=\"pair\">\n";
    let opponents: std::collections::BTreeSet<_> =
        page.curves.iter().flat_map(|run| run.against.keys()).collect();
    for opponent in opponents {
        let runs: Vec<_> = page
            .curves
            .iter()
            .enumerate()
            .filter_map(|(place, run)| Some((place, run.against.get(opponent)?.as_slice())))
            .collect();
        let chart = charts::curves(
            &runs,
            &format!("Learning curves against {opponent}"),
            "own − others",
        )?;
        body += &figure(&format!("Against {opponent}"), &chart);
    }
    body += "</div>\n";
    Ok(section("Learning curves", &body))
}

fn reading(page: &Page<'_>) -> String {
    let mut text = paragraph(
        "On each deal every agent sat in every seat among copies of every other one, so that luck of cards and seats \
         is shared. Games of one deal share its cards: for errors a deal counts once. ± is half an interval of 95% by \
         Student's t. Seats that tie share their places.",
    );
    text += &paragraph(
        "Of 20 such intervals one is expected to miss the truth. Circles and disagreements are named only where all \
         pairs together would be wrong in one of 20 arenas.",
    );
    if !page.has_scores {
        text += &paragraph(&format!(
            "{} do not count by these rules: only the win share tells agents apart.",
            capital(page.score.unit)
        ));
    }
    section("How to read this", &text)
}
