//! The learner in a folder, and back, bit for bit.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use hornox_agents::neural::files::{load_weights, save_weights};
use hornox_agents::neural::{CheckpointError, NetworkConfig};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::error::PpoError;
use super::hyper::Hyper;
use super::learner::Learner;

const SCHEMA: u32 = 1;
const DESCRIPTION: &str = "learner.json";

/// What the folder says beside the weights.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Description {
    schema: u32,
    network: NetworkConfig,
    updates: u64,
    policy_steps: u64,
    value_steps: u64,
}

impl Learner {
    /// Writes nets, averages and optimizers into a folder, which is made where it is missing.
    /// Existing files are written over one by one: to be safe from being cut off, save into a new
    /// folder and rename it.
    ///
    /// # Errors
    /// Where a file can't be written.
    pub fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        let io = |source| CheckpointError::Io {
            path: folder.into(),
            source,
        };
        fs::create_dir_all(folder).map_err(io)?;
        let device = Device::flex();
        save_weights(&self.policy, &folder.join("policy.bpk"))?;
        save_weights(&self.value, &folder.join("value.bpk"))?;
        save_weights(&self.average_policy, &folder.join("average_policy.bpk"))?;
        save_weights(&self.average_value, &folder.join("average_value.bpk"))?;
        save_weights(
            &self.policy_adam.to_moments(&device),
            &folder.join("policy_adam.bpk"),
        )?;
        save_weights(
            &self.value_adam.to_moments(&device),
            &folder.join("value_adam.bpk"),
        )?;
        let description = Description {
            schema: SCHEMA,
            network: self.config.clone(),
            updates: self.updates,
            policy_steps: self.policy_adam.steps(),
            value_steps: self.value_adam.steps(),
        };
        let path = folder.join(DESCRIPTION);
        let text = serde_json::to_string_pretty(&description).map_err(|error| CheckpointError::Format {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        fs::write(&path, text).map_err(|source| CheckpointError::Io { path, source })
    }

    /// Reads a folder that [`save`](Self::save) wrote. The settings are the caller's: they belong
    /// to the run, not to its state.
    ///
    /// # Errors
    /// Where a file is missing, damaged, of another version or of other shapes, or a setting is out
    /// of range.
    pub fn load(folder: &Path, hyper: Hyper) -> Result<Self, CheckpointError> {
        let path = folder.join(DESCRIPTION);
        let format = |reason: String| CheckpointError::Format {
            path: path.clone(),
            reason,
        };
        let text = fs::read_to_string(&path).map_err(|source| CheckpointError::Io {
            path: path.clone(),
            source,
        })?;
        let description: Description =
            serde_json::from_str(&text).map_err(|error| format(error.to_string()))?;
        if description.schema != SCHEMA {
            return Err(format(format!("schema {} is not {SCHEMA}", description.schema)));
        }
        // The fresh weights are all written over.
        let fresh = Self::new(description.network, hyper, &mut ChaCha8Rng::seed_from_u64(0));
        let mut learner = fresh.map_err(|error| match error {
            PpoError::Network(error) => CheckpointError::Network(error),
            other @ (PpoError::Setting { .. } | PpoError::Chosen { .. } | PpoError::NotFinite { .. }) => {
                format(other.to_string())
            }
        })?;
        learner.policy = load_weights(learner.policy, &folder.join("policy.bpk"))?;
        learner.value = load_weights(learner.value, &folder.join("value.bpk"))?;
        learner.average_policy = load_weights(learner.average_policy, &folder.join("average_policy.bpk"))?;
        learner.average_value = load_weights(learner.average_value, &folder.join("average_value.bpk"))?;
        learner.policy_adam = load_adam(
            &learner.policy_adam,
            &folder.join("policy_adam.bpk"),
            description.policy_steps,
        )?;
        learner.value_adam = load_adam(
            &learner.value_adam,
            &folder.join("value_adam.bpk"),
            description.value_steps,
        )?;
        learner.updates = description.updates;
        Ok(learner)
    }
}

fn load_adam(fresh: &Adam, path: &Path, steps: u64) -> Result<Adam, CheckpointError> {
    let moments = load_weights(fresh.to_moments(&Device::flex()), path)?;
    Ok(Adam::from_moments(&moments, steps, fresh.weights())?)
}
