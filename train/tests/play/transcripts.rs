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
        3,
        &["?", "h", "20"],
    );
}
#[test]
fn scan() {
    for seed in 1..60 {
        let (_, text) = played_by(&rules("amigo", &["hand_size=4", "end_score=none", "max_rounds=2"]), 0, seed, "?\n".as_bytes());
        if text.contains("fits nowhere") { println!("seed {seed}\n{}", text.lines().filter(|l| l.starts_with("row") || l.contains("hand") || l.contains("joins")|| l.contains("fits")).collect::<Vec<_>>().join("\n")); }
    }
}
