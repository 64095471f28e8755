//! The folder that a training run writes to.
//!
//! ```text
//! runs/<name>-<number>/
//!   config.toml         the resolved config
//!   rules.toml          its rules, as `hornox eval --rules` takes them
//!   metrics.jsonl       the scalars of every step
//!   tensorboard/<n>/    the same as events, one folder for each start of the run
//!   checkpoint/         the newest agent
//!   checkpoints/        earlier ones
//!   state/              what training needs to go on exactly
//! ```

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hornox_agents::neural::folder::UNFINISHED;
use hornox_agents::rules_to_toml;
use thiserror::Error;

use crate::config::{Config, ConfigError};
use crate::folder::{PathError, at, create_numbered, highest, lock};

/// Why a run could not be started or resumed.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file or folder could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Another process trains in the folder.
    #[error("{path} is being trained in by another process")]
    Busy {
        /// The run.
        path: String,
    },
    /// The folder is no run.
    #[error("{path} is not a run: it has no config.toml")]
    NotARun {
        /// The folder.
        path: String,
    },
    /// The config in the folder is damaged.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// A run's folder, held by this process until the value is dropped.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    start: u32,
    // Locked while the file is open.
    _lock: File,
}

impl Run {
    /// Creates `<root>/<name>-<number>/` with the config in it; the number is one more than the highest there
    /// is, so that no earlier run is written over.
    ///
    /// # Errors
    /// Where the folder cannot be written; nothing is left behind then.
    pub fn create(root: &Path, config: &Config) -> Result<Self, RunError> {
        let path = create_numbered(root, &config.run.name)?;
        Self::fill_or_remove(&path, config)
    }

    /// Creates the folder `path`, which must not be there, with the config in it.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_at(path: &Path, config: &Config) -> Result<Self, RunError> {
        fs::create_dir(path).map_err(at(path))?;
        Self::fill_or_remove(path, config)
    }

    fn fill_or_remove(path: &Path, config: &Config) -> Result<Self, RunError> {
        Self::fill(path, config).inspect_err(|_| {
            // The first error is the one to tell.
            let _ = fs::remove_dir_all(path);
        })
    }

    fn fill(path: &Path, config: &Config) -> Result<Self, RunError> {
        for (name, text) in [
            ("config.toml", config.to_toml()),
            ("rules.toml", rules_to_toml(config.rules.to_map()).to_string()),
        ] {
            let file = path.join(name);
            File::create(&file)
                .and_then(|mut file| {
                    file.write_all(text.as_bytes())?;
                    file.sync_all()
                })
                .map_err(at(&file))?;
        }
        Self::open(path)
    }

    /// Takes up an earlier run, with its config.
    ///
    /// # Errors
    /// Where the folder is no run, cannot be written, or another process trains in it.
    pub fn resume(path: &Path) -> Result<(Self, Config), RunError> {
        let file = path.join("config.toml");
        if path.is_dir() && !file.exists() {
            return Err(RunError::NotARun {
                path: path.display().to_string(),
            });
        }
        let config = Config::load(Some(&file), &[])?.config;
        Ok((Self::open(path)?, config))
    }

    fn open(path: &Path) -> Result<Self, RunError> {
        let Some(lock) = lock(path)? else {
            return Err(RunError::Busy {
                path: path.display().to_string(),
            });
        };
        for folder in [path, &path.join("checkpoints"), &path.join("state")] {
            remove_unfinished(folder).map_err(at(folder))?;
        }
        let events = path.join("tensorboard");
        fs::create_dir_all(&events).map_err(at(&events))?;
        Ok(Self {
            start: highest(&events, "")? + 1,
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether training has begun in it, and a state is there to go on from.
    pub fn begun(&self) -> bool {
        fs::read_dir(self.state()).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Where this start's TensorBoard events go.
    pub fn events(&self) -> PathBuf {
        self.path.join("tensorboard").join(self.start.to_string())
    }

    /// The scalars of every step.
    pub fn metrics(&self) -> PathBuf {
        self.path.join("metrics.jsonl")
    }

    /// The newest agent.
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint")
    }

    /// The agent as it was after `step` iterations.
    pub fn earlier_checkpoint(&self, step: u64) -> PathBuf {
        self.path.join("checkpoints").join(format!("{step:06}"))
    }

    /// What training needs to go on exactly.
    pub fn state(&self) -> PathBuf {
        self.path.join("state")
    }
}

/// Removes what a process that was killed left half-written; nobody else writes here now.
fn remove_unfinished(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_numbered_and_resumed() {
        let root = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        "first".clone_into(&mut config.run.name);
        config.run.seed = 99;
        let first = Run::create(root.path(), &config).unwrap();
        let second = Run::create(root.path(), &config).unwrap();
        assert!(first.path().ends_with("first-1") && second.path().ends_with("first-2"));
        assert!(matches!(Run::resume(first.path()), Err(RunError::Busy { .. })));
        fs::create_dir_all(first.events()).unwrap();
        let unfinished = first.state().join(".new-x");
        fs::create_dir_all(&unfinished).unwrap();
        let path = first.path().to_owned();
        drop(first);
        let (resumed, read) = Run::resume(&path).unwrap();
        assert_eq!(read, config);
        assert!(!unfinished.exists());
        assert!(resumed.events().ends_with("tensorboard/2"));
    }

    #[test]
    fn what_is_no_run_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let error = Run::resume(root.path()).unwrap_err();
        assert!(error.to_string().ends_with("is not a run: it has no config.toml"));
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        let error = Run::create(&file.join("runs"), &Config::default()).unwrap_err();
        assert!(error.to_string().contains("file/runs"), "{error}");
    }
}
