//! Whole games as text, compared with the files in `data/`: whatever changes in play, events, masks or rendering
//! shows as a difference that can be read.
//!
//! `HORNOX_REGENERATE=1 cargo test -p hornox-env playthrough` writes the files anew (see [`golden`]).

use std::fmt::Write as _;

use hornox_env::nimmt::{Event, Nimmt, Rules, Side};
use hornox_env::{Action, Game, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{random_joint, rules};
use crate::golden;

/// A random game of this seed as text: each state, the ids of the legal actions, the moves, the events.
fn playthrough(rules: &Rules, seed: u64) -> String {
    let mut text = format!("rules: {rules}\nseed: {seed}\n");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Nimmt::new(rules);
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
        Event::Drafted { seat, card } => format!("seat {seat} picks {card}"),
        Event::Zero { seat } => format!("seat {seat} plays its zero card"),
        Event::Revealed { seat, card } => format!("seat {seat} reveals {card}"),
        Event::Moved(placed) => {
            let side = match placed.side {
                Side::Right => "right of",
                Side::Left => "left of",
                Side::Take => "instead of",
            };
            let (seat, card, row) = (placed.seat, placed.card, placed.row);
            if placed.taken.is_empty() {
                format!("{card} of seat {seat} goes {side} row {row}")
            } else {
                format!(
                    "{card} of seat {seat} goes {side} row {row} and takes {:?}: {}",
                    placed.taken, placed.points
                )
            }
        }
        Event::RoundOver { scores } => format!("the round is over: {scores:?}"),
        Event::GameOver(outcome) => format!("the game is over: {outcome:?}"),
    }
}

fn compare(name: &str, rules: &Rules, seed: u64) {
    golden::compare(&format!("tests/data/{name}"), &playthrough(rules, seed));
}

#[test]
fn playthrough_of_a_round() {
    let rules = rules(json!({}));
    compare("playthrough-round.txt", &rules, 4);
}

#[test]
fn playthrough_of_a_match() {
    let rules = rules(json!({"players": 3, "hand_size": 4, "end_score": 15, "low_card": "cheapest"}));
    compare("playthrough-match.txt", &rules, 2);
}
