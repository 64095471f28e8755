//! The contract of a game.

use std::fmt::Debug;

use rand::Rng;

use super::{Action, ActionSet, Outcome, PlayError, RuleSet, Score, Seat, SeatMap, SeatSet};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A deal is due.
    Chance,
    /// These seats must act, at the same time and hidden from each other. Never empty; one seat is a
    /// sequential move.
    Act(SeatSet),
    /// The game is over.
    Over,
}

/// Where a game's events go. `()` throws them away at no cost; a `Vec` keeps them.
pub trait Sink<E> {
    /// Takes one event.
    fn send(&mut self, event: E);
}

impl<E> Sink<E> for () {
    #[inline]
    fn send(&mut self, _event: E) {}
}

impl<E> Sink<E> for Vec<E> {
    #[inline]
    fn send(&mut self, event: E) {
        self.push(event);
    }
}

/// A game of any number of rounds, with simultaneous or sequential moves. Chance is explicit: a deal is a value
/// that can be sampled, given, recorded and replayed.
///
/// The contract, which the crate's conformance tests check for each game:
/// - a seat that must act has at least one legal action, all others have none;
/// - [`play`](Self::play) and [`deal`](Self::deal) change nothing where they fail;
/// - a game depends only on its rules, deals and moves;
/// - views of states that differ only in what a seat can't know are equal.
pub trait Game: Clone + Debug + Eq + Send + Sync + 'static {
    /// The rules, valid by construction.
    type Rules: RuleSet;
    /// What a seat chooses.
    type Action: Action;
    /// What chance decides at the start of a round.
    type Deal: Clone + Debug + Eq + Send + Sync + 'static;
    /// The present as one seat may know it.
    type View: Clone + Debug + Eq + Send + Sync + 'static;
    /// What everybody sees happen.
    type Event: Clone + Debug + Eq + Send + Sync + 'static;

    /// The name by which configs and records call the game.
    const NAME: &'static str = Self::Rules::GAME;
    /// What scores are.
    const SCORE: Score;

    /// A game before its first deal.
    fn new(rules: &Self::Rules) -> Self;

    /// The rules it is played by.
    fn rules(&self) -> &Self::Rules;

    /// How many seats are at the table.
    fn players(&self) -> usize;

    /// The number of the round that is played, or that the next deal starts: from 0.
    fn round(&self) -> u32;

    /// Who is to move.
    fn turn(&self) -> Turn;

    /// What `seat` may do now; empty exactly where it must not act.
    fn legal(&self, seat: Seat) -> ActionSet<Self::Action>;

    /// Draws the deal that is due (where none is, the deal that would be). The only use of randomness.
    fn sample_deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Deal;

    /// Deals.
    ///
    /// # Errors
    /// Where no deal is due or this one does not fit. The state is then unchanged.
    fn deal(&mut self, deal: &Self::Deal) -> Result<(), PlayError>;

    /// Plays one action for each seat that must act, in any order, and sends what everybody sees to `events`.
    ///
    /// # Errors
    /// Where a seat is missing, is named twice, must not act, or its action is not legal. The state is then
    /// unchanged and no event was sent.
    fn play(
        &mut self,
        joint: &[(Seat, Self::Action)],
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), PlayError>;

    /// Scores so far, in the unit of [`SCORE`](Self::SCORE).
    fn scores(&self) -> SeatMap<i32>;

    /// How the game ended, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The present as `seat` may know it. The past reaches agents as events.
    fn view(&self, seat: Seat) -> Self::View;
}

/// A game whose hidden part can be drawn anew.
pub trait Resample: Game {
    /// A full state that agrees with `view`, uniformly among all that do.
    fn resample<R: Rng + ?Sized>(view: &Self::View, rng: &mut R) -> Self;
}

/// The action of the one seat that must act, where the move names that seat once and no other.
#[inline]
pub(crate) fn sole_action<A: Copy>(acting: Seat, joint: &[(Seat, A)]) -> Result<A, PlayError> {
    match *joint {
        [(seat, action)] if seat == acting => Ok(action),
        _ => Err(match joint.iter().find(|(seat, _)| *seat != acting) {
            Some(&(seat, _)) => PlayError::NotActing { seat },
            None if joint.is_empty() => PlayError::Missing { seat: acting },
            None => PlayError::Twice { seat: acting },
        }),
    }
}
