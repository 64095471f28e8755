//! What the environments of one table share: what such a table is made of, and what any of them can be asked.

use hornox_env::gym::{Element as _, EnvOptions};
use hornox_env::{AnyRules, Seat, SeatSet};
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::json_error;
use crate::games::Played;
use crate::rules::{Form, PyRules, options};

/// What a table is made of, and how far its game is.
#[derive(Clone, Copy)]
pub struct Table {
    /// By which rules it is played.
    pub rules: AnyRules,
    /// What is paid, and what becomes of illegal actions.
    pub options: EnvOptions,
    /// Which form observations have.
    pub form: Form,
    /// How many turns were played, and how many may be.
    pub cycles: Cycles,
}

impl Table {
    /// A table as Python asks for it.
    pub fn new(
        rules: &PyRules,
        reward: &str,
        strict: bool,
        observation: &str,
        max_cycles: Option<u64>,
    ) -> PyResult<Self> {
        Ok(Self {
            rules: rules.any,
            options: options(&rules.any, reward, strict)?,
            form: Form::named(observation)?,
            cycles: Cycles::new(max_cycles)?,
        })
    }

    /// The seat of this number.
    pub fn seat(&self, index: usize) -> PyResult<Seat> {
        seat_at(index, self.rules.players())
    }
}

/// The seat of this number at a table of so many.
pub fn seat_at(index: usize, players: usize) -> PyResult<Seat> {
    Seat::new(index)
        .filter(|seat| seat.index() < players)
        .ok_or_else(|| PyIndexError::new_err(format!("seat {index} is not at this table of {players}")))
}

/// How many turns were played in this game, and after how many it is cut off.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Cycles {
    pub played: u64,
    pub most: Option<u64>,
}

impl Cycles {
    /// A count of turns with this limit, which must be at least 1.
    fn new(most: Option<u64>) -> PyResult<Self> {
        if most == Some(0) {
            return Err(PyValueError::new_err("`max_cycles` must be at least 1, or None"));
        }
        Ok(Self { played: 0, most })
    }

    /// Whether the limit is reached.
    pub fn used_up(self) -> bool {
        self.most.is_some_and(|most| self.played >= most)
    }
}

/// The raw observation of every seat, hidden cards of all included, one behind the other: `uint8[N · L]`.
pub fn state<'py, G: Played>(py: Python<'py>, game: &G) -> Bound<'py, PyArray1<u8>> {
    let mut all = vec![0; game.players() * u8::layout::<G>().len()];
    game.write_raw_each(SeatSet::all(game.players()), &mut all);
    PyArray1::from_vec(py, all)
}

/// Each seat's score so far.
pub fn scores<G: Played>(game: &G) -> Vec<i32> {
    game.scores().values().to_vec()
}

/// Each seat's share of the win, once the game is over.
pub fn win_share<G: Played>(game: &G) -> Option<Vec<f64>> {
    let outcome = game.outcome()?;
    Some(outcome.win_shares(game.players()).values().to_vec())
}

/// The state of the game as JSON, for those who draw it.
pub fn game_json<G: Played>(game: &G) -> PyResult<String> {
    serde_json::to_string(game).map_err(|error| json_error(&error))
}

/// A state with the count of turns, as bytes.
pub fn to_bytes(cycles: Cycles, state: &impl Serialize) -> PyResult<Vec<u8>> {
    serde_json::to_vec(&(cycles, state)).map_err(|error| json_error(&error))
}

/// What [`to_bytes`] wrote.
pub fn from_bytes<S: DeserializeOwned>(bytes: &[u8]) -> PyResult<(Cycles, S)> {
    serde_json::from_slice(bytes).map_err(|error| json_error(&error))
}
