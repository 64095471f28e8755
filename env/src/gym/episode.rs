//! A game with its place in the seed's numbering; chance is played by itself.

use serde::{Deserialize, Serialize};

use super::{EnvError, Reward};
use crate::core::{Game, PlayError, Seat, SeatMap, SeatSet, Sink, Turn, deal_rng};

/// One game of a seed. At rest it waits for a move or is over; it waits for a deal only before the first reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Episode<G> {
    pub game: G,
    pub seed: u64,
    pub number: u64,
}

/// The whole state of a [`ParallelEnv`](super::ParallelEnv) but for its options and the events of its last step,
/// to be kept in memory or written with serde.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Snapshot<G>(pub(super) Episode<G>);

impl<G: Game> Episode<G> {
    /// Before the first reset.
    pub fn new(rules: &G::Rules) -> Self {
        Self {
            game: G::new(rules),
            seed: 0,
            number: 0,
        }
    }

    /// A game of a seed, dealt.
    pub fn start(rules: &G::Rules, seed: u64, number: u64) -> Result<Self, PlayError> {
        let mut episode = Self {
            game: G::new(rules),
            seed,
            number,
        };
        episode.deal_if_due()?;
        Ok(episode)
    }

    /// Game 0 of `seed`, or where none is given the next game of the same seed.
    pub fn next(&self, seed: Option<u64>) -> Result<Self, PlayError> {
        let (seed, number) = match (seed, self.game.turn()) {
            (Some(seed), _) => (seed, 0),
            (None, Turn::Chance) => (self.seed, self.number),
            (None, Turn::Act(_) | Turn::Over) => (self.seed, self.number.wrapping_add(1)),
        };
        Self::start(self.game.rules(), seed, number)
    }

    /// The seats that must act; none before the first reset and once the game is over.
    #[inline]
    pub fn acting(&self) -> SeatSet {
        match self.game.turn() {
            Turn::Act(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        }
    }

    /// Plays a move and the deal that follows it, if any, and pays for it.
    #[inline]
    pub fn play(
        &mut self,
        joint: &[(Seat, G::Action)],
        reward: Reward,
        events: &mut impl Sink<G::Event>,
    ) -> Result<SeatMap<f32>, PlayError> {
        let before = self.game.scores();
        self.game.play(joint, events)?;
        self.deal_if_due()?;
        let after = self.game.scores();
        Ok(reward.of_step(G::SCORE, &before, &after, self.game.outcome()))
    }

    #[inline]
    fn deal_if_due(&mut self) -> Result<(), PlayError> {
        while self.game.turn() == Turn::Chance {
            let mut rng = deal_rng(self.seed, self.number, self.game.round());
            let deal = self.game.sample_deal(&mut rng);
            self.game.deal(&deal)?;
        }
        Ok(())
    }

    /// Whether this may replace a state of a game with these rules.
    pub fn check_restored(&self, rules: &G::Rules) -> Result<(), EnvError> {
        let bad = |reason: String| Err(EnvError::BadSnapshot { reason });
        if self.game.rules() != rules {
            return bad(format!("it has the rules {:?}, not {rules:?}", self.game.rules()));
        }
        if self.game.turn() == Turn::Chance && self.game != G::new(rules) {
            return bad("it waits for a deal in the middle of a game".to_owned());
        }
        Ok(())
    }
}
