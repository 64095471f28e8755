//! What everybody sees happen.

use serde::{Deserialize, Serialize};

use super::{Card, CardSet, RowIndex};
use crate::core::{Outcome, Seat, SeatMap};

/// How a card came to its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// It joined the row on the right.
    Right,
    /// It joined the row on the left.
    Left,
    /// It fitted nowhere, and its player took the row.
    Take,
}

/// One card placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Whose card.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The row it now lies in.
    pub row: RowIndex,
    /// How it came there. A card that takes a full row keeps its side.
    pub side: Side,
    /// The cards its player took.
    pub taken: CardSet,
    /// The bulls they cost; 0 where they go to the hand.
    pub points: u32,
}

/// What everybody sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat picks a card that lay open.
    Drafted {
        /// Who picks.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat's card is revealed.
    Revealed {
        /// Whose card.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat plays its zero card and places nothing.
    Zero {
        /// Who plays it.
        seat: Seat,
    },
    /// A card is placed.
    Moved(Move),
    /// The round is over.
    RoundOver {
        /// Bulls so far, this round included.
        scores: SeatMap<i32>,
    },
    /// The game is over.
    GameOver(Outcome),
}
