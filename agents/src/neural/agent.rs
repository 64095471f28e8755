//! A network at the table.

use std::path::Path;

use hornox_env::{ActionSet, Agent, AgentError, Decision};
use rand::RngExt;

use super::checkpoint::Checkpoint;
use super::described::Described;
use super::error::CheckpointError;
use super::kernel::PolicyKernel;
use super::softmax::log_softmax;
use crate::playable::Playable;

/// Plays a policy's likeliest action, or draws one at a temperature.
#[derive(Clone, Debug)]
pub struct NetAgent<G: Playable> {
    name: String,
    policy: PolicyKernel,
    /// 0 plays greedily.
    temperature: f32,
    /// What it was trained by: some questions never came up.
    trained: G::Rules,
    globals: Vec<f32>,
    actions: Vec<f32>,
}

impl<G: Playable> NetAgent<G> {
    /// The agent of the checkpoint in the folder `path`. Temperature 0 is greedy (the lowest id on ties), 1
    /// plays the probabilities it was trained with.
    ///
    /// # Errors
    /// Where the checkpoint can't be loaded.
    pub fn load(name: String, path: &Path, temperature: f32) -> Result<Self, CheckpointError> {
        let Checkpoint { manifest, nets } = Checkpoint::load::<G>(path)?;
        let policy = PolicyKernel::new(&manifest.network, &nets.policy)?;
        let trained = manifest.check::<G>(path)?;
        Ok(Self::new(name, policy, trained, temperature))
    }

    /// An agent that plays a policy that was `trained` by these rules.
    pub fn new(name: String, policy: PolicyKernel, trained: G::Rules, temperature: f32) -> Self {
        Self {
            name,
            policy,
            temperature,
            trained,
            globals: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn describe(
        &mut self,
        batch: &mut Described,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<(), AgentError> {
        self.globals.clear();
        self.actions.clear();
        G::encode(view, legal, &mut self.globals, &mut self.actions);
        batch
            .push(&self.globals, &self.actions)
            .map_err(|error| self.error(&error))
    }

    fn error(&self, reason: &impl ToString) -> AgentError {
        AgentError {
            agent: self.name.clone(),
            reason: reason.to_string(),
        }
    }

    /// The natural logarithm of each legal action's probability at temperature 1, ascending by id; none where the
    /// policy never learned to answer.
    pub(super) fn log_probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f32>>, AgentError> {
        if self.untaught(view, legal).is_some() {
            return Ok(None);
        }
        let mut batch = Described::new(G::GLOBALS, G::FEATURES);
        self.describe(&mut batch, view, legal)?;
        let mut logits = self.policy.logits(&batch).map_err(|error| self.error(&error))?;
        log_softmax(&mut logits);
        Ok(Some(logits))
    }

    /// What is done without the policy.
    fn untaught(&self, view: &G::View, legal: ActionSet<G::Action>) -> Option<G::Action> {
        G::untaught(&self.trained, view, legal)
    }

    /// The place of the chosen action among the legal ones.
    fn choose(&self, logits: &mut [f32], rng: &mut impl rand::Rng) -> usize {
        if self.temperature <= 0.0 {
            return greedy(logits);
        }
        self.temper(logits);
        sample(logits, rng)
    }

    fn temper(&self, logits: &mut [f32]) {
        for logit in &mut *logits {
            *logit /= self.temperature;
        }
        log_softmax(logits);
    }
}

/// The place of the highest logit, the first on ties.
#[must_use]
pub fn greedy(logits: &[f32]) -> usize {
    let mut best = 0;
    for (place, logit) in logits.iter().enumerate() {
        if *logit > logits[best] {
            best = place;
        }
    }
    best
}

/// A place drawn by its log-probability.
pub fn sample(log_probabilities: &[f32], rng: &mut impl rand::Rng) -> usize {
    let mut left = rng.random::<f32>();
    for (place, log_probability) in log_probabilities.iter().enumerate() {
        left -= log_probability.exp();
        if left < 0.0 {
            return place;
        }
    }
    // Rounding may leave a crumb: it belongs to the likeliest.
    greedy(log_probabilities)
}

impl<G: Playable> Agent<G> for NetAgent<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let mut actions = self.act_batch(vec![decision])?;
        actions.pop().ok_or_else(|| self.error(&"no answer"))
    }

    fn act_batch(&mut self, decisions: Vec<Decision<'_, G>>) -> Result<Vec<G::Action>, AgentError> {
        let mut batch = Described::new(G::GLOBALS, G::FEATURES);
        for decision in &decisions {
            self.describe(&mut batch, decision.view, decision.legal)?;
        }
        let mut logits = self.policy.logits(&batch).map_err(|error| self.error(&error))?;
        let mut rest = logits.as_mut_slice();
        decisions
            .into_iter()
            .map(|decision| {
                let (own, behind) = std::mem::take(&mut rest).split_at_mut(decision.legal.len());
                rest = behind;
                if let Some(action) = self.untaught(decision.view, decision.legal) {
                    return Ok(action);
                }
                let place = self.choose(own, decision.rng);
                decision
                    .legal
                    .nth(place)
                    .ok_or_else(|| self.error(&"no legal action"))
            })
            .collect()
    }

    fn probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        if let Some(action) = self.untaught(view, legal) {
            return Ok(Some(
                legal
                    .iter()
                    .map(|other| f64::from(u8::from(other == action)))
                    .collect(),
            ));
        }
        let mut batch = Described::new(G::GLOBALS, G::FEATURES);
        self.describe(&mut batch, view, legal)?;
        let mut logits = self.policy.logits(&batch).map_err(|error| self.error(&error))?;
        if self.temperature <= 0.0 {
            let best = greedy(&logits);
            return Ok(Some(
                (0..logits.len())
                    .map(|place| f64::from(u8::from(place == best)))
                    .collect(),
            ));
        }
        self.temper(&mut logits);
        let mut chances: Vec<f64> = logits.iter().map(|&log| f64::from(log).exp()).collect();
        // Logarithms of single precision leave a crumb.
        let sum: f64 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= sum;
        }
        Ok(Some(chances))
    }
}
