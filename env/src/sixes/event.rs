//! What everybody sees happen.

use super::{Card, CardSet};
use crate::core::{Outcome, Seat, SeatMap};

/// What everybody sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat plays a card.
    Played {
        /// Whose card.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat passes.
    Passed {
        /// Who passes.
        seat: Seat,
        /// Whether it paid a chip to the pot.
        paid: bool,
        /// The cards that it thereby shows not to hold: all that were open, or none where the pass may have been
        /// voluntary.
        lacks: CardSet,
    },
    /// A hand is empty.
    RoundOver {
        /// Whose hand.
        winner: Seat,
        /// The chips it wins.
        pot: i32,
        /// Chips of each seat, with the pot paid.
        chips: SeatMap<i32>,
    },
    /// The game is over.
    GameOver(Outcome),
}
