//! `hornox assemble`: one agent of several checkpoints, wherever an agent is asked for.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::checkpoint::save_for;
use super::{Said, run_in};

/// Writes `all`, with members for 2, 3 and 6 seats, and what it is made of.
fn assemble(folder: &Path) {
    for seats in [2, 3, 6] {
        save_for(&folder.join(format!("for-{seats}")), seats);
    }
    let said = run_in(folder, &["assemble", "all", "for-6", "for-2", "for-3"]).done();
    assert_eq!(said, "net:all plays nimmt at 2, 3, 6 seats\n");
}

fn refused(said: &Said, part: &str) {
    assert_eq!(
        (said.code, said.err.lines().count()),
        (Some(1), 1),
        "{}",
        said.err
    );
    assert!(said.err.contains(part), "{:?} lacks {part:?}", said.err);
}

/// `eval` at a table of so many seats.
fn eval(folder: &Path, agent: &str, against: &str, seats: &str) -> Said {
    let args = [
        "eval",
        agent,
        "--against",
        against,
        "--rules",
        "bench",
        "--players",
        seats,
    ];
    run_in(
        folder,
        &[&args[..], &["--deals", "4", "--json", "--quiet"]].concat(),
    )
}

#[test]
fn at_each_table_the_member_for_its_seats_plays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assemble(folder);
    let figures = |agent: &str, against: &str, seats: &str| {
        let mut json: Value = serde_json::from_str(&eval(folder, agent, against, seats).done()).unwrap();
        assert_eq!(json["agent"], agent);
        // The clock's.
        json["rows"][0].as_object_mut().unwrap().remove("ms_per_decision");
        json["rows"].take()
    };
    for seats in ["2", "3", "6"] {
        for way in ["net", "search"] {
            let all = figures(&format!("{way}:all"), "random", seats);
            assert_eq!(all, figures(&format!("{way}:for-{seats}"), "random", seats));
            assert_ne!(all[0]["score"], Value::Null);
        }
    }
    refused(
        &eval(folder, "net:all", "random", "4"),
        "it has no network for 4 seats; there is one each for 2, 3, 6",
    );
    refused(
        &eval(folder, "random", "search:all", "4"),
        "it has no network for 4 seats",
    );
}

#[test]
fn it_is_shown_met_and_exploited() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assemble(folder);
    let text = run_in(folder, &["inspect", "all"]).done();
    assert_eq!(text.lines().count(), 5, "{text}");
    let json: Value = serde_json::from_str(&run_in(folder, &["inspect", "all", "--json"]).done()).unwrap();
    assert_eq!(json["members"]["6"]["rules"]["players"], 6);

    let exploit = |how: &[&str]| {
        let base = ["exploit", "net:all", "--players", "3", "--deals", "2", "--quiet"];
        run_in(folder, &[&base, how].concat()).done()
    };
    exploit(&["--search", "--samples", "2", "--leaf", "value"]);
    exploit(&["--trained", "--iterations", "1", "--out", "exploiter"]);
    let parent = run_in(folder, &["inspect", "exploiter"]).done();
    let from = format!("parent = \"all{}3\"", std::path::MAIN_SEPARATOR);
    assert!(parent.contains(&from), "{parent}");

    // A training meets it, and hears at once where it can't.
    let train = |players: &str, section: &str| {
        let sets = [
            format!("rules.players={players}"),
            section.to_owned(),
            "opponents.0.share=0.5".to_owned(),
            "ppo.iterations=1".to_owned(),
            "ppo.tables=4".to_owned(),
            "evaluation.final_deals=0".to_owned(),
        ];
        let mut args = vec!["train", "--quiet"];
        args.extend(sets.iter().flat_map(|set| ["--set", set]));
        run_in(folder, &args)
    };
    train("3", "opponents.0.agent=net:all").done();
    refused(&train("5", "opponents.0.agent=net:all"), "no network for 5 seats");
    let against = ["train", "--set", "evaluation.against=[\"search:all\"]"];
    refused(&run_in(folder, &against), "no network for 4 seats");
    assert!(!folder.join("runs/run-2").exists());
}

#[test]
fn what_is_not_there_or_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assemble(folder);
    let assemble = |args: &[&str]| run_in(folder, &[&["assemble"], args].concat());
    refused(
        &assemble(&["all", "for-2"]),
        "there is something of this name already",
    );
    save_for(&folder.join("again"), 2);
    refused(
        &assemble(&["new", "for-2", "again"]),
        "it was trained for 2 seats, as for-2 was",
    );
    refused(&assemble(&["new", "for-2", "none"]), "no checkpoint folder");
    refused(&assemble(&["new", "all"]), "this is several checkpoints");
    assert!(!folder.join("new").exists());
    assert_eq!(assemble(&["new"]).code, Some(2));

    fs::remove_dir_all(folder.join("all/3")).unwrap();
    for args in [
        &["inspect", "all"][..],
        &["eval", "net:all", "--against", "random", "--players", "2"],
    ] {
        refused(&run_in(folder, args), "3: there is no checkpoint folder");
    }
}
