//! Where the learner sits, and what it gets.

use ndarray::Array1;
use serde::{Deserialize, Serialize};

use crate::core::{Outcome, Seat, SeatMap};

/// Where the learner sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Learner {
    /// One seat further with each game: in game g of the seed at seat g mod players.
    #[default]
    Rotating,
    /// Always at this seat.
    Fixed(Seat),
}

impl Learner {
    /// Its seat in a game.
    pub(super) fn seat(self, number: u64, players: usize) -> Seat {
        match self {
            Self::Rotating => Seat::default().after((number % players.max(1) as u64) as usize, players),
            Self::Fixed(seat) => seat,
        }
    }
}

/// What the learner is told beside its observation.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatInfo {
    /// Its seat in this game.
    pub seat: Seat,
    /// The number of this game among the seed's games.
    pub number: u64,
    /// 1 at each action that it may choose now, all 0 once the game is over: `[actions]`.
    pub mask: Array1<u8>,
    /// Whether its last action was illegal and its lowest legal one was played, under
    /// [`IllegalAction::Lowest`](crate::gym::IllegalAction::Lowest).
    pub illegal: bool,
    /// Each seat's score so far.
    pub scores: SeatMap<i32>,
    /// How the game ended, once it is over.
    pub outcome: Option<Outcome>,
}

/// What a step of the learner led to.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatStep {
    /// The raw form of what the learner knows now.
    pub observation: Array1<u8>,
    /// What was paid to it since its last decision; at its first one in a game, since the start.
    pub reward: f32,
    /// Whether the rules ended the game.
    pub terminated: bool,
    /// Whether a cap ended the game.
    pub truncated: bool,
    /// What it is told besides.
    pub info: SeatInfo,
}
