//! Players that play the round to its end many times before they choose.
//!
//! - [`Mcs`]: flat Monte-Carlo search, for any game
//! - [`Lookahead`]: against seats whose play is known: sampled states, their own answers, and what follows
//! - [`Mixture`]: seats of which it is inferred how they play
//! - [`Budget`]: how long that goes on
//! - [`Searched`]: what it must know of a game beside its rules
//! - `nimmt`, `sixes`: that of each game
//! - `rollout`: random ends of a round, one by one by the game's own rules
//! - `fast`: many at a time, where 6 nimmt! is simple enough; `lanes`: their rows
//! - `random`: the generator of the inner loop

mod budget;
mod fast;
mod lanes;
mod lookahead;
mod mcs;
mod mixture;
mod nimmt;
mod random;
mod rollout;
mod sixes;

use hornox_env::{ActionSet, Game, Resample, Seat};

pub use budget::{Budget, MAX_MILLISECONDS, MAX_SAMPLES};
pub use lookahead::{Expect, Leaf, Lookahead};
pub use mcs::{MAX_ROLLOUTS, Mcs};
pub use mixture::{Candidate, Mixture};
pub use random::SplitMix64;

/// An earlier state, and who chose what in it.
pub type Recalled<G> = (G, Vec<(Seat, <G as Game>::Action)>);

/// A game that a search can play to the end of a round.
pub trait Searched: Resample {
    /// Whose view it is.
    fn seat_of(view: &Self::View) -> Seat;

    /// How many seats its table has.
    fn players_of(view: &Self::View) -> usize;

    /// A number out of a view, the same on every platform: a search draws from it, and so is a fixed policy.
    fn seed_of(view: &Self::View) -> u64;

    /// The action that a search takes without rollouts; none where it has to think.
    fn without_search(view: &Self::View, legal: ActionSet<Self::Action>) -> Option<Self::Action>;

    /// The mean gain of each legal action, ascending by id, where there is a quicker way than the game's own
    /// rules: −∞ for one that got no rollout.
    fn quick_gains(view: &Self::View, legal: ActionSet<Self::Action>, rollouts: u32) -> Option<Vec<f64>>;

    /// What a seat does in a rollout, at random; none where nothing is legal.
    fn rollout_action(&self, legal: ActionSet<Self::Action>, rng: &mut SplitMix64) -> Option<Self::Action>;

    /// Whether there are rules by which [`recall`](Self::recall) tells.
    const RECALLS: bool;

    /// Whether [`recall`](Self::recall) tells by these rules.
    fn recalls(rules: &Self::Rules) -> bool;

    /// What the others chose when the seat last did: the full state that its view `then` showed if it is `now` this
    /// one, and each other seat's choice in it. `events` are what happened in between. None where they do not tell it.
    fn recall(then: &Self::View, now: &Self, events: &[Self::Event]) -> Option<Recalled<Self>>;

    /// Whether a rollout from `start` that has come to this state ends before the round does.
    fn cuts_rollout(&self, start: &Self) -> bool;

    /// What a rollout from `start` to this state gained for a seat: more is better.
    fn gain(&self, start: &Self, seat: Seat) -> f64;
}
