//! Everybody against everybody, on common deals.
//!
//! - [`Tournament`]: plays what is due, on all cores, and keeps it
//! - [`Found`]: what came of it, as rows that are written as JSON
//! - [`tables`]: the same for people
//! - `matchup`: who meets whom, and who sits where
//! - `unit`: one piece of work
//! - [`Store`]: the folder in which units are kept, and from which an arena goes on
//! - `standing`: sums over the deals that were played in all matchups, and when they are enough
//! - `ratings`: one number an agent, by the model of Weng and Lin; `solve`: the algebra for it
//! - `circles`: where no such number tells the truth
//! - [`SequentialTest`]: which of two agents is better, in as few deals as that takes

mod circles;
mod matchup;
mod play;
mod ratings;
mod rows;
mod sequential;
mod solve;
mod standing;
mod store;
#[cfg(test)]
mod tests;
mod text;
mod unit;

pub use circles::Circle;
pub use play::{Entrant, Step, Tournament, TournamentError};
pub use ratings::Rating;
pub use rows::{ArenaRow, Disagreement, Ended, Found, Lead, Source, Tested};
pub use sequential::{SequentialTest, Verdict};
pub use standing::Goal;
pub use store::{Store, StoreError};
pub use text::{notes, tables};
