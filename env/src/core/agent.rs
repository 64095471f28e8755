//! Whoever chooses actions.

use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{ActionSet, Game, Seat};

/// One question to an agent.
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    /// What the seat knows.
    pub view: &'a G::View,
    /// What it may do, never empty.
    pub legal: ActionSet<G::Action>,
    /// Where its random choices come from.
    pub rng: &'a mut ChaCha8Rng,
}

/// Why an agent could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("agent {agent}: {reason}")]
pub struct AgentError {
    /// The agent's name.
    pub agent: String,
    /// What went wrong.
    pub reason: String,
}

/// A player. One value can play any number of seats and games at a time, as long as it does not
/// [remember](Self::remembers) the past.
pub trait Agent<G: Game>: Send {
    /// The spec that names it.
    fn name(&self) -> &str;

    /// Chooses one of the legal actions.
    ///
    /// # Errors
    /// Where the agent cannot answer: it does not know the rules, or a process behind it fails.
    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError>;

    /// Answers many questions, in their order. Agents that are quicker in batches override this; the answers
    /// are the same.
    ///
    /// # Errors
    /// As [`act`](Self::act).
    fn act_batch(&mut self, decisions: Vec<Decision<'_, G>>) -> Result<Vec<G::Action>, AgentError> {
        decisions.into_iter().map(|decision| self.act(decision)).collect()
    }

    /// The probability of each legal action, ascending by id, or `None` where the agent does not know its own.
    ///
    /// # Errors
    /// As [`act`](Self::act).
    fn probabilities(
        &mut self,
        _view: &G::View,
        _legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        Ok(None)
    }

    /// Whether it wants to [`watch`](Self::watch), and so needs a value of its own for each seat and game.
    fn remembers(&self) -> bool {
        false
    }

    /// Shows what happened since it was last asked, from the seat it plays.
    fn watch(&mut self, _seat: Seat, _events: &[G::Event]) {}
}
