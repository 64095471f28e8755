//! States and observations from outside: a damaged one is refused, or it is one that can be played to its end.

use hornox_env::nimmt::{Nimmt, Rules};
use hornox_env::observe::Observe;
use hornox_env::{Game, Resample, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::{choices, deal, random_rules, random_step, rules};

/// Changes one thing somewhere in a JSON value.
pub fn damage(value: &mut Value, rng: &mut ChaCha8Rng) {
    let pick = |rng: &mut ChaCha8Rng, count: usize| rng.random_range(0..count as u32) as usize;
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = pick(rng, fields.len());
            let name = fields.keys().nth(place).unwrap().clone();
            match pick(rng, 12) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert(name + "x", Value::from(1))),
                _ => damage(&mut fields[&name], rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let place = pick(rng, items.len());
            let (first, other) = (items[place].clone(), pick(rng, items.len()));
            match pick(rng, 8) {
                0 => drop(items.remove(place)),
                1 => items.push(first),
                2 => items.swap(place, other),
                _ => damage(&mut items[place], rng),
            }
        }
        Value::Number(_)
        | Value::Null
        | Value::Bool(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            let near = value.as_i64().unwrap_or_default();
            let others = [
                json!(near + 1),
                json!(near - 1),
                json!(rng.random_range(0..120_u32)),
                json!(u8::MAX),
                json!(u16::MAX),
                json!(i32::MAX),
                json!(u32::MAX),
                json!(u64::MAX),
                json!(10_000),
                json!(true),
                json!(null),
                json!("deal"),
                json!("choose"),
                json!("draft"),
                json!("keep"),
                json!("choose_second"),
                json!({"take_row": 0}),
                json!({"play": 1}),
                json!({"over": {"truncated": true}}),
                json!([]),
            ];
            *value = others[pick(rng, others.len())].clone();
        }
    }
}

/// Each of the list in turn, and every other time any legal rules.
fn listed_or_random(rule_sets: &[Value], seed: u64, rng: &mut ChaCha8Rng) -> Rules {
    let turn = seed as usize / 2;
    if seed.is_multiple_of(2) {
        rules(rule_sets[turn % rule_sets.len()].clone())
    } else {
        random_rules(rng)
    }
}

#[test]
fn a_damaged_snapshot_is_refused_or_playable() {
    let mut rng = ChaCha8Rng::seed_from_u64(77);
    let rule_sets = [
        json!({"hand_size": 3, "end_score": 20, "max_rounds": 3}),
        json!({"players": 2, "hand_size": 4, "low_card": "cheapest", "max_rounds": 2}),
        json!({"players": 3, "hand_size": 2, "end_score": 10_000}),
        json!({"players": 10, "low_card": "auto"}),
        json!({"players": 3, "hand_size": 2, "deal": "draft", "max_rounds": 2}),
        json!({"players": 3, "hand_size": 2, "deal": "choose", "max_rounds": 2}),
        json!({"hand_size": 3, "sides": "both", "deck": "tactic"}),
        json!({"players": 3, "hand_size": 3, "carry_rows": true, "max_rounds": 3, "fives": 1}),
        json!({"players": 3, "hand_size": 3, "zero_cards": true, "max_rounds": 2}),
        json!({"players": 3, "hand_size": 5, "cards_per_turn": 2, "deal": "draft"}),
        json!({"players": 3, "hand_size": 3, "take_to_hand": true, "max_turns": 8}),
        json!({"players": 3, "hand_size": 3, "selection": "open", "zero_cards": true}),
        json!({"players": 2, "hand_size": 2, "selection": "open", "take_to_hand": true, "sides": "both"}),
    ];
    let (mut refused, mut played) = (0, 0);
    for seed in 0..130_u64 {
        let rules = listed_or_random(&rule_sets, seed, &mut rng);
        let mut game = Nimmt::new(&rules);
        for _ in 0..20 {
            for _ in 0..6 {
                let mut value = serde_json::to_value(&game).unwrap();
                for _ in 0..rng.random_range(1..3_u32) {
                    damage(&mut value, &mut rng);
                }
                match serde_json::from_value::<Nimmt>(value) {
                    Err(_) => refused += 1,
                    Ok(other) => {
                        played += 1;
                        play_on(other, seed, &mut rng);
                    }
                }
            }
            if !random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
                break;
            }
        }
    }
    assert!(refused > 500 && played > 50, "{refused} refused, {played} played");
}

/// Some rounds at most; every state on the way must hold.
fn play_on(mut game: Nimmt, seed: u64, rng: &mut ChaCha8Rng) {
    let begun = serde_json::to_string(&game).unwrap();
    if let Err(reason) = game.check_invariant() {
        panic!("{reason}: {begun}");
    }
    for _ in 0..60 {
        if !random_step(&mut game, seed, rng, &mut Vec::new()) {
            return;
        }
        if let Err(reason) = game.check_invariant() {
            panic!("{reason}, from {begun}");
        }
    }
}

/// Cards are placed lowest first, so that a row is only ever chosen before any card of the turn lies.
#[test]
fn a_row_choice_in_the_middle_of_a_turn_is_refused() {
    let mut game = Nimmt::new(&rules(json!({"players": 3, "hand_size": 1})));
    game.deal(&deal([12, 25, 40, 75], &[&[7], &[100], &[101]]))
        .unwrap();
    game.play(&choices(&[7, 100, 101]), &mut ()).unwrap();
    let mut value = serde_json::to_value(&game).unwrap();
    assert_eq!(serde_json::from_value::<Nimmt>(value.clone()).unwrap(), game);
    value["table"]["waiting"][1] = json!([null, null]);
    value["table"]["rows"][3] = json!([75, 100]);
    let error = serde_json::from_value::<Nimmt>(value).unwrap_err().to_string();
    assert!(error.contains("before the row choice"), "{error}");
}

/// Only what saturates is lost in an observation.
#[test]
fn a_round_number_saturates_in_an_observation() {
    let mut game = Nimmt::new(&rules(json!({"players": 2, "hand_size": 2, "end_score": 10_000})));
    random_step(&mut game, 0, &mut ChaCha8Rng::seed_from_u64(3), &mut Vec::new());
    let at_round = |round: u32| {
        let mut value = serde_json::to_value(&game).unwrap();
        value["table"]["round"] = round.into();
        serde_json::from_value::<Nimmt>(value).unwrap()
    };
    let mut raw = vec![0; Nimmt::raw_layout().len()];
    at_round(1_000_000).write_raw(Seat::default(), &mut raw);
    let highest = at_round(u16::MAX.into()).view(Seat::default());
    assert_eq!(Nimmt::read_raw(game.rules(), &raw), Ok(highest));
}

/// A match without an end to its rounds can be handed in at the last round that has a number.
#[test]
fn the_last_round_that_has_a_number_can_be_played() {
    let mut game = Nimmt::new(&rules(json!({"players": 2, "hand_size": 1, "end_score": 10_000})));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    random_step(&mut game, 0, &mut rng, &mut Vec::new());
    let mut value = serde_json::to_value(&game).unwrap();
    value["table"]["round"] = u32::MAX.into();
    if let Ok(other) = serde_json::from_value::<Nimmt>(value) {
        play_on(other, 0, &mut rng);
    }
}

/// Whatever observation is accepted shows a view that a game can give: hidden hands can be drawn for it, and play
/// goes on from there.
#[test]
fn a_damaged_observation_is_refused_or_playable() {
    let mut rng = ChaCha8Rng::seed_from_u64(78);
    let (mut refused, mut played) = (0, 0);
    let rule_sets = [
        json!({"hand_size": 3, "end_score": 20, "max_rounds": 3}),
        json!({"players": 2, "hand_size": 4, "low_card": "cheapest"}),
        json!({"players": 3, "hand_size": 33, "low_card": "auto"}),
        json!({"players": 3, "hand_size": 2, "deal": "draft", "cards_per_turn": 2}),
        json!({"players": 3, "hand_size": 2, "deal": "choose", "sides": "both"}),
        json!({"players": 3, "hand_size": 3, "carry_rows": true, "max_rounds": 3}),
        json!({"players": 2, "hand_size": 3, "take_to_hand": true, "selection": "open"}),
        json!({"players": 2, "hand_size": 3, "zero_cards": true, "selection": "open"}),
    ];
    for seed in 0..32_u64 {
        let rules = listed_or_random(&rule_sets, seed, &mut rng);
        let mut game = Nimmt::new(&rules);
        let mut raw = vec![0; Nimmt::raw_layout().len()];
        for _ in 0..20 {
            for seat in Seat::all(game.players()) {
                for _ in 0..40 {
                    game.write_raw(seat, &mut raw);
                    for _ in 0..rng.random_range(1..3_u32) {
                        let place = rng.random_range(0..raw.len() as u32) as usize;
                        raw[place] = [0, 1, 2, 3, 10, 20, 40, 255, raw[place] ^ 1]
                            [rng.random_range(0..9_u32) as usize];
                    }
                    match Nimmt::read_raw(&rules, &raw) {
                        Err(_) => refused += 1,
                        Ok(view) => {
                            played += 1;
                            play_on(Nimmt::resample(&view, &mut rng), seed, &mut rng);
                        }
                    }
                }
            }
            if !random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
                break;
            }
        }
    }
    assert!(refused > 500 && played > 50, "{refused} refused, {played} played");
}
