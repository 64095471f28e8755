//! Whole games as text, compared with the files in `data/`: whatever changes in play, events, masks or rendering
//! shows as a difference that can be read.
//!
//! `HORNOX_REGENERATE=1 cargo test -p hornox-env playthrough` writes the files anew (see [`golden`]).

use std::fmt::Write as _;

use hornox_env::nimmt::{Event, Nimmt, Preset, Rules, Side};
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

fn compare(games: impl IntoIterator<Item = (String, Rules, u64)>) {
    let texts = games.into_iter().map(|(name, rules, seed)| {
        (
            format!("tests/data/playthrough-{name}.txt"),
            playthrough(&rules, seed),
        )
    });
    golden::compare_all(texts);
}

#[test]
fn playthrough_of_a_match() {
    let rules = rules(json!({"players": 3, "hand_size": 4, "end_score": 15, "low_card": "cheapest"}));
    compare([("match".to_owned(), rules, 2)]);
}

/// One game of each preset.
#[test]
fn playthroughs_of_presets() {
    compare(Preset::ALL.map(|preset| (preset.to_string(), preset.rules(), 4)));
}

/// One game of each variant.
#[test]
fn playthroughs_of_variants() {
    let variants = [
        ("tactic", json!({"deck": "tactic"})),
        ("draft", json!({"deal": "draft", "players": 3, "hand_size": 4})),
        (
            "draft-tactic",
            json!({"deal": "draft", "deck": "tactic", "players": 2, "hand_size": 6}),
        ),
        ("choose", json!({"deal": "choose", "players": 5, "hand_size": 4})),
        ("profi", json!({"sides": "both"})),
        ("zero-cards", json!({"zero_cards": true, "players": 3})),
        ("two-cards", json!({"cards_per_turn": 2, "hand_size": 7})),
        (
            "take-to-hand",
            json!({"take_to_hand": true, "players": 3, "hand_size": 5}),
        ),
        ("open", json!({"selection": "open", "players": 3, "hand_size": 5})),
        (
            "carry-rows",
            json!({"carry_rows": true, "players": 3, "hand_size": 5, "max_rounds": 3, "fives": 1}),
        ),
    ];
    compare(variants.map(|(name, fields)| (name.to_owned(), rules(fields), 4)));
}
