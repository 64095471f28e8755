//! Where an agent's score comes from: by seat, by turn, by the hand it was dealt, and by how it was lost.
//!
//! - [`Studied`]: what a game must tell of itself
//! - `nimmt`, `sixes`: what each of them tells
//! - [`Hands`]: what counts as a good hand
//! - `notes`: follows games and adds up
//! - `tally`: the sums over blocks of deals, with errors

mod hands;
mod nimmt;
mod notes;
mod sixes;
mod tally;

use hornox_env::{ActionSet, Game, Seat};

pub use hands::{CLASSES, Hands};
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
    /// What makes a hand a weak one, as the end of "hands are ranked by …".
    const HAND: &'static str;
    /// What [`moment`](Self::moment) counts.
    const MOMENT: &'static str;

    /// The hand of `seat`. None but where the first choice of a round is due.
    fn hand(&self, seat: Seat) -> Option<ActionSet<Self::Action>>;

    /// A card that was played, and what that cost its seat; or none where weights do not come from play.
    fn price(event: &Self::Event) -> Option<(Self::Action, u32)>;

    /// How weak a card makes a hand, where that is known without play.
    fn weight(action: Self::Action) -> Option<f32>;

    /// How far the round is: the turn of the next move, from 0.
    fn moment(&self) -> usize;

    /// The score that an event cost its seat, if it did.
    fn loss(rules: &Self::Rules, event: &Self::Event) -> Option<Loss>;
}
