//! What counts in a search.

use hornox_env::gym::Reward;
use hornox_env::{RuleSet, Seat};

use super::Searched;

/// What a rollout is valued by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// What the game's search counts of the own seat.
    #[default]
    Own,
    /// The gain of the own score minus the mean of the others'; where scores do not count, the same as `Own`.
    Lead,
}

impl Goal {
    /// What a seat gained between two states of a game: more is better.
    pub(super) fn gained<G: Searched>(self, start: &G, end: &G, seat: Seat) -> f64 {
        match self {
            Self::Lead if start.rules().has_scores() => {
                let gains = Reward::Relative.of_step(G::SCORE, &start.scores(), &end.scores(), None);
                f64::from(gains[seat])
            }
            Self::Own | Self::Lead => end.gain(start, seat),
        }
    }
}
