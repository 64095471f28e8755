//! A trained agent in a folder: `manifest.toml` says what it is, `weights.bpk` holds both nets.
//!
//! A checkpoint is written under a temporary name beside its own, synced and renamed (see [`super::folder`]), so that
//! a folder of its name is always whole.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use burn::module::Module;
use burn::tensor::Device;
use hornox_env::RuleSet;
use hornox_env::gym::Reward;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::CheckpointError;
use super::files::{load_weights, save_weights};
use super::folder::replace_folder;
use super::members::MEMBERS;
use super::network::{NetworkConfig, PolicyNet, ValueNet};
use crate::features::Describe;
use crate::playable::Playable;
use crate::rules_toml::{rules_from_toml, rules_to_toml};

pub(super) mod written;

/// The version of the manifest's own form.
pub const SCHEMA: u32 = 1;

const MANIFEST: &str = "manifest.toml";
const WEIGHTS: &str = "weights.bpk";

/// What a checkpoint says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this form, [`SCHEMA`].
    pub schema: u32,
    /// The game it plays.
    pub game: String,
    /// What its nets are fed with.
    pub encoder: EncoderId,
    /// The file of weights.
    pub weights: WeightsId,
    /// The sizes of its nets.
    pub network: NetworkConfig,
    /// The rules it was trained by, every field.
    pub rules: toml::Table,
    /// How it came about.
    pub training: Training,
    /// What it reached against fixed opponents when it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<PanelResult>,
}

/// Names the encoding that a net was trained on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncoderId {
    /// The encoder's name.
    pub name: String,
    /// Its version.
    pub version: u32,
}

impl EncoderId {
    /// The game's encoder in this version of the crate.
    pub fn current<G: Describe>() -> Self {
        Self {
            name: G::ENCODER.to_owned(),
            version: G::ENCODER_VERSION,
        }
    }
}

/// Names the file of weights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsId {
    /// The file, beside the manifest.
    pub file: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}

/// That of checkpoints which do not say it.
fn default_reward_scale() -> f64 {
    0.1
}

/// How an agent came about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The name of the experiment.
    pub name: String,
    /// The seed of deals, draws and first weights.
    pub seed: u64,
    /// Iterations of play and learning.
    pub iterations: u64,
    /// Decisions it learned from, forced moves not counted.
    pub decisions: u64,
    /// Wall time spent training, in seconds, evaluations left out.
    pub seconds: f64,
    /// The program's version and commit.
    pub program: String,
    /// What it was paid; minus bulls or chips where nothing is said.
    #[serde(default)]
    pub reward: Reward,
    /// What that was multiplied by: the unit of the value network.
    #[serde(default = "default_reward_scale")]
    pub reward_scale: f64,
    /// The seat counts of its tables, ascending, where they were other than the rules' own alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<usize>,
    /// The checkpoint it started from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// The result of an evaluation: one seat of the agent against copies of an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelResult {
    /// The opponent's spec.
    pub against: String,
    /// Games played.
    pub games: u64,
    /// Mean score.
    pub score: f64,
    /// Its standard error.
    pub score_se: f64,
    /// Mean of own score minus the others' mean.
    pub diff: f64,
    /// Its standard error.
    pub diff_se: f64,
    /// Mean share of the win.
    pub win_share: f64,
    /// Its standard error.
    pub win_share_se: f64,
}

/// Both nets of an agent.
#[derive(Debug, Module)]
pub struct Nets {
    /// Chooses.
    pub policy: PolicyNet,
    /// Values.
    pub value: ValueNet,
}

/// A loaded checkpoint.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Its nets.
    pub nets: Nets,
}

impl Manifest {
    /// The manifest of an agent for `rules`, trained as `training` says.
    pub fn new<G: Playable>(rules: &G::Rules, network: NetworkConfig, training: Training) -> Self {
        Self {
            schema: SCHEMA,
            game: G::NAME.to_owned(),
            encoder: EncoderId::current::<G>(),
            weights: WeightsId::default(),
            network,
            rules: rules_to_toml(rules.to_map_with_game()),
            training,
            results: Vec::new(),
        }
    }

    /// Reads the manifest of the checkpoint in the folder `at`, whatever its game; [`check`](Self::check) it for
    /// one.
    ///
    /// # Errors
    /// Where it is missing, does not parse, or is of another schema.
    pub fn read(at: &Path) -> Result<Self, CheckpointError> {
        let (path, table) = written::read(at)?;
        let bad = |reason: String| CheckpointError::Format { path, reason };
        if table.contains_key(MEMBERS) {
            let each =
                "this is several checkpoints, a folder beside it for each number of seats: name one of them";
            return Err(bad(each.to_owned()));
        }
        table
            .try_into()
            .map_err(|error: toml::de::Error| bad(error.message().to_owned()))
    }

    /// Checks that it is of the game and its encoder, and gives the rules that it was trained by. `at` is its
    /// checkpoint's folder, for errors.
    ///
    /// # Errors
    /// Where it is of another game or encoder, its nets do not fit, or its rules are none.
    pub fn check<G: Playable>(&self, at: &Path) -> Result<G::Rules, CheckpointError> {
        let bad = |reason: String| CheckpointError::Format {
            path: at.join(MANIFEST),
            reason,
        };
        if self.game != G::NAME {
            return Err(bad(format!("it plays {:?}, not {:?}", self.game, G::NAME)));
        }
        let current = EncoderId::current::<G>();
        if self.encoder != current {
            return Err(bad(format!(
                "trained on encoder {} {}; this version has {} {}",
                self.encoder.name, self.encoder.version, current.name, current.version
            )));
        }
        let network = &self.network;
        if (network.globals, network.features) != (G::GLOBALS, G::FEATURES) {
            return Err(bad(format!(
                "nets for {} globals and {} features; {} {} has {} and {}",
                network.globals,
                network.features,
                current.name,
                current.version,
                G::GLOBALS,
                G::FEATURES
            )));
        }
        network.check()?;
        let rules = rules_from_toml::<G::Rules>(&self.rules).map_err(|error| bad(error.to_string()))?;
        let players = &self.training.players;
        if !players.is_sorted_by(|one, next| one < next) {
            return Err(bad(format!(
                "`players` is {players:?}; must be seat counts, ascending, each once"
            )));
        }
        for &count in players {
            rules
                .with_players(count)
                .map_err(|error| bad(error.to_string()))?;
        }
        Ok(rules)
    }

    /// The seat counts that it was trained for, ascending.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn seat_counts<G: Playable>(&self, at: &Path) -> Result<Vec<usize>, CheckpointError> {
        let rules = self.check::<G>(at)?;
        Ok(match self.training.players.as_slice() {
            [] => vec![rules.players()],
            players => players.to_vec(),
        })
    }
}

impl Checkpoint {
    /// Writes the checkpoint as the folder `at`, in place of one that is there. Fills in the manifest's
    /// `weights`.
    ///
    /// # Errors
    /// Where the file system refuses; nothing of the new checkpoint stays then.
    pub fn save(mut self, at: &Path) -> Result<(), CheckpointError> {
        replace_folder(at, |folder| {
            let path = folder.join(WEIGHTS);
            save_weights(&self.nets, &path)?;
            self.manifest.weights = WeightsId {
                file: WEIGHTS.to_owned(),
                sha256: sha256(&path)?,
            };
            written::write(&self.manifest, folder)
        })
    }

    /// Loads the checkpoint in the folder `at`, of an agent for the game.
    ///
    /// # Errors
    /// As [`Manifest::read`] and [`Manifest::check`], and where the weights are missing, changed, or of other
    /// shapes.
    pub fn load<G: Playable>(at: &Path) -> Result<Self, CheckpointError> {
        let manifest = Manifest::read(at)?;
        manifest.check::<G>(at)?;
        let bad = |reason: String| CheckpointError::Format {
            path: at.join(MANIFEST),
            reason,
        };
        // The manifest may come from anywhere, and must not lead out of its folder.
        if manifest.weights.file != WEIGHTS {
            return Err(bad(format!(
                "weights in {:?}, not in {WEIGHTS:?}",
                manifest.weights.file
            )));
        }
        let path = at.join(WEIGHTS);
        let found = sha256(&path)?;
        if found != manifest.weights.sha256 {
            return Err(CheckpointError::Format {
                path,
                reason: format!(
                    "its SHA-256 is {found}, the manifest says {}: the file is damaged or another's",
                    manifest.weights.sha256
                ),
            });
        }
        let device = Device::flex();
        // These weights are all replaced.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let nets = Nets {
            policy: manifest.network.policy(&device, &mut rng)?,
            value: manifest.network.value(&device, &mut rng)?,
        };
        Ok(Self {
            nets: load_weights(nets, &path)?,
            manifest,
        })
    }
}

fn sha256(path: &Path) -> Result<String, CheckpointError> {
    let bytes = fs::read(path).map_err(|source| CheckpointError::Io {
        path: path.to_owned(),
        source,
    })?;
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
