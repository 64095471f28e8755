//! Settings that stay over a run, and rates that change.

use serde::{Deserialize, Serialize};

use super::error::PpoError;

/// Settings of the algorithm.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hyper {
    /// How far the ratio of new to old probability may leave 1 before it earns nothing more.
    pub clip: f32,
    /// Passes over the samples of an iteration.
    pub epochs: u32,
    /// Decisions a step, about: an epoch is cut into equal parts near this size.
    pub minibatch: usize,
    /// Discount a decision.
    pub gamma: f32,
    /// Weight of later errors in the advantages, 0 (only the next value) to 1 (only the outcome).
    pub lambda: f32,
    /// The largest global norm of a gradient; longer ones are shortened, each net by itself.
    pub max_norm: f32,
    /// Adam's epsilon.
    pub epsilon: f32,
    /// What the running average of the weights keeps of itself at each update. The first updates
    /// keep less: until 1 / (1 − decay) of them it is their plain mean.
    pub average_decay: f32,
}

impl Default for Hyper {
    fn default() -> Self {
        Self {
            clip: 0.2,
            epochs: 2,
            minibatch: 2560,
            gamma: 1.0,
            lambda: 0.9,
            max_norm: 1.0,
            epsilon: 1e-5,
            average_decay: 0.98,
        }
    }
}

impl Hyper {
    /// `Ok` where all settings are in their ranges.
    ///
    /// # Errors
    /// [`PpoError::Setting`] names the first that is not.
    pub fn check(&self) -> Result<(), PpoError> {
        let zero_to_one = "from 0 to 1";
        let tests = [
            (
                "clip",
                self.clip,
                self.clip > 0.0 && self.clip < 1.0,
                "between 0 and 1",
            ),
            ("epochs", self.epochs as f32, self.epochs > 0, "at least 1"),
            (
                "minibatch",
                self.minibatch as f32,
                self.minibatch > 0,
                "at least 1",
            ),
            (
                "gamma",
                self.gamma,
                (0.0..=1.0).contains(&self.gamma),
                zero_to_one,
            ),
            (
                "lambda",
                self.lambda,
                (0.0..=1.0).contains(&self.lambda),
                zero_to_one,
            ),
            ("max_norm", self.max_norm, self.max_norm > 0.0, "above 0"),
            ("epsilon", self.epsilon, self.epsilon > 0.0, "above 0"),
            (
                "average_decay",
                self.average_decay,
                (0.0..1.0).contains(&self.average_decay),
                "from 0 to below 1",
            ),
        ];
        for (setting, value, good, must_be) in tests {
            if !good {
                return Err(PpoError::Setting {
                    setting,
                    value: value.into(),
                    must_be,
                });
            }
        }
        Ok(())
    }
}

/// What changes from update to update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Adam's step size, for both nets.
    pub learning_rate: f32,
    /// What a nat of entropy is worth in the policy's loss.
    pub entropy: f32,
}

impl Rates {
    /// `Ok` where both are finite and not negative.
    ///
    /// # Errors
    /// [`PpoError::Setting`] names the first that is not.
    pub fn check(&self) -> Result<(), PpoError> {
        for (setting, value) in [("learning_rate", self.learning_rate), ("entropy", self.entropy)] {
            if !value.is_finite() || value < 0.0 {
                let must_be = "finite and not negative";
                return Err(PpoError::Setting {
                    setting,
                    value: value.into(),
                    must_be,
                });
            }
        }
        Ok(())
    }
}
