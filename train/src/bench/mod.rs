//! How fast this machine does what people use: `hornox bench`.
//!
//! - [`catalogue`]: what there is to measure, by name
//! - [`Figure`]: what came out of it
//! - [`Meter`]: measuring in runs of a fixed time
//! - `engine`, `vector`, `search`, `training`, `inference`: the work that is measured
//! - `random_play`: games played at random, for their decisions
//! - [`Machine`]: what all this was measured on

mod catalogue;
mod engine;
mod figure;
mod inference;
mod machine;
mod meter;
mod random_play;
mod search;
mod training;
mod vector;

pub use catalogue::{Benchmark, catalogue};
pub use figure::{Figure, Unit, table};
pub use machine::Machine;
pub use meter::{Meter, RUNS, Run};
