//! One table; all seats that must act choose at the same time.

use hornox_env::gym::{EnvError, EnvOptions, IllegalAction, ParallelEnv, Snapshot, Step};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{AnyRules, Seat, SeatMap, SeatSet};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyList, PyString};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::arrays::{action_id, mask_array, observation_array, observation_dict};
use crate::error::{ResetNeeded, env_error, json_error};
use crate::games::{OfGame, Played, by_rules, of_game};
use crate::rules::{Form, PyRules, options};

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
    rules: AnyRules,
    agents: Vec<Py<PyString>>,
    options: EnvOptions,
    form: Form,
    cycles: Cycles,
}

/// How many turns were played in this game, and after how many it is cut off.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Cycles {
    pub played: u64,
    pub most: Option<u64>,
}

impl Cycles {
    /// A count of turns with this limit, which must be at least 1.
    pub fn new(most: Option<u64>) -> PyResult<Self> {
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

/// The names of the agents: `seat_0`, `seat_1`, …
pub fn agent_names(py: Python<'_>, players: usize) -> Vec<Py<PyString>> {
    Seat::all(players)
        .map(|seat| PyString::intern(py, &format!("seat_{seat}")).unbind())
        .collect()
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
        let options = options(&rules.any, reward, strict)?;
        Ok(Self {
            env: by_rules!(&rules.any, rules => ParallelEnv::new(rules, options)),
            rules: rules.any,
            agents: agent_names(py, rules.any.players()),
            options,
            form: Form::named(observation)?,
            cycles: Cycles::new(max_cycles)?,
        })
    }

    /// The agents that are still in the game: all, or none before the first reset and after the end.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let live = of_game!(&self.env, env => !env.acting().is_empty()) && !self.cycles.used_up();
        PyList::new(py, self.agents.iter().take(if live { usize::MAX } else { 0 }))
    }

    /// Starts game 0 of the seed, or where none is given the next game of the same seed.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Reset<'py>> {
        of_game!(&mut self.env, env => env.reset(seed)).map_err(env_error)?;
        self.cycles.played = 0;
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
        if self.cycles.used_up() {
            return Err(env_error(EnvError::Finished));
        }
        let acting = of_game!(&self.env, env => env.acting());
        let ids = self.read(py, actions, acting)?;
        let step = of_game!(&mut self.env, env => env.step_ids(&ids)).map_err(env_error)?;
        self.cycles.played += 1;
        self.stepped(py, &step)
    }

    /// Observation and mask of one seat.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let seat = seat_at(seat, self.agents.len())?;
        of_game!(&self.env, env => {
            let observation = observation_array(py, env, seat, self.form)?;
            observation_dict(py, &observation, &mask_array(py, env.legal(seat)))
        })
    }

    /// The raw observation of every seat, hidden cards of all included, one behind the other: `uint8[N · L]`.
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let all = of_game!(&self.env, env => env.observations::<u8>());
        PyArray1::from_iter(py, all)
    }

    /// Each seat's score so far.
    fn scores(&self) -> Vec<i32> {
        of_game!(&self.env, env => hornox_env::Game::scores(env.game()))
            .values()
            .to_vec()
    }

    /// Each seat's share of the win, once the game is over.
    fn win_share(&self) -> Option<Vec<f64>> {
        let outcome = of_game!(&self.env, env => env.outcome());
        outcome.map(|end| end.win_shares(self.agents.len()).values().to_vec())
    }

    /// The table as text, hidden parts included.
    fn render(&self) -> String {
        of_game!(&self.env, env => env.render())
    }

    /// The state as bytes, to come back to with `restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = of_game!(&self.env, env => to_bytes(self.cycles, &env.snapshot()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Goes back to a snapshot of an environment with the same rules.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.cycles = of_game!(&mut self.env, env => {
            let (cycles, state) = from_bytes(snapshot)?;
            restore(env, state)?;
            cycles
        });
        Ok(())
    }

    /// What makes a table like it.
    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<NewArgs> {
        let form = match self.form {
            Form::Raw => "raw",
            Form::Planes => "planes",
        };
        let strict = self.options.illegal == IllegalAction::Error;
        let rules = Py::new(py, PyRules::of(self.rules))?;
        Ok((rules, self.options.reward.name(), strict, form, self.cycles.most))
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
            rules: self.rules,
            agents: self.agents.iter().map(|agent| agent.clone_ref(py)).collect(),
            options: self.options,
            form: self.form,
            cycles: self.cycles,
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
        of_game!(&self.env, env => serde_json::to_string(env.game())).map_err(|error| json_error(&error))
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
                ids[seat] = Some(action_id(&action, self.options.illegal)?);
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
        let cut_off = step.truncated || (self.cycles.used_up() && !step.terminated);
        let flags = |value: bool| -> PyResult<_> {
            let flags = PyDict::new(py);
            for agent in &self.agents {
                flags.set_item(agent, PyBool::new(py, value))?;
            }
            Ok(flags)
        };
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
        for (seat, agent) in Seat::all(self.agents.len()).zip(&self.agents) {
            let observation = observation_array(py, env, seat, self.form)?;
            let mask = mask_array(py, env.legal(seat));
            observations.set_item(agent, observation_dict(py, &observation, &mask)?)?;
            let info = PyDict::new(py);
            info.set_item(intern!(py, "action_mask"), mask)?;
            info.set_item(intern!(py, "illegal"), PyBool::new(py, illegal.contains(seat)))?;
            info.set_item(intern!(py, "score"), scores[seat])?;
            infos.set_item(agent, info)?;
        }
        Ok(())
    }
}

/// The seat of this number.
pub fn seat_at(index: usize, players: usize) -> PyResult<Seat> {
    Seat::new(index)
        .filter(|seat| seat.index() < players)
        .ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("seat {index} is not at this table of {players}"))
        })
}

/// A state with the count of turns, as bytes.
pub fn to_bytes(cycles: Cycles, state: &impl Serialize) -> PyResult<Vec<u8>> {
    serde_json::to_vec(&(cycles, state)).map_err(|error| json_error(&error))
}

/// What [`to_bytes`] wrote.
pub fn from_bytes<S: DeserializeOwned>(bytes: &[u8]) -> PyResult<(Cycles, S)> {
    serde_json::from_slice(bytes).map_err(|error| json_error(&error))
}

fn restore<G: Played>(env: &mut ParallelEnv<G>, state: Snapshot<G>) -> PyResult<()> {
    env.restore(state).map_err(env_error)
}

/// A call after a cap of turns.
pub fn finished() -> PyErr {
    ResetNeeded::new_err(EnvError::Finished.to_string())
}
