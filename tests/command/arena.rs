//! `hornox arena`

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Said, run_in};

/// An arena with JSON in a folder, which it leaves `runs/arena-1` in.
fn arena(folder: &Path, args: &[&str]) -> Value {
    let out = run_in(folder, &[&["arena", "--json", "--quiet"][..], args].concat()).done();
    serde_json::from_str(&out).unwrap()
}

/// The same in a folder of its own.
fn found(args: &[&str]) -> Value {
    arena(tempfile::tempdir().unwrap().path(), args)
}

/// JSON without times.
fn timeless(mut json: Value) -> Value {
    for row in json["pairs"].as_array_mut().unwrap() {
        row["ms_per_decision"].take();
    }
    json
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn set(names: &'static str) -> BTreeSet<&'static str> {
    names.split_whitespace().collect()
}

const THREE: [&str; 6] = ["--agent", "risk", "--agent", "random", "--agent", "risk"];

#[test]
fn the_json_has_its_shape() {
    let json = found(&[&THREE[..], &["--rules", "bench", "--deals", "60"]].concat());
    assert_eq!(
        keys(&json),
        set(
            "rules unit better seed interval deals ended agents pairs mixed leads ratings circles disagreements widest \
             sources losses"
        )
    );
    assert_eq!(json["agents"], serde_json::json!(["risk", "random", "risk#2"]));
    assert_eq!(
        (
            &json["unit"],
            &json["better"],
            &json["rules"]["players"],
            &json["deals"]
        ),
        (&"bulls".into(), &"lower".into(), &4.into(), &60.into())
    );
    assert_eq!(json["ended"], "deals");
    let pairs = json["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 6);
    let fields = set(
        "agent against players games score score_se diff diff_se win_share win_share_se ms_per_decision \
                      forfeits fallbacks opponent_forfeits opponent_fallbacks failure opponent_failure deals score_ci \
                      diff_ci win_share_ci places places_se places_ci",
    );
    for row in pairs {
        assert_eq!(keys(row), fields);
        assert_eq!((&row["games"], &row["deals"]), (&240.into(), &60.into()));
        assert_eq!(row["places"].as_array().unwrap().len(), 4);
        let shares: f64 = row["places"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_f64)
            .sum();
        assert!((shares - 1.0).abs() < 1e-9, "{row}");
    }
    // Copies play alike in the cross-table; in mixed line-ups they sit in different seats.
    assert_eq!(pairs[0]["diff"], pairs[5]["diff"]);
    let mixed = json["mixed"].as_array().unwrap();
    assert_eq!(mixed.len(), 3);
    assert!(!keys(&mixed[0]).contains("against"));
    let ratings = json["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 3);
    assert_eq!(keys(&ratings[0]), set("agent rating uncertainty rating_ci"));
    let rating = |place: usize, field: &str| ratings[place][field].as_f64().unwrap();
    let (gap, error) = (
        rating(0, "rating") - rating(2, "rating"),
        rating(0, "uncertainty") + rating(2, "uncertainty"),
    );
    assert!(
        gap.abs() < 2.0 * error && rating(0, "rating") > rating(1, "rating") + 1.0,
        "{ratings:?}"
    );
}

#[test]
fn results_do_not_depend_on_threads() {
    let json = |threads| {
        let args = [
            "--rules",
            "bench",
            "--players",
            "3",
            "--deals",
            "50",
            "--threads",
            threads,
        ];
        timeless(found(&[&THREE[..], &args].concat()))
    };
    assert_eq!(json("1"), json("4"));
}

#[test]
fn both_games_and_rules_without_scores() {
    let sixes = [
        "--agent",
        "longest",
        "--agent",
        "random",
        "--rules",
        "sixes-round",
        "--deals",
        "60",
    ];
    let json = found(&sixes);
    assert!(
        json["better"] == "higher" && json["ratings"][0]["rating"].as_f64() > Some(25.5),
        "{json}"
    );
    let hand = [
        "--agent",
        "risk",
        "--agent",
        "random",
        "--set",
        "take_to_hand=true",
        "--rules",
        "round",
    ];
    let folder = tempfile::tempdir().unwrap();
    let text = run_in(folder.path(), &[&["arena", "--deals", "40"][..], &hand].concat()).done();
    assert!(
        text.contains("bulls do not count by these rules") && !text.contains("NaN"),
        "{text}"
    );
}

#[test]
fn the_table_says_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&["arena"][..], &THREE, &["--rules", "bench", "--deals", "40"]].concat();
    let text = run_in(folder.path(), &args).done();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("arena of 3 agents (low_card = \"auto\", players = 4; 40 deals, seed 1)"));
    for part in [
        "\nown - others' mean, each agent (rows) among copies of each other (columns): bulls a game\n",
        "\neach agent among copies of another\n",
        "\neach agent in mixed line-ups\n",
        "\nratings, a summary: ",
        "± half an interval of 95% (Student's t, clustered by deal); fewer bulls are better",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(lines.last(), Some(&"kept in runs/arena-1"));
    // The same is in the folder.
    let kept = fs::read_to_string(folder.path().join("runs/arena-1/table.txt")).unwrap();
    assert_eq!(format!("{kept}kept in runs/arena-1\n"), text);
    let kept = fs::read_to_string(folder.path().join("runs/arena-1/table.json")).unwrap();
    let again = run_in(folder.path(), &["arena", "--json", "--resume", "runs/arena-1"]).done();
    assert_eq!(kept, again);
    // Another one gets a folder of its own; one that is there is not written over.
    run_in(folder.path(), &args).done();
    assert!(folder.path().join("runs/arena-2/arena.toml").exists());
    let said = run_in(folder.path(), &[&args[..], &["--out", "runs/arena-2"]].concat());
    assert!(
        said.code == Some(2) && said.err.contains("--resume runs/arena-2"),
        "{}",
        said.err
    );
}

#[test]
fn an_arena_plays_until_it_is_enough() {
    let args = [
        "--agent", "risk", "--agent", "random", "--rules", "bench", "--until", "0.8",
    ];
    let json = found(&args);
    assert_eq!(json["ended"], "goal");
    let deals = json["deals"].as_u64().unwrap();
    assert!((64..1000).contains(&deals), "{deals}");
    for row in ["pairs", "mixed"]
        .iter()
        .flat_map(|rows| json[rows].as_array().unwrap())
    {
        let half = (row["diff_ci"][1].as_f64().unwrap() - row["diff_ci"][0].as_f64().unwrap()) / 2.0;
        assert!(half <= 0.8, "{row}");
    }
    let json = found(&[&args[..], &["--deals", "70"]].concat());
    assert_eq!((&json["ended"], &json["deals"]), (&"deals".into(), &70.into()));
    let time = ["--agent", "mcs:10", "--agent", "random", "--minutes", "0.02"];
    assert_eq!(found(&time)["ended"], "minutes");
}

#[test]
fn a_test_has_its_verdict() {
    let args = [
        "--agent", "risk", "--agent", "random", "--rules", "bench", "--test", "0,0.3",
    ];
    let json = found(&args);
    let found = &json["test"];
    assert_eq!(
        keys(found),
        set("low high alpha beta agent against log_ratio bounds verdict")
    );
    assert_eq!(
        (&found["agent"], &found["verdict"]),
        (&"risk".into(), &"better".into())
    );
    let folder = tempfile::tempdir().unwrap();
    let text = run_in(
        folder.path(),
        &[
            "arena", "--agent", "random", "--agent", "risk", "--test", "-0.2,0.3", "--rules", "bench",
        ],
    );
    let text = text.done();
    assert!(
        text.contains("\ntest: random is not better than risk by 0.3; lead -"),
        "{text}"
    );
}

#[test]
fn a_page_is_written_with_learning_curves() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("runs/mine-1");
    fs::create_dir_all(&run).unwrap();
    let metrics = "{\"step\":5,\"time\":1.0,\"metrics\":{\"evaluation/risk/diff\":2.0,\"evaluation/risk/diff_se\":0.5}}\n";
    fs::write(run.join("metrics.jsonl"), metrics).unwrap();
    let args = [
        "arena",
        "--quiet",
        "--rules",
        "bench",
        "--deals",
        "30",
        "--report",
        "page",
        "--curves",
        "runs/mine-1",
    ];
    let text = run_in(folder.path(), &[&args[..], &THREE].concat()).done();
    assert_eq!(
        text.lines().last(),
        Some("kept in runs/arena-1; page: page/index.html")
    );
    let page = fs::read_to_string(folder.path().join("page/index.html")).unwrap();
    for part in [
        "<h1>Arena of 3 agents</h1>",
        ">Against risk</h3>",
        "risk#2",
        "</html>\n",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Made again from what is kept, it is the same.
    let resume = [
        "arena",
        "--quiet",
        "--resume",
        "runs/arena-1",
        "--report",
        "again",
        "--curves",
        "runs/mine-1",
    ];
    run_in(folder.path(), &resume).done();
    assert_eq!(
        fs::read_to_string(folder.path().join("again/index.html")).unwrap(),
        page
    );
    let wrong = run_in(
        folder.path(),
        &[&args[..8], &["--curves", "runs"], &THREE].concat(),
    );
    assert!(
        wrong.code == Some(1) && wrong.err.contains("runs/metrics.jsonl"),
        "{}",
        wrong.err
    );
    assert!(
        !folder.path().join("runs/arena-2").exists(),
        "it was refused before it was played"
    );
}

#[test]
fn an_extended_arena_is_the_same_as_a_long_one() {
    let folder = tempfile::tempdir().unwrap();
    let rules = ["--rules", "bench", "--deals"];
    arena(folder.path(), &[&THREE[..], &rules, &["30"]].concat());
    let longer = arena(folder.path(), &["--resume", "runs/arena-1", "--deals", "75"]);
    let whole = found(&[&THREE[..], &rules, &["75"]].concat());
    assert_eq!(timeless(longer), timeless(whole));
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Output};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::start;

    /// Waits until so many units are kept, and then sends the signal.
    fn signal_after(units: usize, folder: &Path, child: Child, signal: &str) -> Output {
        let start = Instant::now();
        let results = folder.join("runs/arena-1/results.jsonl");
        while fs::read_to_string(&results).map_or(0, |text| text.lines().count()) < units {
            assert!(start.elapsed() < Duration::from_mins(1), "nothing is kept");
            std::thread::sleep(Duration::from_millis(1));
        }
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        child.wait_with_output().unwrap()
    }

    const SLOW: [&str; 11] = [
        "arena", "--agent", "mcs:20", "--agent", "risk", "--agent", "mcs:20", "--rules", "bench", "--deals",
        "400",
    ];

    #[test]
    fn an_arena_killed_and_stopped_is_the_same_as_one_that_was_not() {
        let whole = tempfile::tempdir().unwrap();
        let args = [&SLOW[..], &["--quiet"]].concat();
        let table = run_in(whole.path(), &args).done();
        let folder = tempfile::tempdir().unwrap();
        let output = signal_after(5, folder.path(), start(folder.path(), &args), "-KILL");
        assert_eq!(output.status.code(), None);
        let resume = ["arena", "--quiet", "--resume", "runs/arena-1"];
        let output = signal_after(60, folder.path(), start(folder.path(), &resume), "-KILL");
        assert_eq!(output.status.code(), None);
        let output = signal_after(100, folder.path(), start(folder.path(), &resume), "-INT");
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(
            err.starts_with("error: stopped after ")
                && err.ends_with(
                    " of 400 deals; only they are counted; go on with: hornox arena --resume \
                                  runs/arena-1\n"
                ),
            "{err}"
        );
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains("kept in runs/arena-1"), "{out}");
        let Said { code, out, err } = run_in(folder.path(), &resume);
        assert_eq!(code, Some(0), "{err}");
        assert_eq!(out, table);
        let json = |folder: &Path| {
            let text = fs::read_to_string(folder.join("runs/arena-1/table.json")).unwrap();
            timeless(serde_json::from_str(&text).unwrap())
        };
        assert_eq!(json(folder.path()), json(whole.path()));
    }

    #[test]
    fn an_arena_is_played_in_by_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut args = SLOW.to_vec();
        args[10] = "1000000";
        let mut child = start(folder.path(), &args);
        while !folder.path().join("runs/arena-1/lock").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let said = run_in(folder.path(), &["arena", "--resume", "runs/arena-1"]);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(
            (said.code, said.err.as_str()),
            (
                Some(1),
                "error: runs/arena-1 is being played in by another process\n"
            )
        );
    }
}
