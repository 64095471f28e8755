//! Agents that learn by playing against themselves, and against frozen agents where the config says so.
//!
//! - [`tables`]: the tables at which the policy plays; `task`: some of them, on one thread
//! - [`frozen`]: the agents beside it, who do not learn; `teacher`: the one that it imitates; `askable`: the same agent,
//!   to be asked from any thread
//! - [`pool`]: past versions of the agent, whom it meets again; [`exploiter`]: an adversary that learns beside it
//! - [`segment`]: what one iteration of play gives to learn from
//! - [`state`]: a training as it is written down, and continued
//! - `settings`: from a config to what training is made of
//! - [`iteration`]: one iteration of play and learning
//! - `scalars`: the numbers that a training writes
//! - [`trainer`]: the loop of play, learning, evaluation and saving

mod askable;
pub mod exploiter;
pub mod frozen;
pub mod iteration;
pub mod pool;
mod scalars;
pub mod segment;
mod settings;
pub mod state;
pub mod tables;
mod task;
mod teacher;
pub mod trainer;

pub use askable::can_be_met;
pub use settings::{fresh, hyper, rates, rates_at};
pub use trainer::{Session, train};
