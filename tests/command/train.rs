//! `hornox train`

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use hornox_agents::neural::Checkpoint;
use hornox_agents::neural::flat::flatten;
use serde_json::{Map, Value};

use super::{run, run_in};

#[test]
fn the_resolved_config_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "train",
        "--print-config",
        "--seed",
        "7",
        "--set",
        "rules.preset=amigo",
        "--set",
        "rules.end_score=none",
        "--set",
        "run.minutes=1.5",
        "--set",
        "ppo.reward=win",
    ];
    let said = run_in(folder.path(), &args);
    assert_eq!(
        said.err,
        "note: amigo without `end_score`: its `end_when` gives way\n"
    );
    let text = said.done();
    for line in [
        "seed = 7",
        "minutes = 1.5",
        "end_score = \"none\"",
        "reward = \"win\"",
        "game = \"nimmt\"",
    ] {
        assert!(
            text.lines().any(|found| found == line),
            "{line} is not in\n{text}"
        );
    }
    fs::write(folder.path().join("again.toml"), &text).unwrap();
    let again = run_in(
        folder.path(),
        &["train", "--print-config", "--config", "again.toml"],
    );
    assert_eq!(again.done(), text);
    assert!(!folder.path().join("runs").exists(), "nothing was to be trained");
}

#[test]
fn the_defaults_are_a_valid_config() {
    assert!(
        run(&["train", "--print-config"])
            .done()
            .contains("minutes = \"none\"")
    );
}

/// A training that takes a second or two.
const SMALL: [&str; 14] = [
    "--set",
    "rules.preset=bench",
    "--set",
    "run.threads=1",
    "--set",
    "ppo.tables=16",
    "--set",
    "ppo.minibatch=256",
    "--set",
    "evaluation.against=[\"lowest\"]",
    "--set",
    "evaluation.final_deals=10",
    "--set",
    "checkpoint.every=20",
];

fn train<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["train", "--quiet"][..], &SMALL, more].concat()
}

/// The scalars of each line of a run's metrics with its step; what a clock measured is left out.
fn metrics(run: &Path) -> Vec<(u64, Map<String, Value>)> {
    let text = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let lines = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut scalars = line["metrics"].as_object().unwrap().clone();
        scalars.retain(|tag, _| !tag.starts_with("speed/"));
        (line["step"].as_u64().unwrap(), scalars)
    });
    lines.collect()
}

fn weights(run: &Path) -> Vec<f32> {
    let nets = Checkpoint::load(&run.join("checkpoint")).unwrap().nets;
    [flatten(&nets.policy), flatten(&nets.value)].concat()
}

#[test]
fn a_run_leaves_what_the_next_step_needs() {
    let folder = tempfile::tempdir().unwrap();
    let args = train(&[
        "--set",
        "ppo.iterations=4",
        "--set",
        "evaluation.every=2",
        "--set",
        "run.name=tiny",
    ]);
    let out = run_in(folder.path(), &args).done();
    let last = out.lines().last().unwrap();
    for part in ["runs/tiny-1/checkpoint", "tensorboard", "hornox eval"] {
        assert!(last.contains(part), "{part} is not in {last}");
    }
    let run = folder.path().join("runs/tiny-1");
    let steps: Vec<_> = metrics(&run).into_iter().map(|(step, _)| step).collect();
    assert_eq!(
        steps,
        [1, 2, 2, 3, 4],
        "one line an iteration, and one for the evaluation"
    );
    let events = fs::read_dir(run.join("tensorboard/1")).unwrap().count();
    assert_eq!(events, 1);
    let config = run_in(
        folder.path(),
        &["train", "--print-config", "--config", "runs/tiny-1/config.toml"],
    )
    .done();
    assert_eq!(config, fs::read_to_string(run.join("config.toml")).unwrap());
    let shown = run_in(folder.path(), &["inspect", "runs/tiny-1/checkpoint"]).done();
    assert!(
        shown.contains("iterations = 4") && shown.contains("lowest"),
        "{shown}"
    );
    let eval = [
        "eval",
        "net:runs/tiny-1/checkpoint",
        "--against",
        "lowest",
        "--rules",
        "bench",
        "--deals",
        "10",
    ];
    run_in(folder.path(), &eval).done();
    // The same again goes to a folder of its own, and learns the same.
    run_in(folder.path(), &args).done();
    let again = folder.path().join("runs/tiny-2");
    assert_eq!(metrics(&again), metrics(&run));
    assert_eq!(weights(&again), weights(&run));
}

/// A stopped and resumed run equals one that was never stopped.
#[cfg(unix)]
#[test]
fn ctrl_c_and_resume_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let args = train(&[
        "--set",
        "ppo.iterations=150",
        "--set",
        "evaluation.every=50",
        "--set",
        "evaluation.deals=5",
    ]);
    run_in(folder.path(), &args).done();
    let unbroken = folder.path().join("runs/run-1");

    let child = std::process::Command::new(env!("CARGO_BIN_EXE_hornox"))
        .current_dir(folder.path())
        .args(&args)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let broken = folder.path().join("runs/run-2");
    let done = || fs::read_to_string(broken.join("metrics.jsonl")).map_or(0, |text| text.lines().count());
    let started = Instant::now();
    while done() < 30 && started.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    assert!(
        out.lines().last().unwrap().contains("--resume runs/run-2"),
        "{out}"
    );
    let stopped = metrics(&broken).len();
    assert!(
        (30..150).contains(&stopped),
        "stopped after {stopped} lines: too early or too late to show anything"
    );

    run_in(folder.path(), &["train", "--quiet", "--resume", "runs/run-2"]).done();
    assert_eq!(metrics(&broken), metrics(&unbroken));
    assert_eq!(weights(&broken), weights(&unbroken));
    assert!(
        broken.join("tensorboard/2").is_dir(),
        "each start has its own events"
    );
}
