//! The configs of `hornox train`.

use std::fs;

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
        "note: amigo: its own `end_when` gives way: with `end_score` = \"none\" there is no score to reach or pass\n"
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
