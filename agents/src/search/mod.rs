//! Players that play the round to its end many times before they choose.
//!
//! - [`Mcs`]: flat Monte-Carlo search
//! - `rollout`: many random ends of a round side by side
//! - `random`: the generator of the inner loop, seeded from a view

mod mcs;
mod random;
mod rollout;

pub use mcs::{MAX_ROLLOUTS, Mcs};
