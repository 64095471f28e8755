//! The folder that an arena keeps its results in.
//!
//! ```text
//! runs/arena-<number>/
//!   arena.toml       what is played: agents, rules, seed, goal
//!   results.jsonl    a line for each piece of work that is done
//!   lock             held while a process plays here
//!   table.txt        the tables, at the end or where it was stopped
//!   table.json       the same for programs
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::unit::Unit;
use crate::folder::{PathError, at, create_numbered, lock};

const SETTING: &str = "arena.toml";
const RESULTS: &str = "results.jsonl";

/// Why the folder of an arena could not be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file or folder could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Another process plays in the folder.
    #[error("{path} is being played in by another process")]
    Busy {
        /// The folder.
        path: String,
    },
    /// The folder is no arena's.
    #[error("{path} is not an arena's folder: it has no {SETTING}")]
    NotAnArena {
        /// The folder.
        path: String,
    },
    /// The folder that was to be created is there.
    #[error("{path} is there already; go on with --resume {path}, or name another folder")]
    Taken {
        /// The folder.
        path: String,
    },
    /// A file in the folder is damaged.
    #[error("{at}: {reason}")]
    Damaged {
        /// The file, and its line where it has many.
        at: String,
        /// What is wrong.
        reason: String,
    },
}

/// An arena's folder, held by this process until the value is dropped.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    results: File,
    // Locked while the file is open.
    _lock: File,
}

impl Store {
    /// Creates `<root>/arena-<number>/` with the setting in it.
    ///
    /// # Errors
    /// Where it cannot be written; nothing is left behind then.
    pub fn create_numbered(root: &Path, setting: &impl Serialize) -> Result<Self, StoreError> {
        Self::fill(&create_numbered(root, "arena")?, setting)
    }

    /// Creates a folder of this name with the setting in it.
    ///
    /// # Errors
    /// Where it is there already, or cannot be written; nothing is left behind then.
    pub fn create(path: &Path, setting: &impl Serialize) -> Result<Self, StoreError> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent {
            fs::create_dir_all(parent).map_err(at(parent))?;
        }
        match fs::create_dir(path) {
            Ok(()) => Self::fill(path, setting),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Taken {
                path: path.display().to_string(),
            }),
            Err(error) => Err(at(path)(error).into()),
        }
    }

    fn fill(path: &Path, setting: &impl Serialize) -> Result<Self, StoreError> {
        let filled = || {
            let text = toml::to_string(setting).map_err(|error| StoreError::Damaged {
                at: path.join(SETTING).display().to_string(),
                reason: error.to_string(),
            })?;
            write(&path.join(SETTING), &text)?;
            Self::open(path)
        };
        filled().inspect_err(|_| {
            // The first error is the one to tell.
            let _ = fs::remove_dir_all(path);
        })
    }

    /// Takes up an earlier arena, with its setting.
    ///
    /// # Errors
    /// Where the folder is no arena's, is damaged, cannot be written, or another process plays in it.
    pub fn resume<S: DeserializeOwned>(path: &Path) -> Result<(Self, S), StoreError> {
        let file = path.join(SETTING);
        if path.is_dir() && !file.exists() {
            return Err(StoreError::NotAnArena {
                path: path.display().to_string(),
            });
        }
        let text = fs::read_to_string(&file).map_err(at(&file))?;
        let setting = toml::from_str(&text).map_err(|error| StoreError::Damaged {
            at: file.display().to_string(),
            reason: error.message().to_owned(),
        })?;
        Ok((Self::open(path)?, setting))
    }

    fn open(path: &Path) -> Result<Self, StoreError> {
        let Some(lock) = lock(path)? else {
            return Err(StoreError::Busy {
                path: path.display().to_string(),
            });
        };
        let file = path.join(RESULTS);
        let results = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&file)
            .map_err(at(&file))?;
        Ok(Self {
            path: path.to_owned(),
            results,
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the setting anew.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn keep_setting(&self, setting: &impl Serialize) -> Result<(), StoreError> {
        let file = self.path.join(SETTING);
        let text = toml::to_string(setting).map_err(|error| StoreError::Damaged {
            at: file.display().to_string(),
            reason: error.to_string(),
        })?;
        Ok(write(&file, &text)?)
    }

    /// Gives every unit that is kept to `take`, in the order in which they were done. A last line without its end was
    /// being written when a process died, and is cut off.
    pub(super) fn read(&mut self, mut take: impl FnMut(Unit)) -> Result<(), StoreError> {
        let file = self.path.join(RESULTS);
        self.results.seek(SeekFrom::Start(0)).map_err(at(&file))?;
        let mut lines = BufReader::new(&self.results);
        let mut kept = 0;
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(at(&file))?;
            if !line.ends_with(b"\n") {
                break;
            }
            let unit = serde_json::from_slice(&line).map_err(|error| StoreError::Damaged {
                at: format!("{}:{number}", file.display()),
                reason: error.to_string(),
            })?;
            take(unit);
            kept += line.len() as u64;
        }
        let found = self.results.metadata().map_err(at(&file))?.len();
        if found > kept {
            self.results.set_len(kept).map_err(at(&file))?;
        }
        self.results.seek(SeekFrom::Start(kept)).map_err(at(&file))?;
        Ok(())
    }

    /// Keeps a unit.
    pub(super) fn keep(&mut self, unit: &Unit) -> Result<(), StoreError> {
        let file = self.path.join(RESULTS);
        let mut line = serde_json::to_string(unit)
            .map_err(io::Error::from)
            .map_err(at(&file))?;
        line.push('\n');
        // One write a line: a process that is killed leaves whole lines, but for the last.
        Ok(self.results.write_all(line.as_bytes()).map_err(at(&file))?)
    }

    /// Writes the tables beside the results.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn keep_tables(&self, text: &str, json: &str) -> Result<(), StoreError> {
        self.results.sync_all().map_err(at(&self.path))?;
        write(&self.path.join("table.txt"), text)?;
        write(&self.path.join("table.json"), json)?;
        Ok(())
    }
}

/// Writes a file that takes its place only once it is whole.
fn write(path: &Path, text: &str) -> Result<(), PathError> {
    let part = path.with_extension("part");
    let mut file = File::create(&part).map_err(at(&part))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(at(&part))?;
    fs::rename(&part, path).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::arena::lapses::Lapses;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Setting {
        seed: u64,
    }

    fn unit(block: u64) -> Unit {
        Unit {
            block,
            matchup: 0,
            games: Vec::new(),
            study: None,
            clock: (5, 2),
            lapses: vec![(1, Lapses::default())],
        }
    }

    #[test]
    fn what_is_kept_is_read_and_a_torn_line_is_not() {
        let root = tempfile::tempdir().unwrap();
        let mut store = Store::create_numbered(root.path(), &Setting { seed: 3 }).unwrap();
        assert!(store.path().ends_with("arena-1"));
        let path = store.path().to_owned();
        store.keep(&unit(0)).unwrap();
        store.keep(&unit(1)).unwrap();
        store.results.write_all(b"{\"block\":2,\"mat").unwrap();
        assert!(matches!(
            Store::resume::<Setting>(&path),
            Err(StoreError::Busy { .. })
        ));
        drop(store);
        let (mut store, setting) = Store::resume::<Setting>(&path).unwrap();
        assert_eq!(setting, Setting { seed: 3 });
        let mut units = Vec::new();
        store.read(|unit| units.push(unit)).unwrap();
        assert_eq!(units, [unit(0), unit(1)]);
        store.keep(&unit(2)).unwrap();
        units.clear();
        store.read(|unit| units.push(unit)).unwrap();
        assert_eq!(units, [unit(0), unit(1), unit(2)]);
        drop(store);
        let text = fs::read_to_string(path.join(RESULTS)).unwrap();
        fs::write(path.join(RESULTS), text.replace("\"block\":1", "\"black\":1")).unwrap();
        let (mut store, _) = Store::resume::<Setting>(&path).unwrap();
        let error = store.read(|_| ()).unwrap_err().to_string();
        assert!(
            error.contains("results.jsonl:2: unknown field `black`"),
            "{error}"
        );
    }

    #[test]
    fn nothing_is_written_over() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/b");
        let store = Store::create(&path, &Setting { seed: 1 }).unwrap();
        drop(store);
        let error = Store::create(&path, &Setting { seed: 1 }).unwrap_err();
        assert!(error.to_string().contains("--resume"), "{error}");
        let error = Store::resume::<Setting>(root.path()).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("is not an arena's folder: it has no arena.toml"),
            "{error}"
        );
    }
}
