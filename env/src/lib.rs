//! The card game 6 nimmt! as a reinforcement-learning environment.
//!
//! - [`core`]: what every game here shares: seats, turns, the [`Game`] trait, agents, seeding.
//! - [`nimmt`]: the game, its rules, views and events.
//! - [`sixes`]: the game Sixes, in files of the same names.
//! - [`AnyRules`]: the rules of either, picked at run time.
//! - [`observe`]: observations as named spans of bytes or bitmaps, and legal masks.
//! - [`record`]: whole games written down, and checked against the rules.
//! - [`gym`]: Gym-style environments: [`gym::ParallelEnv`], [`gym::SeatEnv`], [`gym::VecEnv`].
//!
//! A game is played by giving it a deal and then, turn by turn, one action for each seat that must act:
//!
//! ```
//! use hornox_env::nimmt::{Nimmt, Preset};
//! use hornox_env::{Game, Turn, deal_rng};
//!
//! let mut game = Nimmt::new(&Preset::Round.rules());
//! let mut events = Vec::new();
//! loop {
//!     match game.turn() {
//!         Turn::Chance => {
//!             let deal = game.sample_deal(&mut deal_rng(7, 0, game.round()));
//!             game.deal(&deal)?;
//!         }
//!         Turn::Act(seats) => {
//!             // Everybody plays the lowest legal action.
//!             let joint: Vec<_> =
//!                 seats.iter().filter_map(|seat| Some((seat, game.legal(seat).first()?))).collect();
//!             game.play(&joint, &mut events)?;
//!         }
//!         Turn::Over => break,
//!     }
//! }
//! println!("bulls: {:?}", game.scores());
//! # Ok::<(), hornox_env::PlayError>(())
//! ```
//!
//! The crate is pure: no files, no clock, no threads unless the feature `rayon` is on. All randomness comes
//! from generators (ChaCha8) seeded as [`core`] describes, so that games are the same on every platform.

mod any;
pub mod core;
pub mod gym;
pub mod nimmt;
pub mod observe;
pub mod record;
pub mod sixes;

pub use any::AnyRules;

pub use crate::core::{
    Action, ActionSet, Agent, AgentError, Better, Decision, Game, Lapse, LapseKind, MAX_SEATS, Outcome,
    PlayError, Resample, Resolved, RuleSet, RulesError, Score, Seat, SeatMap, SeatSet, Sink, Turn, agent_rng,
    deal_rng, game_seed,
};

/// The examples of the README, which are tested as this crate's.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
