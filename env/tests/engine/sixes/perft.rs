//! How many different sequences of moves follow a deal.

use hornox_env::Game;
use hornox_env::sixes::{Deal, Rules, Sixes};
use serde::Deserialize;
use serde_json::json;

use super::{SUITS, dealt};
use crate::perft::sequences;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    rules: Rules,
    deal: Deal,
    /// Sequences of length 1, 2, …
    sequences: Vec<u64>,
}

#[test]
fn sequences_are_as_many_as_another_program_counts() {
    let lines = include_str!("../../data/sixes-perft.jsonl").lines();
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 8);
    for case in cases {
        let mut game = Sixes::new(&case.rules);
        game.deal(&case.deal).unwrap();
        assert_eq!(
            sequences(&game, &[], case.sequences.len()),
            case.sequences,
            "{}",
            case.rules
        );
    }
}

/// Ways to grow a column by `cards` cards from its six: at most five down and four up, in any order.
fn columns(cards: u64) -> u64 {
    (0..=cards)
        .filter(|&up| up <= 4 && cards - up <= 5)
        .map(|up| (0..up).fold(1, |ways, step| ways * (cards - step) / (step + 1)))
        .sum()
}

/// With a suit for each seat, the seats never meet: each starts its column and grows it in every possible order.
#[test]
fn a_suit_for_each_seat_has_a_closed_form() {
    assert_eq!(columns(9), 126);
    let game = dealt(json!({"players": 4}), 0, &SUITS);
    for depth in 1..=20_u64 {
        let (full, part) = (depth / 4, depth % 4);
        let expected: u64 = (0..4)
            .map(|seat| full + u64::from(seat < part))
            .map(|cards| cards.checked_sub(1).map_or(1, columns))
            .product();
        assert_eq!(
            sequences(&game, &[], depth as usize).last(),
            Some(&expected),
            "depth {depth}"
        );
    }
}
