//! A network at the table.

use std::path::Path;

use hornox_env::nimmt::{Action, LowCard, Nimmt, Preset, Rules, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision};
use rand::RngExt;

use super::checkpoint::Checkpoint;
use super::described::Described;
use super::error::CheckpointError;
use super::kernel::PolicyKernel;
use super::softmax::log_softmax;
use crate::features::{FEATURES, GLOBALS, encode};
use crate::rules_toml::rules_from_toml;
use crate::scripted::cheapest_row;

/// Plays a policy's likeliest action, or draws one at a temperature.
#[derive(Clone, Debug)]
pub struct NetAgent {
    name: String,
    policy: PolicyKernel,
    /// 0 plays greedily.
    temperature: f32,
    /// Whether it learned to choose rows. Where low cards took the cheapest row by themselves, it did not, and
    /// takes the cheapest.
    chooses_rows: bool,
    globals: Vec<f32>,
    actions: Vec<f32>,
}

impl NetAgent {
    /// The agent of the checkpoint in the folder `path`. Temperature 0 is greedy (the lowest id on ties), 1
    /// plays the probabilities it was trained with.
    ///
    /// # Errors
    /// Where the checkpoint can't be loaded.
    pub fn load(name: String, path: &Path, temperature: f32) -> Result<Self, CheckpointError> {
        let Checkpoint { manifest, nets } = Checkpoint::load(path)?;
        let policy = PolicyKernel::new(&manifest.network, &nets.policy)?;
        // Reading the manifest has checked its rules.
        let rules = rules_from_toml(&manifest.rules).unwrap_or(Preset::Round.rules());
        Ok(Self::new(name, policy, &rules, temperature))
    }

    /// An agent that plays `policy`, trained by `rules`.
    pub fn new(name: String, policy: PolicyKernel, rules: &Rules, temperature: f32) -> Self {
        Self {
            name,
            policy,
            temperature,
            chooses_rows: rules.low_card != LowCard::Auto,
            globals: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn describe(
        &mut self,
        batch: &mut Described,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<(), AgentError> {
        self.globals.clear();
        self.actions.clear();
        encode(view, legal, &mut self.globals, &mut self.actions);
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

    /// What is done without the policy.
    fn untaught(&self, view: &View, legal: ActionSet<Action>) -> Option<Action> {
        if self.chooses_rows {
            None
        } else {
            cheapest_row(view, legal)
        }
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
fn greedy(logits: &[f32]) -> usize {
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

impl Agent<Nimmt> for NetAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        let mut actions = self.act_batch(vec![decision])?;
        actions.pop().ok_or_else(|| self.error(&"no answer"))
    }

    fn act_batch(&mut self, decisions: Vec<Decision<'_, Nimmt>>) -> Result<Vec<Action>, AgentError> {
        let mut batch = Described::new(GLOBALS, FEATURES);
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
                if let Some(row) = self.untaught(decision.view, decision.legal) {
                    return Ok(row);
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
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        if let Some(row) = self.untaught(view, legal) {
            return Ok(Some(
                legal
                    .iter()
                    .map(|action| f64::from(u8::from(action == row)))
                    .collect(),
            ));
        }
        let mut batch = Described::new(GLOBALS, FEATURES);
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
        Ok(Some(logits.iter().map(|&log| f64::from(log).exp()).collect()))
    }
}
