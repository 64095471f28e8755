//! Errors as the exceptions that Python expects.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use hornox_agents::SpecError;
use hornox_env::gym::EnvError;
use hornox_env::record::RecordError;
use hornox_env::{PlayError, RulesError};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult, create_exception};

create_exception!(
    hornox,
    ResetNeeded,
    PyRuntimeError,
    "A step before the first `reset`, or after the end of the game."
);
create_exception!(
    hornox,
    IllegalAction,
    PyValueError,
    "An action that is not legal now, where `strict` asks for an error."
);

/// An environment's error.
pub fn env_error(error: EnvError) -> PyErr {
    let text = error.to_string();
    match error {
        EnvError::NotReset | EnvError::Finished => ResetNeeded::new_err(text),
        EnvError::Illegal { .. } => IllegalAction::new_err(text),
        EnvError::UnknownSeat { .. } | EnvError::UnknownTable { .. } => PyIndexError::new_err(text),
        EnvError::Length { .. } | EnvError::BadOption { .. } | EnvError::BadSnapshot { .. } => {
            PyValueError::new_err(text)
        }
        EnvError::AtTable { error, .. } => match *error {
            EnvError::Illegal { .. } => IllegalAction::new_err(text),
            EnvError::NotReset
            | EnvError::Finished
            | EnvError::UnknownSeat { .. }
            | EnvError::UnknownTable { .. }
            | EnvError::Length { .. }
            | EnvError::BadOption { .. }
            | EnvError::BadSnapshot { .. }
            | EnvError::AtTable { .. }
            | EnvError::Play(_)
            | EnvError::Agent(_) => PyValueError::new_err(text),
        },
        EnvError::Play(error) => play_error(&error),
        EnvError::Agent(_) => PyRuntimeError::new_err(text),
    }
}

/// A game's error.
pub fn play_error(error: &PlayError) -> PyErr {
    let text = error.to_string();
    match error {
        PlayError::Illegal { .. } => IllegalAction::new_err(text),
        PlayError::Over => ResetNeeded::new_err(text),
        PlayError::NotActing { .. }
        | PlayError::Missing { .. }
        | PlayError::Twice { .. }
        | PlayError::DealDue
        | PlayError::NoDealDue
        | PlayError::BadDeal { .. } => PyValueError::new_err(text),
    }
}

/// Rules that can't be.
pub fn rules_error(error: &RulesError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A spec that names no agent.
pub fn spec_error(error: &SpecError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A record that is wrong.
pub fn record_error(error: &RecordError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A snapshot that can't be written or read.
pub fn json_error(error: &serde_json::Error) -> PyErr {
    PyValueError::new_err(format!("snapshot: {error}"))
}

/// What an environment's lock guards, which nobody waits for: the thread that has it may wait for the interpreter, to
/// ask an agent that is a Python function, or be this very one, inside such a function.
pub fn taken<T: ?Sized>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(guard)) => Ok(guard.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "the environment is in the middle of another call: use one in each thread",
        )),
    }
}

/// What a lock guards. A thread that broke off inside left it as its methods do on errors: unchanged.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
