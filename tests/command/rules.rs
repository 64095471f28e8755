//! `hornox rules`

use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use super::{run, run_in};

#[test]
fn presets_are_listed() {
    let out = run(&["rules"]).done();
    let names: Vec<_> = out
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(
        names,
        [
            "amigo",
            "6-fuori",
            "sei-prendi",
            "bsw",
            "round",
            "bench",
            "sixes",
            "sixes-round"
        ]
    );
    let json: Value = serde_json::from_str(&run(&["rules", "--json"]).done()).unwrap();
    assert_eq!(json["presets"][0]["rules"]["end_score"], 66);
}

#[test]
fn resolved_rules_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["rules", "amigo"][..],
        &["rules", "bench", "--players", "10"],
        &["rules", "--set", "end_score=none", "--set", "low_card=cheapest"],
    ] {
        let first = run_in(folder.path(), args).done();
        std::fs::write(folder.path().join("my.toml"), &first).unwrap();
        let again = run_in(folder.path(), &["rules", "my.toml"]).done();
        assert_eq!(first, again);
        let args = [
            "eval",
            "lowest",
            "--against",
            "random",
            "--deals",
            "2",
            "--rules",
            "my.toml",
            "--json",
        ];
        let json: Value = serde_json::from_str(&run_in(folder.path(), &args).done()).unwrap();
        let rules: toml::Table = first.parse().unwrap();
        for (field, value) in &rules {
            let wanted = serde_json::to_value(value).unwrap();
            let wanted = if wanted == "none" { Value::Null } else { wanted };
            assert_eq!(json["rules"][field], wanted, "{field}");
        }
    }
}

#[test]
fn what_gives_way_is_said() {
    let said = run(&["rules", "amigo", "--set", "end_score=none"]);
    assert_eq!(said.code, Some(0));
    assert_eq!(
        said.err,
        "note: amigo: its own `end_when` gives way: with `end_score` = \"none\" there is no score to reach or pass\n"
    );
    assert!(said.out.contains("end_when = \"none\""));
}

/// Whoever reads may go away, as `head` does.
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hornox"))
        .args(["rules", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!((child.wait().unwrap().code(), text.as_str()), (Some(0), ""));
}
