//! Where an agent's score comes from: by seat, by turn, by the hand it was dealt, and by how it was lost.
//!
//! - [`Studied`]: what a game must tell of itself
//! - `nimmt`, `sixes`: what each of them tells
//! - [`Cuts`]: what counts as a good hand
//! - `notes`: follows games and adds up
//! - `tally`: the sums over blocks of deals, with errors

mod cuts;
mod nimmt;
mod notes;
mod sixes;
mod tally;

use hornox_env::{Game, Seat};

pub use cuts::{Cuts, HANDS};
pub(super) use notes::{Notes, Sums};
pub use tally::Study;
pub(super) use tally::StudyTally;

/// Score that a seat lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Whose.
    pub seat: Seat,
    /// How, as a place in [`Studied::LOSSES`].
    pub way: usize,
    /// How much, in the game's unit.
    pub points: u32,
}

/// A game of which a report can say where score is lost.
pub trait Studied: Game {
    /// The ways in which score is lost.
    const LOSSES: &'static [&'static str];
    /// What [`hand`](Self::hand) measures, as the end of "by …".
    const HAND: &'static str;
    /// What [`moment`](Self::moment) counts.
    const MOMENT: &'static str;

    /// How weak the hand of `seat` is: more is worse. None but where the first choice of a round is due.
    fn hand(&self, seat: Seat) -> Option<f32>;

    /// How far the round is: the turn of the next move, from 0.
    fn moment(&self) -> usize;

    /// The score that an event cost its seat, if it did.
    fn loss(rules: &Self::Rules, event: &Self::Event) -> Option<Loss>;
}
