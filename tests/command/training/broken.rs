//! Damaged runs, folders that cannot be, and a full disk: one line that names the place, and nothing is lost.

use std::fs;
use std::path::Path;

use super::{SMALL, Said, names, result, run_in, train, trained};

/// A run that failed with one line that holds `parts`.
fn failed(said: &Said, parts: &[&str]) {
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{}", said.err);
    let last = said.err.lines().last().unwrap_or_default();
    let errors = said
        .err
        .lines()
        .filter(|line| line.starts_with("error: "))
        .count();
    assert!(errors == 1 && last.starts_with("error: "), "{}", said.err);
    for part in parts {
        assert!(last.contains(part), "{last:?} lacks {part:?}");
    }
}

fn resume(folder: &Path) -> Said {
    run_in(folder, &["train", "--quiet", "--resume", "runs/small-1"])
}

#[test]
fn a_damaged_state_is_refused_and_nothing_is_lost() {
    let folder = trained(&["ppo.iterations=8", "evaluation.final_deals=0"]);
    let run = folder.path().join("runs/small-1");
    let before = result(&run);
    let state = run.join("state/000000008");
    let mut files = names(&state.join("learner"));
    assert_eq!(files.len(), 7, "{files:?}");
    files = files.iter().map(|name| format!("learner/{name}")).collect();
    files.push("training.json".to_owned());
    for name in &files {
        let path = state.join(name);
        let whole = fs::read(&path).unwrap();
        for cut in [0, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..cut]).unwrap();
            failed(&resume(folder.path()), &[name]);
        }
        fs::remove_file(&path).unwrap();
        failed(&resume(folder.path()), &[name]);
        fs::write(&path, &whole).unwrap();
        assert_eq!(result(&run), before, "{name}");
    }
    // Whole again, it goes on.
    resume(folder.path()).done();
    assert_eq!(result(&run), before);

    fs::remove_dir_all(run.join("state")).unwrap();
    failed(&resume(folder.path()), &["runs/small-1/state", "no state"]);
    assert_eq!(result(&run), before);
}

#[test]
fn a_damaged_config_is_refused() {
    let folder = trained(&["ppo.iterations=1", "evaluation.final_deals=0"]);
    let config = folder.path().join("runs/small-1/config.toml");
    let whole = fs::read_to_string(&config).unwrap();
    fs::write(&config, whole.replace("seed = 5", "seed = five")).unwrap();
    let said = resume(folder.path());
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.contains("runs/small-1/config.toml"), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    // A config that the state does not belong to.
    for (from, to) in [
        ("tables = 40", "tables = 41"),
        ("players = 4", "players = 5"),
        ("reply = 16", "reply = 32"),
    ] {
        assert!(whole.contains(from), "{whole}");
        fs::write(&config, whole.replace(from, to)).unwrap();
        let field = from.split(' ').next().unwrap();
        let place = if field == "players" { "rules" } else { field };
        failed(&resume(folder.path()), &["runs/small-1", place]);
    }
}

/// A file is where a folder of the run must go.
#[test]
fn a_file_in_the_way_is_named() {
    let folder = trained(&["ppo.iterations=3", "evaluation.final_deals=0"]);
    let run = folder.path().join("runs/small-1");
    let before = result(&run);
    let aside = run.join("aside");
    for name in ["tensorboard", "state", "checkpoint"] {
        let path = run.join(name);
        fs::rename(&path, &aside).unwrap();
        fs::write(&path, "in the way").unwrap();
        let said = resume(folder.path());
        failed(&said, &[&format!("runs/small-1/{name}")]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "in the way");
        fs::remove_file(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
    }
    assert_eq!(result(&run), before);
}

/// A file system of this many KiB at a folder, until it is dropped. None where the tests may not mount one.
#[cfg(target_os = "linux")]
struct SmallDisk<'a>(&'a Path);

#[cfg(target_os = "linux")]
impl<'a> SmallDisk<'a> {
    fn mount(at: &'a Path, kib: u32) -> Option<Self> {
        fs::create_dir(at).unwrap();
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "tmpfs"])
            .arg(at)
            .output()
            .is_ok_and(|output| output.status.success());
        mounted.then_some(Self(at))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("--lazy")
            .arg(self.0)
            .status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_what_was_saved_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("disk");
    let Some(_disk) = SmallDisk::mount(&at, 4096) else {
        println!("skipped: a small disk cannot be mounted here");
        return;
    };
    fs::write(at.join("small.toml"), SMALL).unwrap();
    // Room for some checkpoints only.
    let said = run_in(
        &at,
        &train(&["checkpoint.every=1", "evaluation.every=0", "ppo.iterations=2000"]),
    );
    failed(&said, &["runs/small-1/"]);
    let run = at.join("runs/small-1");
    // Every checkpoint there is, is whole.
    let checkpoints = names(&run.join("checkpoints"));
    assert!(checkpoints.len() > 3, "{checkpoints:?}");
    for name in [checkpoints.first().unwrap(), checkpoints.last().unwrap()] {
        let spec = format!("net:runs/small-1/checkpoints/{name}");
        run_in(&at, &["eval", &spec, "--against", "random", "--deals", "2"]).done();
    }
    assert!(
        checkpoints.iter().all(|name| !name.starts_with('.')),
        "{checkpoints:?}"
    );
    // With the disk still full it fails again, and with room it goes on and ends like any other.
    let said = resume(&at);
    assert_eq!(said.code, Some(1), "{}", said.err);
    for name in &checkpoints {
        fs::remove_dir_all(run.join("checkpoints").join(name)).unwrap();
    }
    let config = fs::read_to_string(run.join("config.toml")).unwrap();
    let config = config.replace("every = 1\n", "every = 0\n");
    let done = checkpoints.len() + 10;
    let config = config.replace("iterations = 2000", &format!("iterations = {done}"));
    fs::write(run.join("config.toml"), config).unwrap();
    let out = resume(&at).done();
    assert!(out.contains("checkpoint: runs/small-1/checkpoint"), "{out}");
}

/// No room even for the first state.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_from_the_start_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("disk");
    let Some(_disk) = SmallDisk::mount(&at, 64) else {
        println!("skipped: a small disk cannot be mounted here");
        return;
    };
    fs::write(at.join("small.toml"), SMALL).unwrap();
    failed(&run_in(&at, &train(&[])), &["runs/small-1/"]);
    assert!(names(&at.join("runs/small-1/state")).is_empty());
}
