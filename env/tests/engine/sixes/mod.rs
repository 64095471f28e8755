//! Sixes against its rules, through the public interface alone.
//!
//! - `oracle`: the rules once more, as plainly as they can be written, to compare with
//! - `conforms`: the suite that every game passes
//! - `played`: the rules one by one, on deals made for them; `legal_rules`: which rules are legal
//! - `properties`: what holds in every state of random games by random rules
//! - `resample`: hidden hands are drawn uniformly among those that passes leave possible
//! - `rewards`: what environments pay
//! - `perft`: numbers of move sequences
//! - `snapshots`: states and observations from outside, damaged ones
//! - `seeding`, `playthrough`: values and texts that must not change unnoticed

mod conforms;
mod legal_rules;
mod oracle;
mod perft;
mod played;
mod playthrough;
mod properties;
mod resample;
mod rewards;
mod seeding;
mod snapshots;

use hornox_env::sixes::{Action, Card, CardSet, Deal, Rules, Sixes};
use hornox_env::{Game, Seat, SeatMap};
use serde_json::Value;

use crate::common::seat;

fn cards(ids: &[u8]) -> CardSet {
    ids.iter().map(|&id| Card::new(id).unwrap()).collect()
}

/// The rules with these fields; all others have their defaults.
fn rules(fields: Value) -> Rules {
    serde_json::from_value(fields).unwrap()
}

/// Dealer and hands, seat 0 first.
fn deal(dealer: usize, hands: &[&[u8]]) -> Deal {
    Deal {
        dealer: seat(dealer),
        hands: SeatMap::from_fn(hands.len(), |seat| cards(hands[seat.index()])),
    }
}

/// A game by these rules after its first deal.
fn dealt(fields: Value, dealer: usize, hands: &[&[u8]]) -> Sixes {
    let mut game = Sixes::new(&rules(fields));
    game.deal(&deal(dealer, hands)).unwrap();
    game
}

/// The action of this id for this seat.
fn act(index: usize, id: u8) -> (Seat, Action) {
    (seat(index), <Action as hornox_env::Action>::from_id(id).unwrap())
}

/// The ids of a seat's legal actions.
fn legal(game: &Sixes, index: usize) -> Vec<u8> {
    let legal = game.legal(seat(index));
    legal.iter().map(hornox_env::Action::id).collect()
}

/// Four seats, a suit each.
const SUITS: [&[u8]; 4] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    &[20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    &[30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
];
