//! Games that were written down.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Mutex;

use hornox_env::gym::{Element, Reward};
use hornox_env::record::{AnyRecord, Record, Records, Step};
use hornox_env::{Action as _, Seat, SeatMap};
use numpy::{Element as NumpyElement, PyArray1, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{env_error, locked, record_error};
use crate::games::Played;
use crate::interrupt::Looks;
use crate::rules::Form;

/// The records of a file, one after the other, as JSON.
#[pyclass(name = "RecordReader", module = "hornox._core", frozen)]
pub struct PyRecordReader {
    records: Mutex<Records<BufReader<File>>>,
    check: bool,
}

#[pymethods]
impl PyRecordReader {
    /// Opens a file; with `check`, each record is played again by the rules.
    #[new]
    fn new(path: PathBuf, check: bool) -> PyResult<Self> {
        Ok(Self {
            records: Mutex::new(Records::new(BufReader::new(File::open(path)?))),
            check,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut records = locked(&self.records);
            let Some(record) = records.next() else {
                return Ok(None);
            };
            let line = records.line();
            let record = record.map_err(|error| record_error(&error))?;
            if self.check {
                record
                    .replay()
                    .map_err(|error| record_error(&error.on_line(line)))?;
            }
            let mut text = Vec::new();
            record.write_line(&mut text)?;
            Ok(Some(String::from_utf8(text)?))
        })
    }
}

/// Every decision of the games of a file, as arrays by name.
#[pyfunction]
pub fn trajectories<'py>(
    py: Python<'py>,
    path: PathBuf,
    reward: &str,
    observation: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let reward: Reward = reward.parse().map_err(env_error)?;
    match Form::named(observation)? {
        Form::Raw => py.detach(|| Decisions::<u8>::read(path, reward))?.arrays(py),
        Form::Planes => py.detach(|| Decisions::<f32>::read(path, reward))?.arrays(py),
    }
}

/// The decisions of games of one kind, in order.
struct Decisions<E> {
    kind: Option<&'static str>,
    len: usize,
    count: usize,
    observations: Vec<E>,
    masks: Vec<i8>,
    actions: Vec<i64>,
    rewards: Vec<f32>,
    last: Vec<bool>,
    games: Vec<i64>,
    seats: Vec<i64>,
}

impl<E: Element> Decisions<E> {
    fn read(path: PathBuf, reward: Reward) -> PyResult<Self> {
        let mut all = Self {
            kind: None,
            len: 0,
            count: 0,
            observations: Vec::new(),
            masks: Vec::new(),
            actions: Vec::new(),
            rewards: Vec::new(),
            last: Vec::new(),
            games: Vec::new(),
            seats: Vec::new(),
        };
        let mut records = Records::new(BufReader::new(File::open(path)?));
        let mut game = 0;
        let mut looks = Looks::new();
        while let Some(record) = records.next() {
            looks.look()?;
            let line = records.line();
            match record.map_err(|error| record_error(&error))? {
                AnyRecord::Nimmt(record) => all.add(&record, reward, (game, line))?,
                AnyRecord::Sixes(record) => all.add(&record, reward, (game, line))?,
            }
            game += 1;
        }
        Ok(all)
    }

    fn add<G: Played>(
        &mut self,
        record: &Record<G>,
        reward: Reward,
        (number, line): (i64, u64),
    ) -> PyResult<()> {
        reward.check(&record.rules).map_err(env_error)?;
        if *self.kind.get_or_insert(G::NAME) != G::NAME {
            return Err(PyValueError::new_err(format!(
                "line {line}: a game of {}, where those before are of another",
                G::NAME
            )));
        }
        (self.len, self.count) = (E::layout::<G>().len(), G::Action::COUNT);
        let mut before: Option<G> = None;
        let players = G::new(&record.rules).players();
        // Each seat's latest decision, and what was paid before its first.
        let mut latest: SeatMap<Option<usize>> = SeatMap::new(players, None);
        let mut unpaid = SeatMap::new(players, 0.0);
        let replayed = record.replay_shown(&mut |step| match step {
            Step::Dealt(game) => before = Some(game.clone()),
            Step::Played { game, joint, .. } => {
                let Some(state) = before.replace(game.clone()) else {
                    return;
                };
                for &(seat, action) in joint {
                    latest[seat] = Some(self.actions.len());
                    self.decide(&state, seat, action, std::mem::take(&mut unpaid[seat]), number);
                }
                let paid = reward.of_step(G::SCORE, &state.scores(), &game.scores(), game.outcome());
                for (seat, paid) in paid.iter() {
                    match latest[seat] {
                        Some(place) => self.rewards[place] += paid,
                        None => unpaid[seat] += paid,
                    }
                }
            }
        });
        replayed.map_err(|error| record_error(&error.on_line(line)))?;
        for place in latest.values().iter().flatten() {
            self.last[*place] = true;
        }
        Ok(())
    }

    fn decide<G: Played>(&mut self, state: &G, seat: Seat, action: G::Action, unpaid: f32, number: i64) {
        let start = self.observations.len();
        self.observations.resize(start + self.len, E::default());
        E::write(state, seat, &mut self.observations[start..]);
        let mut mask = [0; 128];
        state.legal(seat).write_mask(&mut mask[..G::Action::COUNT]);
        self.masks
            .extend(mask[..G::Action::COUNT].iter().map(|&byte| byte as i8));
        self.actions.push(action.id().into());
        self.rewards.push(unpaid);
        self.last.push(false);
        self.games.push(number);
        self.seats.push(seat.index() as i64);
    }
}

impl<E: NumpyElement> Decisions<E> {
    fn arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let rows = self.actions.len();
        let arrays = PyDict::new(py);
        let observations = PyArray1::from_vec(py, self.observations).reshape([rows, self.len])?;
        arrays.set_item("observation", observations)?;
        arrays.set_item(
            "action_mask",
            PyArray1::from_vec(py, self.masks).reshape([rows, self.count])?,
        )?;
        arrays.set_item("action", PyArray1::from_vec(py, self.actions))?;
        arrays.set_item("reward", PyArray1::from_vec(py, self.rewards))?;
        arrays.set_item("last", PyArray1::from_vec(py, self.last))?;
        arrays.set_item("game", PyArray1::from_vec(py, self.games))?;
        arrays.set_item("seat", PyArray1::from_vec(py, self.seats))?;
        Ok(arrays)
    }
}
