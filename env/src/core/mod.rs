//! What every game shares.
//!
//! - [`seat`](Seat): seats, sets of seats, values by seat
//! - [`action`](Action): actions, their ids, sets of legal actions
//! - [`game`](Game): the contract of a game, its events and its hidden information
//! - [`outcome`](Outcome): how a game ended
//! - [`agent`](Agent): whoever chooses actions
//! - [`rules`](RulesError): rules as data, and why they are refused
//! - [`seed`](deal_rng): which generator draws what
//! - [`error`](PlayError): what can go wrong in play

mod action;
mod agent;
mod error;
mod game;
mod outcome;
pub(crate) mod rules;
mod seat;
mod seed;

pub use action::{Action, ActionSet};
pub use agent::{Agent, AgentError, Decision, Lapse, LapseKind};
pub use error::PlayError;
pub(crate) use error::ensure;
pub(crate) use game::sole_action;
pub use game::{Game, Resample, Sink, Turn};
pub use outcome::{Better, Outcome, Score};
pub use rules::{Resolved, RuleSet, RulesError};
pub use seat::{MAX_SEATS, Seat, SeatMap, SeatSet};
pub use seed::{agent_rng, deal_rng, game_seed};
