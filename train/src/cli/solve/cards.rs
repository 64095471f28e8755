//! Rows and hands as they are typed.

use hornox_agents::exact::{ExactError, Position};
use hornox_env::nimmt::{CAPACITY, Card, CardSet, ROWS, Row, Rules};

use crate::cli::Failure;

/// The position of these rows and hands. An error names the argument and the value.
pub(super) fn position(rules: &Rules, rows: &str, hands: &str) -> Result<Position, Failure> {
    let row_sets: [CardSet; ROWS] = sets("--rows", rows, "rows")?;
    let hand_sets: [CardSet; 2] = sets("--hands", hands, "hands")?;
    let mut laid = [Row::default(); ROWS];
    for ((row, cards), text) in laid.iter_mut().zip(row_sets).zip(rows.split(',')) {
        *row = Row::try_from(cards).map_err(|error| misuse(format!("--rows `{}`: {error}", text.trim())))?;
    }
    Position::new(rules, laid, hand_sets).map_err(|error| {
        let holds = |sets: &[CardSet], card| sets.iter().any(|set| set.contains(card));
        let at = match error {
            ExactError::Twice { card } | ExactError::NotInDeck { card, .. } => {
                match (holds(&row_sets, card), holds(&hand_sets, card)) {
                    (true, true) => "--rows and --hands: ",
                    (true, false) => "--rows: ",
                    (false, _) => "--hands: ",
                }
            }
            ExactError::Row { .. } => "--rows: ",
            ExactError::Hands { .. } => "--hands: ",
            ExactError::Rule { .. } | ExactError::NoTurn => "",
        };
        misuse(format!("{at}{error}"))
    })
}

/// Sets of cards, separated by commas; the cards of each, by spaces, ascending.
fn sets<const N: usize>(argument: &str, text: &str, what: &str) -> Result<[CardSet; N], Failure> {
    let parts: Vec<_> = text.split(',').collect();
    if parts.len() != N {
        return Err(misuse(format!(
            "{argument} `{text}`: {} {what} are given, but there are {N}, separated by commas",
            parts.len()
        )));
    }
    let mut sets = [CardSet::EMPTY; N];
    for (set, part) in sets.iter_mut().zip(parts) {
        for word in part.split_whitespace() {
            let card = word.parse().ok().and_then(Card::new);
            let card = card.ok_or_else(|| misuse(format!("{argument}: `{word}` is not a card, 1 to 104")))?;
            let ascends = set.last().is_none_or(|last| last < card);
            if !set.insert(card) {
                return Err(misuse(format!(
                    "{argument} `{}`: card {card} is there twice",
                    part.trim()
                )));
            }
            if !ascends {
                return Err(misuse(format!("{argument} `{}`: cards must ascend", part.trim())));
            }
        }
        if set.is_empty() {
            let most = if N == ROWS { CAPACITY } else { 10 };
            return Err(misuse(format!(
                "{argument} `{text}`: one of the {what} is empty; each has 1 to {most} cards"
            )));
        }
    }
    Ok(sets)
}

fn misuse(text: String) -> Failure {
    Failure::Misuse(anyhow::Error::msg(text))
}
