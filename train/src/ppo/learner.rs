//! The nets, their optimizers and running average; the update.

use burn::tensor::Device;
use hornox_agents::neural::flat::{flatten, unflatten};
use hornox_agents::neural::{NetworkConfig, NetworkError, PolicyKernel, PolicyNet, ValueKernel, ValueNet};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::adam::{Adam, norm};
use super::error::PpoError;
use super::hyper::{Hyper, Rates};
use super::samples::Samples;
use super::shard::{Shard, Sums, Task};
use super::stats::Stats;

/// Parts of a minibatch, each computed by one thread and summed in order. Their number is fixed, so
/// that results do not depend on that of the threads; it bounds the cores that help.
const SHARDS: usize = 16;

/// Everything that learns. [`save`](Self::save) and [`load`](Self::load) keep it whole.
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) config: NetworkConfig,
    pub(super) hyper: Hyper,
    pub(super) policy: PolicyNet,
    pub(super) value: ValueNet,
    pub(super) average_policy: PolicyNet,
    pub(super) average_value: ValueNet,
    pub(super) policy_adam: Adam,
    pub(super) value_adam: Adam,
    pub(super) updates: u64,
}

impl Learner {
    /// A learner with fresh weights from the generator.
    ///
    /// # Errors
    /// Where a setting is out of range.
    pub fn new(config: NetworkConfig, hyper: Hyper, rng: &mut impl Rng) -> Result<Self, PpoError> {
        let device = Device::flex();
        let policy = config.policy(&device, rng)?;
        let value = config.value(&device, rng)?;
        Self::with_nets(config, hyper, policy, value)
    }

    /// A learner that begins with given nets, such as those of another run, and a fresh optimizer
    /// and average.
    ///
    /// # Errors
    /// Where a setting is out of range or the nets are of other sizes.
    pub fn with_nets(
        config: NetworkConfig,
        hyper: Hyper,
        policy: PolicyNet,
        value: ValueNet,
    ) -> Result<Self, PpoError> {
        hyper.check()?;
        let policy_adam = Adam::new(PolicyKernel::new(&config, &policy)?.weights().len());
        let value_adam = Adam::new(ValueKernel::new(&config, &value)?.weights().len());
        let (average_policy, average_value) = (policy.clone(), value.clone());
        Ok(Self {
            config,
            hyper,
            policy,
            value,
            average_policy,
            average_value,
            policy_adam,
            value_adam,
            updates: 0,
        })
    }

    /// The sizes of the nets.
    #[must_use]
    pub fn config(&self) -> &NetworkConfig {
        &self.config
    }

    /// The settings.
    #[must_use]
    pub fn hyper(&self) -> &Hyper {
        &self.hyper
    }

    /// Updates made so far.
    #[must_use]
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// The policy as it is.
    #[must_use]
    pub fn policy(&self) -> &PolicyNet {
        &self.policy
    }

    /// The value net as it is.
    #[must_use]
    pub fn value(&self) -> &ValueNet {
        &self.value
    }

    /// The policy averaged over the updates: steadier than the last one, the one to ship.
    #[must_use]
    pub fn average_policy(&self) -> &PolicyNet {
        &self.average_policy
    }

    /// The value net averaged over the updates.
    #[must_use]
    pub fn average_value(&self) -> &ValueNet {
        &self.average_value
    }

    /// Both nets ready to play with, for any number of threads.
    ///
    /// # Errors
    /// None for a learner that was built: its sizes were checked.
    pub fn kernels(&self) -> Result<(PolicyKernel, ValueKernel), NetworkError> {
        Ok((
            PolicyKernel::new(&self.config, &self.policy)?,
            ValueKernel::new(&self.config, &self.value)?,
        ))
    }

    /// Learns from an iteration's samples, on the threads of rayon's current pool. The result
    /// depends on the learner, the samples, the rates and the generator (which shuffles), not on
    /// the number of threads. Without samples nothing changes.
    ///
    /// # Errors
    /// Where the samples do not fit the nets or numbers overflow; the learner is then unchanged.
    pub fn update(
        &mut self,
        samples: &Samples,
        rates: Rates,
        rng: &mut ChaCha8Rng,
    ) -> Result<Stats, PpoError> {
        rates.check()?;
        let (mut policy, mut value) = self.kernels()?;
        if samples.is_empty() {
            return Ok(Stats::default());
        }
        let (mut policy_adam, mut value_adam) = (self.policy_adam.clone(), self.value_adam.clone());
        let advantages = samples.standardised();
        let mut shards: Vec<Shard> = (0..SHARDS)
            .map(|_| Shard::new(samples, &policy, &value))
            .collect();
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut report = Report::default();
        for _ in 0..self.hyper.epochs {
            order.shuffle(rng);
            for minibatch in order.chunks(part(samples.len(), self.hyper.minibatch)) {
                let task = Task {
                    samples,
                    advantages: &advantages,
                    hyper: &self.hyper,
                    rates,
                    policy: &policy,
                    value: &value,
                };
                let sums = run(&mut shards, &task, minibatch)?;
                let [total, ..] = shards.as_mut_slice() else {
                    continue;
                };
                let limit = f64::from(self.hyper.max_norm);
                let (rate, epsilon) = (rates.learning_rate, self.hyper.epsilon);
                let gradient = &mut total.policy_gradient;
                report.policy_norm += shorten(gradient, sums.choices, limit, "policy gradient")?;
                // With forced decisions alone there is no direction, and Adam's momentum must rest.
                if sums.choices > 0 {
                    policy.change(|w| policy_adam.step(w, gradient, rate, epsilon));
                }
                let gradient = &mut total.value_gradient;
                report.value_norm += shorten(gradient, sums.decisions, limit, "value gradient")?;
                value.change(|w| value_adam.step(w, gradient, rate, epsilon));
                report.sums.add(&sums);
                report.steps += 1;
            }
        }
        let stats = report.stats(samples);
        self.take(&policy, &value)?;
        (self.policy_adam, self.value_adam) = (policy_adam, value_adam);
        Ok(stats)
    }

    /// Makes the kernels' weights the nets' and moves the averages.
    fn take(&mut self, policy: &PolicyKernel, value: &ValueKernel) -> Result<(), PpoError> {
        let updates = self.updates + 1;
        let share = (1.0 - self.hyper.average_decay).max(1.0 / updates as f32);
        let blend = |average: Vec<f32>, new: &[f32]| -> Vec<f32> {
            average
                .iter()
                .zip(new)
                .map(|(old, new)| old + share * (new - old))
                .collect()
        };
        let average_policy = blend(flatten(&self.average_policy), policy.weights());
        let average_value = blend(flatten(&self.average_value), value.weights());
        // All can fail before anything changes.
        let new_policy = unflatten(self.policy.clone(), policy.weights())?;
        let new_value = unflatten(self.value.clone(), value.weights())?;
        let average_policy = unflatten(self.average_policy.clone(), &average_policy)?;
        let average_value = unflatten(self.average_value.clone(), &average_value)?;
        (self.policy, self.value) = (new_policy, new_value);
        (self.average_policy, self.average_value) = (average_policy, average_value);
        self.updates = updates;
        Ok(())
    }
}

/// The size of equal parts of about `size`.
fn part(decisions: usize, size: usize) -> usize {
    let parts = ((decisions + size / 2) / size).max(1);
    decisions.div_ceil(parts).max(1)
}

/// Computes a minibatch's gradients and gathers them in the first shard, in order.
fn run(shards: &mut [Shard], task: &Task<'_>, minibatch: &[usize]) -> Result<Sums, PpoError> {
    let piece = minibatch.len().div_ceil(shards.len()).max(1);
    let used = minibatch.len().div_ceil(piece);
    let used = &mut shards[..used];
    used.par_iter_mut()
        .zip(minibatch.par_chunks(piece))
        .try_for_each(|(shard, chosen)| shard.run(task, chosen))?;
    let mut sums = Sums::default();
    let Some((first, others)) = used.split_first_mut() else {
        return Ok(sums);
    };
    sums.add(&first.sums);
    for other in others {
        sums.add(&other.sums);
        add(&mut first.policy_gradient, &other.policy_gradient);
        add(&mut first.value_gradient, &other.value_gradient);
    }
    Ok(sums)
}

fn add(sum: &mut [f32], more: &[f32]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Divides a summed gradient by the number of decisions, shortens it to the limit, and returns the
/// norm it had between the two.
fn shorten(gradient: &mut [f32], decisions: u64, limit: f64, what: &'static str) -> Result<f64, PpoError> {
    let mean = 1.0 / decisions.max(1) as f64;
    let length = norm(gradient) * mean;
    if !length.is_finite() {
        return Err(PpoError::NotFinite { what });
    }
    #[expect(clippy::cast_possible_truncation, reason = "gradients are f32")]
    let scale = (mean * if length > limit { limit / length } else { 1.0 }) as f32;
    for g in gradient {
        *g *= scale;
    }
    Ok(length)
}

#[derive(Default)]
struct Report {
    sums: Sums,
    policy_norm: f64,
    value_norm: f64,
    steps: u64,
}

impl Report {
    fn stats(&self, samples: &Samples) -> Stats {
        let (decisions, choices) = (self.sums.decisions.max(1) as f64, self.sums.choices.max(1) as f64);
        let taught = self.sums.taught;
        let rewarded = (self.sums.choices - taught).max(1) as f64;
        let steps = self.steps.max(1) as f64;
        Stats {
            policy_loss: self.sums.surrogate / rewarded,
            imitation_loss: self.sums.imitation / taught.max(1) as f64,
            value_loss: self.sums.value / decisions,
            entropy: self.sums.entropy / choices,
            divergence: self.sums.divergence / rewarded,
            clip_share: self.sums.clipped as f64 / rewarded,
            explained_variance: samples.explained_variance(),
            policy_norm: self.policy_norm / steps,
            value_norm: self.value_norm / steps,
            decisions: samples.len() as u64,
            choices: samples.choices as u64,
            steps: self.steps,
        }
    }
}
