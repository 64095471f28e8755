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

/// How an agent failed in the game that it plays, where that costs this game alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lapse {
    /// What becomes of the game.
    pub kind: LapseKind,
    /// What went wrong first.
    pub reason: String,
}

/// What becomes of a game in which an agent failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LapseKind {
    /// The agent answers with an error from here on: whoever counts games counts this one as lost by it.
    Forfeit,
    /// Another agent answers in its place, to the end of the game.
    StandIn,
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

    /// What it expects each legal action to gain, ascending by id, or `None` where it does not reckon so here. More
    /// is better. The unit is that of scores, or where these do not count a share of the win; how far it looks, to
    /// the end of the turn or of the round, is the agent's, so that only differences between actions mean anything.
    /// −∞ stands for an action that it did not look at.
    ///
    /// # Errors
    /// As [`act`](Self::act).
    fn action_values(
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

    /// Shows what happened since this was last called, from the seat it plays: before it is asked, and once the
    /// game is over.
    fn watch(&mut self, _seat: Seat, _events: &[G::Event]) {}

    /// How many games a thread should play side by side with it, at least 1. An agent that is dear to keep says so
    /// here, as one with a process behind each game.
    fn side_by_side(&self) -> usize {
        usize::MAX
    }

    /// How it failed in the game that it plays, if it did and only that game suffers.
    fn lapse(&self) -> Option<&Lapse> {
        None
    }
}
