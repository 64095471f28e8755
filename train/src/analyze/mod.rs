//! What an agent thinks of games that were written down.
//!
//! - [`analyze`]: walks a record and asks the agent in every decision
//! - [`Judged`]: one decision: what was played, what the agent would have played, and what it reckons
//! - [`Sum`]: what many decisions add up to
//! - [`Brief`]: a view in one line
//! - [`as_text`], [`sums()`]: decisions for people, and what they add up to
//!
//! # Measures
//! All are the agent's own opinion.
//! - The *choice* of an agent that knows its probabilities is its likeliest action, the lowest id on ties; of any
//!   other, what it answers, with the generator of the record's seed and the seat.
//! - A move *agrees* where it is the choice, or as likely, or no action has a better value.
//! - The *loss* of a move is the value of the best action minus that of the move, where the agent has
//!   [values](hornox_env::Agent::action_values); none for an action that it did not look at.
//! - The *shortfall* of a move is the choice's probability minus the move's, where the agent knows them.
//! - A move is *supported* where the agent would play it at times: where it knows a probability above 0.
//!
//! With one legal action there is no decision: such moves are counted, and not asked about.

mod brief;
mod judge;
mod sum;
mod text;
mod walk;

pub use brief::Brief;
pub use judge::{Judged, Named, Reckoned};
pub use sum::Sum;
pub use text::{as_text, sums};
pub use walk::{Analysis, AnalyzeError, SeatSum, analyze};
