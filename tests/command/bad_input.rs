//! Misuse and failures: one line that names what and where, the right exit code, nothing half-written.

use std::fs;

use super::{run, run_in};

/// Runs the command, which must fail with `code` and one line that holds all of `parts`.
fn refused(args: &[&str], code: i32, parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), "[ppo]\n\nclop = 0.2\n").unwrap();
    fs::write(
        folder.path().join("rules.toml"),
        "players = 4\ncolour = \"red\"\n",
    )
    .unwrap();
    let said = run_in(folder.path(), args);
    assert_eq!(said.code, Some(code), "{args:?}: {}{}", said.out, said.err);
    assert_eq!(said.out, "", "{args:?}");
    assert!(
        said.err.starts_with("error: ") && said.err.lines().count() == 1,
        "{args:?}: {}",
        said.err
    );
    for part in parts {
        assert!(said.err.contains(part), "{args:?}: {:?} lacks {part:?}", said.err);
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "{args:?} left something behind");
}

#[test]
fn flags() {
    refused(&["evil"], 2, &["'evil'", "eval"]);
    refused(&["eval"], 2, &["--against"]);
    refused(&["eval", "risk"], 2, &["--against"]);
    refused(&["eval", "risk", "--against", "random", "--fast"], 2, &["--fast"]);
    refused(
        &["eval", "risk", "--against", "random", "--deals", "0"],
        2,
        &["--deals", "0"],
    );
    refused(
        &["eval", "risk", "--against", "random", "--deals", "many"],
        2,
        &["--deals", "many"],
    );
    refused(
        &["eval", "risk", "--against", "random", "--seed", "-1"],
        2,
        &["-1"],
    );
    refused(
        &["eval", "risk", "--panel", "--against", "random"],
        2,
        &["--panel", "--against"],
    );
    refused(&["eval", "risk", "--panel", "no/such.toml"], 1, &["no/such.toml"]);
    refused(&["train", "--seed", "18446744073709551615"], 2, &["--seed"]);
    refused(&["rules", "amigo", "bench"], 2, &["bench"]);
    refused(
        &["train", "--resume", "runs/x", "--seed", "1"],
        2,
        &["--resume", "--seed"],
    );
}

#[test]
fn arenas() {
    let two = ["arena", "--agent", "risk", "--agent", "random"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    refused(&["arena"], 2, &["--agent"]);
    refused(
        &["arena", "--agent", "risk"],
        2,
        &["--agent is given 1 times", "two"],
    );
    refused(
        &["arena", "--agent", "risk", "--agent", "rosk"],
        2,
        &["unknown agent `rosk`"],
    );
    refused(&with(&["--agent", "far"]), 2, &["far", "does not play nimmt"]);
    refused(
        &with(&["--agent", "mcs:5", "--test", "0,0.3"]),
        2,
        &["3 times", "a test takes two"],
    );
    refused(&with(&["--test", "0.3"]), 2, &["--test", "two numbers", "0,0.3"]);
    refused(&with(&["--test", "0.3,0"]), 2, &["lower one first"]);
    refused(&with(&["--until", "0"]), 2, &["--until", "above 0"]);
    refused(
        &with(&["--until", "1", "--test", "0,1"]),
        2,
        &["--until", "--test"],
    );
    refused(&with(&["--alpha", "0.1"]), 2, &["--test"]);
    refused(
        &with(&["--test", "0,1", "--alpha", "0.6"]),
        2,
        &["between 0 and 0.5"],
    );
    refused(&with(&["--curves", "runs/x"]), 2, &["--report"]);
    refused(&with(&["--deals", "0"]), 2, &["--deals"]);
    refused(&with(&["--resume", "runs/x"]), 2, &["--resume", "--agent"]);
    refused(
        &["arena", "--resume", "."],
        2,
        &["is not an arena's folder: it has no arena.toml"],
    );
    refused(&["arena", "--resume", "no/such"], 1, &["no/such"]);
}

#[test]
fn specs() {
    refused(
        &["eval", "rnadom", "--against", "random"],
        2,
        &["unknown agent `rnadom`", "random, lowest"],
    );
    refused(
        &["eval", "random", "--against", "mcs:0"],
        2,
        &["mcs:0", "from 1 to"],
    );
    refused(
        &["eval", "random", "--against", "mcs:99999999999"],
        2,
        &["mcs:99999999999"],
    );
    refused(&["eval", "net:no/such", "--against", "random"], 1, &["no/such"]);
}

#[test]
fn rules() {
    for players in ["1", "11"] {
        let eval = ["eval", "risk", "--against", "random", "--players", players];
        let right = format!("`players` = {players}: must be from 2 to 10");
        refused(&eval, 2, &[&right]);
        refused(&["rules", "--players", players], 2, &[&right]);
    }
    refused(
        &["rules", "amiga"],
        2,
        &["unknown preset `amiga`", "amigo, 6-fuori, sei-prendi"],
    );
    refused(&["rules", "none.toml"], 1, &["none.toml"]);
    refused(
        &["rules", "rules.toml"],
        2,
        &["rules.toml:2", "unknown rule `colour`", "players"],
    );
    refused(
        &["rules", "--set", "low_card=dear"],
        2,
        &["--set low_card=dear", "cheapest"],
    );
    refused(
        &["rules", "--set", "players"],
        2,
        &["--set players", "field=value"],
    );
    refused(
        &["rules", "--set", "hand_size=26"],
        2,
        &["hand_size", "108 cards of 104"],
    );
    refused(
        &["rules", "--set", "sides=left"],
        2,
        &["--set sides=left", "`right` or `both`"],
    );
    refused(
        &["rules", "--set", "end_score=10", "--set", "end_when=none"],
        2,
        &["`end_when` = \"none\", `end_score` = 10"],
    );
}

#[test]
fn configs() {
    refused(
        &["train", "--config", "bad.toml"],
        2,
        &["bad.toml:3", "unknown field `ppo.clop`", "clip"],
    );
    refused(&["train", "--config", "none.toml"], 1, &["none.toml"]);
    refused(&["train", "--config", "."], 1, &["."]);
    refused(
        &["train", "--set", "ppo.clip=9"],
        2,
        &["--set ppo.clip=9", "from 0.01 to 1"],
    );
    refused(
        &["train", "--set", "ppo.clip=\"x\""],
        2,
        &["`ppo.clip`", "a number"],
    );
    refused(
        &["train", "--set", "clip=1"],
        2,
        &["--set clip=1", "section.field=value"],
    );
    refused(
        &["train", "--set", "pop.clip=1"],
        2,
        &["unknown section `pop`", "ppo"],
    );
    refused(
        &["train", "--set", "rules.players=1"],
        2,
        &["`players` = 1", "2 to 10"],
    );
    refused(&["train", "--set", "run.name=../up"], 2, &["run.name", "letters"]);
    refused(
        &["train", "--set", "evaluation.against=[\"me\"]"],
        2,
        &["evaluation.against", "unknown agent `me`"],
    );
}

#[test]
fn runs() {
    refused(&["train", "--resume", "."], 2, &["is not a run", "config.toml"]);
    refused(&["train", "--resume", "none"], 1, &["none"]);
    // A file stands where the folder of runs should be.
    refused(&["train", "--runs", "bad.toml"], 1, &["bad.toml"]);
    refused(&["train", "--runs", "bad.toml/runs"], 1, &["bad.toml/runs"]);
}

#[test]
fn help_is_no_error_but_no_command_is() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["eval", "--help"],
        &["help", "train"],
    ] {
        assert!(run(args).done().contains("hornox"), "{args:?}");
    }
    let said = run(&[]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("Usage: hornox"));
}

#[test]
fn play() {
    let play = |args: &[&str], code, parts: &[&str]| {
        refused(&[&["play", "--against", "random"], args].concat(), code, parts);
    };
    refused(&["play"], 2, &["--against"]);
    play(
        &["--against", "risk"],
        2,
        &["--against is given 2 times", "3 other seats"],
    );
    play(&["--seat", "4"], 2, &["--seat 4: 4 seats play, 0 to 3"]);
    play(&["--seat", "ten"], 2, &["--seat", "ten", "from 0, or random"]);
    play(&["--seed", "-1"], 2, &["-1"]);
    play(&["--rules", "amiga"], 2, &["amiga"]);
    refused(&["play", "--against", "net:no/such"], 1, &["no/such"]);
}
