//! `hornox train` from its first line to an agent that wins: what a run writes, and how it goes on after a stop, a
//! kill and a full disk.

mod broken;
mod imitate;
mod learning;
mod opponents;
mod resume;
mod rules;
mod seeds;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Said, run_in};

/// A config that trains in about a second, with something of everything in it.
const SMALL: &str = r#"
[run]
name = "small"
seed = 5
threads = 2

[rules]
preset = "bench"

[network]
hidden = 16
reply = 16
value_hidden = 16

[ppo]
iterations = 30
tables = 40
minibatch = 256

[evaluation]
every = 8
deals = 4
final_deals = 8
against = ["random", "risk"]

[checkpoint]
every = 7
"#;

/// A folder with [`SMALL`] as `small.toml`.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.toml"), SMALL).unwrap();
    folder
}

/// `train` with [`SMALL`] and these changes.
fn train<'a>(changes: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["train", "--quiet", "--config", "small.toml"];
    for change in changes {
        args.extend(["--set", change]);
    }
    args
}

/// Trains in a folder of its own and gives that folder.
fn trained(changes: &[&str]) -> tempfile::TempDir {
    let folder = workplace();
    run_in(folder.path(), &train(changes)).done();
    folder
}

/// Steps with their scalars.
type Metrics = Vec<(u64, BTreeMap<String, Value>)>;

/// The lines of a run's metrics: each step with its scalars.
fn metrics(run: &Path) -> Metrics {
    let text = fs::read_to_string(run.join("metrics.jsonl")).unwrap();
    let lines = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let scalars = line["metrics"].as_object().unwrap().clone();
        (line["step"].as_u64().unwrap(), scalars.into_iter().collect())
    });
    lines.collect()
}

/// All that a finished run says of its agent, times and speeds left out: a hash of the file of weights, the manifest
/// and the metrics.
fn result(run: &Path) -> (u64, toml::Table, Metrics) {
    let mut weights = DefaultHasher::new();
    fs::read(run.join("checkpoint/weights.bpk"))
        .unwrap()
        .hash(&mut weights);
    let text = fs::read_to_string(run.join("checkpoint/manifest.toml")).unwrap();
    let mut manifest: toml::Table = text.parse().unwrap();
    let seconds = manifest["training"].as_table_mut().unwrap().remove("seconds");
    assert!(seconds.is_some());
    let mut metrics = metrics(run);
    for (_, scalars) in &mut metrics {
        scalars.retain(|tag, _| !tag.starts_with("speed/"));
    }
    (weights.finish(), manifest, metrics)
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The only folder in another.
fn only(folder: &Path) -> PathBuf {
    let names = names(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    folder.join(&names[0])
}

#[test]
fn a_run_writes_what_it_says() {
    let folder = trained(&[]);
    let run = folder.path().join("runs/small-1");
    assert_eq!(
        names(&run),
        [
            "checkpoint",
            "checkpoints",
            "config.toml",
            "lock",
            "metrics.jsonl",
            "rules.toml",
            "state",
            "tensorboard"
        ]
    );
    // The resolved config trains the same again.
    let path = folder.path().join("runs/small-1/config.toml");
    let args = ["train", "--print-config", "--config", path.to_str().unwrap()];
    assert_eq!(
        run_in(folder.path(), &args).done(),
        fs::read_to_string(&path).unwrap()
    );

    let metrics = metrics(&run);
    let steps: Vec<_> = metrics.iter().map(|(step, _)| *step).collect();
    let mut expected: Vec<_> = (1..=30).chain([8, 16, 24, 30]).collect();
    expected.sort_unstable();
    assert_eq!(steps, expected);
    let tags: Vec<_> = metrics[0].1.keys().map(String::as_str).collect();
    assert_eq!(
        tags,
        [
            "loss/policy",
            "loss/value",
            "play/bulls_per_seat",
            "policy/clip_share",
            "policy/entropy",
            "policy/gradient_norm",
            "policy/kl",
            "progress/decisions",
            "rate/entropy_weight",
            "rate/learning_rate",
            "speed/cpu_seconds",
            "speed/decisions_per_second",
            "speed/share_of_play",
            "value/explained_variance",
            "value/gradient_norm",
        ]
    );
    let evaluated: Vec<_> = metrics[8].1.keys().map(String::as_str).collect();
    let numbers = [
        "diff",
        "diff_se",
        "score",
        "score_se",
        "win_share",
        "win_share_se",
    ];
    let names_of = |against| numbers.map(|number| format!("evaluation/{against}/{number}"));
    assert_eq!(evaluated, [names_of("random"), names_of("risk")].concat());
    for (step, scalars) in &metrics {
        for (tag, value) in scalars {
            assert!(value.is_f64(), "{tag} at {step} is {value}");
        }
    }
    // At the start the policy is nearly even over up to ten cards.
    let entropy = metrics[0].1["policy/entropy"].as_f64().unwrap();
    assert!((1.4..1.7).contains(&entropy), "{entropy}");
    let bulls = metrics[0].1["play/bulls_per_seat"].as_f64().unwrap();
    assert!((9.0..16.0).contains(&bulls), "{bulls}");

    let events = only(&only(&run.join("tensorboard")));
    assert!(events.file_name().unwrap().to_string_lossy().contains("tfevents"));
    assert!(fs::metadata(&events).unwrap().len() > 10_000);
    assert_eq!(
        names(&run.join("checkpoints")),
        ["000007", "000014", "000021", "000028"]
    );
    assert_eq!(names(&run.join("state")), ["000000030"]);
}

#[test]
fn the_last_line_says_what_to_do_next_and_that_works() {
    let folder = workplace();
    let out = run_in(folder.path(), &train(&[])).done();
    let last = out.lines().last().unwrap();
    assert!(
        last.starts_with("checkpoint: runs/small-1/checkpoint; next: "),
        "{out}"
    );
    for part in [
        "tensorboard --logdir runs/small-1/tensorboard",
        "hornox eval net:runs/small-1/checkpoint --against",
    ] {
        assert!(last.contains(part), "{last}");
    }
    // What the line advises, with fewer deals and a faster opponent.
    let command = last.split("or hornox ").nth(1).unwrap();
    let command = command
        .replace("mcs:1000", "mcs:10")
        .replace("--deals 500", "--deals 5");
    let args: Vec<_> = command.split_whitespace().collect();
    assert!(run_in(folder.path(), &args).done().contains("mcs:10"));
    for (checkpoint, iterations) in [("checkpoint", 30), ("checkpoints/000014", 14)] {
        let path = format!("runs/small-1/{checkpoint}");
        let json = run_in(folder.path(), &["inspect", &path, "--json"]).done();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["training"]["iterations"], iterations);
        assert_eq!(
            (&json["training"]["name"], &json["training"]["seed"]),
            (&"small".into(), &5.into())
        );
        let results = if checkpoint == "checkpoint" { 2 } else { 0 };
        assert_eq!(json["results"].as_array().map_or(0, Vec::len), results);
        let spec = format!("net:{path}?temperature=0.5");
        run_in(
            folder.path(),
            &["eval", &spec, "--against", "random", "--deals", "2"],
        )
        .done();
    }
}

#[test]
fn a_run_is_never_written_over() {
    let folder = workplace();
    let short = ["ppo.iterations=1", "evaluation.final_deals=0"];
    run_in(folder.path(), &train(&short)).done();
    let first = result(&folder.path().join("runs/small-1"));
    fs::create_dir(folder.path().join("runs/small-7")).unwrap();
    let out = run_in(folder.path(), &train(&short)).done();
    assert!(out.contains("runs/small-8/checkpoint"), "{out}");
    assert_eq!(
        names(&folder.path().join("runs")),
        ["small-1", "small-7", "small-8"]
    );
    assert_eq!(result(&folder.path().join("runs/small-1")), first);
    assert!(names(&folder.path().join("runs/small-7")).is_empty());
}

#[test]
fn results_do_not_depend_on_threads() {
    let [one, two, three] = ["1", "2", "3"].map(|threads| {
        let folder = trained(&[&format!("run.threads={threads}")]);
        result(&folder.path().join("runs/small-1"))
    });
    assert_eq!(one, two);
    assert_eq!(one, three);
}
