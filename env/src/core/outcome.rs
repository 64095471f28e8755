//! How a game ended, and what its scores mean.

use std::fmt;

use super::{SeatMap, SeatSet};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; several seats share the win.
    pub winners: SeatSet,
    /// Whether a cap ended the game rather than the rules.
    pub truncated: bool,
}

impl Outcome {
    /// Each seat's share of the win: 1 for a sole winner, 1/k for each of k tied winners, 0 otherwise.
    pub fn win_shares(self, players: usize) -> SeatMap<f64> {
        let share = 1.0 / self.winners.len().max(1) as f64;
        SeatMap::from_fn(
            players,
            |seat| if self.winners.contains(seat) { share } else { 0.0 },
        )
    }
}

impl fmt::Display for Outcome {
    /// A sentence without an end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = if self.truncated { "cut off" } else { "over" };
        write!(f, "the game is {ended}; won by seats {:?}", self.winners)
    }
}

/// Which scores are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The fewest win.
    Lower,
    /// The most win.
    Higher,
}

/// What a game's scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The unit, in the plural.
    pub unit: &'static str,
    /// Which scores are good.
    pub better: Better,
}

impl Score {
    /// A difference of scores as a gain: positive is good for its owner.
    pub const fn gain(self, difference: i32) -> i32 {
        match self.better {
            Better::Lower => -difference,
            Better::Higher => difference,
        }
    }
}
