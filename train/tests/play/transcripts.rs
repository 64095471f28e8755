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
        &["h", "?", "20", "13", "?", "14", "", "r1", "30", "26", "?", "26", "34", ""],
    );
}
