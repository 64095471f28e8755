//! The parts of the page, in order.

use hornox_env::Better;

use super::charts::{self, Lines};
use super::html::{escape, figure, key, paragraph, section, table};
use super::{Page, PageError};
use crate::arena::tournament::{ArenaRow, Ended, notes};
use crate::arena::{Estimate, Interval};
use crate::report::{number, plus_minus};

/// All parts.
pub(super) fn all(page: &Page<'_>) -> Result<String, PageError> {
    let mut parts = vec![head(page), cross(page)?, ratings(page)?, mixed(page)];
    if page.has_scores {
        parts.push(sources(page)?);
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

/// Where scores come from.
fn sources(page: &Page<'_>) -> Result<String, PageError> {
    let found = page.found;
    let unit = page.score.unit;
    let series = |of: &dyn Fn(&crate::arena::study::Study) -> Vec<Estimate>| {
        found
            .sources
            .iter()
            .map(|source| of(&source.study))
            .collect::<Vec<_>>()
    };
    let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let count = |lists: &[Vec<Estimate>]| lists.iter().map(Vec::len).max().unwrap_or_default();

    let seats = series(&|study| study.seats.clone());
    let seats = Lines {
        label: "Score by seat",
        across: "seat",
        up: &format!("{unit} a game"),
        places: numbers(count(&seats)),
        series: seats,
    };
    let hands = series(&|study| study.hands.clone());
    let hands = Lines {
        label: "Score by the starting hand",
        across: "starting hand",
        up: &format!("{unit} a round"),
        places: ["best quarter", "good", "weak", "worst quarter"]
            .map(str::to_owned)
            .to_vec(),
        series: hands,
    };
    let moments = series(&|study| study.moments.clone());
    let moments = Lines {
        label: "What is lost in the course of a round",
        across: page.moment,
        up: &format!("{unit} lost"),
        places: numbers(count(&moments)),
        series: moments,
    };
    let lost: Vec<Vec<f64>> = found
        .sources
        .iter()
        .map(|source| source.study.losses.iter().map(|loss| loss.mean).collect())
        .collect();
    // Ways that the rules leave no room for are not shown.
    let used: Vec<usize> = (0..page.losses.len())
        .filter(|&way| {
            lost.iter()
                .any(|parts| parts.get(way).is_some_and(|part| *part > 0.0))
        })
        .collect();
    let lost: Vec<Vec<f64>> = lost
        .iter()
        .map(|parts| used.iter().map(|&way| parts[way]).collect())
        .collect();
    let ways: Vec<_> = used.iter().map(|&way| page.losses[way].to_owned()).collect();

    let key_of_agents = key(&found.agents);
    let mut body = paragraph(&format!(
        "Each agent as the one among copies of another, over all its opponents. Bars are intervals of 95%, clustered \
         by blocks of deals; series stand a little beside each other. Hands are ranked by {}.",
        page.hand
    ));
    body += &key_of_agents;
    body += "<div class=\"pair\">\n";
    for (heading, lines) in [
        ("By seat", &seats),
        ("By the starting hand", &hands),
        (&*format!("By {}", page.moment), &moments),
    ] {
        body += &figure(heading, &lines.draw()?);
    }
    let bars = charts::bars(&found.agents, &lost, &format!("How {unit} are lost"))?;
    body += &figure(&format!("How {unit} are lost, a game"), &(key(&ways) + &bars));
    body += "</div>\n";
    body += &times(page, &used);
    Ok(section(&format!("Where {unit} come from"), &body).replacen(
        "<section>",
        "<section class=\"long\">",
        1,
    ))
}

/// How often score is lost, and how much, as a table.
fn times(page: &Page<'_>, used: &[usize]) -> String {
    let mut header = vec!["agent".to_owned()];
    header.extend(used.iter().flat_map(|&way| {
        let name = page.losses[way];
        [
            format!("{name}: {} a game", page.score.unit),
            "times a game".to_owned(),
        ]
    }));
    let rows: Vec<Vec<String>> = page
        .found
        .sources
        .iter()
        .map(|source| {
            let figures = used.iter().flat_map(|&way| {
                let of = |estimate: &Estimate| plus_minus(estimate.mean, estimate.half_width(), 2);
                [of(&source.study.losses[way]), of(&source.study.times[way])]
            });
            std::iter::once(source.agent.clone()).chain(figures).collect()
        })
        .collect();
    table(&header, &rows, 1)
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
