//! What can go wrong in learning.

use hornox_agents::neural::NetworkError;
use thiserror::Error;

/// An update that can't be made; the learner is then as it was before.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PpoError {
    /// Sizes that do not fit the nets or each other.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A setting outside its range.
    #[error("setting `{setting}` is {value}, but must be {must_be}")]
    Setting {
        /// The field's name.
        setting: &'static str,
        /// The value found.
        value: f64,
        /// The range allowed, in words.
        must_be: &'static str,
    },
    /// A decision whose chosen action is not among its legal ones.
    #[error("decision {decision} chose action {chosen} of {count}")]
    Chosen {
        /// Its place in the batch.
        decision: usize,
        /// The place of the action among the legal ones.
        chosen: u32,
        /// How many legal actions there were.
        count: u32,
    },
    /// An infinite or undefined number where a finite one is needed.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// What is not finite.
        what: &'static str,
    },
}
