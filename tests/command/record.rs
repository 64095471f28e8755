//! `hornox record` and `hornox replay`

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Said, hornox, run, run_in};

/// Records games into `games.jsonl` of the folder; gives the file's text.
fn record(folder: &Path, args: &[&str]) -> String {
    let common = ["record", "--quiet", "--out", "games.jsonl"];
    let said = run_in(folder, &[&common[..], args].concat()).done();
    assert!(said.ends_with(" games are in games.jsonl\n"), "{said}");
    fs::read_to_string(folder.join("games.jsonl")).unwrap()
}

fn replay(folder: &Path, args: &[&str]) -> Said {
    run_in(folder, &[&["replay", "games.jsonl"][..], args].concat())
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn games_are_written_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (rules, seats) in [("bench", 4), ("sei-prendi", 4), ("sixes-round", 5)] {
        let text = record(
            folder,
            &[
                "--rules", rules, "--agent", "random", "--games", "40", "--seed", "3",
            ],
        );
        assert!(text.ends_with('\n'));
        let games = lines(&text);
        assert_eq!(games.len(), 40);
        for game in &games {
            assert_eq!(game["agents"], Value::from(vec!["random"; seats]));
        }
        // Each game has a seed of its own.
        assert_ne!(games[0]["seed"], games[1]["seed"]);
        assert_eq!(replay(folder, &[]).done(), "40 games ok\n");
    }
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn a_game_depends_on_the_seed_and_its_number_alone() {
    let folder = tempfile::tempdir().unwrap();
    let game = |games, seed, threads: &str| {
        let args = [
            "record", "--rules", "round", "--agent", "mcs:5", "--quiet", "--out", "-",
        ];
        let args = [&args[..], &["--games", games, "--seed", seed]].concat();
        let output = hornox(folder.path(), &args)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let many = game("50", "7", "1");
    assert_eq!(many, game("50", "7", "3"));
    assert!(many.starts_with(&game("3", "7", "2")));
    assert_ne!(game("1", "7", "1"), game("1", "8", "1"));
}

#[test]
fn each_seat_can_have_an_agent_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = [
        "--players",
        "2",
        "--set",
        "end_score=none",
        "--agent",
        "highest",
        "--agent",
        "risk",
    ];
    let game = &lines(&record(folder, &args))[0];
    assert_eq!(game["agents"], Value::from(vec!["highest", "risk"]));
    // The highest card of the hand is played each turn, so seat 0's cards descend.
    let round = &game["rounds"][0];
    let played: Vec<u64> = round["actions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|action| action[0] == 0 && action[1].as_u64().unwrap() <= 104)
        .map(|action| action[1].as_u64().unwrap())
        .collect();
    assert_eq!(played.len(), 10);
    assert!(played.is_sorted_by(|one, next| one > next), "{played:?}");

    let args = [
        "record",
        "--players",
        "3",
        "--agent",
        "risk",
        "--agent",
        "risk",
        "--out",
        "none.jsonl",
    ];
    let said = run_in(folder, &args);
    assert_eq!(said.code, Some(2));
    assert_eq!(
        said.err,
        "error: --agent is given 2 times: must be once, or once for each of 3 seats\n"
    );
    assert!(!folder.join("none.jsonl").exists());
}

#[test]
fn the_first_difference_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = record(folder, &["--rules", "bench", "--agent", "random", "--games", "3"]);
    let mut games = lines(&text);
    let points = &mut games[1]["rounds"][0]["moves"][4]["points"];
    let right = points.as_u64().unwrap();
    *points = (right + 1).into();
    // A second fault, behind the first.
    games[2]["scores"][0] = 1000.into();
    let text: Vec<_> = games.iter().map(Value::to_string).collect();
    fs::write(folder.join("games.jsonl"), text.join("\n")).unwrap();
    let said = replay(folder, &[]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert_eq!(
        said.err,
        format!(
            "error: games.jsonl: line 2: rounds[0].moves[4].points: {} in the record, {right} by the rules\n",
            right + 1
        )
    );
    // A game that is shown is checked as well; others are not.
    assert_eq!(replay(folder, &["--show", "1"]).code, Some(0));
    let said = replay(folder, &["--show", "2"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.out.starts_with("nimmt: ") && said.err.contains("line 2: rounds[0].moves[4]"),
        "{}",
        said.err
    );
    let said = replay(folder, &["--show", "4"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.err,
        "error: games.jsonl: there is no such game: the file has 3\n"
    );
    assert_eq!(replay(folder, &["--show", "0"]).code, Some(2));
}

#[test]
fn a_game_is_shown_as_text() {
    let folder = tempfile::tempdir().unwrap();
    for rules in ["round", "sixes-round"] {
        record(
            folder.path(),
            &["--rules", rules, "--agent", "random", "--games", "2"],
        );
        let text = replay(folder.path(), &["--show", "2"]).done();
        for part in [
            "seat 3: random",
            "hand of seat 0: ",
            "the game is over",
            "win share 1.000",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn files_that_cannot_be_are_told() {
    let said = run(&["replay", "none.jsonl"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.starts_with("error: none.jsonl: No such file"),
        "{}",
        said.err
    );
    let said = run(&["record", "--agent", "random", "--out", "no/folder.jsonl"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.starts_with("error: no/folder.jsonl: No such file"),
        "{}",
        said.err
    );
    let said = run(&["record", "--agent", "nobody", "--out", "games.jsonl"]);
    assert_eq!(said.code, Some(2));
    // Devices are written to, not replaced.
    #[cfg(unix)]
    {
        run(&["record", "--agent", "random", "--out", "/dev/null", "--quiet"]).done();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}

#[test]
fn records_pass_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let text = record(
        folder.path(),
        &["--rules", "bench", "--agent", "random", "--games", "2"],
    );
    let output = hornox(folder.path(), &["replay", "-"])
        .write_stdin(text + "{}\n")
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err, "error: -: line 3: missing field `schema` (column 2)\n");
}

/// Files of others with a likely name stay, and two runs for one file do not mix.
#[test]
fn only_the_file_itself_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.jsonl.part"), "precious").unwrap();
    let start = |seed| {
        std::process::Command::new(env!("CARGO_BIN_EXE_hornox"))
            .current_dir(folder.path())
            .args(["record", "--agent", "random", "--games", "800", "--quiet"])
            .args(["--seed", seed, "--out", "games.jsonl"])
            .spawn()
            .unwrap()
    };
    for mut child in [start("1"), start("2")] {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(replay(folder.path(), &[]).done(), "800 games ok\n");
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["games.jsonl", "games.jsonl.part"]);
    assert_eq!(
        fs::read_to_string(folder.path().join("games.jsonl.part")).unwrap(),
        "precious"
    );
    fs::write(folder.path().join("empty"), "").unwrap();
    let said = run_in(folder.path(), &["replay", "empty"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (Some(1), "error: empty: there is no game in it\n")
    );
}

/// The first Ctrl-C ends a file behind a whole game.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_games() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_hornox"))
        .current_dir(folder.path())
        .args([
            "record",
            "--agent",
            "mcs:50",
            "--games",
            "1000000",
            "--out",
            "games.jsonl",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (output, err) = super::interrupted(child, 1500);
    assert_eq!(output.status.code(), Some(1), "{err}");
    let games = fs::read_to_string(folder.path().join("games.jsonl"))
        .unwrap()
        .lines()
        .count();
    assert_eq!(
        err,
        format!("error: stopped after {games} of 1000000 games; they are written\n")
    );
    assert!(games > 0);
    assert_eq!(replay(folder.path(), &[]).done(), format!("{games} games ok\n"));
}
