//! Rules that like some legal actions best.

use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::{nothing_legal, uniform};
use crate::search::Searched;

/// A rule that says which of the legal actions it likes equally best.
pub trait Policy<G: Searched>: Send {
    /// The name by which specs call it.
    fn name(&self) -> &'static str;

    /// The best of the legal actions: some of them where there are any.
    fn best(&self, view: &G::View, legal: ActionSet<G::Action>) -> ActionSet<G::Action>;

    /// What it reckons that each legal action gains, ascending by id, as [`Agent::action_values`] has it; none where
    /// it does not reckon in scores.
    fn values(&self, _view: &G::View, _legal: ActionSet<G::Action>) -> Option<Vec<f64>> {
        None
    }
}

impl<G: Searched, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn best(&self, view: &G::View, legal: ActionSet<G::Action>) -> ActionSet<G::Action> {
        (**self).best(view, legal)
    }

    fn values(&self, view: &G::View, legal: ActionSet<G::Action>) -> Option<Vec<f64>> {
        (**self).values(view, legal)
    }
}

/// Plays an action that its policy likes best, at random among equals.
#[derive(Clone, Copy, Debug)]
pub struct Scripted<P>(pub P);

impl<G: Searched, P: Policy<G>> Agent<G> for Scripted<P> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let Decision { view, legal, rng } = decision;
        uniform(self.0.best(view, legal), rng).ok_or_else(|| nothing_legal(self.0.name(), G::seat_of(view)))
    }

    fn probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        let best = self.0.best(view, legal);
        let share = 1.0 / best.len().max(1) as f64;
        let chance = |action| if best.contains(action) { share } else { 0.0 };
        Ok(Some(legal.iter().map(chance).collect()))
    }

    fn action_values(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        Ok(self.0.values(view, legal))
    }
}
