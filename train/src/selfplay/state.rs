//! A training as it is written down, and continued.

use std::fs;
use std::path::{Path, PathBuf};

use hornox_agents::Playable;
use hornox_agents::neural::CheckpointError;
use hornox_agents::neural::checkpoint::{Checkpoint, Manifest, Nets, Training};
use hornox_agents::neural::folder::replace_folder;
use hornox_env::gym::Reward;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::exploiter::Exploiter;
use super::pool::Pool;
use super::tables::Tables;
use crate::PROGRAM;
use crate::config::Config;
use crate::ppo::{Hyper, Learner};

const SCHEMA: u32 = 1;
const FILE: &str = "training.json";
const LEARNER: &str = "learner";
const POOL: &str = "pool";
const EXPLOITER: &str = "exploiter";

/// Everything that the next iteration depends on, beside the config.
#[derive(Clone, Debug)]
pub struct State<G> {
    /// Nets and optimizers.
    pub learner: Learner,
    /// What the learner does not hold.
    pub counters: Counters<G>,
    /// Past versions of the agent.
    pub pool: Pool,
    /// The agent's adversary, where the config has one and training has begun.
    pub exploiter: Option<Exploiter<G>>,
}

/// The part of a [`State`] that is small.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters<G> {
    schema: u32,
    /// The seed of deals, draws and first weights.
    pub seed: u64,
    /// What was paid.
    pub reward: Reward,
    /// Iterations done.
    pub iteration: u64,
    /// The iteration after which the agent was last evaluated on the way; 0 before the first evaluation.
    pub evaluated: u64,
    /// Decisions learned from.
    pub decisions: u64,
    /// Seconds spent on play and learning.
    pub seconds: f64,
    /// The iterations that the versions in the pool are from.
    #[serde(default)]
    pool: Vec<u64>,
    /// Seconds of the processor that this took, all threads together; 0 where the system does not tell.
    #[serde(default)]
    pub cpu_seconds: f64,
    /// Shuffles the samples.
    pub rng: ChaCha8Rng,
    /// The games being played.
    pub tables: Tables<G>,
}

impl<G: Playable> Counters<G> {
    /// Those of a training that is about to begin.
    pub fn new(seed: u64, reward: Reward, rng: ChaCha8Rng, tables: Tables<G>) -> Self {
        Self {
            schema: SCHEMA,
            seed,
            reward,
            iteration: 0,
            evaluated: 0,
            decisions: 0,
            seconds: 0.0,
            pool: Vec::new(),
            cpu_seconds: 0.0,
            rng,
            tables,
        }
    }
}

impl<G: Playable> State<G> {
    /// Keeps the agent as it is in the pool of `size`.
    pub fn keep(&mut self, size: usize) {
        let Self {
            learner,
            counters,
            pool,
            exploiter: _,
        } = self;
        pool.keep(counters.iteration, learner.average_policy().clone(), size);
        counters.pool = pool.versions().map(|(iteration, _)| iteration).collect();
    }

    /// The agent as it is: the averaged nets.
    pub fn checkpoint(&self, config: &Config, rules: &G::Rules) -> Checkpoint {
        let Self {
            learner, counters, ..
        } = self;
        let training = Training {
            name: config.run.name.clone(),
            seed: config.run.seed,
            iterations: counters.iteration,
            decisions: counters.decisions,
            seconds: (counters.seconds * 10.0).round() / 10.0,
            program: PROGRAM.to_owned(),
            reward: config.ppo.reward,
            reward_scale: config.ppo.reward_scale,
            players: config.ppo.players.clone(),
            parent: config.run.from.clone(),
        };
        let nets = Nets {
            policy: learner.average_policy().clone(),
            value: learner.average_value().clone(),
        };
        Checkpoint {
            manifest: Manifest::new::<G>(rules, learner.config().clone(), training),
            nets,
        }
    }

    /// Writes the state into `folder` under the number of its iteration, and only then removes earlier ones: at
    /// any moment there is a whole one.
    ///
    /// # Errors
    /// Where the file system refuses; earlier states stay then.
    pub fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        let own = folder.join(format!("{:09}", self.counters.iteration));
        replace_folder(&own, |new| {
            self.pool.save(&new.join(POOL))?;
            if let Some(Exploiter { learner, counters }) = &self.exploiter {
                write(&new.join(EXPLOITER), learner, counters)?;
            }
            write(new, &self.learner, &self.counters)
        })?;
        for earlier in numbered(folder)? {
            if earlier != own {
                fs::remove_dir_all(&earlier).map_err(|source| CheckpointError::Io {
                    path: earlier.clone(),
                    source,
                })?;
            }
        }
        Ok(())
    }

    /// Reads the latest state in `folder`.
    ///
    /// # Errors
    /// Where there is none, or it is damaged or of another version.
    pub fn load(folder: &Path, hyper: Hyper) -> Result<Self, CheckpointError> {
        let latest = numbered(folder)?
            .into_iter()
            .max()
            .ok_or_else(|| CheckpointError::Format {
                path: folder.to_owned(),
                reason: "no state was saved here: the run stopped before its first checkpoint".to_owned(),
            })?;
        let (learner, counters) = read(&latest, hyper.clone())?;
        let pool = Pool::load(&latest.join(POOL), &counters.pool, learner.config())?;
        let exploiter = latest.join(EXPLOITER);
        let exploiter = exploiter.exists().then(|| read(&exploiter, hyper)).transpose()?;
        Ok(Self {
            learner,
            counters,
            pool,
            exploiter: exploiter.map(|(learner, counters)| Exploiter { learner, counters }),
        })
    }
}

/// Writes a learner with its games into a folder, which is made where it is missing.
fn write<G: Playable>(
    folder: &Path,
    learner: &Learner,
    counters: &Counters<G>,
) -> Result<(), CheckpointError> {
    learner.save(&folder.join(LEARNER))?;
    let path = folder.join(FILE);
    let text = serde_json::to_string(counters).map_err(|error| CheckpointError::Format {
        path: path.clone(),
        reason: error.to_string(),
    })?;
    fs::write(&path, text).map_err(|source| CheckpointError::Io { path, source })
}

/// Reads what [`write`] wrote.
fn read<G: Playable>(folder: &Path, hyper: Hyper) -> Result<(Learner, Counters<G>), CheckpointError> {
    let path = folder.join(FILE);
    let text = fs::read_to_string(&path).map_err(|source| CheckpointError::Io {
        path: path.clone(),
        source,
    })?;
    let counters: Counters<G> = serde_json::from_str(&text).map_err(|error| CheckpointError::Format {
        path: path.clone(),
        reason: error.to_string(),
    })?;
    if counters.schema != SCHEMA {
        let reason = format!("schema {}; this version reads schema {SCHEMA}", counters.schema);
        return Err(CheckpointError::Format { path, reason });
    }
    Ok((Learner::load(&folder.join(LEARNER), hyper)?, counters))
}

/// The states in a folder, by the numbers they are called.
fn numbered(folder: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let io = |source| CheckpointError::Io {
        path: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(io)?;
        if entry.file_name().to_string_lossy().parse::<u64>().is_ok() {
            paths.push(entry.path());
        }
    }
    Ok(paths)
}
