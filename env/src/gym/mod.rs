//! Gym-style environments.
//!
//! - [`parallel`](ParallelEnv): one table, all seats that must act choose at the same time
//! - [`aec`](AecEnv): one table, one seat at a time, choices of the same turn hidden
//! - [`seat`](SeatEnv): one learner against given agents, a plain single-agent environment
//! - [`vector`](VecEnv): many tables in one call
//! - [`reward`](Reward), [`options`](EnvOptions): what an environment can be asked to do
//! - [`element`](Element): the number type of an observation, which picks its form
//! - [`error`](EnvError): what can go wrong
//! - `episode`: a game with its place in the seed's numbering, chance played by itself
//!
//! Each takes the game through `reset(seed)` and `step(actions)`. Deals are played inside these calls, and the
//! rounds of one game follow each other without a reset. The games of a seed are numbered from 0, and a deal
//! depends on seed, game and round alone, so the same seed gives the same deals whatever the seats do.
//!
//! A failed call leaves the environment as it was.

mod aec;
mod element;
mod episode;
mod error;
mod options;
mod parallel;
mod reward;
mod seat;
mod vector;

pub use aec::{AecEnv, AecSnapshot, AecStep};
pub use element::Element;
pub use episode::Snapshot;
pub use error::EnvError;
pub use options::{EnvOptions, IllegalAction};
pub use parallel::{ParallelEnv, Step};
pub use reward::Reward;
pub use seat::{Learner, SeatEnv, SeatInfo, SeatSnapshot, SeatStep};
pub use vector::{Ended, Full, Packed, Row, VecEnv, VecSnapshot};
