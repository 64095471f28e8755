//! Flat Monte-Carlo search.

use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::rollout::mean_gains;
use super::{Goal, Searched};
use crate::scripted::{Policy, certainly, nothing_legal};

/// The most rollouts a decision that [`Mcs`] makes.
pub const MAX_ROLLOUTS: u32 = 10_000_000;

/// Flat Monte-Carlo search: it plays the round to its end many times and takes the action that did best.
///
/// The legal actions take turns, the first ones getting what is left over, so that each gets an even share of the
/// rollouts. Each time round, what is hidden is drawn anew, uniformly among all that agrees with the view, and
/// everybody plays at random; all actions meet this same draw, which takes luck out of their comparison. The
/// action with the best mean wins, the lowest id on ties.
///
/// In 6 nimmt!, it counts own bulls of the round or, where taken rows go to the hand, the share of the win, after
/// twenty turns that of the seats with the fewest cards. Cards that fit nowhere take the cheapest row (there: the
/// one with the fewest cards), the first on ties, whatever the rules say; its own rows are chosen in the same way,
/// without rollouts. In Sixes, it counts chips of the round, and nobody passes in a rollout who can play.
///
/// With a [policy](Self::by), everybody plays by that in nine choices of ten: each seat by what it would know in the
/// drawn state, at random among the actions that the policy likes equally best. The tenth is at random as above, so
/// that the search does not take others for machines. Rows are taken by the rules as they are.
///
/// With the [goal](Self::toward) of a lead, it counts the gain of its score minus the mean of the others' gains.
///
/// It is a fixed policy: its generator is seeded from the view.
pub struct Mcs<G: Searched> {
    name: String,
    rollouts: u32,
    policy: Option<Box<dyn Policy<G>>>,
    goal: Goal,
}

impl<G: Searched> Mcs<G> {
    /// A search of so many rollouts a decision, brought between 1 and [`MAX_ROLLOUTS`].
    pub fn new(name: String, rollouts: u32) -> Self {
        Self {
            name,
            rollouts: rollouts.clamp(1, MAX_ROLLOUTS),
            policy: None,
            goal: Goal::default(),
        }
    }

    /// The same, with rollouts in which everybody plays by this policy.
    pub fn by(self, policy: Box<dyn Policy<G>>) -> Self {
        Self {
            policy: Some(policy),
            ..self
        }
    }

    /// The same, with another goal.
    pub fn toward(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// The mean gain of each legal action; −∞ where it got no rollout.
    fn gains(&self, view: &G::View, legal: ActionSet<G::Action>) -> Vec<f64> {
        let policy = self.policy.as_deref();
        // The quick way counts the own score alone.
        let quick = match (policy, self.goal) {
            (None, Goal::Own) => G::quick_gains(view, legal, self.rollouts),
            (None, Goal::Lead) | (Some(_), Goal::Own | Goal::Lead) => None,
        };
        quick.unwrap_or_else(|| mean_gains::<G>(view, legal, self.rollouts, policy, self.goal))
    }

    fn choose(&self, view: &G::View, legal: ActionSet<G::Action>) -> Result<G::Action, AgentError> {
        if let Some(action) = G::without_search(view, legal) {
            return Ok(action);
        }
        if legal.len() < 2 {
            return legal
                .first()
                .ok_or_else(|| nothing_legal(&self.name, G::seat_of(view)));
        }
        let gains = self.gains(view, legal);
        let mut best = 0;
        for (index, gain) in gains.iter().enumerate() {
            if *gain > gains[best] {
                best = index;
            }
        }
        legal
            .nth(best)
            .ok_or_else(|| nothing_legal(&self.name, G::seat_of(view)))
    }
}

impl<G: Searched> Agent<G> for Mcs<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        self.choose(decision.view, decision.legal)
    }

    fn probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.choose(view, legal)
            .map(|action| Some(certainly(action, legal)))
    }

    /// Mean gains to the end of the round; none where it does not search.
    fn action_values(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        let searches = legal.len() > 1 && G::without_search(view, legal).is_none();
        Ok(searches.then(|| self.gains(view, legal)))
    }
}
