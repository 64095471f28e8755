//! Numbered folders of results, each held by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file or folder could not be read or written.
#[derive(Debug, Error)]
#[error("{path}: {source}")]
pub struct PathError {
    /// The file or folder.
    pub path: String,
    /// What went wrong.
    pub source: io::Error,
}

/// Says where an error of the system was.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> PathError + '_ {
    move |source| PathError {
        path: path.display().to_string(),
        source,
    }
}

/// Creates `<root>/<name>-<number>/`; the number is one more than the highest there is, so that nothing earlier is
/// written over.
///
/// # Errors
/// Where the folder cannot be written.
pub fn create_numbered(root: &Path, name: &str) -> Result<PathBuf, PathError> {
    fs::create_dir_all(root).map_err(at(root))?;
    let mut number = highest(root, &format!("{name}-"))? + 1;
    loop {
        let path = root.join(format!("{name}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            // Another process was quicker.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(at(&path)(error)),
        }
    }
}

/// Takes the lock of a folder, which lasts while the file is open; `None` where another process has it.
///
/// # Errors
/// Where the lock's file cannot be written.
pub fn lock(folder: &Path) -> Result<Option<File>, PathError> {
    let file = folder.join("lock");
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&file)
        .map_err(at(&file))?;
    match lock.try_lock() {
        // Where the file system knows no locks, nobody else is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
    }
}

/// The highest number behind `prefix` among the names in a folder; 0 if there is none.
///
/// # Errors
/// Where the folder cannot be read.
pub fn highest(folder: &Path, prefix: &str) -> Result<u32, PathError> {
    let mut highest = 0;
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let name = entry.map_err(at(folder))?.file_name();
        let number = name
            .to_str()
            .and_then(|name| name.strip_prefix(prefix)?.parse().ok());
        highest = highest.max(number.unwrap_or_default());
    }
    Ok(highest)
}
