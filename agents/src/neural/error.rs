//! What can go wrong with networks and their files.

use std::io;
use std::path::PathBuf;

use burn::store::RecordError;
use thiserror::Error;

/// A network that can't be built, or an input that does not fit it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NetworkError {
    /// A setting of [`NetworkConfig`](super::NetworkConfig) outside its range.
    #[error("network setting `{setting}` is {value}, but must be {must_be}")]
    Setting {
        /// The field's name.
        setting: &'static str,
        /// The value found.
        value: String,
        /// The range allowed, in words.
        must_be: &'static str,
    },
    /// Two widths or lengths that had to agree.
    #[error("{what}: expected {expected}, found {found}")]
    Mismatch {
        /// What was measured.
        what: &'static str,
        /// The width or length needed.
        expected: usize,
        /// The width or length given.
        found: usize,
    },
    /// A decision without a single legal action.
    #[error("decision {decision} has no legal action")]
    NoAction {
        /// Its place in the batch.
        decision: usize,
    },
}

impl NetworkError {
    /// `Ok` where the two agree.
    ///
    /// # Errors
    /// [`NetworkError::Mismatch`] where they do not.
    pub fn expect_equal(what: &'static str, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found {
            Ok(())
        } else {
            Err(Self::Mismatch {
                what,
                expected,
                found,
            })
        }
    }
}

/// A checkpoint or training state that can't be written or read back.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// Weights that are missing, truncated, or of another shape.
    #[error("{}: {source}", path.display())]
    Weights {
        /// The file of weights.
        path: PathBuf,
        /// Burn's reason.
        source: RecordError,
    },
    /// A description that does not parse or is of another version.
    #[error("{}: {reason}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A network that can't be built or that does not fit.
    #[error(transparent)]
    Network(#[from] NetworkError),
}
