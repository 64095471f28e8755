//! One table; all seats that must act choose at the same time.

use hornox_env::gym::{EnvError, IllegalAction, ParallelEnv, Snapshot, Step};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Seat, SeatMap, SeatSet};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyList, PyString};

use crate::arrays::{action_id, mask_array, observation_array, observation_arrays, observation_dict};
use crate::error::env_error;
use crate::games::{OfGame, Played, by_rules, of_game};
use crate::rules::PyRules;
use crate::table::{self, Cycles, Table, from_bytes, to_bytes};

/// What `reset` gives: observations and infos by agent.
type Reset<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>);

/// What `step` gives: observations, rewards, terminations, truncations and infos by agent.
type Stepped<'py> = (
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
    Bound<'py, PyDict>,
);

/// What a table is made of: rules, reward, whether illegal actions are errors, the form of observations, and a limit
/// of turns.
type NewArgs = (Py<PyRules>, &'static str, bool, &'static str, Option<u64>);

/// One table at which all seats that must act choose at the same time.
#[pyclass(name = "ParallelEnv", module = "hornox._core")]
pub struct PyParallelEnv {
    env: OfGame<ParallelEnv<Nimmt>, ParallelEnv<Sixes>>,
    table: Table,
    agents: Vec<Py<PyString>>,
    /// Every agent with False, and every agent with True: a copy of one is quicker than a new dict.
    flags: [Py<PyDict>; 2],
}

/// The names of the agents: `seat_0`, `seat_1`, …
fn agent_names(py: Python<'_>, players: usize) -> Vec<Py<PyString>> {
    Seat::all(players)
        .map(|seat| PyString::intern(py, &format!("seat_{seat}")).unbind())
        .collect()
}

/// Every agent with the same flag.
fn flags(py: Python<'_>, agents: &[Py<PyString>], value: bool) -> PyResult<Py<PyDict>> {
    let flags = PyDict::new(py);
    for agent in agents {
        flags.set_item(agent, PyBool::new(py, value))?;
    }
    Ok(flags.unbind())
}

#[pymethods]
impl PyParallelEnv {
    #[new]
    #[pyo3(signature = (rules, reward, strict, observation, max_cycles))]
    fn new(
        py: Python<'_>,
        rules: &PyRules,
        reward: &str,
        strict: bool,
        observation: &str,
        max_cycles: Option<u64>,
    ) -> PyResult<Self> {
        let table = Table::new(rules, reward, strict, observation, max_cycles)?;
        let agents = agent_names(py, table.rules.players());
        Ok(Self {
            env: by_rules!(&table.rules, rules => ParallelEnv::new(rules, table.options)),
            table,
            flags: [flags(py, &agents, false)?, flags(py, &agents, true)?],
            agents,
        })
    }

    /// The agents that are still in the game: all, or none before the first reset and after the end.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let live = of_game!(&self.env, env => !env.acting().is_empty()) && !self.table.cycles.used_up();
        PyList::new(py, self.agents.iter().take(if live { usize::MAX } else { 0 }))
    }

    /// Starts game 0 of the seed, or where none is given the next game of the same seed.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Reset<'py>> {
        of_game!(&mut self.env, env => env.reset(seed)).map_err(env_error)?;
        self.table.cycles.played = 0;
        let (observations, infos) = (PyDict::new(py), PyDict::new(py));
        of_game!(&self.env, env => self.tell(py, env, SeatSet::EMPTY, &observations, &infos))?;
        Ok((observations, infos))
    }

    /// Plays the actions of the agents that must act; those of the others are ignored.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let Ok(actions) = actions.cast::<PyDict>() else {
            return Err(PyTypeError::new_err(format!(
                "`actions` is a dict of agents and their actions, not {}",
                actions.get_type().name()?
            )));
        };
        if self.table.cycles.used_up() {
            return Err(env_error(EnvError::Finished));
        }
        let acting = of_game!(&self.env, env => env.acting());
        let ids = self.read(py, actions, acting)?;
        let step = of_game!(&mut self.env, env => env.step_ids(&ids)).map_err(env_error)?;
        self.table.cycles.played += 1;
        self.stepped(py, &step)
    }

    /// Observation and mask of one seat.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let (seat, form) = (self.table.seat(seat)?, self.table.form);
        of_game!(&self.env, env => {
            observation_dict(py, &observation_array(py, env.game(), seat, form), &mask_array(py, env.legal(seat)))
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

    /// What makes a table like it.
    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<NewArgs> {
        let Table {
            rules,
            options,
            form,
            cycles,
        } = self.table;
        let strict = options.illegal == IllegalAction::Error;
        let rules = Py::new(py, PyRules::of(rules))?;
        Ok((rules, options.reward.name(), strict, form.name(), cycles.most))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.snapshot(py)
    }

    fn __setstate__(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.restore(snapshot)
    }

    /// The same table once more.
    fn __copy__(&self, py: Python<'_>) -> Self {
        Self {
            env: self.env.clone(),
            table: self.table,
            agents: self.agents.iter().map(|agent| agent.clone_ref(py)).collect(),
            flags: self.flags.each_ref().map(|flags| flags.clone_ref(py)),
        }
    }

    /// The same table once more.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    /// The numbers of the seats that must act.
    fn acting(&self) -> Vec<usize> {
        of_game!(&self.env, env => env.acting())
            .iter()
            .map(Seat::index)
            .collect()
    }

    /// The state of the game as JSON, for those who draw it.
    fn game_json(&self) -> PyResult<String> {
        of_game!(&self.env, env => table::game_json(env.game()))
    }
}

impl PyParallelEnv {
    /// The actions of the seats that must act.
    fn read(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyDict>,
        acting: SeatSet,
    ) -> PyResult<SeatMap<Option<u8>>> {
        let mut ids = SeatMap::new(self.agents.len(), None);
        let mut known = 0;
        for (seat, agent) in Seat::all(self.agents.len()).zip(&self.agents) {
            let Some(action) = actions.get_item(agent.bind(py))? else {
                if acting.contains(seat) {
                    return Err(PyValueError::new_err(format!(
                        "`actions` lacks seat_{seat}, which must act"
                    )));
                }
                continue;
            };
            known += 1;
            if acting.contains(seat) {
                ids[seat] = Some(action_id(&action, self.table.options.illegal)?);
            }
        }
        if known < actions.len() && !acting.is_empty() {
            return Err(self.unknown_agent(py, actions));
        }
        Ok(ids)
    }

    fn unknown_agent(&self, py: Python<'_>, actions: &Bound<'_, PyDict>) -> PyErr {
        let known = |key: &Bound<'_, PyAny>| {
            self.agents
                .iter()
                .any(|agent| key.eq(agent.bind(py)).unwrap_or(false))
        };
        let unknown = actions.keys().iter().find(|key| !known(key));
        let unknown = unknown.and_then(|key| key.repr().ok());
        let unknown = unknown.map_or_else(|| "one more".to_owned(), |key| key.to_string());
        PyValueError::new_err(format!(
            "`actions` names {unknown}; the agents are seat_0 to seat_{}",
            self.agents.len() - 1
        ))
    }

    fn stepped<'py>(&self, py: Python<'py>, step: &Step) -> PyResult<Stepped<'py>> {
        let (observations, infos) = (PyDict::new(py), PyDict::new(py));
        of_game!(&self.env, env => self.tell(py, env, step.illegal, &observations, &infos))?;
        let rewards = PyDict::new(py);
        for (agent, reward) in self.agents.iter().zip(step.rewards.values()) {
            rewards.set_item(agent, PyFloat::new(py, f64::from(*reward)))?;
        }
        let cut_off = step.truncated || (self.table.cycles.used_up() && !step.terminated);
        let flags = |value: bool| self.flags[usize::from(value)].bind(py).copy();
        Ok((
            observations,
            rewards,
            flags(step.terminated)?,
            flags(cut_off)?,
            infos,
        ))
    }

    /// Adds what each agent is told: its observation and its info.
    fn tell<'py, G: Played>(
        &self,
        py: Python<'py>,
        env: &ParallelEnv<G>,
        illegal: SeatSet,
        observations: &Bound<'py, PyDict>,
        infos: &Bound<'py, PyDict>,
    ) -> PyResult<()> {
        let scores = env.game().scores();
        let arrays = observation_arrays(py, env.game(), self.table.form);
        for ((seat, agent), observation) in Seat::all(self.agents.len()).zip(&self.agents).zip(&arrays) {
            let mask = mask_array(py, env.legal(seat));
            observations.set_item(agent, observation_dict(py, observation, &mask)?)?;
            let info = PyDict::new(py);
            info.set_item(intern!(py, "action_mask"), mask)?;
            info.set_item(intern!(py, "illegal"), PyBool::new(py, illegal.contains(seat)))?;
            info.set_item(intern!(py, "score"), scores[seat])?;
            infos.set_item(agent, info)?;
        }
        Ok(())
    }
}

fn restore<G: Played>(env: &mut ParallelEnv<G>, snapshot: &[u8]) -> PyResult<Cycles> {
    let (cycles, state): (_, Snapshot<G>) = from_bytes(snapshot)?;
    env.restore(state).map_err(env_error)?;
    Ok(cycles)
}
