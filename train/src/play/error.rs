//! What can go wrong at the table.

use std::io;

use hornox_env::{AgentError, PlayError};
use thiserror::Error;

/// Why a session broke off.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The answers could not be read.
    #[error("standard input")]
    Input(#[source] io::Error),
    /// The text could not be written.
    #[error("standard output")]
    Output(#[source] io::Error),
    /// An agent could not answer.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An agent's action, or a deal, was refused.
    #[error(transparent)]
    Play(#[from] PlayError),
}
