//! Whole games as text, as [`crate::playthrough`] keeps them of 6 nimmt!

use std::fmt::Write as _;

use hornox_env::sixes::{Event, Rules, Sixes};
use hornox_env::{Action, Game, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::rules;
use crate::common::random_joint;
use crate::golden;

/// A random game of this seed as text: each state, the ids of the legal actions, the moves, the events.
fn playthrough(rules: Rules, seed: u64) -> String {
    let mut text = format!("rules: {rules}\nseed: {seed}\n");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Sixes::new(&rules);
    let mut events = Vec::new();
    loop {
        let joint = random_joint(&game, &mut rng);
        write!(text, "\n{game}").unwrap();
        for (seat, action) in &joint {
            let legal: Vec<_> = game.legal(*seat).iter().map(Action::id).collect();
            writeln!(text, "mask of seat {seat}: {legal:?}, chosen: {action}").unwrap();
        }
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                game.deal(&deal).unwrap();
                writeln!(text, "> seat {} deals", deal.dealer).unwrap();
                continue;
            }
            Turn::Act(_) => game.play(&joint, &mut events).unwrap(),
            Turn::Over => return text,
        }
        for event in events.drain(..) {
            writeln!(text, "> {}", sentence(&event)).unwrap();
        }
    }
}

fn sentence(event: &Event) -> String {
    match event {
        Event::Played { seat, card } => format!("seat {seat} plays {card}"),
        Event::Passed { seat, paid, lacks } => {
            let price = if *paid { "for a chip" } else { "free" };
            format!("seat {seat} passes {price} and shows to lack {lacks:?}")
        }
        Event::RoundOver { winner, pot, chips } => {
            format!("seat {winner} wins the round and {pot} chips: {chips:?}")
        }
        Event::GameOver(outcome) => format!("the game is over: {outcome:?}"),
    }
}

fn compare(name: &str, rules: Rules, seed: u64) {
    golden::compare(&format!("tests/data/{name}"), &playthrough(rules, seed));
}

#[test]
fn playthrough_of_sixes() {
    let rules = rules(json!({"chips": 3}));
    compare("playthrough-sixes.txt", rules, 1);
}

#[test]
fn playthrough_of_sixes_with_voluntary_passes() {
    let rules = rules(json!({
        "players": 3, "chips": 2, "must_play": false, "uneven_deal": true, "until_broke": false, "max_rounds": 2
    }));
    compare("playthrough-sixes-uneven.txt", rules, 2);
}
