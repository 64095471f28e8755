//! End-to-end tests of the `hornox` command, run as a user would run it.

mod analyze;
mod arena;
mod assemble;
mod bad_input;
mod bench;
mod checkpoint;
mod eval;
mod exact;
mod exploit;
#[cfg(unix)]
mod external;
mod play;
mod readme;
mod record;
mod rules;
mod train;
mod training;

use std::path::Path;

use assert_cmd::Command;

/// Starts the command in a folder, with its output kept.
#[cfg(unix)]
fn start(folder: &Path, args: &[&str]) -> std::process::Child {
    use std::process::Stdio;
    std::process::Command::new(env!("CARGO_BIN_EXE_hornox"))
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The bot of `agents/PROTOCOL.md`.
#[cfg(unix)]
fn protocol_bot() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(root.join("agents/PROTOCOL.md")).unwrap();
    let code = page.split("```python\n").nth(1).unwrap();
    code.split("```").next().unwrap().to_owned()
}

/// Presses Ctrl-C after so many milliseconds, and gives what the command then said, with its errors as text.
#[cfg(unix)]
fn interrupted(child: std::process::Child, milliseconds: u64) -> (std::process::Output, String) {
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill").args(["-INT", &pid]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    (output, errors)
}

/// The command, in a folder of its own.
fn hornox(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornox"));
    command.current_dir(folder).args(args);
    command
}

/// What a run printed, and its exit code.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs the command in an empty folder.
fn run(args: &[&str]) -> Said {
    run_in(tempfile::tempdir().unwrap().path(), args)
}

fn run_in(folder: &Path, args: &[&str]) -> Said {
    let output = hornox(folder, args).output().unwrap();
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Said {
    /// Standard output of a run that was to succeed.
    fn done(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }
}
