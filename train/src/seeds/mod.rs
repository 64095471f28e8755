//! One training by several seeds: a folder of runs, and one curve with its spread.
//!
//! ```text
//! runs/<name>-<number>/
//!   seeds.toml       the seeds
//!   seed-<seed>/     the run of each, as any other run
//!   curves.json      what all runs' evaluations say together
//!   curves.svg       the same as a picture
//! ```
//!
//! - [`Seeds`]: the folder
//! - [`Curve`]: evaluations of all runs against one opponent
//! - `picture`: the curves, drawn

mod curve;
mod picture;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::{Config, ConfigError};
use crate::folder::{PathError, at, create_numbered};
use crate::run::{Run, RunError};

pub use curve::{Curve, Point, curves, measure, table};
pub use picture::picture;

const FILE: &str = "seeds.toml";

/// The runs of one training by several seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    path: PathBuf,
    seeds: Vec<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    seeds: Vec<u64>,
}

impl Seeds {
    /// Creates `<root>/<name>-<number>/` with a run for each seed in it, none of which has begun.
    ///
    /// # Errors
    /// Where a folder cannot be written; nothing is left behind then.
    pub fn create(root: &Path, config: &Config, seeds: &[u64]) -> Result<Self, RunError> {
        let path = create_numbered(root, &config.run.name)?;
        Self::fill(path.clone(), config, seeds).inspect_err(|_| {
            // The first error is the one to tell.
            let _ = fs::remove_dir_all(&path);
        })
    }

    fn fill(path: PathBuf, config: &Config, seeds: &[u64]) -> Result<Self, RunError> {
        let all = Self {
            path,
            seeds: seeds.to_vec(),
        };
        for (&seed, run) in seeds.iter().zip(all.runs()) {
            let mut config = config.clone();
            config.run.seed = seed;
            Run::create_at(&run, &config)?;
        }
        let file = all.path.join(FILE);
        let written = Written {
            seeds: seeds.to_vec(),
        };
        // A list of numbers, which TOML can always hold.
        let text = toml::to_string(&written).unwrap_or_default();
        fs::write(&file, text).map_err(at(&file))?;
        Ok(all)
    }

    /// The runs in a folder; none where it is not one of several seeds.
    ///
    /// # Errors
    /// Where its list of seeds cannot be read.
    pub fn open(path: &Path) -> Result<Option<Self>, RunError> {
        let file = path.join(FILE);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(&file)(error).into()),
        };
        let Written { seeds } = toml::from_str(&text).map_err(|error| ConfigError::Syntax {
            at: file.display().to_string(),
            reason: error.message().to_owned(),
        })?;
        Ok(Some(Self {
            path: path.to_owned(),
            seeds,
        }))
    }

    /// The folder of all.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The seeds, in the order in which they are trained.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// The folder of each seed's run.
    pub fn runs(&self) -> Vec<PathBuf> {
        let folder = |seed: &u64| self.path.join(format!("seed-{seed}"));
        self.seeds.iter().map(folder).collect()
    }

    /// Writes the curves as `curves.json` and `curves.svg`.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write(&self, json: &str, picture: &str) -> Result<(), PathError> {
        for (name, text) in [("curves.json", json), ("curves.svg", picture)] {
            let file = self.path.join(name);
            fs::write(&file, text).map_err(at(&file))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_a_run_for_each_seed() {
        let root = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        "many".clone_into(&mut config.run.name);
        let made = Seeds::create(root.path(), &config, &[7, 3]).unwrap();
        assert!(made.path().ends_with("many-1"));
        assert_eq!(Seeds::open(made.path()).unwrap(), Some(made.clone()));
        for (run, seed) in made.runs().iter().zip([7, 3]) {
            assert!(run.ends_with(format!("seed-{seed}")));
            assert_eq!(Run::resume(run).unwrap().1.run.seed, seed);
        }
        assert_eq!(Seeds::open(root.path()).unwrap(), None);
        fs::write(made.path().join(FILE), "seeds = 3").unwrap();
        let error = Seeds::open(made.path()).unwrap_err().to_string();
        assert!(error.contains("seeds.toml: invalid type"), "{error}");
    }
}
