//! What can go wrong in an environment.

use thiserror::Error;

use crate::core::{AgentError, PlayError, Seat};

/// Why an environment refused a call. It is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvError {
    /// No game was started.
    #[error("the environment was not reset: call `reset` before `step`")]
    NotReset,
    /// The game is over.
    #[error("the game is over: call `reset` before the next `step`")]
    Finished,
    /// No such seat at this table.
    #[error("seat {seat} is not at this table of {players}")]
    UnknownSeat {
        /// The seat.
        seat: Seat,
        /// How many seats there are.
        players: usize,
    },
    /// No such table.
    #[error("table {table} is not one of the {tables} tables")]
    UnknownTable {
        /// The table.
        table: usize,
        /// How many tables there are.
        tables: usize,
    },
    /// The action is not legal now, or no action has this id.
    #[error("seat {seat} may not play action {action}; legal: {legal:?}")]
    Illegal {
        /// The seat.
        seat: Seat,
        /// The id given.
        action: u8,
        /// The ids that would be legal, ascending.
        legal: Vec<u8>,
    },
    /// A buffer or a list of actions has the wrong length.
    #[error("`{buffer}` has {got} entries, not {expected}")]
    Length {
        /// Which one.
        buffer: &'static str,
        /// The length it must have.
        expected: usize,
        /// The length it has.
        got: usize,
    },
    /// An option has a value it can't have.
    #[error("option `{option}` = {value}: must be {right}")]
    BadOption {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What would be right.
        right: String,
    },
    /// A snapshot can't be taken, or does not belong to this environment.
    #[error("snapshot: {reason}")]
    BadSnapshot {
        /// What does not fit.
        reason: String,
    },
    /// One of many tables refused.
    #[error("table {table}: {error}")]
    AtTable {
        /// The table.
        table: usize,
        /// Why.
        error: Box<EnvError>,
    },
    /// The game refused.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// An agent failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
}
