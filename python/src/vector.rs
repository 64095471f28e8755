//! Many tables in one call.

use std::sync::Mutex;

use hornox_agents::search::SplitMix64;
use hornox_env::Action as _;
use hornox_env::gym::{Full, Packed, VecEnv};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand::Rng as _;

use crate::error::{env_error, json_error, taken};
use crate::games::{OfGame, Played, by_rules, of_game};
use crate::rules::{PyRules, options};

/// The games that the last step ended: for each its table, its number, whether a cap ended it, and by seat its scores,
/// its shares of the win, and what was paid since the seat's last decision.
type Ended = Vec<(usize, u64, bool, Vec<i32>, Vec<f64>, Vec<f32>)>;

/// A list of tables and seats.
type Places = Vec<(usize, usize)>;

/// Many tables in one call. What is written goes into flat arrays of the caller's.
#[pyclass(name = "VecEnv", module = "hornox._core", frozen)]
pub struct PyVecEnv {
    // A lock, since others run while a method works: it takes it throughout, or fails where another has it.
    tables: Mutex<Tables>,
}

/// The tables, and where random actions come from.
struct Tables {
    env: OfGame<VecEnv<Nimmt>, VecEnv<Sixes>>,
    sampler: SplitMix64,
}

#[pymethods]
impl PyVecEnv {
    #[new]
    #[pyo3(signature = (rules, tables, reward, strict))]
    fn new(py: Python<'_>, rules: &PyRules, tables: usize, reward: &str, strict: bool) -> PyResult<Self> {
        // What a table takes is far from the limits of memory that an impossible number would meet.
        if tables > 1 << 24 {
            return Err(PyValueError::new_err(format!(
                "tables = {tables}: must be at most {}",
                1 << 24
            )));
        }
        let options = options(&rules.any, reward, strict)?;
        let env = py.detach(|| Ok(by_rules!(&rules.any, rules => VecEnv::new(rules, tables, options)?)));
        Ok(Self {
            tables: Mutex::new(Tables {
                env: env.map_err(env_error)?,
                sampler: SplitMix64::new(0),
            }),
        })
    }

    /// Starts the first games of the seed, or where none is given each table's next game.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let Tables { env, sampler } = &mut *taken(&self.tables)?;
        if let Some(seed) = seed {
            *sampler = SplitMix64::new(seed);
        }
        py.detach(|| of_game!(env, env => env.reset(seed)))
            .map_err(env_error)
    }

    /// Plays an action for each row.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let Tables { env, .. } = &mut *taken(&self.tables)?;
        let ids = actions.as_slice()?;
        py.detach(|| of_game!(env, env => env.step(ids)))
            .map_err(env_error)
    }

    /// Plays an action for every seat of every table; those of seats that must not act are not read.
    fn step_full(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let Tables { env, .. } = &mut *taken(&self.tables)?;
        let ids = actions.as_slice()?;
        py.detach(|| of_game!(env, env => env.step_full(ids)))
            .map_err(env_error)
    }

    /// Writes a random legal action for each row.
    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let Tables { env, sampler } = &mut *taken(&self.tables)?;
        let out = actions.as_slice_mut()?;
        py.detach(|| of_game!(env, env => sample(env, sampler, out)))
    }

    /// Writes a random legal action for every seat of every table, and 0 for those that must not act.
    fn sample_full(&self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let Tables { env, sampler } = &mut *taken(&self.tables)?;
        let out = actions.as_slice_mut()?;
        py.detach(|| of_game!(env, env => sample_full(env, sampler, out)))
    }

    /// Writes each row's observation, mask, table, seat and reward. Observations are of `uint8` (raw) or `float32`
    /// (planes).
    fn write_packed(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        mut masks: PyReadwriteArray1<'_, u8>,
        mut table: PyReadwriteArray1<'_, i32>,
        mut seat: PyReadwriteArray1<'_, u8>,
        mut reward: PyReadwriteArray1<'_, f32>,
    ) -> PyResult<()> {
        let masks = masks.as_slice_mut()?;
        let columns = (
            table.as_slice_mut()?,
            seat.as_slice_mut()?,
            reward.as_slice_mut()?,
        );
        let Tables { env, .. } = &*taken(&self.tables)?;
        of_game!(env, env => {
            py.detach(|| write_rows(env, columns))?;
            match numbers(observations)? {
                Numbers::Bytes(mut all) => {
                    let observations = all.as_slice_mut()?;
                    py.detach(|| env.write_packed(Packed { observations, masks }))
                }
                Numbers::Floats(mut all) => {
                    let observations = all.as_slice_mut()?;
                    py.detach(|| env.write_packed(Packed { observations, masks }))
                }
            }
            .map_err(env_error)
        })
    }

    /// Writes every seat's observation, mask and last reward, and which tables' games the last step ended.
    fn write_full(
        &self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        mut masks: PyReadwriteArray1<'_, u8>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut terminated: PyReadwriteArray1<'_, u8>,
        mut truncated: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let (masks, rewards) = (masks.as_slice_mut()?, rewards.as_slice_mut()?);
        let (terminated, truncated) = (terminated.as_slice_mut()?, truncated.as_slice_mut()?);
        let Tables { env, .. } = &*taken(&self.tables)?;
        of_game!(env, env => match numbers(observations)? {
            Numbers::Bytes(mut all) => {
                let observations = all.as_slice_mut()?;
                py.detach(|| env.write_full(Full { observations, masks, rewards, terminated, truncated }))
            }
            Numbers::Floats(mut all) => {
                let observations = all.as_slice_mut()?;
                py.detach(|| env.write_full(Full { observations, masks, rewards, terminated, truncated }))
            }
        })
        .map_err(env_error)
    }

    /// Writes the raw observation of every seat of every table, hidden cards of all included: `uint8[T, N · L]`.
    fn write_state(&self, py: Python<'_>, mut state: PyReadwriteArray2<'_, u8>) -> PyResult<()> {
        let Tables { env, .. } = &*taken(&self.tables)?;
        let out = state.as_slice_mut()?;
        py.detach(|| of_game!(env, env => write_state(env, out)))
    }

    /// How many seats must act now, at all tables.
    #[getter]
    fn rows(&self) -> PyResult<usize> {
        Ok(of_game!(&taken(&self.tables)?.env, env => env.rows().len()))
    }

    /// How many games the last step ended.
    #[getter]
    fn ended_count(&self) -> PyResult<usize> {
        Ok(of_game!(&taken(&self.tables)?.env, env => env.ended().len()))
    }

    /// The games that the last step ended.
    fn ended(&self) -> PyResult<Ended> {
        let one = |end: &hornox_env::gym::Ended| {
            (
                end.table,
                end.number,
                end.truncated(),
                end.scores.values().to_vec(),
                end.win_shares().values().to_vec(),
                end.rewards.values().to_vec(),
            )
        };
        Ok(of_game!(&taken(&self.tables)?.env, env => env.ended().iter().map(one).collect()))
    }

    /// How many illegal actions the last step replaced.
    #[getter]
    fn illegal_count(&self) -> PyResult<usize> {
        Ok(of_game!(&taken(&self.tables)?.env, env => env.illegal().len()))
    }

    /// The tables and seats whose illegal action the last step replaced.
    fn illegal(&self) -> PyResult<Places> {
        let tables = taken(&self.tables)?;
        let places = of_game!(&tables.env, env => env.illegal());
        Ok(places
            .iter()
            .map(|(table, seat)| (*table, seat.index()))
            .collect())
    }

    /// One table as text, hidden parts included.
    fn render(&self, table: usize) -> PyResult<String> {
        of_game!(&taken(&self.tables)?.env, env => env.game(table).map(ToString::to_string))
            .map_err(env_error)
    }

    /// The state as bytes, to come back to with `restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Tables { env, sampler } = &*taken(&self.tables)?;
        let sampler = sampler.state();
        let bytes = py.detach(|| of_game!(env, env => serde_json::to_vec(&(sampler, env.snapshot()))));
        Ok(PyBytes::new(py, &bytes.map_err(|error| json_error(&error))?))
    }

    /// Goes back to a snapshot of an environment with the same rules and number of tables.
    fn restore(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        let Tables { env, sampler } = &mut *taken(&self.tables)?;
        *sampler = SplitMix64::new(py.detach(|| of_game!(env, env => restore(env, snapshot)))?);
        Ok(())
    }
}

/// Observations of either form.
enum Numbers<'py> {
    Bytes(PyReadwriteArray1<'py, u8>),
    Floats(PyReadwriteArray1<'py, f32>),
}

fn numbers<'py>(array: &Bound<'py, PyAny>) -> PyResult<Numbers<'py>> {
    if let Ok(bytes) = array.extract() {
        return Ok(Numbers::Bytes(bytes));
    }
    array.extract().map(Numbers::Floats).map_err(|_| {
        PyTypeError::new_err("`observations` is a flat, writable array of uint8 (raw) or float32 (planes)")
    })
}

fn write_rows<G: Played>(
    env: &VecEnv<G>,
    (table, seat, reward): (&mut [i32], &mut [u8], &mut [f32]),
) -> PyResult<()> {
    let rows = env.rows();
    check("table", table.len(), rows.len())?;
    check("seat", seat.len(), rows.len())?;
    check("reward", reward.len(), rows.len())?;
    for (((row, table), seat), reward) in rows.iter().zip(table).zip(seat).zip(reward) {
        *table = row.table as i32;
        *seat = row.seat.into();
        *reward = row.reward;
    }
    Ok(())
}

fn write_state<G: Played>(env: &VecEnv<G>, out: &mut [u8]) -> PyResult<()> {
    use hornox_env::gym::Element as _;
    let len = env.players() * u8::layout::<G>().len();
    check("state", out.len(), env.tables() * len)?;
    for (game, out) in env.games().zip(out.chunks_exact_mut(len)) {
        game.write_raw_each(hornox_env::SeatSet::all(env.players()), out);
    }
    Ok(())
}

fn sample<G: Played>(env: &VecEnv<G>, rng: &mut SplitMix64, out: &mut [u8]) -> PyResult<()> {
    check("actions", out.len(), env.rows().len())?;
    for (row, id) in env.rows().iter().zip(out) {
        *id = row.legal.pick(rng.next_u32()).map_or(0, G::Action::id);
    }
    Ok(())
}

fn sample_full<G: Played>(env: &VecEnv<G>, rng: &mut SplitMix64, out: &mut [u8]) -> PyResult<()> {
    check("actions", out.len(), env.max_rows())?;
    out.fill(0);
    let players = env.players();
    for row in env.rows() {
        out[row.table * players + row.seat.index()] = row.legal.pick(rng.next_u32()).map_or(0, G::Action::id);
    }
    Ok(())
}

fn restore<G: Played>(env: &mut VecEnv<G>, snapshot: &[u8]) -> PyResult<u64> {
    let (sampler, state) = serde_json::from_slice(snapshot).map_err(|error| json_error(&error))?;
    env.restore(state).map_err(env_error)?;
    Ok(sampler)
}

fn check(name: &str, got: usize, expected: usize) -> PyResult<()> {
    if got == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "`{name}` has {got} entries, not {expected}"
    )))
}
