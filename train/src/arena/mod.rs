//! How strong an agent is: it sits in every seat of each deal, against copies of one opponent.
//!
//! - [`evaluate`]: deals spread over threads, gathered into a [`Row`]
//! - [`tournament`]: everybody against everybody, with ratings, goals, a sequential test; kept and resumed
//! - [`study`]: where an agent's score comes from
//! - `batch`: many games side by side, so that agents that answer in batches get large ones; `side`: who plays them
//! - `chair`: a seat at one of their tables
//! - [`Players`]: games that are written down, each seat with an agent of its own
//! - [`table()`]: rows for people
//! - `lapses`: how often agents failed, and what a forfeited game is worth
//! - `placed`: how a game ended, and who shares which place
//! - `tally`: exact sums, and standard errors clustered by deal
//! - [`Estimate`], [`Interval`]: means with errors, and intervals by Student's t
//!
//! Deals depend on (seed, deal, round) and an agent's draws on (seed, deal, seat) alone, so results depend
//! neither on threads nor on who else is compared: two agents that are evaluated with one seed meet the same
//! deals.

mod batch;
mod chair;
mod evaluate;
mod interval;
mod lapses;
mod placed;
mod record;
mod side;
pub mod study;
mod table;
mod tally;
#[cfg(test)]
mod tests;
pub mod tournament;

pub use evaluate::{ArenaError, BuildError, Factory, Plan, Row, evaluate};
pub use interval::{Estimate, Interval, LEVEL};
pub use record::Players;
pub use table::table;
