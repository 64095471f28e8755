//! `hornox analyze`

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::run_in;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["lowest", "mcs:50", "risk"];
    let mut args = vec![
        "record",
        "--games",
        "2",
        "--players",
        "3",
        "--rules",
        "round",
        "--out",
        "nimmt.jsonl",
    ];
    args.extend(agents.iter().flat_map(|agent| ["--agent", agent]));
    run_in(folder.path(), &args).done();
    let args = [
        "record",
        "--agent",
        "far",
        "--rules",
        "sixes-round",
        "--out",
        "sixes.jsonl",
    ];
    run_in(folder.path(), &args).done();
    folder
}

fn analyze(folder: &Path, args: &[&str]) -> Value {
    let out = run_in(folder, &[&["analyze", "--json"][..], args].concat()).done();
    serde_json::from_str(&out).unwrap()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field]
        .as_array()
        .unwrap_or_else(|| panic!("{field}: {value}"))
}

#[test]
fn an_agent_agrees_with_itself() {
    let folder = folder();
    let json = analyze(folder.path(), &["nimmt.jsonl", "--agent", "mcs:50"]);
    let games = list(&json, "games");
    assert_eq!(games.len(), 2);
    for game in games {
        let [lowest, own, risk] = list(game, "seats") else {
            panic!("{game}");
        };
        assert_eq!(
            (&own["agent"], &own["agreed"]),
            (&"mcs:50".into(), &own["decisions"])
        );
        assert_eq!(
            (&own["mean_loss"], &own["mean_shortfall"]),
            (&0.0.into(), &0.0.into())
        );
        for seat in [lowest, risk] {
            assert!(seat["agreed"].as_u64() < seat["decisions"].as_u64(), "{seat}");
            assert!(seat["mean_loss"].as_f64().unwrap() > 0.0, "{seat}");
        }
    }
    assert!(json["players"]["lowest"]["mean_loss"].as_f64().unwrap() > 0.0);
}

/// Every measure, from the numbers of each action.
#[test]
fn measures_are_what_they_say() {
    let folder = folder();
    for (file, agent) in [
        ("nimmt.jsonl", "mcs:100"),
        ("nimmt.jsonl", "risk"),
        ("nimmt.jsonl", "random"),
        ("sixes.jsonl", "mcs:50"),
    ] {
        let json = analyze(folder.path(), &[file, "--agent", agent]);
        let games = list(&json, "games");
        let mut valued = 0;
        for judged in games.iter().flat_map(|game| list(game, "decisions")) {
            let actions = list(judged, "actions");
            assert!(actions.len() > 1, "{judged}");
            let of = |id: &Value, field: &str| {
                let action = actions.iter().find(|action| action["id"] == *id).unwrap();
                action[field].as_f64()
            };
            let best = |field: &str| {
                actions
                    .iter()
                    .filter_map(|action| action[field].as_f64())
                    .reduce(f64::max)
            };
            let (played, choice) = (&judged["played"]["id"], &judged["choice"]["id"]);
            let loss = of(played, "value").map(|value| best("value").unwrap() - value);
            let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() < 1e-9,
                (one, other) => one == other,
            };
            assert!(near(judged["loss"].as_f64(), loss), "{judged}");
            valued += usize::from(loss.is_some());
            let shortfall = best("probability").unwrap() - of(played, "probability").unwrap();
            assert!(near(judged["shortfall"].as_f64(), Some(shortfall)), "{judged}");
            assert_eq!(of(choice, "probability"), best("probability"), "{judged}");
            let agrees = played == choice || shortfall == 0.0 || loss == Some(0.0);
            assert_eq!(judged["agrees"], agrees, "{judged}");
            assert_eq!(judged["view"]["seat"], judged["seat"]);
        }
        assert_eq!(valued > 0, agent != "random");
    }
}

#[test]
fn one_game_can_be_picked() {
    let folder = folder();
    let json = analyze(
        folder.path(),
        &["nimmt.jsonl", "--agent", "random", "--game", "2"],
    );
    assert_eq!(
        (list(&json, "games").len(), &json["games"][0]["game"]),
        (1, &2.into())
    );
    let said = run_in(
        folder.path(),
        &["analyze", "nimmt.jsonl", "--agent", "random", "--game", "3"],
    );
    assert_eq!(said.code, Some(1));
    assert!(
        said.err
            .contains("nimmt.jsonl: there is no such game: the file has 2"),
        "{}",
        said.err
    );
}

#[test]
fn the_text_has_lines_for_each_decision_and_seat() {
    let folder = folder();
    let text = run_in(
        folder.path(),
        &["analyze", "nimmt.jsonl", "--agent", "mcs:100", "--game", "1"],
    )
    .done();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "game 1 (nimmt), as mcs:100 sees it");
    assert!(
        lines[1].starts_with("round 1, turn 1, seat 0: rows ") && lines[1].contains(" | hand "),
        "{text}"
    );
    assert!(
        lines[2].starts_with("  played ") && lines[2].contains("loss "),
        "{text}"
    );
    assert!(lines[3].contains("(100%)"), "{text}");
    let table = lines.iter().position(|line| line.starts_with("seat ")).unwrap();
    assert!(
        lines[table].ends_with("supported  loss, bulls  shortfall") && lines.len() == table + 4,
        "{text}"
    );
    assert!(lines[table + 2].starts_with("1 mcs:50 "), "{text}");
    let text = run_in(folder.path(), &["analyze", "nimmt.jsonl", "--agent", "random"]).done();
    let lines: Vec<_> = text.lines().collect();
    let table = lines
        .iter()
        .position(|line| line.starts_with("all games "))
        .unwrap();
    assert!(
        lines[table + 1].starts_with("lowest ") && lines.len() == table + 4,
        "{text}"
    );
}

/// Turns can be picked; exact play loses nothing against itself, and others do.
#[test]
fn turns_can_be_picked_and_sums_have_errors() {
    let folder = tempfile::tempdir().unwrap();
    let rules = ["--rules", "round", "--set", "deck=tactic", "--players", "2"];
    let agents = ["--agent", "exact?horizon=4", "--agent", "highest"];
    let record = ["record", "--games", "30", "--out", "games.jsonl"];
    run_in(folder.path(), &[&record[..], &agents, &rules].concat()).done();
    let asked = [
        "games.jsonl",
        "--agent",
        "exact?horizon=4",
        "--turn",
        "7",
        "--turn",
        "8",
    ];
    let json = analyze(folder.path(), &asked);
    for game in list(&json, "games") {
        for judged in list(game, "decisions") {
            let cards = list(&judged["view"], "hand").len();
            // A row is taken when the turn's card has left the hand.
            assert!((2..=4).contains(&cards), "{judged}");
        }
    }
    let (exact, highest) = (&json["players"]["exact?horizon=4"], &json["players"]["highest"]);
    let number = |sum: &Value, field: &str| sum[field].as_f64().unwrap();
    assert!(
        number(exact, "mean_loss") < 1e-6 && number(exact, "supported") > 0.999_999,
        "{exact}"
    );
    assert!(
        number(highest, "mean_loss") > 3.0 * number(highest, "loss_se") && number(highest, "loss_se") > 0.0,
        "{highest}"
    );
    assert!(number(highest, "supported") < 1.0, "{highest}");
    let text = run_in(folder.path(), &[&["analyze", "--brief"], &asked[..]].concat()).done();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() == 3 && lines[0].starts_with("all games "), "{text}");
    assert!(
        lines[1].contains("1.000 ± 0.000") && lines[2].contains(" ± "),
        "{text}"
    );
}

/// A program is asked as the seat, and sees what the seat saw.
#[cfg(unix)]
#[test]
fn a_program_can_be_asked() {
    let folder = folder();
    let bot = super::protocol_bot();
    fs::write(folder.path().join("bot.py"), &bot).unwrap();
    let json = analyze(folder.path(), &["nimmt.jsonl", "--agent", "cmd:python3 bot.py"]);
    let lowest = &json["players"]["lowest"];
    assert_eq!(lowest["agreed"], lowest["decisions"]);
    assert_eq!(
        (&lowest["mean_loss"], &lowest["mean_shortfall"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    for (args, code, part) in [
        (
            &["none.jsonl", "--agent", "random"][..],
            1,
            "none.jsonl: No such file",
        ),
        (
            &["sixes.jsonl", "--agent", "risk"],
            2,
            "agent `risk` does not play sixes",
        ),
        (&["sixes.jsonl", "--agent", "rsk"], 2, "unknown agent `rsk`"),
        (&["bad.jsonl", "--agent", "random"], 1, "bad.jsonl: line 1: "),
        (
            &["empty.jsonl", "--agent", "random"],
            1,
            "empty.jsonl: there is no game in it",
        ),
    ] {
        let record = fs::read_to_string(folder.path().join("sixes.jsonl")).unwrap();
        fs::write(
            folder.path().join("bad.jsonl"),
            record.replace("\"pot\":", "\"pot\":1"),
        )
        .unwrap();
        fs::write(folder.path().join("empty.jsonl"), "").unwrap();
        let said = run_in(folder.path(), &[&["analyze"], args].concat());
        assert_eq!(said.code, Some(code), "{}", said.err);
        assert!(said.err.contains(part), "{}", said.err);
    }
}
