//! What an arena found, for people.

use std::fmt::Write;

use hornox_env::{Better, Score};

use super::rows::{ArenaRow, Disagreement, Found};
use super::sequential::Verdict;
use crate::arena::table::failures;
use crate::report::{Table, number, plus_minus};

/// Half the width of an interval that lies around `mean`.
fn half(mean: f64, interval: crate::arena::Interval) -> f64 {
    interval.1 - mean
}

/// All tables, with what must be said of them. `unit` is that of leads and gains.
pub fn tables(found: &Found, score: Score, has_scores: bool) -> String {
    let unit = score.unit;
    let better = match score.better {
        Better::Lower => "fewer",
        Better::Higher => "more",
    };
    let mut text = String::new();
    let mut section = |title: &str, body: &dyn std::fmt::Display| {
        // Writing to a string does not fail.
        let _ = write!(text, "{title}\n{body}\n");
    };
    if found.agents.len() > 2 {
        let title = if has_scores {
            format!(
                "own - others' mean, each agent (rows) among copies of each other (columns): {unit} a game"
            )
        } else {
            "win share, each agent (rows) among copies of each other (columns)".to_owned()
        };
        section(&title, &cross(found, has_scores));
    }
    section("each agent among copies of another", &rows(&found.pairs, unit));
    if !found.mixed.is_empty() {
        section("each agent in mixed line-ups", &rows(&found.mixed, unit));
    }
    section(
        "ratings, a summary: whom an agent beats is in the tables above",
        &ratings(found),
    );
    for note in notes(found, if has_scores { unit } else { "of the wins" }) {
        let _ = writeln!(text, "{note}");
    }
    let even = found
        .pairs
        .first()
        .map_or(0.0, |row| 1.0 / row.row.players as f64);
    let _ = writeln!(
        text,
        "± half an interval of 95% (Student's t, clustered by deal); {better} {unit} are better; an even share is \
         {even:.3}"
    );
    if !has_scores {
        let _ = writeln!(
            text,
            "{unit} do not count by these rules: only the win share tells agents apart"
        );
    }
    text
}

fn cross(found: &Found, has_scores: bool) -> Table {
    let header: Vec<_> = std::iter::once("")
        .chain(found.agents.iter().map(String::as_str))
        .collect();
    let mut table = Table::new(&header);
    for agent in &found.agents {
        let cells = found.agents.iter().map(|against| {
            let pair = |row: &&ArenaRow| row.agent == *agent && row.row.against == *against;
            let row = found.pairs.iter().find(pair);
            row.map_or(String::new(), |row| {
                if has_scores {
                    plus_minus(row.row.diff, half(row.row.diff, row.diff_ci), 2)
                } else {
                    plus_minus(row.row.win_share, half(row.row.win_share, row.win_share_ci), 3)
                }
            })
        });
        table.push(std::iter::once(agent.clone()).chain(cells).collect());
    }
    table
}

fn rows(rows: &[ArenaRow], unit: &str) -> Table {
    let players = rows.first().map_or(0, |row| row.row.players);
    let pairs = rows.first().is_some_and(|row| !row.row.against.is_empty());
    let mut header = vec!["agent".to_owned()];
    header.extend(pairs.then(|| "against".to_owned()));
    header.push("games".to_owned());
    header.push(format!("{unit} a game"));
    header.extend(["own - others", "win share"].map(str::to_owned));
    // The share of first places is that of the wins.
    header.extend((2..=players).map(|place| match place {
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        place => format!("{place}th"),
    }));
    let header: Vec<_> = header.iter().map(String::as_str).collect();
    let mut table = Table::new(&header);
    for arena in rows {
        let row = &arena.row;
        let mut cells = vec![arena.agent.clone()];
        cells.extend(pairs.then(|| row.against.clone()));
        cells.extend([
            row.games.to_string(),
            plus_minus(row.score, half(row.score, arena.score_ci), 2),
            plus_minus(row.diff, half(row.diff, arena.diff_ci), 2),
            plus_minus(row.win_share, half(row.win_share, arena.win_share_ci), 3),
        ]);
        let places = arena.places.iter().zip(&arena.places_ci).skip(1);
        cells.extend(places.map(|(share, interval)| plus_minus(*share, half(*share, *interval), 3)));
        table.push(cells);
    }
    table
}

fn ratings(found: &Found) -> Table {
    let mut table = Table::new(&["agent", "rating"]);
    let mut order: Vec<_> = found.ratings.iter().collect();
    order.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    for rating in order {
        let half = half(rating.rating, rating.rating_ci);
        table.push(vec![rating.agent.clone(), plus_minus(rating.rating, half, 2)]);
    }
    table
}

/// What must not be overlooked, a sentence each: circles, disagreements, the verdict of a test, failures. `unit` is that
/// of leads and gains.
pub fn notes(found: &Found, unit: &str) -> Vec<String> {
    let mut notes = Vec::new();
    for circle in &found.circles {
        let next = circle.agents.iter().cycle().skip(1);
        let beaten: Vec<_> = next
            .zip(&circle.margins)
            .map(|(agent, margin)| format!("{agent} by {}", number(*margin, 2)))
            .collect();
        let list = beaten.join(", which beats ");
        notes.push(format!(
            "note: strength is not a ladder here: {} beats {list} ({unit}, each margin clear)",
            circle.agents[0]
        ));
    }
    for Disagreement { agents, gains } in &found.disagreements {
        let how = if gains[0] > 0.0 { "ahead of" } else { "behind" };
        notes.push(format!(
            "note: each is {how} the others when alone: {one} among copies of {other} by {first}, {other} among copies \
             of {one} by {second} ({unit})",
            one = agents[0],
            other = agents[1],
            first = number(gains[0].abs(), 2),
            second = number(gains[1].abs(), 2),
        ));
    }
    if let Some(tested) = &found.test {
        let lead = found.leads.first();
        let seen = lead.map_or(String::new(), |lead| {
            plus_minus(lead.lead, half(lead.lead, lead.lead_ci), 2)
        });
        let (agent, against, test) = (&tested.agent, &tested.against, &tested.test);
        let says = match tested.verdict {
            Verdict::Better => format!("{agent} is better than {against} by more than {}", test.low),
            Verdict::NotBetter => format!("{agent} is not better than {against} by {}", test.high),
            Verdict::Undecided => {
                format!(
                    "undecided whether {agent} is better than {against} by {}",
                    test.high
                )
            }
        };
        notes.push(format!(
            "test: {says}; lead {seen} {unit} after {} deals, log ratio {} of {} to {} (errors {}, {})",
            found.deals,
            number(tested.log_ratio, 2),
            number(tested.bounds[0], 2),
            number(tested.bounds[1], 2),
            test.alpha,
            test.beta
        ));
    }
    for arena in found.pairs.iter().chain(&found.mixed) {
        let lines = failures(&arena.row);
        notes.extend(lines.map(|line| format!("note: {} {}", arena.agent, line.trim_end())));
    }
    notes
}
