//! How many different sequences of moves follow a deal: the classic check that a move generator neither
//! forgets nor invents a move.

use hornox_env::nimmt::{Deal, Nimmt, Rules};
use hornox_env::{Game, Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{deal, rules};

/// The numbers of sequences of 1, 2, … `depth` moves; a move is one call of `play`, for all seats that act. Later
/// rounds are dealt from `deals`, without which sequences end with the round.
pub fn sequences<G: Game>(game: &G, deals: &[G::Deal], depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count(game, deals, &mut counts);
    counts
}

fn count<G: Game>(game: &G, deals: &[G::Deal], counts: &mut [u64]) {
    if counts.is_empty() {
        return;
    }
    match (game.turn(), deals.split_first()) {
        (Turn::Chance, Some((deal, later))) => {
            let mut after = game.clone();
            after.deal(deal).unwrap();
            count(&after, later, counts);
        }
        (Turn::Chance, None) | (Turn::Over, _) => {}
        (Turn::Act(seats), _) => {
            let seats: Vec<_> = seats.iter().collect();
            each_joint(game, &seats, &mut Vec::new(), &mut |joint| {
                counts[0] += 1;
                let mut after = game.clone();
                after.play(joint, &mut ()).unwrap();
                count(&after, deals, &mut counts[1..]);
            });
        }
    }
}

/// Calls `each` for every joint move.
fn each_joint<G: Game>(
    game: &G,
    seats: &[Seat],
    joint: &mut Vec<(Seat, G::Action)>,
    each: &mut impl FnMut(&[(Seat, G::Action)]),
) {
    let Some((&seat, rest)) = seats.split_first() else {
        return each(joint);
    };
    for action in game.legal(seat).iter() {
        joint.push((seat, action));
        each_joint(game, rest, joint, each);
        joint.pop();
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    rules: Rules,
    /// One a round.
    deals: Vec<Deal>,
    /// Sequences of length 1, 2, … to the longest.
    sequences: Vec<u64>,
}

#[test]
fn sequences_are_as_many_as_another_program_counts() {
    let lines = include_str!("../data/perft.jsonl").lines();
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 30);
    for case in cases {
        let mut expected = case.sequences.clone();
        expected.push(0);
        let found = sequences(&Nimmt::new(&case.rules), &case.deals, expected.len());
        assert_eq!(found, expected, "{}", case.rules);
    }
}

/// The numbers after a random deal.
fn after_a_deal(fields: Value, depth: usize) -> Vec<u64> {
    let game = Nimmt::new(&rules(fields));
    let deal = game.sample_deal(&mut hornox_env::deal_rng(3, 0, 0));
    sequences(&game, &[deal], depth)
}

/// The products of the first one, two, … factors.
fn products(factors: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut product = 1;
    let next = |factor| {
        product *= factor;
        product
    };
    factors.into_iter().map(next).collect()
}

/// Without row choices, turn t of a round of h cards has (h − t) choices a seat, whatever the cards.
#[test]
fn without_row_choices_there_is_a_closed_form() {
    for (players, hand_size) in [(2, 4_u64), (3, 3), (5, 2)] {
        for sides in ["right", "both"] {
            let fields =
                json!({"players": players, "hand_size": hand_size, "low_card": "auto", "sides": sides});
            let expected = products((1..=hand_size).rev().map(|cards| cards.pow(players)));
            assert_eq!(after_a_deal(fields, expected.len()), expected);
        }
    }
}

/// Seats that select in turn have the same choices, one seat a move.
#[test]
fn selecting_in_turn_has_a_closed_form() {
    let fields = json!({"players": 3, "hand_size": 3, "low_card": "auto", "selection": "open"});
    assert_eq!(after_a_deal(fields, 9), products([3, 3, 3, 2, 2, 2, 1, 1, 1]));
}

/// A draft of n open cards goes on until four are left, and then the round follows.
#[test]
fn a_draft_has_a_closed_form() {
    let fields = json!({"players": 2, "hand_size": 2, "low_card": "auto", "deal": "draft", "deck": "tactic"});
    assert_eq!(after_a_deal(fields, 6), products([8, 7, 6, 5, 4, 1]));
}

/// Two seats keep 1 of 50 cards each.
#[test]
fn keeping_has_a_closed_form() {
    let fields = json!({"players": 2, "hand_size": 1, "low_card": "auto", "deal": "choose"});
    assert_eq!(after_a_deal(fields, 2), products([50 * 50, 1]));
}

/// Two cards are two moves in a row, the last odd card is one.
#[test]
fn two_cards_a_turn_have_a_closed_form() {
    let fields = json!({"players": 2, "hand_size": 5, "low_card": "auto", "cards_per_turn": 2});
    assert_eq!(after_a_deal(fields, 5), products([25, 16, 9, 4, 1]));
}

/// With the zero a seat has a card more. The round lasts a turn more unless every seat keeps its zero to the end:
/// of (h + 1)! orders a seat, h! do.
#[test]
fn zero_cards_have_a_closed_form() {
    for (players, hand_size) in [(2, 3_u64), (3, 2)] {
        let fields =
            json!({"players": players, "hand_size": hand_size, "low_card": "auto", "zero_cards": true});
        let mut expected = products((2..=hand_size + 1).rev().map(|cards| cards.pow(players)));
        let kept: u64 = (1..=hand_size).product();
        expected.push(expected[expected.len() - 1] - kept.pow(players));
        expected.push(0);
        assert_eq!(after_a_deal(fields, expected.len()), expected);
    }
}

/// Where every card is above every row, no row is ever chosen, whatever the rule for low cards.
#[test]
fn high_cards_never_choose_rows() {
    let game = Nimmt::new(&rules(json!({"players": 2, "hand_size": 3})));
    let high = deal([1, 2, 3, 4], &[&[50, 70, 90], &[60, 80, 100]]);
    assert_eq!(sequences(&game, &[high], 4), [9, 36, 36, 0]);
}
