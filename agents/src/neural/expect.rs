//! What a value network expects of the rest of a round.

use std::path::Path;

use hornox_env::gym::Reward;
use hornox_env::{ActionSet, AgentError};

use super::checkpoint::Checkpoint;
use super::described::Described;
use super::error::{CheckpointError, NetworkError};
use super::kernel::ValueKernel;
use crate::playable::Playable;
use crate::search::Expect;

/// The value network of a checkpoint, in the unit of the game's scores.
#[derive(Clone, Debug)]
pub struct NetValue {
    name: String,
    value: ValueKernel,
    /// What its numbers are multiplied by.
    unit: f64,
    relative: bool,
    batch: Described,
    globals: Vec<f32>,
    actions: Vec<f32>,
}

impl NetValue {
    /// That of the checkpoint in the folder `path`.
    ///
    /// # Errors
    /// Where the checkpoint can't be loaded, or its values are of shares of the win and not of scores.
    pub fn load<G: Playable>(path: &Path) -> Result<Self, CheckpointError> {
        let Checkpoint { manifest, nets } = Checkpoint::load::<G>(path)?;
        let training = &manifest.training;
        if !(training.reward_scale.is_finite() && training.reward_scale > 0.0) {
            return Err(CheckpointError::Format {
                path: path.to_owned(),
                reason: format!(
                    "`reward_scale` is {}, not a number above 0",
                    training.reward_scale
                ),
            });
        }
        let relative = match training.reward {
            Reward::Penalty => false,
            Reward::Relative => true,
            Reward::Win => {
                return Err(CheckpointError::Format {
                    path: path.to_owned(),
                    reason: "its value network was trained by the reward `win`, not by one of scores"
                        .to_owned(),
                });
            }
        };
        Ok(Self {
            name: format!("net:{}", path.display()),
            value: ValueKernel::new(&manifest.network, &nets.value)?,
            unit: 1.0 / training.reward_scale,
            relative,
            batch: Described::new(G::GLOBALS, G::FEATURES),
            globals: Vec::new(),
            actions: Vec::new(),
        })
    }
}

impl<G: Playable> Expect<G> for NetValue {
    fn expect(&mut self, asked: &[(G::View, ActionSet<G::Action>)]) -> Result<Vec<f64>, AgentError> {
        let error = |error: NetworkError| AgentError {
            agent: self.name.clone(),
            reason: error.to_string(),
        };
        self.batch.clear();
        for (view, legal) in asked {
            self.globals.clear();
            self.actions.clear();
            G::encode(view, *legal, &mut self.globals, &mut self.actions);
            self.batch.push(&self.globals, &self.actions).map_err(error)?;
        }
        let values = self.value.values(&self.batch).map_err(error)?;
        let in_unit = |value| f64::from(value) * self.unit;
        Ok(values.into_iter().map(in_unit).collect())
    }

    fn relative(&self) -> bool {
        self.relative
    }
}
