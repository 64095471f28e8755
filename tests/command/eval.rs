//! `hornox eval`

use std::collections::BTreeSet;

use serde_json::Value;

use super::{run, run_in};

fn eval(args: &[&str]) -> Value {
    let out = run(&[&["eval", "--json", "--quiet"][..], args].concat()).done();
    serde_json::from_str(&out).unwrap()
}

fn number(row: &Value, field: &str) -> f64 {
    row[field].as_f64().unwrap_or_else(|| panic!("{field}: {row}"))
}

#[test]
fn scripted_agents_have_their_known_strengths() {
    let json = eval(&[
        "highest",
        "--against",
        "random",
        "--against",
        "highest",
        "--rules",
        "bench",
        "--deals",
        "5000",
    ]);
    let row = &json["rows"][0];
    let (score, se) = (number(row, "score"), number(row, "score_se"));
    assert!((score - 9.6).abs() < 0.1 + 3.0 * se, "{score} ± {se}");
    assert!(
        number(row, "diff") < -2.0 && number(row, "diff_se") < 0.1,
        "{row}"
    );
    assert!(number(row, "win_share") > 0.28, "{row}");
    // Against copies of itself an agent is even.
    let row = &json["rows"][1];
    assert!(
        number(row, "diff").abs() <= 5.0 * number(row, "diff_se") + 1e-9,
        "{row}"
    );
    assert!((number(row, "win_share") - 0.25).abs() < 1e-9, "{row}");

    let json = eval(&[
        "random",
        "--against",
        "random",
        "--rules",
        "bench",
        "--deals",
        "5000",
    ]);
    let row = &json["rows"][0];
    let (score, se) = (number(row, "score"), number(row, "score_se"));
    assert!((score - 12.15).abs() < 0.1 + 3.0 * se, "{score} ± {se}");
}

#[test]
fn results_do_not_depend_on_threads() {
    let rows = |threads| {
        let mut json = eval(&[
            "mcs:10",
            "--against",
            "risk",
            "--players",
            "3",
            "--deals",
            "60",
            "--seed",
            "7",
            "--threads",
            threads,
        ]);
        json["rows"][0]["ms_per_decision"].take();
        json
    };
    let one = rows("1");
    assert_eq!(one, rows("4"));
    assert_eq!(one["rows"][0]["games"], 180);
}

#[test]
fn the_json_has_its_shape() {
    let json = eval(&[
        "nearest",
        "--against",
        "random",
        "--against",
        "risk",
        "--players",
        "2",
        "--deals",
        "20",
        "--rules",
        "round",
    ]);
    let keys = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let set = |names: &str| {
        names
            .split_whitespace()
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(keys(&json), set("agent rules unit better rows"));
    assert_eq!(json["agent"], "nearest");
    assert_eq!(
        (&json["unit"], &json["better"]),
        (&"bulls".into(), &"lower".into())
    );
    assert_eq!(json["rules"]["players"], 2);
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for (row, against) in rows.iter().zip(["random", "risk"]) {
        assert_eq!(
            keys(row),
            set(
                "against players games score score_se diff diff_se win_share win_share_se ms_per_decision forfeits \
                 fallbacks failure opponent_forfeits opponent_fallbacks opponent_failure"
            )
        );
        assert_eq!(row["against"], against);
        assert_eq!((&row["players"], &row["games"]), (&2.into(), &40.into()));
        for field in [
            "score",
            "score_se",
            "diff",
            "diff_se",
            "win_share",
            "win_share_se",
            "ms_per_decision",
        ] {
            assert!(number(row, field).is_finite());
        }
    }
    // One deal has no standard error.
    let json = eval(&[
        "nearest",
        "--against",
        "random",
        "--deals",
        "1",
        "--rules",
        "round",
    ]);
    assert!(json["rows"][0]["score_se"].is_null() && json["rows"][0]["score"].is_f64());
}

#[test]
fn the_table_has_a_line_an_opponent() {
    let said = run(&[
        "eval",
        "lowest",
        "--against",
        "random",
        "--against",
        "risk",
        "--deals",
        "50",
        "--rules",
        "round",
    ]);
    let out = said.done();
    let lines: Vec<_> = out.lines().collect();
    assert!(
        lines[0].starts_with("lowest (players = 4; 50 deals, seed 1)"),
        "{out}"
    );
    assert!(lines[1].starts_with("against"), "{out}");
    assert!(
        lines[2].starts_with("random") && lines[2].contains(" ± "),
        "{out}"
    );
    assert!(lines[3].starts_with("risk") && lines.len() == 5, "{out}");
}

#[test]
fn a_panel_is_met_from_any_folder() {
    let out = run(&["eval", "nearest", "--panel", "--deals", "1", "--quiet"]).done();
    let lines: Vec<_> = out.lines().collect();
    assert!(
        lines[0].starts_with("nearest (low_card = \"auto\", players = 4; configs/panel.toml, seed 1)"),
        "{out}"
    );
    let held_out: Vec<_> = lines[2..]
        .iter()
        .filter(|line| line.contains("[held out]"))
        .collect();
    assert!(
        held_out.len() == 3
            && held_out[0].starts_with("mcs:1000?rollouts=risk [held out]  ")
            && held_out[1].starts_with("mcs:2000?goal=lead [held out]  "),
        "{out}"
    );
    let json = eval(&["nearest", "--panel", "--deals", "1", "--players", "3"]);
    assert_eq!(json["panel"], "configs/panel.toml");
    assert_eq!(
        (&json["rules"]["low_card"], &json["rules"]["players"]),
        (&"auto".into(), &3.into())
    );
    let rows = json["rows"].as_array().unwrap();
    let against: Vec<_> = rows.iter().map(|row| row["against"].as_str().unwrap()).collect();
    assert_eq!(
        against,
        [
            "random",
            "risk",
            "mcs:100",
            "mcs:1000",
            "net:checkpoints/quickstart",
            "mcs:1000?rollouts=risk",
            "mcs:2000?goal=lead"
        ]
    );
    let held_out: Vec<_> = rows
        .iter()
        .map(|row| row["held_out"].as_bool().unwrap())
        .collect();
    assert_eq!(held_out, [false, false, false, false, false, true, true]);
}

#[test]
fn a_panel_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let panel = "rules = \"round\"\nseed = 9\n[[opponent]]\nspec = \"lowest\"\ndeals = 3\nheld_out = true\n";
    std::fs::write(folder.path().join("mine.toml"), panel).unwrap();
    let said = run_in(
        folder.path(),
        &["eval", "risk", "--quiet", "--json", "--panel", "mine.toml"],
    );
    let json: Value = serde_json::from_str(&said.done()).unwrap();
    assert_eq!(json["panel"], "mine.toml");
    assert_eq!(
        (&json["rows"][0]["games"], &json["rows"][0]["held_out"]),
        (&12.into(), &true.into())
    );
    std::fs::write(folder.path().join("mine.toml"), panel.replace("lowest", "lawest")).unwrap();
    let said = run_in(folder.path(), &["eval", "risk", "--panel", "mine.toml"]);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.starts_with("error: mine.toml: unknown agent `lawest`"),
        "{}",
        said.err
    );
    // Its rules are known before it is played.
    std::fs::write(folder.path().join("mine.toml"), panel.replace("round", "raund")).unwrap();
    let said = run_in(folder.path(), &["eval", "risk", "--panel", "mine.toml"]);
    assert!(
        said.code == Some(2) && said.err.contains("unknown preset `raund`"),
        "{}",
        said.err
    );
}

/// The first Ctrl-C ends an evaluation, which prints what is done.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_done() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_hornox"))
        .args([
            "eval",
            "mcs:10",
            "--against",
            "random",
            "--deals",
            "10000000",
            "--rules",
            "bench",
            "--json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (output, err) = super::interrupted(child, 1500);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("error: stopped after ") && err.contains(" of 40000000 games"),
        "{err}"
    );
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = json["rows"][0]["games"].as_u64().unwrap();
    assert!((64..40_000_000).contains(&games), "{games}");
}
