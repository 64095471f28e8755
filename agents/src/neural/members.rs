//! Checkpoints for several seat counts in one folder, each a folder of its own that its number of seats names.
//!
//! ```text
//! general/
//!   manifest.toml   schema, game, and for how many seats there is one: members = [2, 4]
//!   2/              a checkpoint that was trained for 2 seats, or for several counts, 2 among them
//!   4/              one for 4 seats
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, Manifest, SCHEMA, written};
use super::error::CheckpointError;
use super::folder::replace_folder;
use crate::playable::Playable;

/// The key by which such a manifest is told from a checkpoint's.
pub(super) const MEMBERS: &str = "members";

/// What a folder of checkpoints for several seat counts says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Members {
    /// The version of this form, [`SCHEMA`].
    pub schema: u32,
    /// The game they play.
    pub game: String,
    /// Their seat counts, ascending and each once, 2 to 10; a member's folder is called by its own.
    pub members: Vec<usize>,
}

impl Members {
    /// Reads what the folder `at` holds; `None` where it is one checkpoint.
    ///
    /// # Errors
    /// Where its manifest is missing, does not parse, or is of another schema.
    pub fn read(at: &Path) -> Result<Option<Self>, CheckpointError> {
        let (path, table) = written::read(at)?;
        if !table.contains_key(MEMBERS) {
            return Ok(None);
        }
        let bad = |reason: String| CheckpointError::Format {
            path: path.clone(),
            reason,
        };
        let members: Self = table
            .try_into()
            .map_err(|error: toml::de::Error| bad(error.message().to_owned()))?;
        let counts = &members.members;
        let ascend = counts.is_sorted_by(|one, next| one < next);
        if counts.is_empty() || !ascend || counts.iter().any(|seats| !(2..=10).contains(seats)) {
            return Err(bad(format!(
                "`{MEMBERS}` is {counts:?}; must be seat counts from 2 to 10, ascending, each once"
            )));
        }
        Ok(Some(members))
    }

    /// The folders of all members of the folder `at`, by seat count, after a look at each one's manifest.
    ///
    /// # Errors
    /// Where they are of another game, or a member's manifest is missing, is refused by [`Manifest::check`], or is of
    /// another seat count than its folder.
    pub fn folders<G: Playable>(&self, at: &Path) -> Result<BTreeMap<usize, PathBuf>, CheckpointError> {
        let folders = self
            .members
            .iter()
            .map(|&seats| Ok((seats, self.folder::<G>(at, seats)?)));
        folders.collect()
    }

    /// The folder of the member for so many seats.
    fn folder<G: Playable>(&self, at: &Path, seats: usize) -> Result<PathBuf, CheckpointError> {
        let bad = |reason: String| CheckpointError::Format {
            path: at.to_owned(),
            reason,
        };
        if self.game != G::NAME {
            return Err(bad(format!("it plays {:?}, not {:?}", self.game, G::NAME)));
        }
        if !self.members.contains(&seats) {
            return Err(bad(not_covered(seats, self.members.iter().copied())));
        }
        let folder = at.join(seats.to_string());
        let trained = Manifest::read(&folder)?.seat_counts::<G>(&folder)?;
        if !trained.contains(&seats) {
            let trained = listed(trained);
            return Err(CheckpointError::Format {
                path: folder,
                reason: format!("it was trained for {trained} seats, and stands for {seats}"),
            });
        }
        Ok(folder)
    }

    /// Writes copies of checkpoints of the game as the members of the folder `at`, in place of what is there. Each is
    /// for the seat counts that it was trained for, except for those of a checkpoint that was trained for fewer.
    ///
    /// # Errors
    /// Where there is none, one can't be loaded, two are for as many seat counts and have one in common, or the file system refuses; nothing of
    /// the new folder stays then.
    pub fn assemble<G: Playable>(at: &Path, checkpoints: &[PathBuf]) -> Result<Self, CheckpointError> {
        let bad = |path: &Path, reason: String| CheckpointError::Format {
            path: path.to_owned(),
            reason,
        };
        let mut by_seats = BTreeMap::<usize, (usize, &Path, Rc<Checkpoint>)>::new();
        for path in checkpoints {
            let checkpoint = Rc::new(Checkpoint::load::<G>(path)?);
            let counts = checkpoint.manifest.seat_counts::<G>(path)?;
            for &seats in &counts {
                match by_seats.get(&seats) {
                    Some((breadth, other, _)) if *breadth == counts.len() => {
                        let other = other.display();
                        return Err(bad(
                            path,
                            format!("it was trained for {seats} seats, as {other} was"),
                        ));
                    }
                    Some((breadth, ..)) if *breadth < counts.len() => {}
                    Some(_) | None => {
                        by_seats.insert(seats, (counts.len(), path, Rc::clone(&checkpoint)));
                    }
                }
            }
        }
        if by_seats.is_empty() {
            return Err(bad(at, "there must be at least one checkpoint".to_owned()));
        }
        let members = Self {
            schema: SCHEMA,
            game: G::NAME.to_owned(),
            members: by_seats.keys().copied().collect(),
        };
        replace_folder(at, |folder| {
            for (seats, (.., checkpoint)) in by_seats {
                Rc::unwrap_or_clone(checkpoint).save(&folder.join(seats.to_string()))?;
            }
            written::write(&members, folder)
        })?;
        Ok(members)
    }
}

/// The folder of the checkpoint that plays at a table of so many seats: `at` itself where it is one checkpoint.
///
/// # Errors
/// Where `at` holds several and none of them is for so many seats, and as [`Members::read`] and [`Members::folders`].
pub fn for_table<G: Playable>(at: &Path, seats: usize) -> Result<PathBuf, CheckpointError> {
    match Members::read(at)? {
        None => Ok(at.to_owned()),
        Some(members) => members.folder::<G>(at, seats),
    }
}

/// Why there is nobody to play at a table.
pub(super) fn not_covered(seats: usize, members: impl IntoIterator<Item = usize>) -> String {
    let members = listed(members);
    format!("it has no network for {seats} seats; there is one each for {members}")
}

/// Seat counts in words.
fn listed(members: impl IntoIterator<Item = usize>) -> String {
    let members: Vec<_> = members.into_iter().map(|seats| seats.to_string()).collect();
    members.join(", ")
}

#[cfg(test)]
mod tests;
