//! What an update reports.

use serde::{Deserialize, Serialize};

/// Means over all minibatches of an update, unless said otherwise.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Stats {
    /// The clipped surrogate, without the entropy, over decisions that were a choice and that no teacher spoke at.
    pub policy_loss: f64,
    /// Cross-entropy with a teacher's probabilities in nats, over decisions that it spoke at.
    pub imitation_loss: f64,
    /// Half the mean squared error of the values.
    pub value_loss: f64,
    /// Entropy of the policy in nats, over decisions that were a choice.
    pub entropy: f64,
    /// Estimated divergence from the policy that played, in nats.
    pub divergence: f64,
    /// The share of choices whose probability had left the clip range.
    pub clip_share: f64,
    /// The share of the targets' variance that the values explained before the update.
    pub explained_variance: f64,
    /// Global norm of the policy's gradient before it was shortened.
    pub policy_norm: f64,
    /// Global norm of the value net's gradient before it was shortened.
    pub value_norm: f64,
    /// Decisions in the samples.
    pub decisions: u64,
    /// Those with more than one legal action.
    pub choices: u64,
    /// Optimizer steps made.
    pub steps: u64,
}
