//! What the solver says of a position.

use hornox_env::nimmt::{Card, CardSet};

use super::position::Position;
use super::search::{Search, Work};

/// The value of a position, and how to play it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The bulls that seat 0 takes minus those that seat 1 takes in the rest of the round, if both play their
    /// mixes: fewer are better for seat 0. Within 1e-6.
    pub value: f64,
    /// Of either seat, the chance of each card of its hand, ascending: an equilibrium, one of possibly many.
    pub mixes: [Vec<(Card, f64)>; 2],
    /// Whether both mixes are a single card.
    pub saddle: bool,
    /// What it took.
    pub work: Work,
    /// How many different positions of three or more cards a hand were met; where they were too many to be all
    /// kept, those that were kept.
    pub positions: usize,
}

/// Solves a position: microseconds with 3 cards a hand, milliseconds with 6, seconds with 8, minutes with 10 (and
/// then gigabytes).
pub fn solve(position: &Position) -> Solution {
    let (node, setting) = position.pack();
    let mut search = Search::new(setting);
    let found = search.solve(&node);
    let mix = |hand: CardSet, mix: &[f64]| hand.iter().zip(mix.iter().copied()).collect();
    let [own, other] = *position.hands();
    Solution {
        // Not −0.
        value: 0.0 - found.mixed.value,
        mixes: [mix(own, &found.mixed.mixes[0]), mix(other, &found.mixed.mixes[1])],
        saddle: found.saddle,
        work: search.work,
        positions: search.solved.len(),
    }
}
