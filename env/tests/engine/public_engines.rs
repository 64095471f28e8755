//! Games that other engines played, played again.

use crate::replay::replay;

fn all_replay(records: &str, count: usize) {
    assert_eq!(records.lines().count(), count);
    for (index, line) in records.lines().enumerate() {
        if let Err(difference) = replay(line) {
            panic!("line {}: {difference}", index + 1);
        }
    }
}

#[test]
fn three_public_engines_agree() {
    all_replay(include_str!("../data/public-engines.jsonl"), 180);
}

#[test]
fn a_plain_reading_of_the_rules_agrees() {
    all_replay(include_str!("../data/base-records.jsonl"), 12);
}

#[test]
fn bad_records_are_refused_where_they_are_bad() {
    let records = include_str!("../data/base-refused.jsonl");
    let reasons: Vec<_> = records
        .lines()
        .map(|line| replay(line).err().unwrap_or_else(|| "accepted".to_owned()))
        .collect();
    let expected = [
        "truncated: recorded true, by the rules false",
        "1000000000",
        "unknown field `note`",
        "round 0: moves[2]: ",
        "truncated: recorded true, by the rules false",
        "round 0: moves[51]: ",
        "round 1: rows: ",
        "round 0: actions from 17: seats: ",
        "round 0: actions from 12: seats: ",
        "round 0: rows_after: ",
    ];
    assert_eq!(reasons.len(), expected.len());
    for (index, (reason, expected)) in reasons.iter().zip(expected).enumerate() {
        assert!(reason.contains(expected), "line {}: {reason}", index + 1);
    }
}
