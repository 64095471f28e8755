//! Neural policies that score described actions, and what is needed to train them.
//!
//! A decision is described by its globals `[G]` and one row of features `[C]` for each of its `K`
//! legal actions; a policy gives each action a logit, a value net gives the decision one number.
//! Only [`checkpoint`], [`members`], [`agent`], [`by_seats`], [`expect`] and [`search`] know a game.
//!
//! | module | what is there |
//! | --- | --- |
//! | [`described`] | batches of described decisions of any `K` |
//! | [`decisions`] | a run of them, borrowed |
//! | [`network`] | [`NetworkConfig`], and the nets as Burn modules: what is saved, loaded and defined |
//! | [`flat`] | a module's weights as one slice, and back |
//! | [`widen`](mod@widen) | the same function in a wider net, to train on |
//! | [`files`] | a module's weights in a file, and back |
//! | [`kernel`] | the same nets as fused CPU code: inference and gradients at several times the speed |
//! | [`softmax`] | log-probabilities over one decision's logits |
//! | [`checkpoint`] | a trained agent in a folder |
//! | [`members`] | checkpoints for several seat counts in one folder |
//! | [`folder`] | folders that are replaced as a whole |
//! | [`agent`] | a network at the table |
//! | [`by_seats`] | several agents as one, by the seats of the table |
//! | [`expect`] | what a value network expects of the rest of a round |
//! | [`search`] | a network that looks a turn ahead |
//! | [`error`] | what can go wrong, typed |

pub mod agent;
pub mod by_seats;
pub mod checkpoint;
pub mod decisions;
pub mod described;
pub mod error;
pub mod expect;
pub mod files;
pub mod flat;
pub mod folder;
pub mod kernel;
pub mod members;
pub mod network;
pub mod search;
pub mod softmax;
pub mod widen;

pub use agent::NetAgent;
pub use by_seats::BySeats;
pub use checkpoint::{Checkpoint, Manifest, Nets};
pub use decisions::Decisions;
pub use described::Described;
pub use error::{CheckpointError, NetworkError};
pub use expect::NetValue;
pub use kernel::{PolicyKernel, ValueKernel};
pub use members::{Members, for_table};
pub use network::{NetworkConfig, PolicyNet, ValueNet};
pub use search::NetSearch;
pub use widen::{widen_policy, widen_value};
