//! The nets as fused CPU code: inference and gradients over their weights as slices.
//!
//! The nets are narrow, so a tensor library spends its time on memory traffic and on starting
//! operations. Here a few hundred action rows pass through all layers while they stay in the cache,
//! ragged as they come: no padding, no grouping by `K`. [`PolicyNet`](super::PolicyNet) and
//! [`ValueNet`](super::ValueNet) define what is computed; tests hold the kernels to Burn's own
//! forward pass and autodiff.
//!
//! | module | what is there |
//! | --- | --- |
//! | `lanes` | the two matrix products, vectorised |
//! | `segments` | passes over the rows of each decision: sums, relus, last layers |
//! | `encoder` | the layer both nets open with |
//! | `policy`, `value` | the nets |

mod encoder;
mod lanes;
mod policy;
mod segments;
#[cfg(test)]
mod tests;
mod value;

pub use policy::{PolicyKernel, PolicyTape};
pub use value::{ValueKernel, ValueTape};

use super::decisions::Decisions;
use super::described::Described;
use super::error::NetworkError;
use encoder::Encoder;

/// Action rows that run through the layers together: their activations stay in the second-level
/// cache, and starting a pass costs nothing beside the pass.
pub const BLOCK_ROWS: usize = 256;

/// `Ok` where borrowed decisions have the lengths that the net's widths ask for.
fn check_decisions(encoder: Encoder, batch: Decisions<'_>) -> Result<(), NetworkError> {
    let globals = batch.len() * encoder.globals;
    NetworkError::expect_equal("globals", globals, batch.globals().len())?;
    let features = batch.rows() * encoder.features;
    NetworkError::expect_equal("features", features, batch.actions().len())
}

/// `Ok` where a batch has the net's widths, even if it is empty.
fn check_widths(encoder: Encoder, batch: &Described) -> Result<(), NetworkError> {
    NetworkError::expect_equal("globals width", encoder.globals, batch.globals_width())?;
    NetworkError::expect_equal("features width", encoder.features, batch.features_width())
}
