//! How many different sequences of moves follow a deal: the classic check that a move generator neither
//! forgets nor invents a move.

use hornox_env::nimmt::{Deal, Nimmt, Rules};
use hornox_env::{Game, Seat, Turn};
use serde::Deserialize;

use crate::common::{deal, rules};

/// Sequences of exactly `depth` moves within the round; a move is one call of `play`, for all seats that act.
pub fn perft<G: Game>(game: &G, depth: usize) -> u64 {
    let Turn::Act(seats) = game.turn() else {
        return u64::from(depth == 0);
    };
    if depth == 0 {
        return 1;
    }
    let seats: Vec<_> = seats.iter().collect();
    each_joint(game, &seats, &mut Vec::new(), &mut |joint| {
        let mut after = game.clone();
        after.play(joint, &mut ()).unwrap();
        perft(&after, depth - 1)
    })
}

/// The sum of what `each` gives for every joint move.
fn each_joint<G: Game>(
    game: &G,
    seats: &[Seat],
    joint: &mut Vec<(Seat, G::Action)>,
    each: &mut impl FnMut(&[(Seat, G::Action)]) -> u64,
) -> u64 {
    let Some((&seat, rest)) = seats.split_first() else {
        return each(joint);
    };
    let mut sum = 0;
    for action in game.legal(seat).iter() {
        joint.push((seat, action));
        sum += each_joint(game, rest, joint, each);
        joint.pop();
    }
    sum
}

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
    let lines = include_str!("../data/perft.jsonl").lines();
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 9);
    for case in cases {
        let mut game = Nimmt::new(&case.rules);
        game.deal(&case.deal).unwrap();
        for (depth, count) in (1..).zip(&case.sequences) {
            assert_eq!(perft(&game, depth), *count, "{}, depth {depth}", case.rules);
        }
    }
}

/// Without row choices, turn t of a round of h cards has (h − t) choices a seat, whatever the cards.
#[test]
fn without_row_choices_there_is_a_closed_form() {
    for (players, hand_size) in [(2, 4_u32), (3, 3), (5, 2)] {
        let rules =
            rules(serde_json::json!({"players": players, "hand_size": hand_size, "low_card": "auto"}));
        let game = Nimmt::new(&rules);
        let deal = game.sample_deal(&mut hornox_env::deal_rng(3, 0, 0));
        let mut game = game;
        game.deal(&deal).unwrap();
        let mut product = 1;
        for turn in 0..hand_size {
            product *= u64::from(hand_size - turn).pow(players);
            assert_eq!(perft(&game, turn as usize + 1), product, "{rules}");
        }
    }
}

/// Where every card is above every row, no row is ever chosen, whatever the rule for low cards.
#[test]
fn high_cards_never_choose_rows() {
    let mut game = Nimmt::new(&rules(serde_json::json!({"players": 2, "hand_size": 3})));
    game.deal(&deal([1, 2, 3, 4], &[&[50, 70, 90], &[60, 80, 100]]))
        .unwrap();
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game, depth)), [9, 36, 36, 0]);
}
