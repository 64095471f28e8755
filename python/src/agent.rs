//! An agent that is asked with observations.

use std::sync::Mutex;

use hornox_agents::AgentSpec;
use hornox_env::gym::Element as _;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Action as _, ActionSet, Agent, AnyRules, Decision, Game, Seat, agent_rng};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;

use crate::arrays::legal_of_mask;
use crate::error::{locked, spec_error};
use crate::games::{OfGame, Played, of_game};
use crate::interrupt::Looks;
use crate::rules::PyRules;

/// What an agent thinks of each action, for each of many observations: `float64[B, A]`.
type Thoughts<'py> = Option<Bound<'py, PyArray2<f64>>>;

/// An agent by its spec, asked with raw observations and masks.
#[pyclass(name = "Agent", module = "hornox._core", frozen)]
pub struct PyAgent {
    mind: OfGame<Mutex<Mind<Nimmt>>, Mutex<Mind<Sixes>>>,
    spec: String,
    seed: u64,
    rules: AnyRules,
}

/// The agent of one game.
struct Mind<G: Game> {
    agent: Box<dyn Agent<G>>,
    rng: ChaCha8Rng,
    rules: G::Rules,
}

/// A question: what a seat knows, and what it may do.
type Question<G> = (<G as Game>::View, ActionSet<<G as Game>::Action>);

#[pymethods]
impl PyAgent {
    #[new]
    fn new(py: Python<'_>, spec: &str, rules: &PyRules, seed: u64) -> PyResult<Self> {
        let parsed: AgentSpec = spec.parse().map_err(|error| spec_error(&error))?;
        let mind = py.detach(|| {
            Ok(match &rules.any {
                AnyRules::Nimmt(rules) => OfGame::Nimmt(Mutex::new(Mind::new(&parsed, *rules, seed)?)),
                AnyRules::Sixes(rules) => OfGame::Sixes(Mutex::new(Mind::new(&parsed, *rules, seed)?)),
            })
        });
        Ok(Self {
            mind: mind.map_err(|error: String| PyValueError::new_err(error))?,
            spec: parsed.to_string(),
            seed,
            rules: rules.any,
        })
    }

    /// The spec that names it.
    #[getter]
    fn name(&self) -> &str {
        &self.spec
    }

    /// Its choice for each observation: `int64[B]`.
    fn act<'py>(
        &self,
        py: Python<'py>,
        observations: PyReadonlyArray2<'py, u8>,
        masks: PyReadonlyArray2<'py, i8>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (width, rows) = (observations.shape()[1], observations.shape()[0]);
        let (observations, masks) = (observations.as_slice()?, masks.as_slice()?);
        let ids = py.detach(|| {
            of_game!(&self.mind, mind => {
                let mut mind = locked(mind);
                let questions = mind.questions(rows, width, observations, masks)?;
                mind.act(&questions)
            })
        })?;
        Ok(PyArray1::from_vec(py, ids))
    }

    /// The probability of each action, 0 where it is not legal: `float64[B, A]`; none where the agent does not know its
    /// own.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        observations: PyReadonlyArray2<'py, u8>,
        masks: PyReadonlyArray2<'py, i8>,
    ) -> PyResult<Thoughts<'py>> {
        self.think(py, &observations, &masks, 0.0, true)
    }

    /// What it expects each action to gain, −∞ where it is not legal: `float64[B, A]`; none where it does not reckon so.
    fn action_values<'py>(
        &self,
        py: Python<'py>,
        observations: PyReadonlyArray2<'py, u8>,
        masks: PyReadonlyArray2<'py, i8>,
    ) -> PyResult<Thoughts<'py>> {
        self.think(py, &observations, &masks, f64::NEG_INFINITY, false)
    }

    fn __getnewargs__(&self, py: Python<'_>) -> PyResult<(String, Py<PyRules>, u64)> {
        Ok((
            self.spec.clone(),
            Py::new(py, PyRules::of(self.rules))?,
            self.seed,
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Agent {} for {}>", self.spec, self.rules)
    }
}

impl PyAgent {
    fn think<'py>(
        &self,
        py: Python<'py>,
        observations: &PyReadonlyArray2<'py, u8>,
        masks: &PyReadonlyArray2<'py, i8>,
        elsewhere: f64,
        chances: bool,
    ) -> PyResult<Thoughts<'py>> {
        let (width, rows) = (observations.shape()[1], observations.shape()[0]);
        let (observations, masks) = (observations.as_slice()?, masks.as_slice()?);
        let numbers = py.detach(|| {
            of_game!(&self.mind, mind => {
                let mut mind = locked(mind);
                let questions = mind.questions(rows, width, observations, masks)?;
                mind.think(&questions, elsewhere, chances)
            })
        })?;
        numbers
            .map(|numbers| {
                let actions = of_game!(&self.mind, mind => actions_of(mind));
                PyArray1::from_vec(py, numbers).reshape([rows, actions])
            })
            .transpose()
    }
}

fn actions_of<G: Game>(_: &Mutex<Mind<G>>) -> usize {
    G::Action::COUNT
}

impl<G: Played> Mind<G> {
    fn new(spec: &AgentSpec, rules: G::Rules, seed: u64) -> Result<Self, String> {
        let agent = spec.build::<G>().map_err(|error| error.to_string())?;
        if agent.remembers() {
            return Err(format!(
                "agent `{spec}` wants to see the whole game, and observations show the present alone: let it play in \
                 `arena`, or against a learner"
            ));
        }
        Ok(Self {
            agent,
            rng: agent_rng(seed, 0, Seat::default()),
            rules,
        })
    }

    fn questions(
        &self,
        rows: usize,
        width: usize,
        observations: &[u8],
        masks: &[i8],
    ) -> PyResult<Vec<Question<G>>> {
        let (len, actions) = (u8::layout::<G>().len(), G::Action::COUNT);
        if width != len {
            return Err(PyValueError::new_err(format!(
                "an observation has {width} numbers, not {len}: agents are asked with the raw form"
            )));
        }
        if masks.len() != rows * actions {
            return Err(PyValueError::new_err(format!(
                "the masks have {} entries for {rows} observations, not {}",
                masks.len(),
                rows * actions
            )));
        }
        let pairs = observations.chunks_exact(len).zip(masks.chunks_exact(actions));
        pairs
            .map(|(observation, mask)| self.question(observation, mask))
            .collect()
    }

    fn question(&self, observation: &[u8], mask: &[i8]) -> PyResult<Question<G>> {
        let view = G::read_raw(&self.rules, observation);
        let view = view.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let legal = legal_of_mask::<G::Action>(mask)?;
        let right = G::legal_of(&view);
        if legal.is_empty() || legal.iter().any(|action| !right.contains(action)) {
            return Err(PyValueError::new_err(format!(
                "the mask allows {legal:?}, and the rules {right:?}: it must allow some of these and no other"
            )));
        }
        Ok((view, legal))
    }

    fn act(&mut self, questions: &[Question<G>]) -> PyResult<Vec<i64>> {
        let mut ids = Vec::with_capacity(questions.len());
        let mut looks = Looks::new();
        for (view, legal) in questions {
            looks.look()?;
            let rng = &mut self.rng;
            let decision = Decision {
                view,
                legal: *legal,
                rng,
            };
            let action = self.agent.act(decision).map_err(|error| failed(&error))?;
            ids.push(action.id().into());
        }
        Ok(ids)
    }

    fn think(
        &mut self,
        questions: &[Question<G>],
        elsewhere: f64,
        chances: bool,
    ) -> PyResult<Option<Vec<f64>>> {
        let mut numbers = vec![elsewhere; questions.len() * G::Action::COUNT];
        let mut looks = Looks::new();
        for ((view, legal), row) in questions.iter().zip(numbers.chunks_exact_mut(G::Action::COUNT)) {
            looks.look()?;
            let thoughts = if chances {
                self.agent.probabilities(view, *legal)
            } else {
                self.agent.action_values(view, *legal)
            };
            let Some(thoughts) = thoughts.map_err(|error| failed(&error))? else {
                return Ok(None);
            };
            for (action, number) in legal.iter().zip(thoughts) {
                row[usize::from(action.id())] = number;
            }
        }
        Ok(Some(numbers))
    }
}

fn failed(error: &hornox_env::AgentError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
