//! One learner against given agents.

use std::sync::Mutex;

use hornox_env::gym::{EnvError, EnvOptions, Learner, SeatEnv, SeatInfo, SeatSnapshot};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{AgentError, SeatMap};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{action_id, mask_array, observation_array, observation_dict};
use crate::callable::Player;
use crate::error::{env_error, taken};
use crate::games::{OfGame, Played, of_game};
use crate::rules::{Form, PyRules, options};
use crate::table::{self, Cycles, from_bytes, seat_at, to_bytes};

/// What a step gives: the observation, the reward, whether the game is over or was cut off, and the info.
type Stepped<'py> = (Bound<'py, PyDict>, f32, bool, bool, Bound<'py, PyDict>);

/// One learner against given agents: a step plays on until the learner must act again.
#[pyclass(name = "SeatEnv", module = "hornox._core", frozen)]
pub struct PySeatEnv {
    // A lock, since agents need not be shareable: a method takes it throughout, or fails where another has it.
    env: Mutex<OfGame<SeatEnv<Nimmt>, SeatEnv<Sixes>>>,
    against: Vec<Player>,
    options: EnvOptions,
    form: Form,
}

#[pymethods]
impl PySeatEnv {
    #[new]
    #[pyo3(signature = (rules, against, seat, reward, strict, observation))]
    fn new(
        py: Python<'_>,
        rules: &PyRules,
        against: Vec<Bound<'_, PyAny>>,
        seat: Option<usize>,
        reward: &str,
        strict: bool,
        observation: &str,
    ) -> PyResult<Self> {
        let others = rules.any.players() - 1;
        if against.len() != 1 && against.len() != others {
            return Err(PyValueError::new_err(format!(
                "`against` has {} agents; it must have 1, or one for each of the {others} other seats",
                against.len()
            )));
        }
        let against = against.iter().map(Player::new).collect::<PyResult<Vec<_>>>()?;
        let options = options(&rules.any, reward, strict)?;
        let learner = match seat {
            Some(index) => Learner::Fixed(seat_at(index, rules.any.players())?),
            None => Learner::Rotating,
        };
        let players = against.clone();
        // Networks are read from files here.
        let env = py.detach(|| {
            Ok(match &rules.any {
                hornox_env::AnyRules::Nimmt(rules) => OfGame::Nimmt(make(rules, options, learner, players)?),
                hornox_env::AnyRules::Sixes(rules) => OfGame::Sixes(make(rules, options, learner, players)?),
            })
        });
        Ok(Self {
            env: Mutex::new(env.map_err(|error: String| PyValueError::new_err(error))?),
            against,
            options,
            form: Form::named(observation)?,
        })
    }

    /// Starts a game and plays up to the learner's first decision.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let info = self.play(
            py,
            |env| of_game!(env, env => env.reset(seed).map(|(_, info)| info)),
        )?;
        self.tell(py, &info)
    }

    /// Plays the learner's action, and on until it must act again or the game is over.
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let id = action_id(action, self.options.illegal)?;
        let step = self.play(py, |env| of_game!(env, env => env.step(id)))?;
        let (observation, info) = self.tell(py, &step.info)?;
        Ok((observation, step.reward, step.terminated, step.truncated, info))
    }

    /// The mask of the learner: `int8[A]`.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(of_game!(&*taken(&self.env)?, env => mask_array(py, env.legal())))
    }

    /// The learner's seat in this game.
    #[getter]
    fn seat(&self) -> PyResult<usize> {
        Ok(of_game!(&*taken(&self.env)?, env => env.seat()).index())
    }

    /// The table as text, hidden parts included.
    fn render(&self) -> PyResult<String> {
        Ok(of_game!(&*taken(&self.env)?, env => env.render()))
    }

    /// The state as bytes, to come back to with `restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = of_game!(&*taken(&self.env)?, env => {
            to_bytes(Cycles::default(), &env.snapshot().map_err(env_error)?)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Goes back to a snapshot of an environment with the same rules and agents.
    fn restore(&self, snapshot: &[u8]) -> PyResult<()> {
        of_game!(&mut *taken(&self.env)?, env => restore(env, snapshot))
    }

    /// The state of the game as JSON, for those who draw it.
    fn game_json(&self) -> PyResult<String> {
        of_game!(&*taken(&self.env)?, env => table::game_json(env.table().game()))
    }
}

impl PySeatEnv {
    /// Plays without the interpreter, which agents that are Python functions take when they are asked.
    fn play<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut OfGame<SeatEnv<Nimmt>, SeatEnv<Sixes>>) -> Result<T, EnvError> + Send,
    ) -> PyResult<T> {
        let played = py.detach(|| {
            let mut env = taken(&self.env)?;
            PyResult::Ok(work(&mut env))
        })?;
        played.map_err(|error| {
            let raised = self.against.iter().find_map(Player::raised);
            raised.unwrap_or_else(|| env_error(error))
        })
    }

    fn tell<'py>(
        &self,
        py: Python<'py>,
        info: &SeatInfo,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let (observation, mask) = of_game!(&*taken(&self.env)?, env => (
            observation_array(py, env.table().game(), env.seat(), self.form),
            mask_array(py, env.legal()),
        ));
        let observation = observation_dict(py, &observation, &mask)?;
        let told = PyDict::new(py);
        told.set_item(intern!(py, "action_mask"), mask)?;
        told.set_item(intern!(py, "illegal"), info.illegal)?;
        told.set_item(intern!(py, "seat"), info.seat.index())?;
        told.set_item(intern!(py, "scores"), info.scores.values())?;
        if let Some(outcome) = info.outcome {
            let shares: SeatMap<f64> = outcome.win_shares(info.scores.players());
            told.set_item(intern!(py, "win_share"), shares[info.seat])?;
        }
        Ok((observation, told))
    }
}

fn make<G: Played>(
    rules: &G::Rules,
    options: EnvOptions,
    learner: Learner,
    players: Vec<Player>,
) -> Result<SeatEnv<G>, String> {
    let maker = move |opponent: usize| {
        let player = players.get(opponent).or(players.first());
        let player = player.ok_or_else(|| AgentError {
            agent: String::new(),
            reason: "nobody sits there".to_owned(),
        })?;
        player.build().map_err(|error| AgentError {
            agent: player.name(),
            reason: error.to_string(),
        })
    };
    SeatEnv::new(rules, options, learner, maker).map_err(|error| error.to_string())
}

fn restore<G: Played>(env: &mut SeatEnv<G>, snapshot: &[u8]) -> PyResult<()> {
    let (_, state): (_, SeatSnapshot<G>) = from_bytes(snapshot)?;
    env.restore(state).map_err(env_error)
}
