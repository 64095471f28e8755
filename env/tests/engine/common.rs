//! Short ways to write cards, deals and rules, and random play.

use hornox_env::nimmt::{Action, Card, CardSet, Deal, Nimmt, RowIndex, Rules};
use hornox_env::{Game, Seat, SeatMap, Turn, deal_rng};
use rand::{Rng, RngExt};
use serde_json::Value;

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

pub fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| card(number)).collect()
}

pub fn row(index: usize) -> Action {
    Action::Row(RowIndex::new(index).unwrap())
}

/// The rules with these fields; all others have their defaults.
pub fn rules(fields: Value) -> Rules {
    serde_json::from_value(fields).unwrap()
}

/// Row starts and hands, seat 0 first.
pub fn deal(starts: [u8; 4], hands: &[&[u8]]) -> Deal {
    Deal {
        rows: starts.map(card),
        hands: SeatMap::from_fn(hands.len(), |seat| cards(hands[seat.index()])),
    }
}

/// A game by these rules after its first deal.
pub fn dealt(fields: Value, starts: [u8; 4], hands: &[&[u8]]) -> Nimmt {
    let mut game = Nimmt::new(&rules(fields));
    game.deal(&deal(starts, hands)).unwrap();
    game
}

/// One card for each seat, seat 0 first.
pub fn choices(numbers: &[u8]) -> Vec<(Seat, Action)> {
    Seat::all(numbers.len())
        .zip(numbers.iter().map(|&number| Action::Card(card(number))))
        .collect()
}

/// The rows as card numbers.
pub fn row_numbers(game: &Nimmt) -> [Vec<u8>; 4] {
    game.table()
        .rows()
        .all()
        .map(|row| row.cards().iter().map(Card::number).collect())
}

/// A uniformly random legal action for each seat that must act.
pub fn random_joint<G: Game>(game: &G, rng: &mut (impl Rng + ?Sized)) -> Vec<(Seat, G::Action)> {
    let Turn::Act(seats) = game.turn() else {
        return Vec::new();
    };
    let choose = |seat| {
        let legal = game.legal(seat);
        legal
            .nth(rng.random_range(0..legal.len() as u32) as usize)
            .unwrap()
    };
    let mut choose = choose;
    seats.iter().map(|seat| (seat, choose(seat))).collect()
}

/// One step of random play: the deal of this seed, or a random move. False once the game is over.
pub fn random_step<G: Game>(
    game: &mut G,
    seed: u64,
    rng: &mut (impl Rng + ?Sized),
    events: &mut Vec<G::Event>,
) -> bool {
    match game.turn() {
        Turn::Chance => {
            let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
            game.deal(&deal).unwrap();
        }
        Turn::Act(_) => game.play(&random_joint(game, rng), events).unwrap(),
        Turn::Over => return false,
    }
    true
}
