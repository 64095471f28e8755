//! What can go wrong in play.

use thiserror::Error;

use super::Seat;

/// Why a deal or a move was refused. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// A seat acted that must not act now.
    #[error("seat {seat} must not act now")]
    NotActing {
        /// The seat.
        seat: Seat,
    },
    /// A seat that must act was left out.
    #[error("seat {seat} must act, and no action was given for it")]
    Missing {
        /// The seat.
        seat: Seat,
    },
    /// A seat acted twice in one move.
    #[error("two actions were given for seat {seat}")]
    Twice {
        /// The seat.
        seat: Seat,
    },
    /// The action is not legal.
    #[error("seat {seat} may not play {action}; legal: {legal}")]
    Illegal {
        /// The seat.
        seat: Seat,
        /// The action, as text.
        action: String,
        /// What would be legal, as text.
        legal: String,
    },
    /// A deal is due, and a move was made.
    #[error("a deal is due, not a move")]
    DealDue,
    /// No deal is due.
    #[error("no deal is due now")]
    NoDealDue,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The deal does not fit the rules or the state.
    #[error("bad deal: {reason}")]
    BadDeal {
        /// What does not fit.
        reason: String,
    },
}

/// An invariant of a state: where it does not hold, the message says what was found.
pub(crate) fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
