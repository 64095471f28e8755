//! Sessions as they read, compared with the files in `data/`.
//!
//! `HORNOX_REGENERATE=1 cargo test -p hornox-train --test play` writes the files anew (see [`golden`]).

use crate::{golden, played_by, rules};

fn compare(name: &str, preset: &str, fields: &[&str], seed: u64, lines: &[&str]) {
    let (ending, text) = played_by(&rules(preset, fields), 0, seed, lines.join("\n").as_bytes());
    ending.unwrap();
    golden::compare(&format!("tests/data/{name}"), &text);
}

#[test]
fn two_rounds_with_a_row_to_take() {
    compare(
        "play-rounds.txt",
        "amigo",
        &["hand_size=4", "end_score=none", "max_rounds=2"],
        55,
        &[
            "h", "?", "20", "13", "?", "14", "", "r1", "30", "26", "?", "26", "34", "", "18", "67", "47",
            "73", "r0", "r0", "", "",
        ],
    );
}

#[test]
fn a_draft_with_open_selection_and_zero_cards() {
    compare(
        "play-draft.txt",
        "round",
        &[
            "players=3",
            "hand_size=3",
            "deck=tactic",
            "deal=draft",
            "selection=open",
            "sides=both",
            "zero_cards=true",
        ],
        1,
        &[
            "?", "1", "8", "5", "13", "?", "zero", "zero", "8", "", "5", "13", "r1", "5", "13", "",
        ],
    );
}

#[test]
fn two_cards_a_turn_of_a_share() {
    compare(
        "play-two-cards.txt",
        "sei-prendi",
        &[
            "players=10",
            "hand_size=4",
            "cards_per_turn=2",
            "deal=choose",
            "end_score=none",
        ],
        1,
        &[
            "1", "101", "43", "43", "31", "6", "?", "43", "6", "r0", "?", "31", "", "r2",
        ],
    );
}

#[test]
fn rows_taken_to_the_hand() {
    compare(
        "play-to-hand.txt",
        "round",
        &["take_to_hand=true", "hand_size=2", "players=3"],
        1,
        &["?", "59", "94"],
    );
}

#[test]
fn a_round_of_sixes() {
    compare(
        "play-sixes.txt",
        "sixes-round",
        &["players=10"],
        1,
        &[
            "h",
            "?",
            "2d",
            "6",
            "p",
            "5\u{2666}",
            "6 of spades",
            "pass",
            "",
            "?",
            "",
            "",
            "",
            "",
        ],
    );
}
