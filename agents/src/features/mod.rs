//! What a seat can work out from its view, as numbers.
//!
//! - [`Situation`]: the rows, the hand and the unseen cards, counted once for a decision
//! - [`CardOutlook`]: where a card would go and what it may cost there
//! - [`RowOutlook`]: what taking a row leads to
//! - [`encode()`]: both for every legal action: the inputs of a network that scores described actions
//! - [`layout`]: what is where in them
//!
//! The scripted player [`Risk`](crate::scripted::Risk) and the networks share these quantities.

mod chances;
mod encode;
pub mod layout;
mod rows;
mod situation;

pub use encode::encode;
pub use layout::{ENCODER_VERSION, FEATURES, GLOBALS};
pub use rows::RowOutlook;
pub use situation::{CardOutlook, RowEnd, Situation};
