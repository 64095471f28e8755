//! Exact play of 6 nimmt! where two seats know both hands.
//!
//! With the tactic deck, or after a draft, nothing is hidden once the cards are dealt: what is left of the round is
//! a zero-sum game of perfect information with simultaneous moves, whose value (in bulls, own minus the other's)
//! and equilibrium mixes can be computed.
//!
//! - [`Position`]: rows, hands and rules between two turns; [`check_rules`] says which rules
//! - [`solve`]: its value and equilibrium mixes, as a [`Solution`]
//! - [`best_response`]: what a seat gets that knows the other's policy
//! - [`Exact`]: the agent that plays so
//!
//! Inside, a seat's gain is maximised; the numbers that leave are bulls, of which fewer are better.
//!
//! - `node`: a position packed into two words, and what a turn makes of it
//! - `search`: values within a window; `saddle`: where pure strategies do; `oracle`: where they don't
//! - `entries`, `bounds`: what is known of a matrix, and of a value
//! - `matrix`: the solver of small matrix games
//! - `table`: solved positions

mod agent;
mod bounds;
mod entries;
mod error;
mod matrix;
mod node;
mod oracle;
mod position;
mod response;
mod saddle;
mod search;
mod solution;
mod table;
#[cfg(test)]
mod tests;

pub use agent::{DEFAULT_HORIZON, Exact};
pub use error::ExactError;
pub use position::{MOST_CARDS, Position, check_rules};
pub use response::{ResponseError, best_response};
pub use search::Work;
pub use solution::{Solution, solve};
