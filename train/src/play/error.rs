//! What can go wrong at the table.

use std::io;

use hornox_env::{AgentError, PlayError, Seat};
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
    /// There are more seats than agents.
    #[error("nobody plays seat {seat}")]
    Vacant {
        /// The seat.
        seat: Seat,
    },
    /// A deal or a move was refused.
    #[error(transparent)]
    Play(#[from] PlayError),
}
