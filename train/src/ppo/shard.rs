//! The gradients of a part of a minibatch, on one thread.

use hornox_agents::neural::kernel::{BLOCK_ROWS, PolicyTape, ValueTape};
use hornox_agents::neural::{Described, NetworkError, PolicyKernel, ValueKernel};

use super::hyper::{Hyper, Rates};
use super::loss::{self, Choice};
use super::samples::Samples;

/// What all parts of an update share.
pub(super) struct Task<'a> {
    pub(super) samples: &'a Samples,
    /// Standardised, `[B]`.
    pub(super) advantages: &'a [f32],
    pub(super) hyper: &'a Hyper,
    pub(super) rates: Rates,
    pub(super) policy: &'a PolicyKernel,
    pub(super) value: &'a ValueKernel,
}

/// Sums over decisions of what the statistics report.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) decisions: u64,
    pub(super) choices: u64,
    /// Of these, those that a teacher spoke at.
    pub(super) taught: u64,
    pub(super) clipped: u64,
    pub(super) surrogate: f64,
    pub(super) entropy: f64,
    pub(super) divergence: f64,
    pub(super) imitation: f64,
    pub(super) value: f64,
}

impl Sums {
    pub(super) fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.choices += other.choices;
        self.taught += other.taught;
        self.clipped += other.clipped;
        self.surrogate += other.surrogate;
        self.entropy += other.entropy;
        self.divergence += other.divergence;
        self.imitation += other.imitation;
        self.value += other.value;
    }
}

/// A worker's memory and results.
pub(super) struct Shard {
    /// Summed over the decisions, not yet divided by their number.
    pub(super) policy_gradient: Vec<f32>,
    pub(super) value_gradient: Vec<f32>,
    pub(super) sums: Sums,
    block: Described,
    numbers: Vec<usize>,
    policy_tape: PolicyTape,
    value_tape: ValueTape,
    by_logit: Vec<f32>,
    by_value: Vec<f32>,
}

impl Shard {
    pub(super) fn new(samples: &Samples, policy: &PolicyKernel, value: &ValueKernel) -> Self {
        let described = &samples.described;
        Self {
            policy_gradient: vec![0.0; policy.weights().len()],
            value_gradient: vec![0.0; value.weights().len()],
            sums: Sums::default(),
            block: Described::new(described.globals_width(), described.features_width()),
            numbers: Vec::new(),
            policy_tape: PolicyTape::default(),
            value_tape: ValueTape::default(),
            by_logit: Vec::new(),
            by_value: Vec::new(),
        }
    }

    /// Computes the gradients over the decisions `chosen`, over the results of before.
    pub(super) fn run(&mut self, task: &Task<'_>, chosen: &[usize]) -> Result<(), NetworkError> {
        self.policy_gradient.fill(0.0);
        self.value_gradient.fill(0.0);
        self.sums = Sums::default();
        let counts = task.samples.described.counts();
        let mut rest = chosen;
        while !rest.is_empty() {
            let mut rows = 0;
            let fits = |&&number: &&usize| {
                rows += counts[number] as usize;
                rows <= BLOCK_ROWS
            };
            let take = rest.iter().take_while(fits).count().max(1);
            let (now, later) = rest.split_at(take);
            rest = later;
            self.block.clear();
            self.block
                .extend_from(&task.samples.described, now.iter().copied())?;
            self.numbers.clear();
            self.numbers.extend_from_slice(now);
            self.block(task)?;
        }
        Ok(())
    }

    /// One block, forward and backward through both nets. Forced decisions ride along in the
    /// policy's pass with no gradient: they are few and have one row each.
    fn block(&mut self, task: &Task<'_>) -> Result<(), NetworkError> {
        let (samples, batch) = (task.samples, self.block.all());
        task.value.forward(batch, &mut self.value_tape)?;
        self.by_value.clear();
        for (&number, &value) in self.numbers.iter().zip(self.value_tape.values()) {
            // The target is the advantage as it was, not standardised, on top of the old value.
            let target = samples.values[number] + samples.advantages[number];
            let (loss, gradient) = loss::value(value, target);
            self.sums.value += f64::from(loss);
            self.by_value.push(gradient);
        }
        let gradient = &mut self.value_gradient;
        task.value
            .backward(batch, &self.by_value, &mut self.value_tape, gradient)?;

        task.policy.forward(batch, &mut self.policy_tape)?;
        self.by_logit.clear();
        self.by_logit.extend_from_slice(self.policy_tape.logits());
        let mut rest = self.by_logit.as_mut_slice();
        for (&number, &count) in self.numbers.iter().zip(batch.counts()) {
            let (logits, after) = rest.split_at_mut(count as usize);
            rest = after;
            if count == 1 {
                logits.fill(0.0);
                continue;
            }
            self.sums.choices += 1;
            if let Some(target) = samples.target(number) {
                let loss = loss::imitation(logits, target);
                self.sums.taught += 1;
                self.sums.imitation += f64::from(loss.cross_entropy);
                self.sums.entropy += f64::from(loss.entropy);
                continue;
            }
            let choice = Choice {
                chosen: samples.chosen[number] as usize,
                old_log_prob: samples.log_probs[number],
                advantage: task.advantages[number],
            };
            let loss = loss::policy(logits, choice, task.hyper.clip, task.rates.entropy);
            self.sums.clipped += u64::from(loss.clipped);
            self.sums.surrogate += f64::from(loss.surrogate);
            self.sums.entropy += f64::from(loss.entropy);
            self.sums.divergence += f64::from(loss.divergence);
        }
        self.sums.decisions += batch.len() as u64;
        let gradient = &mut self.policy_gradient;
        task.policy
            .backward(batch, &self.by_logit, &mut self.policy_tape, gradient)
    }
}
