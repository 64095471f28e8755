//! Records that are wrong.

use hornox_env::nimmt::Nimmt;
use hornox_env::record::{AnyRecord, Fault, Item, RecordError, Records};
use hornox_env::sixes::Sixes;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{line, random_record, rules};

fn check(line: &[u8]) -> Result<(), RecordError> {
    AnyRecord::from_json(line)?.replay()
}

fn nimmt(fields: Value, seed: u64) -> String {
    line(random_record::<Nimmt>(&rules::<Nimmt>(fields).unwrap(), seed))
}

fn sixes(fields: Value, seed: u64) -> String {
    line(random_record::<Sixes>(&rules::<Sixes>(fields).unwrap(), seed))
}

/// Games in which no digit behind the rules is free. (Cards that are dealt and never seen are free, as where
/// seats choose from a share or a hand ends the game; and the first dealer of Sixes, where all get as many cards.)
fn tight_games() -> Vec<String> {
    vec![
        nimmt(json!({"players": 3, "max_rounds": 2}), 1),
        nimmt(json!({"players": 2, "carry_rows": true, "max_rounds": 2}), 2),
        nimmt(json!({"players": 4, "deal": "draft", "sides": "both"}), 3),
        nimmt(
            json!({"players": 4, "deal": "draft", "deck": "tactic", "selection": "open"}),
            4,
        ),
        nimmt(
            json!({"players": 3, "cards_per_turn": 2, "low_card": "cheapest"}),
            5,
        ),
        nimmt(json!({"players": 3, "zero_cards": true, "low_card": "auto"}), 6),
        sixes(
            json!({"players": 3, "uneven_deal": true, "until_broke": false, "max_rounds": 2}),
            7,
        ),
    ]
}

#[test]
fn a_changed_digit_is_refused() {
    for line in tight_games() {
        check(line.as_bytes()).unwrap();
        let from = line.find("\"rounds\"").unwrap();
        // Shares are compared with a tolerance.
        let to = line.find("\"win_share\"").unwrap();
        let digits = (from..to).filter(|&place| line.as_bytes()[place].is_ascii_digit());
        // Some of them: all would take long without optimisation. 7 shares no factor with what repeats.
        for place in digits.step_by(7) {
            let mut bytes = line.clone().into_bytes();
            bytes[place] = b'0' + (bytes[place] - b'0' + 1 + place as u8 % 9) % 10;
            let wrong = String::from_utf8(bytes.clone()).unwrap();
            assert!(check(&bytes).is_err(), "{place}: {wrong}");
        }
    }
}

#[test]
fn every_field_is_needed_and_no_other_known() {
    fn walk(whole: &Value, part: &Value, pointer: &str, count: &mut usize) {
        match part {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let mut without = whole.clone();
                    without
                        .pointer_mut(pointer)
                        .unwrap()
                        .as_object_mut()
                        .unwrap()
                        .remove(name);
                    let refused = check(without.to_string().as_bytes()).is_err();
                    assert_eq!(refused, name != "truncated", "{pointer}/{name}");
                    *count += 1;
                    walk(whole, value, &format!("{pointer}/{name}"), count);
                }
                let mut with = whole.clone();
                with.pointer_mut(pointer).unwrap()["note"] = 1.into();
                assert!(check(with.to_string().as_bytes()).is_err(), "{pointer}/note");
            }
            Value::Array(values) => {
                // The first of each list stands for the others.
                for (index, value) in values.iter().enumerate().take(1) {
                    walk(whole, value, &format!("{pointer}/{index}"), count);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    for line in tight_games() {
        let whole: Value = serde_json::from_str(&line).unwrap();
        let mut count = 0;
        walk(&whole, &whole, "", &mut count);
        assert!(count >= 20, "{count}");
    }
}

/// Each change of a text, and what the reader says.
#[test]
fn the_format_is_read_strictly() {
    let game = nimmt(json!({"players": 2, "hand_size": 2}), 1);
    check(game.as_bytes()).unwrap();
    for (old, new, expected) in [
        ("\"schema\":1", "\"schema\":2", "schema: 2 is unknown; known is 1"),
        ("\"schema\":1", "\"schema\":1.0", "schema: 1.0 is unknown"),
        (
            "\"nimmt\"",
            "\"bridge\"",
            "rules.game: \"bridge\" is unknown; there are: nimmt, sixes",
        ),
        ("\"nimmt\"", "\"sixes\"", "rules: "),
        ("\"players\":2", "\"players\":2.0", "rules: `players`: "),
        (
            "\"players\":2",
            "\"players\":2,\"players\":2",
            "rules: duplicate field `players`",
        ),
        (
            "\"players\":2",
            "\"players\":2,\"chips\":2",
            "unknown field `chips`",
        ),
        (
            "\"end_score\":null",
            "\"end_score\":\"none\"",
            "rules: `end_score` is \"none\", which must be written as null",
        ),
        (
            "\"end_score\":null",
            "\"end_score\":66",
            "rules: `end_when` is null, which must be written as \"at_least\"",
        ),
        ("\"seed\":1", "\"seed\":18446744073709551616", "seed: "),
        ("\"seed\":1", "\"seed\":-1", "seed: "),
        (
            "\"agents\":[",
            "\"agents\":[\"third\",",
            "agents: 3 names in the record, 2 seats by the rules",
        ),
        ("\"truncated\":false", "\"truncated\":null", "truncated: "),
        (
            "\"truncated\":false",
            "\"truncated\":true",
            "truncated: true in the record, false by the rules",
        ),
        (
            "\"truncated\":false",
            "\"truncated\":false,\"schema\":1",
            "duplicate field `schema`",
        ),
        ("\"moves\":[", "\"first\":null,\"moves\":[", "rounds[0].first: "),
        (
            "\"moves\":[",
            "\"first\":0,\"moves\":[",
            "rounds[0].first: is there in the record, must not be there",
        ),
        (
            "\"moves\":[",
            "\"moves\":[{},",
            "rounds[0].moves[0]: missing field `seat`",
        ),
        ("}\n", "} {}", "trailing characters"),
    ] {
        let wrong = game.replacen(old, new, 1);
        assert_ne!(wrong, game, "{old}");
        let error = check(wrong.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{old} as {new}: {error}");
    }
    // Whether it was cut off may be left out where it was not.
    let without = game.replace(",\"truncated\":false", "");
    assert_ne!(without, game);
    check(without.as_bytes()).unwrap();
    let other_seed = game.replace("\"seed\":1", "\"seed\":18446744073709551615");
    check(other_seed.as_bytes()).unwrap();
    check(game.replace("\"seed\":1", "\"seed\":null").as_bytes()).unwrap();
}

#[test]
fn shares_of_the_win_are_near_enough() {
    let mut record = random_record::<Nimmt>(&rules::<Nimmt>(json!({})).unwrap(), 1);
    let winner = record
        .win_share
        .iter()
        .find(|(_, share)| **share > 0.0)
        .unwrap()
        .0;
    record.win_share[winner] -= 9e-7;
    record.replay().unwrap();
    record.win_share[winner] -= 2e-7;
    let error = record.replay().unwrap_err();
    assert!(
        matches!(&error.fault, Fault::Differs { field, .. } if field == "win_share"),
        "{error}"
    );
}

#[test]
fn errors_say_where() {
    let rules = rules::<Nimmt>(json!({"players": 3, "max_rounds": 2})).unwrap();
    let record = random_record::<Nimmt>(&rules, 1);
    let mut wrong = record.clone();
    wrong.rounds[1].moves[4].points += 1;
    let text = line(record.clone()) + &line(wrong);
    let errors: Vec<_> = Records::new(text.as_bytes())
        .zip(1..)
        .filter_map(|(record, line)| record.unwrap().replay().err().map(|error| error.on_line(line)))
        .collect();
    let [error] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert_eq!(
        (error.line, error.round, error.item),
        (Some(2), Some(1), Some(Item::Move(4)))
    );
    let right = record.rounds[1].moves[4].points;
    assert_eq!(
        error.to_string(),
        format!(
            "line 2: rounds[1].moves[4].points: {} in the record, {right} by the rules",
            right + 1
        )
    );

    let mut wrong = record.clone();
    let seat = wrong.rounds[0].actions[5].0;
    wrong.rounds[0].actions[5].1 = 0;
    let error = wrong.replay().unwrap_err();
    assert_eq!((error.round, error.item), (Some(0), Some(Item::Action(5))));
    assert!(
        error
            .to_string()
            .contains(&format!("seat {seat} may not play zero; legal: ")),
        "{error}"
    );

    let mut wrong = record.clone();
    wrong.rounds.pop();
    assert_eq!(
        wrong.replay().unwrap_err().to_string(),
        "rounds: 1 in the record, the game goes on by the rules"
    );
    let mut wrong = record;
    let again = wrong.rounds[1].clone();
    wrong.rounds.push(again);
    assert_eq!(
        wrong.replay().unwrap_err().to_string(),
        "rounds[2]: one more round in the record, the game is over by the rules"
    );
}

proptest! {
    /// Whatever is read, nothing panics.
    #[test]
    fn damaged_lines_are_read_without_a_panic(
        game in 0..tight_games().len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..8),
    ) {
        let mut bytes = tight_games().swap_remove(game).into_bytes();
        for (place, byte, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, byte),
                2 => drop(bytes.remove(place)),
                _ => bytes.truncate(place),
            }
        }
        for record in Records::with_limit(&bytes[..], 1 << 20).flatten() {
            let (_, replayed) = record.playthrough();
            prop_assert_eq!(replayed.is_ok(), record.replay().is_ok());
        }
    }

    #[test]
    fn random_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Records::new(&bytes[..]).all(|record| record.is_err()));
    }
}
