//! One table; one seat acts at a time.

use hornox_env::Seat;
use hornox_env::gym::{AecEnv, AecSnapshot, EnvError};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{action_id, mask_array, observation_array, observation_dict};
use crate::error::env_error;
use crate::games::{OfGame, Played, by_rules, of_game};
use crate::rules::PyRules;
use crate::table::{self, Cycles, Table, from_bytes, to_bytes};

/// What a step gives: whose turn it is now, whether the turn was played, whether the action was illegal, what the turn
/// paid each seat where it was played, and whether the game is over or was cut off.
type Stepped = (Option<usize>, bool, bool, Option<Vec<f32>>, bool, bool);

/// One table at which seats are asked one after the other.
#[pyclass(name = "AecEnv", module = "hornox._core")]
pub struct PyAecEnv {
    env: OfGame<AecEnv<Nimmt>, AecEnv<Sixes>>,
    table: Table,
}

#[pymethods]
impl PyAecEnv {
    #[new]
    #[pyo3(signature = (rules, reward, strict, observation, max_cycles))]
    fn new(
        rules: &PyRules,
        reward: &str,
        strict: bool,
        observation: &str,
        max_cycles: Option<u64>,
    ) -> PyResult<Self> {
        let table = Table::new(rules, reward, strict, observation, max_cycles)?;
        Ok(Self {
            env: by_rules!(&table.rules, rules => AecEnv::new(rules, table.options)),
            table,
        })
    }

    /// Starts game 0 of the seed, or where none is given the next game of the same seed. Gives the seat that is asked.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, seed: Option<u64>) -> PyResult<Option<usize>> {
        let selected = of_game!(&mut self.env, env => env.reset(seed)).map_err(env_error)?;
        self.table.cycles.played = 0;
        Ok(selected.map(Seat::index))
    }

    /// The seat that is asked now; none before the first reset and after the end.
    fn selected(&self) -> Option<usize> {
        if self.table.cycles.used_up() {
            return None;
        }
        of_game!(&self.env, env => env.selected()).map(Seat::index)
    }

    /// Takes the action of the seat that is asked. Where it is the last of the turn, all are played.
    fn step(&mut self, action: &Bound<'_, PyAny>) -> PyResult<Stepped> {
        if self.table.cycles.used_up() {
            return Err(env_error(EnvError::Finished));
        }
        let id = action_id(action, self.table.options.illegal)?;
        let step = of_game!(&mut self.env, env => env.step_id(id)).map_err(env_error)?;
        self.table.cycles.played += u64::from(step.played);
        let terminated = step.outcome.is_some_and(|end| !end.truncated);
        let cut_off = step.outcome.is_some_and(|end| end.truncated) || self.table.cycles.used_up();
        Ok((
            self.selected(),
            step.played,
            step.illegal,
            step.played.then(|| step.rewards.values().to_vec()),
            terminated,
            cut_off && !terminated,
        ))
    }

    /// Observation and mask of one seat; the mask is all 0 where it is not the one that is asked.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let (seat, form) = (self.table.seat(seat)?, self.table.form);
        of_game!(&self.env, env => {
            let observation = observation_array(py, env.game(), seat, form);
            observation_dict(py, &observation, &mask_array(py, env.legal(seat)))
        })
    }

    /// The raw observation of every seat, hidden cards of all included, one behind the other: `uint8[N · L]`.
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        of_game!(&self.env, env => table::state(py, env.game()))
    }

    /// Each seat's score so far.
    fn scores(&self) -> Vec<i32> {
        of_game!(&self.env, env => table::scores(env.game()))
    }

    /// Each seat's share of the win, once the game is over.
    fn win_share(&self) -> Option<Vec<f64>> {
        of_game!(&self.env, env => table::win_share(env.game()))
    }

    /// The table as text, hidden parts included.
    fn render(&self) -> String {
        of_game!(&self.env, env => env.render())
    }

    /// The state as bytes, to come back to with `restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = of_game!(&self.env, env => to_bytes(self.table.cycles, &env.snapshot()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Goes back to a snapshot of an environment with the same rules.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.table.cycles = of_game!(&mut self.env, env => restore(env, snapshot))?;
        Ok(())
    }

    /// The state of the game as JSON, for those who draw it.
    fn game_json(&self) -> PyResult<String> {
        of_game!(&self.env, env => table::game_json(env.game()))
    }
}

fn restore<G: Played>(env: &mut AecEnv<G>, snapshot: &[u8]) -> PyResult<Cycles> {
    let (cycles, state): (_, AecSnapshot<G>) = from_bytes(snapshot)?;
    env.restore(state).map_err(env_error)?;
    Ok(cycles)
}
