//! Programs as agents, in every command that takes agents.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::{Said, run_in};

/// A folder with `bot.py`, the bot of `agents/PROTOCOL.md`; and with `mortal.py`, the same that fails at its third
/// question of each game, and `pids`, to which each process that runs it adds its number.
fn folder() -> TempDir {
    let bot = super::protocol_bot();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.py"), &bot).unwrap();
    let mortal = bot
        .replace(
            "import sys\n",
            "import os, sys, time\nopen('pids', 'a').write(f'{os.getpid()}\\n')\nacts = 0\n",
        )
        .replace("    elif message[\"type\"] == \"act\":\n", "    elif message[\"type\"] == \"act\":\n        acts += 1\n        if acts == 3:\n            FAIL\n");
    for (name, fail) in [
        ("mortal.py", "sys.exit(7)"),
        ("sleeper.py", "time.sleep(600)"),
        ("chatty.py", "print('What now?')"),
    ] {
        assert!(mortal.contains("FAIL"));
        fs::write(folder.path().join(name), mortal.replace("FAIL", fail)).unwrap();
    }
    folder
}

fn eval(folder: &TempDir, agent: &str, more: &[&str]) -> Value {
    let args = ["eval", agent, "--json", "--quiet", "--rules", "bench"];
    let mut json: Value =
        serde_json::from_str(&run_in(folder.path(), &[&args[..], more].concat()).done()).unwrap();
    json["rows"][0]["ms_per_decision"].take();
    json["rows"][0].take()
}

fn is_running(process: &str) -> bool {
    let kill = Command::new("kill").args(["-0", process]).output().unwrap();
    kill.status.success()
}

/// The processes that ran a bot of the folder.
fn processes(folder: &TempDir) -> Vec<String> {
    let pids = fs::read_to_string(folder.path().join("pids")).unwrap_or_default();
    pids.lines().map(str::to_owned).collect()
}

#[test]
fn a_program_plays_as_its_policy_says() {
    let folder = folder();
    let more = ["--against", "risk", "--deals", "8", "--threads", "2"];
    let row = eval(&folder, "cmd:python3 bot.py", &more);
    assert_eq!(row, eval(&folder, "lowest", &more));
    assert_eq!((&row["forfeits"], &row["failure"]), (&0.into(), &Value::Null));
    let more = [
        "--against",
        "cmd:python3 bot.py",
        "--deals",
        "3",
        "--players",
        "3",
    ];
    let mut row = eval(&folder, "risk", &more);
    assert_eq!(row["against"].take(), "cmd:python3 bot.py");
    let mut lowest = eval(
        &folder,
        "risk",
        &["--against", "lowest", "--deals", "3", "--players", "3"],
    );
    lowest["against"].take();
    assert_eq!(row, lowest);
}

#[test]
fn a_game_in_which_a_program_fails_is_forfeited_or_played_on() {
    let folder = folder();
    let more = ["--against", "highest", "--deals", "3", "--threads", "1"];
    // Another agent plays on as the program would have.
    let mut row = eval(&folder, "cmd:python3 mortal.py?on_failure=lowest", &more);
    assert_eq!(
        (row["forfeits"].take(), row["fallbacks"].take()),
        (0.into(), 12.into())
    );
    let failure = row["failure"].take();
    assert_eq!(
        failure,
        "deal 0, seat 0: \"lowest card\": the program ended by itself (exit status: 7)"
    );
    let mut lowest = eval(&folder, "lowest", &more);
    for field in ["forfeits", "fallbacks", "failure"] {
        lowest[field].take();
    }
    assert_eq!(row, lowest);

    let row = eval(&folder, "cmd:python3 mortal.py", &more);
    assert_eq!((&row["forfeits"], &row["fallbacks"]), (&12.into(), &0.into()));
    assert_eq!(
        (&row["failure"], &row["opponent_forfeits"]),
        (&failure, &0.into())
    );
    assert_eq!(row["win_share"], 0.0);
    assert!(row["diff"].as_f64().unwrap() > 5.0, "{row}");
    // What failed is started anew for the next game, and threads change nothing.
    assert_eq!(processes(&folder).len(), 24);
    let more = ["--against", "highest", "--deals", "3", "--threads", "4"];
    assert_eq!(row, eval(&folder, "cmd:python3 mortal.py", &more));

    // Nobody wins more because others fail.
    let row = eval(
        &folder,
        "highest",
        &[
            "--against",
            "cmd:python3 mortal.py",
            "--deals",
            "2",
            "--players",
            "2",
        ],
    );
    assert_eq!(
        (&row["forfeits"], &row["opponent_forfeits"]),
        (&0.into(), &4.into())
    );
    let processes = processes(&folder);
    let left: Vec<_> = processes.iter().filter(|process| is_running(process)).collect();
    assert!(
        processes.len() > 36 && left.is_empty(),
        "{left:?} of {processes:?}"
    );
}

#[test]
fn the_table_says_how_often_a_program_failed() {
    let folder = folder();
    let agent = "cmd:python3 chatty.py?timeout=5";
    let said = run_in(
        folder.path(),
        &[
            "eval",
            agent,
            "--against",
            "risk",
            "--rules",
            "bench",
            "--deals",
            "1",
            "--quiet",
        ],
    );
    let out = said.done();
    let last = out.lines().last().unwrap();
    let wanted = "against risk: the agent forfeited 4 times and was replaced 0 times in 4 games; first in deal 0, seat 0: ";
    assert!(last.starts_with(wanted), "{out}");
    // The answer is in a buffer when the process ends, or never.
    assert!(
        last.contains("no answer to `act` within 5 s") || last.contains("What now?"),
        "{out}"
    );
}

#[test]
fn programs_that_can_not_play_are_known_before_anything_is_played() {
    let folder = folder();
    let eval = |agent| {
        run_in(
            folder.path(),
            &["eval", agent, "--against", "risk", "--deals", "2"],
        )
    };
    let Said { code, err, .. } = eval("cmd:./nothing here");
    assert_eq!(code, Some(1));
    assert!(
        err.contains("error: agent `cmd:./nothing here`: `./nothing` can't be started: "),
        "{err}"
    );
    let Said { code, err, .. } = eval("cmd:bot?patience=3");
    assert_eq!(code, Some(2));
    assert!(
        err.contains("agent `cmd:bot?patience=3`: unknown option `patience=3`; there are: timeout=SECONDS"),
        "{err}"
    );
}

#[test]
fn records_are_written_by_programs_that_do_not_fail() {
    let folder = folder();
    let record = |agent, out| {
        run_in(
            folder.path(),
            &[
                "record", "--agent", agent, "--rules", "round", "--games", "3", "--out", out,
            ],
        )
    };
    record("cmd:python3 bot.py", "good.jsonl").done();
    record("lowest", "lowest.jsonl").done();
    let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(
        text("good.jsonl").replace("cmd:python3 bot.py", "lowest"),
        text("lowest.jsonl")
    );
    let Said { code, err, .. } = record("cmd:python3 mortal.py", "bad.jsonl");
    assert_eq!(code, Some(1));
    assert!(
        err.contains("error: agent cmd:python3 mortal.py: \"lowest card\": the program ended by itself"),
        "{err}"
    );
    assert!(!folder.path().join("bad.jsonl").exists());
    let left: Vec<_> = processes(&folder)
        .into_iter()
        .filter(|process| is_running(process))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Waits until the file is there.
fn wait_for(path: &Path) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !path.exists() {
        assert!(Instant::now() < deadline, "{} did not come", path.display());
        thread::sleep(Duration::from_millis(20));
    }
}

/// Programs outlive neither an evaluation that is stopped nor one that is stopped twice, however they hang.
#[test]
fn ctrl_c_leaves_no_program_behind() {
    // More than once: that programs were ended must never be heard before the process is over.
    for (interrupts, code) in [(1, 1), (2, 130), (2, 130), (2, 130)] {
        let folder = folder();
        // With one Ctrl-C, what is asked may still answer.
        let agent = if interrupts == 1 {
            "cmd:python3 sleeper.py?timeout=1.5"
        } else {
            "cmd:python3 sleeper.py?timeout=500"
        };
        let mut child = Command::new(env!("CARGO_BIN_EXE_hornox"))
            .current_dir(folder.path())
            .args([
                "eval",
                agent,
                "--against",
                "random",
                "--deals",
                "1000",
                "--rules",
                "bench",
                "--quiet",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for(&folder.path().join("pids"));
        thread::sleep(Duration::from_millis(300));
        assert!(!processes(&folder).is_empty());
        for _ in 0..interrupts {
            let id = child.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-INT", &id])
                    .status()
                    .unwrap()
                    .success()
            );
            thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(child.wait().unwrap().code(), Some(code));
        let left: Vec<_> = processes(&folder)
            .into_iter()
            .filter(|process| is_running(process))
            .collect();
        assert!(left.is_empty(), "{left:?} after {interrupts}");
    }
}
