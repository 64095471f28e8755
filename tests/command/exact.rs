//! `hornox solve` and `hornox exploit --exact`

use serde_json::Value;

use super::run;

fn json(args: &[&str]) -> Value {
    let out = run(&[args, &["--json", "--quiet"]].concat()).done();
    serde_json::from_str(&out).unwrap()
}

fn refused(args: &[&str], parts: &[&str]) {
    let said = run(args);
    assert_eq!(said.code, Some(2), "{args:?}: {}{}", said.out, said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    for part in parts {
        assert!(said.err.contains(part), "{args:?}: {:?} lacks {part:?}", said.err);
    }
}

/// Seat 0's 7 fits only the full row, of five bulls; nobody takes anything else.
const SMALL: [&str; 5] = ["solve", "--rows", "1 2 3 4 6,50,60,70", "--hands", "7 90,80 91"];

#[test]
fn a_position_is_solved() {
    let solved = json(&SMALL);
    assert_eq!(solved["value"], 5.0);
    assert_eq!(
        (&solved["saddle"], &solved["unit"]),
        (&true.into(), &"bulls".into())
    );
    assert_eq!(solved["rows"][0], serde_json::json!([1, 2, 3, 4, 6]));
    assert_eq!(solved["hands"], serde_json::json!([[7, 90], [80, 91]]));
    assert_eq!(solved["rules"]["players"], 2);
    for mix in solved["mixes"].as_array().unwrap() {
        let chances = mix
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["chance"].as_f64().unwrap());
        assert!((chances.sum::<f64>() - 1.0).abs() < 1e-9, "{mix}");
    }
    let text = run(&SMALL).done();
    assert!(
        text.starts_with("value +5.0000: ") && text.lines().count() == 6,
        "{text}"
    );
}

#[test]
fn exchanged_hands_exchange_the_sign() {
    let value = |hands| {
        let solved = json(&["solve", "--rows", "3 7,12,40,55", "--hands", hands]);
        solved["value"].as_f64().unwrap()
    };
    let [here, there] = ["1 2 13,4 5 6", "4 5 6,1 2 13"].map(value);
    assert!(
        (here + there).abs() < 1e-9 && (here - 2.625).abs() < 1e-9,
        "{here} {there}"
    );
}

#[test]
fn random_deals_depend_on_the_seed_alone() {
    let deals = |seed, threads| {
        let mut solved = json(&[
            "solve",
            "--random",
            "30",
            "--hand-size",
            "4",
            "--seed",
            seed,
            "--threads",
            threads,
        ]);
        solved["ms"].take();
        solved
    };
    let solved = deals("1", "1");
    assert_eq!(solved, deals("1", "2"));
    assert_ne!(solved["value"], deals("2", "1")["value"]);
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value}"));
    let (mean, se) = (number(&solved["value"]["mean"]), number(&solved["value"]["se"]));
    assert!(mean.abs() < 4.0 * se, "{mean} ± {se}: seats are alike");
    assert!((0.5..1.0).contains(&number(&solved["pure"])), "{solved}");
    assert_eq!(
        (&solved["deals"], &solved["rules"]["deck"]),
        (&30.into(), &"tactic".into())
    );
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_value() {
    let given = |rows, hands, parts: &[&str]| refused(&["solve", "--rows", rows, "--hands", hands], parts);
    let rows = "1,2,3,4";
    given(
        "1,2,3",
        "5,6",
        &["--rows `1,2,3`: 3 rows are given, but there are 4"],
    );
    given(rows, "5", &["--hands `5`: 1 hands are given, but there are 2"]);
    given(rows, "5 105,6 7", &["--hands: `105` is not a card, 1 to 104"]);
    given(rows, "5 x,6 7", &["--hands: `x` is not a card"]);
    given("3 1,2,5,4", "6,7", &["--rows `3 1`: cards must ascend"]);
    given("1 1,2,5,4", "6,7", &["--rows `1 1`: card 1 is there twice"]);
    given("1 2,2,3,4", "6,7", &["--rows: card 2 is there twice"]);
    given(rows, "4,7", &["--rows and --hands: card 4 is there twice"]);
    given(rows, "7,7", &["--hands: card 7 is there twice"]);
    given(rows, "7 8,9", &["--hands: hands of 2 and 1 cards"]);
    given("1,2,3,", "7,9", &["--rows `1,2,3,`: one of the rows is empty"]);
    given(
        "1 2 3 4 5 6,7,8,9",
        "10,11",
        &["--rows `1 2 3 4 5 6`", "at most 5"],
    );
    refused(&["solve"], &["--rows", "--random"]);
    refused(&["solve", "--rows", rows], &["--hands"]);
    refused(&["solve", "--random", "0"], &["--random", "0"]);
    refused(
        &["solve", "--random", "1", "--hand-size", "11"],
        &["--hand-size", "from 1 to 10"],
    );
    refused(
        &["solve", "--random", "1", "--set", "sides=both"],
        &["`sides` = \"both\""],
    );
    refused(
        &["solve", "--random", "1", "--set", "players=3"],
        &["`players` = 3", "2 seats"],
    );
    refused(
        &["solve", "--random", "1", "--set", "deck=full"],
        &["`deck` = \"full\"", "`tactic`"],
    );
    refused(
        &["solve", "--random", "1", "--set", "deal=draft"],
        &["`deal` = \"draft\""],
    );
    refused(&["solve", "--random", "1", "--rules", "sixes"], &["--set"]);
}

#[test]
fn exploitability_is_exact() {
    let measure = |agent, threads| {
        json(&[
            "exploit",
            agent,
            "--exact",
            "--hand-size",
            "4",
            "--deals",
            "20",
            "--threads",
            threads,
        ])
    };
    let number = |measured: &Value| measured["exploitability"]["mean"].as_f64().unwrap();
    let exact = measure("exact", "1");
    assert!(number(&exact).abs() < 1e-6, "{exact}");
    assert_eq!(
        (&exact["mode"], &exact["unit"], &exact["deals"]),
        (&"exact".into(), &"bulls".into(), &20.into())
    );
    let [lowest, mixed] = ["lowest", "random"].map(|agent| measure(agent, "1"));
    assert_eq!(lowest, measure("lowest", "2"));
    // Who is known to play one card is exploited more than who draws among all.
    assert!(
        number(&lowest) > number(&mixed) + 0.5 && number(&mixed) > 1.0,
        "{lowest} {mixed}"
    );
    let text = run(&[
        "exploit",
        "lowest",
        "--exact",
        "--hand-size",
        "3",
        "--deals",
        "5",
        "--quiet",
    ])
    .done();
    assert!(text.starts_with(
        "lowest (deck = \"tactic\", hand_size = 3, players = 2; 5 deals, seed 1)\nexploitability "
    ));
}

#[test]
fn what_cannot_be_exploited_is_refused() {
    refused(&["exploit", "random"], &["--trained", "--search", "--exact"]);
    refused(&["exploit", "rnadom", "--exact"], &["unknown agent `rnadom`"]);
    refused(&["exploit", "longest", "--exact"], &["does not play nimmt"]);
    refused(
        &["exploit", "random", "--exact", "--hand-size", "0"],
        &["--hand-size", "from 1 to 10"],
    );
    refused(
        &["exploit", "random", "--exact", "--set", "selection=open"],
        &["`selection` = \"open\""],
    );
}

#[test]
fn the_exact_agent_plays_where_hands_are_known() {
    let base = [
        "eval",
        "exact?horizon=4&above=risk",
        "--against",
        "random",
        "--deals",
        "30",
        "--json",
        "--quiet",
    ];
    let tactic = [
        "--players",
        "2",
        "--set",
        "deck=tactic",
        "--set",
        "hand_size=5",
        "--rules",
        "round",
    ];
    let out = run(&[&base[..], &tactic].concat()).done();
    let table: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(table["agent"], "exact?horizon=4&above=risk");
    assert!(table["rows"][0]["diff"].as_f64().unwrap() < 0.0, "{table}");
    let said = run(&base);
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.contains("`players` = 4, but exact play is for 2 seats"),
        "{}",
        said.err
    );
}
