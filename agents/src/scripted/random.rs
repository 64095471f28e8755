//! Any legal action.

use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::{nothing_legal, uniform};
use crate::search::Searched;

/// Plays uniformly over all legal actions, rows and passes too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Searched> Agent<G> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let Decision { view, legal, rng } = decision;
        uniform(legal, rng).ok_or_else(|| nothing_legal("random", G::seat_of(view)))
    }

    fn probabilities(
        &mut self,
        _: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        let count = legal.len();
        Ok(Some(vec![1.0 / count as f64; count]))
    }
}
