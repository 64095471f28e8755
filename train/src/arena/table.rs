//! Rows as a table for people.

use hornox_env::{Better, Score};

use super::Row;
use crate::report::{Table, plus_minus, three_digits};

/// Rows as aligned columns, with a line below that says how to read them.
pub fn table(rows: &[Row], score: Score) -> String {
    let unit = score.unit;
    let mut table = Table::new(&[
        "against",
        "games",
        &format!("{unit} a game"),
        "own - others",
        "win share",
        "ms a decision",
    ]);
    for row in rows {
        table.push(vec![
            row.against.clone(),
            row.games.to_string(),
            plus_minus(row.score, row.score_se, 2),
            plus_minus(row.diff, row.diff_se, 2),
            plus_minus(row.win_share, row.win_share_se, 3),
            three_digits(row.ms_per_decision),
        ]);
    }
    let better = match score.better {
        Better::Lower => "fewer",
        Better::Higher => "more",
    };
    let even = rows.first().map_or(String::new(), |row| {
        format!("; an even win share is {:.3}", 1.0 / row.players as f64)
    });
    let failures: String = rows.iter().flat_map(failures).collect();
    format!("{table}± one standard error, clustered by deal; {better} {unit} are better{even}\n{failures}")
}

/// A line for each side that failed.
pub(super) fn failures(row: &Row) -> impl Iterator<Item = String> {
    let sides = [
        ("the agent", row.forfeits, row.fallbacks, &row.failure),
        (
            "opponents",
            row.opponent_forfeits,
            row.opponent_fallbacks,
            &row.opponent_failure,
        ),
    ];
    sides.into_iter().filter_map(move |(who, forfeits, fallbacks, first)| {
        let first = first.as_ref()?;
        let games = row.games;
        let against = match row.against.as_str() {
            "" => "many",
            name => name,
        };
        Some(format!(
            "against {against}: {who} forfeited {forfeits} times and was replaced {fallbacks} times in {games} games; \
             first in {first}\n"
        ))
    })
}
