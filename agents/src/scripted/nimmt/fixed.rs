//! Rules without chance or reckoning.

use hornox_env::ActionSet;
use hornox_env::nimmt::{Action, Card, Nimmt, Side, View};

use super::{cards, cheapest_row};
use crate::scripted::Policy;

/// Plays the same card in the same place, always; picks and keeps cards in the same way, and plays a zero card
/// when it has no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// The card with the smallest difference to the end of the row that it fits, the lowest on ties; cards that
    /// fit nowhere come last.
    Nearest,
}

/// How far a card is from the end of the row that it fits.
fn distance(view: &View, card: Card) -> u8 {
    let table = view.table();
    let rows = table.rows();
    let end = rows
        .fit(card, table.rules().sides)
        .and_then(|(row, side)| match side {
            Side::Right | Side::Take => rows.get(row).last(),
            Side::Left => rows.get(row).first(),
        });
    end.map_or(u8::MAX, |end| card.number().abs_diff(end.number()))
}

impl Policy<Nimmt> for Fixed {
    fn name(&self) -> &'static str {
        match self {
            Self::Lowest => "lowest",
            Self::Highest => "highest",
            Self::Nearest => "nearest",
        }
    }

    fn best(&self, view: &View, legal: ActionSet<Action>) -> ActionSet<Action> {
        let card = match self {
            Self::Lowest => cards(legal).min(),
            Self::Highest => cards(legal).max(),
            Self::Nearest => cards(legal).min_by_key(|&card| distance(view, card)),
        };
        let action = card
            .map(Action::Card)
            .or_else(|| cheapest_row(view.table(), legal))
            .or_else(|| legal.first());
        action.into_iter().collect()
    }
}
