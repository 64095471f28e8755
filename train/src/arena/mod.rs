//! How strong an agent is: it sits in every seat of each deal, against copies of one opponent.
//!
//! - [`evaluate`]: deals spread over threads, gathered into a [`Row`]
//! - `batch`: many games side by side, so that agents that answer in batches get large ones
//! - `chair`: a seat at one of their tables
//! - [`Players`]: games that are written down, each seat with an agent of its own
//! - [`table()`]: rows for people
//! - `lapses`: how often agents failed, and what a forfeited game is worth
//! - `tally`: exact sums, and standard errors clustered by deal
//!
//! Deals depend on (seed, deal, round) and an agent's draws on (seed, deal, seat) alone, so results depend
//! neither on threads nor on who else is compared: two agents that are evaluated with one seed meet the same
//! deals.

mod batch;
mod chair;
mod evaluate;
mod lapses;
mod record;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use evaluate::{ArenaError, BuildError, Factory, Plan, Row, evaluate};
pub use record::Players;
pub use table::table;
