//! States and observations from outside: a damaged one is refused, or it is one that can be played to its end.

use hornox_env::observe::Observe;
use hornox_env::sixes::Sixes;
use hornox_env::{Game, Resample, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::rules;
use crate::common::random_step;
use crate::snapshots::damage;

fn rule_sets() -> [Value; 4] {
    [
        json!({"chips": 2, "max_rounds": 3}),
        json!({"players": 3, "uneven_deal": true, "chips": 1, "must_play": false, "until_broke": false}),
        json!({"players": 10, "chips": 1, "must_play": false}),
        json!({"players": 2, "max_rounds": 2}),
    ]
}

/// Some rounds at most; every state on the way must hold.
fn play_on(mut game: Sixes, seed: u64, rng: &mut ChaCha8Rng) {
    let begun = serde_json::to_string(&game).unwrap();
    if let Err(reason) = game.check_invariant() {
        panic!("{reason}: {begun}");
    }
    for _ in 0..120 {
        if !random_step(&mut game, seed, rng, &mut Vec::new()) {
            return;
        }
        if let Err(reason) = game.check_invariant() {
            panic!("{reason}, from {begun}");
        }
    }
}

#[test]
fn a_damaged_snapshot_is_refused_or_playable() {
    let mut rng = ChaCha8Rng::seed_from_u64(77);
    let (mut refused, mut played) = (0, 0);
    for seed in 0..24_u64 {
        let rules = rules(rule_sets()[seed as usize % 4].clone());
        let mut game = Sixes::new(&rules);
        for _ in 0..90 {
            for _ in 0..6 {
                let mut value = serde_json::to_value(&game).unwrap();
                for _ in 0..rng.random_range(1..3_u32) {
                    damage(&mut value, &mut rng);
                }
                match serde_json::from_value::<Sixes>(value) {
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

/// Whatever observation is accepted shows a view that a game can give: hidden hands can be drawn for it, and play
/// goes on from there.
#[test]
fn a_damaged_observation_is_refused_or_playable() {
    let mut rng = ChaCha8Rng::seed_from_u64(78);
    let (mut refused, mut played) = (0, 0);
    for seed in 0..8_u64 {
        let rules = rules(rule_sets()[seed as usize % 4].clone());
        let mut game = Sixes::new(&rules);
        let mut raw = vec![0; Sixes::raw_layout().len()];
        for step in 0..90 {
            if step % 4 == 0 {
                for _ in 0..40 {
                    let seat = Seat::default().after(step, game.players());
                    game.write_raw(seat, &mut raw);
                    for _ in 0..rng.random_range(1..3_u32) {
                        let place = rng.random_range(0..raw.len() as u32) as usize;
                        raw[place] = [0, 1, 2, 3, 10, 20, 40, 255, raw[place] ^ 1]
                            [rng.random_range(0..9_u32) as usize];
                    }
                    match Sixes::read_raw(&rules, &raw) {
                        Err(_) => refused += 1,
                        Ok(view) => {
                            played += 1;
                            play_on(Sixes::resample(&view, &mut rng), seed, &mut rng);
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

/// What a pass has shown is part of a state, and can't be put there without a pass.
#[test]
fn a_state_that_knows_too_much_is_refused() {
    let mut game = super::dealt(json!({"players": 4}), 0, &super::SUITS);
    game.play(&[super::act(0, 5)], &mut ()).unwrap();
    let mut value = serde_json::to_value(&game).unwrap();
    value["table"]["lacks"][2] = json!([4]);
    let error = serde_json::from_value::<Sixes>(value).unwrap_err().to_string();
    assert!(error.contains("nothing shows that seat 2 lacks {5d}"), "{error}");
}
