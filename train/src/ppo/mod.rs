//! Proximal policy optimisation (PPO) of the described-action nets.
//!
//! An iteration: play with the [`Learner`]'s kernels, noting each decision, the action taken, its
//! log-probability and value; turn each seat's rewards and values into advantages ([`gae()`]); gather
//! all in [`Samples`]; [`Learner::update`]. Nothing here knows a game.
//!
//! | module | what is there |
//! | --- | --- |
//! | [`hyper`] | settings that stay, and rates that change over a run |
//! | [`mod@gae`] | advantages of one seat's trajectory |
//! | [`samples`] | an iteration's decisions |
//! | [`loss`] | the clipped loss and its gradient, one decision at a time |
//! | `shard` | gradients of a part of a minibatch, on one thread |
//! | [`adam`] | the optimizer, and the norm of gradients |
//! | [`learner`] | the nets, their optimizers and average; the update |
//! | `state` | the learner in a folder, and back, bit for bit |
//! | [`stats`] | what an update reports |
//! | [`error`] | what can go wrong, typed |

pub mod adam;
pub mod error;
pub mod gae;
pub mod hyper;
pub mod learner;
pub mod loss;
pub mod samples;
mod shard;
mod state;
pub mod stats;
#[cfg(test)]
mod tests;

pub use error::PpoError;
pub use gae::gae;
pub use hyper::{Hyper, Rates};
pub use learner::Learner;
pub use samples::Samples;
pub use stats::Stats;
