//! Any legal action.

use hornox_env::nimmt::{Action, Nimmt, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::{nothing_legal, uniform};

/// Plays uniformly over all legal actions, rows too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent<Nimmt> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        let Decision { view, legal, rng } = decision;
        uniform(legal, rng).ok_or_else(|| nothing_legal(self.name(), view))
    }

    fn probabilities(&mut self, _: &View, legal: ActionSet<Action>) -> Result<Option<Vec<f64>>, AgentError> {
        let count = legal.len();
        Ok(Some(vec![1.0 / count as f64; count]))
    }
}
