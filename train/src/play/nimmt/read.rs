//! What an answer means.

use hornox_env::nimmt::{Action, Card, DECK_SIZE, LowCard, Phase, ROWS, RowIndex, View};

use crate::play::layout::{cropped, listed};

/// An answer before it is known to be legal.
enum Meant {
    Zero,
    /// A bare number: a card, or where a row is asked for a row.
    Number(u64),
    Row(u64),
}

pub(super) fn read(view: &View, answer: &str) -> Result<Action, String> {
    let row_due = matches!(view.table().phase(), Phase::TakeRow(_));
    let Some(meant) = meaning(&answer.to_lowercase()) else {
        let example = if row_due {
            "a row, such as r2"
        } else {
            "a card, such as 14"
        };
        return Err(format!(
            "\"{}\" is no answer here: type {example}, or h for help.",
            cropped(answer, 20)
        ));
    };
    let action = match meant {
        Meant::Number(number) | Meant::Row(number) if row_due => Action::Row(row(number)?),
        Meant::Row(_) => return Err("No row is to be taken now: type a card's number.".to_owned()),
        Meant::Zero | Meant::Number(0) => Action::Zero,
        Meant::Number(number) => Action::Card(card(number)?),
    };
    if view.legal().contains(action) {
        Ok(action)
    } else {
        Err(refusal(view, action))
    }
}

fn meaning(answer: &str) -> Option<Meant> {
    // Numbers too long for any type are as wrong as the largest.
    let number = |text: &str| {
        let text = text.trim();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX))
    };
    if ["zero", "z"].contains(&answer) {
        return Some(Meant::Zero);
    }
    let row = answer.strip_prefix("row").or_else(|| answer.strip_prefix('r'));
    match row {
        Some(rest) => number(rest).map(Meant::Row),
        None => number(answer).map(Meant::Number),
    }
}

fn row(number: u64) -> Result<RowIndex, String> {
    let index = usize::try_from(number).ok().and_then(RowIndex::new);
    index.ok_or_else(|| format!("There is no such row: they are row 0 to row {}.", ROWS - 1))
}

fn card(number: u64) -> Result<Card, String> {
    let card = u8::try_from(number).ok().and_then(Card::new);
    card.ok_or_else(|| format!("There is no such card: they are 1 to {DECK_SIZE}."))
}

/// Why an action is not legal.
fn refusal(view: &View, action: Action) -> String {
    let table = view.table();
    let legal = || listed(view.legal().iter(), "or");
    match (action, table.phase()) {
        (Action::Zero, Phase::TakeRow(_)) => format!("Your card is played: take {}.", legal()),
        (Action::Zero, _) if !table.rules().zero_cards => {
            "These rules have no zero card: type a card's number.".to_owned()
        }
        (Action::Zero, Phase::Choose | Phase::ChooseSecond) => {
            "You have played your zero card already: type a card's number.".to_owned()
        }
        (Action::Zero, _) => "The zero card is yours anyway: type a card's number.".to_owned(),
        (Action::Row(row), _) => match table.rules().low_card {
            LowCard::Free => format!("Row {row} can't be taken: take {}.", legal()),
            LowCard::Cheapest | LowCard::Auto => {
                format!("Row {row} is not the cheapest: take {}.", legal())
            }
        },
        (Action::Card(card), Phase::Draft) => {
            format!("{card} does not lie open: pick one of the open cards.")
        }
        (Action::Card(card), Phase::Keep) if view.hand().contains(card) => {
            format!("You keep {card} already: choose another of your share.")
        }
        (Action::Card(card), Phase::Keep) => {
            format!("{card} is not in your share: choose one that is.")
        }
        (Action::Card(card), _) => format!("You do not hold {card}: play one of your hand."),
    }
}
