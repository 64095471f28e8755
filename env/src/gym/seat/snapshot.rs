//! The state of one learner's table, to keep and to come back to.

use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::SeatEnv;
use crate::gym::EnvError;
use crate::gym::episode::{Episode, Snapshot};
use crate::observe::Observe;

/// The whole state of a [`SeatEnv`] but for its options, agents and events, to be kept in memory or written with
/// serde.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSnapshot<G> {
    episode: Episode<G>,
    rngs: Vec<ChaCha8Rng>,
    unpaid: f32,
}

impl<G: Observe> SeatEnv<G> {
    /// The state, to come back to with [`restore`](Self::restore).
    ///
    /// # Errors
    /// Where an agent remembers: what it saw can't be kept.
    pub fn snapshot(&self) -> Result<SeatSnapshot<G>, EnvError> {
        self.check_forgetful()?;
        Ok(SeatSnapshot {
            episode: self.env.snapshot().0,
            rngs: self.rngs.clone(),
            unpaid: self.unpaid,
        })
    }

    /// Goes back to a snapshot of an environment with the same rules, learner's seat and agents. It goes on
    /// exactly as that one would have.
    ///
    /// # Errors
    /// Where rules or seats are others, the learner is not to act, or an agent remembers.
    pub fn restore(&mut self, snapshot: SeatSnapshot<G>) -> Result<(), EnvError> {
        self.check_forgetful()?;
        let bad = |reason: String| Err(EnvError::BadSnapshot { reason });
        if snapshot.rngs.len() != self.agents.len() {
            return bad(format!(
                "it has {} agents, not {}",
                snapshot.rngs.len(),
                self.agents.len()
            ));
        }
        let acting = snapshot.episode.acting();
        let learner = self.learner.seat(snapshot.episode.number, self.env.players());
        if !acting.is_empty() && !acting.contains(learner) {
            return bad(format!("the learner, seat {learner}, is not to act"));
        }
        self.env.restore(Snapshot(snapshot.episode))?;
        self.rngs = snapshot.rngs;
        self.unpaid = snapshot.unpaid;
        self.events.clear();
        Ok(())
    }

    fn check_forgetful(&self) -> Result<(), EnvError> {
        match self.agents.iter().find(|agent| agent.remembers()) {
            None => Ok(()),
            Some(agent) => Err(EnvError::BadSnapshot {
                reason: format!(
                    "agent {} remembers what it saw, which can't be kept",
                    agent.name()
                ),
            }),
        }
    }
}
