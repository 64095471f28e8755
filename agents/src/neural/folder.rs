//! Folders that are replaced as a whole.

use std::fs;
use std::io;
use std::path::Path;

use super::error::CheckpointError;

/// What unfinished folders are called; a process that was killed leaves them behind.
pub const UNFINISHED: &str = ".new-";

/// Fills a new folder under a temporary name, which begins with [`UNFINISHED`], and puts it in place of `at`.
/// Where anything fails, what was at `at` stays and nothing else does.
///
/// On Linux and macOS old and new change places in one step, where the file system can. Elsewhere there is a
/// moment in which neither is at its name: a process killed just then leaves the old folder beside it, under a
/// name that begins with `.old-`.
///
/// # Errors
/// What `fill` says, and where the file system refuses or something other than a folder is at `at`.
pub fn replace_folder(
    at: &Path,
    fill: impl FnOnce(&Path) -> Result<(), CheckpointError>,
) -> Result<(), CheckpointError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| CheckpointError::Io { path, source }
    };
    let parent = match at.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    if at.exists() && !at.is_dir() {
        return Err(io(at)(io::ErrorKind::NotADirectory.into()));
    }
    fs::create_dir_all(parent).map_err(io(parent))?;
    // What is under the temporary name is removed where this function ends.
    let new = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempdir_in(parent)
        .map_err(io(parent))?;
    fill(new.path())?;
    set_permissions_like_new_folder(new.path())?;
    sync_files(new.path())?;
    if at.exists() {
        swap(new.path(), at).map_err(io(at))?;
    } else {
        fs::rename(new.path(), at).map_err(io(at))?;
        // The temporary name is gone; there is nothing to remove under it.
        let _ = new.keep();
    }
    sync(parent)
}

/// Two folders change names.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn swap(new: &Path, at: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, new, CWD, at, RenameFlags::EXCHANGE) {
        // The file system does not know the exchange.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => swap_in_steps(new, at),
        result => Ok(result?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn swap(new: &Path, at: &Path) -> io::Result<()> {
    swap_in_steps(new, at)
}

fn swap_in_steps(new: &Path, at: &Path) -> io::Result<()> {
    let name = new.file_name().unwrap_or_default().to_string_lossy();
    let aside = new.with_file_name(format!(".old-{}", name.trim_start_matches(UNFINISHED)));
    fs::rename(at, &aside)?;
    if let Err(error) = fs::rename(new, at) {
        // Back as it was; if that fails too, the first error is the one to tell.
        let _ = fs::rename(&aside, at);
        return Err(error);
    }
    fs::rename(&aside, new)
}

/// Temporary folders are private; results are as readable as any folder of the user's.
#[cfg(unix)]
fn set_permissions_like_new_folder(at: &Path) -> Result<(), CheckpointError> {
    use std::os::unix::fs::PermissionsExt;
    let io = |source| CheckpointError::Io {
        path: at.to_owned(),
        source,
    };
    let probe = at.join(".permissions");
    fs::create_dir(&probe).map_err(io)?;
    let mode = fs::metadata(&probe).map_err(io)?.permissions().mode();
    fs::remove_dir(&probe).map_err(io)?;
    fs::set_permissions(at, fs::Permissions::from_mode(mode)).map_err(io)
}

#[cfg(not(unix))]
fn set_permissions_like_new_folder(_at: &Path) -> Result<(), CheckpointError> {
    Ok(())
}

fn sync_files(folder: &Path) -> Result<(), CheckpointError> {
    let io = |source| CheckpointError::Io {
        path: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            sync_files(&path)?;
        } else {
            sync(&path)?;
        }
    }
    sync(folder)
}

/// Waits until a file or folder is on the disk. Some disks show only now that they are full.
fn sync(path: &Path) -> Result<(), CheckpointError> {
    match fs::File::open(path).and_then(|file| file.sync_all()) {
        // Not every system can do this to a folder.
        Err(_) if path.is_dir() => Ok(()),
        result => result.map_err(|source| CheckpointError::Io {
            path: path.to_owned(),
            source,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn fill_with(text: &str) -> impl FnOnce(&Path) -> Result<(), CheckpointError> {
        move |folder| {
            fs::write(folder.join("text"), text).unwrap();
            Ok(())
        }
    }

    #[test]
    fn a_folder_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("deep/down");
        let text = || fs::read_to_string(at.join("text")).unwrap();
        let beside = || names(&folder.path().join("deep"));
        let fail = |new: &Path| {
            fs::write(new.join("half"), "half").unwrap();
            Err(CheckpointError::Format {
                path: new.to_owned(),
                reason: "no".to_owned(),
            })
        };
        assert!(replace_folder(&at, fail).is_err());
        assert!(beside().is_empty());
        replace_folder(&at, fill_with("one")).unwrap();
        assert_eq!(text(), "one");
        assert!(replace_folder(&at, fail).is_err());
        assert_eq!((text().as_str(), beside()), ("one", vec!["down".to_owned()]));
        replace_folder(&at, fill_with("two")).unwrap();
        assert_eq!((text().as_str(), beside()), ("two", vec!["down".to_owned()]));
        assert_eq!(names(&at), ["text"]);
    }

    #[test]
    fn folders_change_names_where_the_system_cannot_exchange_them() {
        let folder = tempfile::tempdir().unwrap();
        let [new, at] = [".new-1", "at"].map(|name| folder.path().join(name));
        for (path, text) in [(&new, "new"), (&at, "old")] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("text"), text).unwrap();
        }
        let text = |path: &Path| fs::read_to_string(path.join("text")).unwrap();
        swap_in_steps(&new, &at).unwrap();
        assert_eq!((text(&at).as_str(), text(&new).as_str()), ("new", "old"));
        // A new folder that is not there leaves the old one.
        fs::remove_dir_all(&new).unwrap();
        assert!(swap_in_steps(&new, &at).is_err());
        assert_eq!(text(&at), "new");
        assert_eq!(names(folder.path()), ["at"]);
    }

    #[test]
    fn a_file_is_not_replaced_by_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "mine").unwrap();
        for at in [file.clone(), file.join("agent")] {
            let error = replace_folder(&at, fill_with("new")).unwrap_err().to_string();
            assert!(error.contains("file"), "{error}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["file"]);
    }
}
