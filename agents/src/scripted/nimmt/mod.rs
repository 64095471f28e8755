//! Scripted players of 6 nimmt!
//!
//! - [`Fixed`]: the lowest card, the highest, or the nearest to a row's end
//! - [`Risk`]: the card of the least expected cost in this turn
//!
//! All of them take the cheapest row, the first on ties. Where taken rows go to the hand, bulls do not count, and
//! the cheapest row is the one with the fewest cards.

mod fixed;
mod risk;

use hornox_env::ActionSet;
use hornox_env::nimmt::{Action, Card, Rules, Table};

pub use fixed::Fixed;
pub use risk::Risk;

/// The cheapest row that may be taken, the first on ties; none where a card is asked for.
pub(crate) fn cheapest_row(table: &Table, legal: ActionSet<Action>) -> Option<Action> {
    let rows = legal.iter().filter_map(|action| match action {
        Action::Row(row) => Some(row),
        Action::Zero | Action::Card(_) => None,
    });
    // The first of equals is the minimum.
    rows.min_by_key(|&row| {
        let row = table.rows().get(row);
        let rules: &Rules = table.rules();
        if rules.take_to_hand {
            row.len() as u32
        } else {
            rules.row_bulls(row)
        }
    })
    .map(Action::Row)
}

/// The cards that may be played, picked or kept, ascending.
pub(crate) fn cards(legal: ActionSet<Action>) -> impl Iterator<Item = Card> + Clone {
    legal.iter().filter_map(|action| match action {
        Action::Card(card) => Some(card),
        Action::Zero | Action::Row(_) => None,
    })
}
