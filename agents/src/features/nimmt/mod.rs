//! 6 nimmt!
//!
//! - [`Situation`]: the rows, the hand and what others may play, counted once for a decision
//! - [`CardOutlook`]: where a card would go and what it may cost there
//! - [`RowOutlook`]: what taking a row leads to
//! - `crowd`: what the other seats may play, and how likely
//! - `ends`: the rows' ends, and which cards go where
//! - `encode`: all of it for every legal action, as numbers
//! - [`layout`]: what is where in them

mod chances;
mod crowd;
mod encode;
mod ends;
pub mod layout;
mod rows;
mod situation;

pub use ends::RowEnd;
pub use rows::RowOutlook;
pub use situation::{CardOutlook, Situation};
