//! How strong an agent is, by the arena of the command.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use hornox_env::AnyRules;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_train::arena::{ArenaError, Plan, Row, evaluate};
use hornox_train::interrupt::Stop;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::callable::Player;
use crate::error::locked;
use crate::games::Played;
use crate::interrupt::LOOK;
use crate::rules::PyRules;

/// Plays so many deals, `agent` in every seat of each against copies of `opponent`. Gives the row that `hornox eval`
/// shows as JSON.
#[pyfunction]
pub fn arena(
    py: Python<'_>,
    rules: &PyRules,
    agent: &Bound<'_, PyAny>,
    opponent: &Bound<'_, PyAny>,
    deals: u64,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    if deals == 0 {
        return Err(PyValueError::new_err("`deals` must be at least 1"));
    }
    let (agent, opponent) = (Player::new(agent)?, Player::new(opponent)?);
    let stop = Stop::new();
    let played = thread::scope(|scope| {
        let (done, waiting) = channel();
        let waiting = Mutex::new(waiting);
        let (sides, stopped, any) = ((&agent, &opponent), &stop, &rules.any);
        let worker = scope.spawn(move || {
            let row = match any {
                AnyRules::Nimmt(rules) => play::<Nimmt>(rules, sides, (deals, seed, threads), stopped),
                AnyRules::Sixes(rules) => play::<Sixes>(rules, sides, (deals, seed, threads), stopped),
            };
            // Nobody waits any more where the caller was interrupted.
            let _ = done.send(());
            row
        });
        let mut interrupted = None;
        while let Err(RecvTimeoutError::Timeout) = py.detach(|| locked(&waiting).recv_timeout(LOOK)) {
            if interrupted.is_none()
                && let Err(signal) = py.check_signals()
            {
                interrupted = Some(signal);
                stop.request();
            }
        }
        let row = py.detach(|| worker.join());
        match (interrupted, row) {
            (Some(signal), _) => Err(signal),
            (None, Ok(row)) => Ok(row),
            (None, Err(_)) => Err(PyRuntimeError::new_err("a thread of the arena broke off")),
        }
    })?;
    let raised = agent.raised().or_else(|| opponent.raised());
    let row = played.map_err(|error| raised.unwrap_or_else(|| failed(&error)))?;
    let row = row.ok_or_else(|| PyRuntimeError::new_err("the arena was stopped before its first deal"))?;
    serde_json::to_string(&row).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn play<G: Played>(
    rules: &G::Rules,
    (agent, opponent): (&Player, &Player),
    (deals, seed, threads): (u64, u64, usize),
    stop: &Stop,
) -> Result<Option<Row>, ArenaError> {
    let plan = Plan::<G> {
        rules,
        deals,
        seed,
        threads,
        stop,
    };
    evaluate(&plan, &|| agent.build(), &|| opponent.build(), &|_| {})
}

fn failed(error: &ArenaError) -> PyErr {
    let text = error.to_string();
    match error {
        ArenaError::Build(_) => PyValueError::new_err(text),
        ArenaError::Agent(_) | ArenaError::Play(_) | ArenaError::Unfinished(_) => {
            PyRuntimeError::new_err(text)
        }
    }
}
