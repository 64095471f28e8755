//! What the sections of a config hold. The defaults are the recipe that worked best in the studies behind this
//! project: one scorer shared over the legal actions, trained by PPO from self-play alone.

use hornox_agents::AgentSpec;
use hornox_agents::neural::NetworkConfig;
use hornox_agents::scripted::Script;
use hornox_env::gym::Reward;
use serde::{Deserialize, Serialize};

use super::words::{none, specs, word_or_none};

/// `[run]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// What the run's folder is called: letters, digits, `-` and `_`.
    pub name: String,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Threads that play; 0: as many as there are cores. Results do not depend on it.
    pub threads: usize,
    /// Minutes after which training stops even if iterations are left, or none.
    #[serde(with = "none")]
    pub minutes: Option<f64>,
    /// The checkpoint whose nets are the start, or none for fresh weights. Where `[network]` asks for wider layers, they
    /// are widened; the optimizer and the average begin anew.
    #[serde(with = "word_or_none")]
    pub from: Option<String>,
}

/// `[network]`: units of the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// First layer of the scorer, one row for each legal action.
    pub hidden: usize,
    /// Second layer of the scorer, which also sees the sum over the legal actions.
    pub reply: usize,
    /// Both layers of the value network.
    pub value_hidden: usize,
}

/// `[ppo]`. What has a start and an end goes from one to the other linearly over the iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ppo {
    /// Rounds of play and learning.
    pub iterations: u64,
    /// Games that are played side by side in each iteration, all seats learning.
    pub tables: usize,
    /// Seat counts of the tables, in place of the rules' own; empty: that one alone. The more seats, the fewer tables, so
    /// that each count gives about as many decisions.
    pub players: Vec<usize>,
    /// How often each decision is learned from.
    pub epochs: usize,
    /// Decisions in one gradient step.
    pub minibatch: usize,
    /// How far the probability ratio may leave 1.
    pub clip: f64,
    /// Discount a decision.
    pub gamma: f64,
    /// Generalised advantage estimation's λ.
    pub lambda: f64,
    /// Weight of the policy's entropy at the start.
    pub entropy_start: f64,
    /// Weight of the policy's entropy at the end: lower than 0.05 wins against sharp networks and loses against
    /// everybody else.
    pub entropy_end: f64,
    /// Adam's step size at the start.
    pub learning_rate_start: f64,
    /// Adam's step size at the end.
    pub learning_rate_end: f64,
    /// Largest norm of the gradient, policy and value each.
    pub grad_norm: f64,
    /// What share of the averaged weights, which are the agent, stays in each iteration.
    pub average: f64,
    /// What a seat is paid.
    pub reward: Reward,
    /// What the reward is multiplied by.
    pub reward_scale: f64,
}

/// `[pool]`: past versions of the agent at some of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// Their share of `ppo.tables`, beside those of `[[opponents]]`; 0: no pool.
    pub share: f64,
    /// The learner's seats at each of these tables, at least 1 and fewer than there are.
    pub learners: usize,
    /// Iterations after which the averaged policy is kept.
    pub every: u64,
    /// How many are kept: the latest.
    pub size: usize,
    /// At which temperature they play; 0: greedily.
    pub temperature: f64,
}

/// `[imitate]`: an agent whose moves the policy learns, instead of what pays. With a `share` of 1 it plays all of the
/// learner's seats; elsewhere the learner plays them, and the agent says what it would have done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imitate {
    /// Who is imitated, or nobody.
    #[serde(with = "word_or_none")]
    pub agent: Option<AgentSpec>,
    /// The share of the tables at which it plays by itself.
    pub share: f64,
}

/// `[evaluation]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// Iterations between evaluations; 0: none on the way.
    pub every: u64,
    /// Deals of each of them, played from every seat.
    pub deals: u64,
    /// Deals of the one at the end; 0: none.
    pub final_deals: u64,
    /// The opponents.
    #[serde(with = "specs")]
    pub against: Vec<AgentSpec>,
}

/// `[checkpoint]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Iterations between checkpoints; 0: only at the end and where the run is stopped.
    pub every: u64,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            name: "run".to_owned(),
            seed: 1,
            threads: 0,
            minutes: None,
            from: None,
        }
    }
}

impl Default for Network {
    fn default() -> Self {
        Self {
            hidden: 64,
            reply: 32,
            value_hidden: 64,
        }
    }
}

impl Default for Ppo {
    fn default() -> Self {
        Self {
            iterations: 1000,
            tables: 256,
            players: Vec::new(),
            epochs: 2,
            minibatch: 2560,
            clip: 0.2,
            gamma: 1.0,
            lambda: 0.9,
            entropy_start: 0.10,
            entropy_end: 0.05,
            learning_rate_start: 1e-3,
            learning_rate_end: 3e-5,
            grad_norm: 1.0,
            average: 0.98,
            reward: Reward::Penalty,
            reward_scale: 0.1,
        }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self {
            share: 0.0,
            learners: 1,
            every: 100,
            size: 20,
            temperature: 0.0,
        }
    }
}

impl Default for Imitate {
    fn default() -> Self {
        Self {
            agent: None,
            share: 0.5,
        }
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self {
            every: 100,
            deals: 200,
            final_deals: 1000,
            against: vec![
                AgentSpec::Scripted(Script::Random),
                AgentSpec::Scripted(Script::Risk),
                AgentSpec::mcs(100),
            ],
        }
    }
}

impl Default for Checkpoint {
    fn default() -> Self {
        Self { every: 100 }
    }
}

/// A field whose value cannot be.
pub(super) struct OutOfRange {
    pub field: &'static str,
    pub value: String,
    pub right: String,
}

pub(super) fn within(field: &'static str, value: f64, low: f64, high: f64) -> Result<(), OutOfRange> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(OutOfRange {
            field,
            value: value.to_string(),
            right: format!("must be from {low} to {high}"),
        })
    }
}

/// Layers are computed in whole CPU vectors.
fn layer(field: &'static str, units: usize) -> Result<(), OutOfRange> {
    if (16..=4096).contains(&units) && units.is_multiple_of(16) {
        Ok(())
    } else {
        Err(OutOfRange {
            field,
            value: units.to_string(),
            right: "must be a multiple of 16 from 16 to 4096".to_owned(),
        })
    }
}

impl RunConfig {
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if self.name.is_empty() || self.name.len() > 64 || !self.name.chars().all(plain) {
            return Err(OutOfRange {
                field: "name",
                value: format!("{:?}", self.name),
                right: "must be 1 to 64 letters, digits, - or _: it names a folder".to_owned(),
            });
        }
        within("threads", self.threads as f64, 0.0, 1024.0)?;
        within("minutes", self.minutes.unwrap_or(1.0), 0.01, 1e6)
    }
}

impl Network {
    /// The widths of nets that are there.
    pub fn of(network: &NetworkConfig) -> Self {
        Self {
            hidden: network.hidden,
            reply: network.reply,
            value_hidden: network.value_hidden,
        }
    }

    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        layer("hidden", self.hidden)?;
        layer("reply", self.reply)?;
        layer("value_hidden", self.value_hidden)
    }
}

impl Ppo {
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        within("iterations", self.iterations as f64, 1.0, 1e9)?;
        within("tables", self.tables as f64, 1.0, 65536.0)?;
        within("epochs", self.epochs as f64, 1.0, 100.0)?;
        within("minibatch", self.minibatch as f64, 1.0, 1e6)?;
        within("clip", self.clip, 0.01, 1.0)?;
        within("gamma", self.gamma, 0.0, 1.0)?;
        within("lambda", self.lambda, 0.0, 1.0)?;
        within("entropy_start", self.entropy_start, 0.0, 10.0)?;
        within("entropy_end", self.entropy_end, 0.0, 10.0)?;
        within("learning_rate_start", self.learning_rate_start, 0.0, 1.0)?;
        within("learning_rate_end", self.learning_rate_end, 0.0, 1.0)?;
        within("grad_norm", self.grad_norm, 1e-6, 1e6)?;
        within("average", self.average, 0.0, 0.999_999)?;
        within("reward_scale", self.reward_scale, 1e-6, 1e6)
    }
}

impl Pool {
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        within("share", self.share, 0.0, 1.0)?;
        within("learners", self.learners as f64, 1.0, 9.0)?;
        within("every", self.every as f64, 1.0, 1e9)?;
        within("size", self.size as f64, 1.0, 1000.0)?;
        within("temperature", self.temperature, 0.0, 1e6)
    }
}

impl Imitate {
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        within("share", self.share, 0.0, 1.0)
    }
}

impl Evaluation {
    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        within("every", self.every as f64, 0.0, 1e9)?;
        within("deals", self.deals as f64, 1.0, 1e8)?;
        within("final_deals", self.final_deals as f64, 0.0, 1e8)
    }
}

impl Checkpoint {
    pub(super) fn check(self) -> Result<(), OutOfRange> {
        within("every", self.every as f64, 0.0, 1e9)
    }
}
