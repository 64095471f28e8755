//! Who sits at a table: an agent by its spec, or a Python function.

use std::sync::{Arc, Mutex};

use hornox_agents::AgentSpec;
use hornox_env::gym::Element as _;
use hornox_env::{Action as _, Agent, AgentError, Decision};
use hornox_train::arena::BuildError;
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{locked, spec_error};
use crate::games::Played;

/// An agent by its spec, or a Python function.
#[derive(Clone)]
pub enum Player {
    /// By its spec.
    Spec(AgentSpec),
    /// A function of observations and masks.
    Function(Function),
}

/// A Python function `policy(observation: uint8[B, L], action_mask: int8[B, A]) -> integers [B]`.
#[derive(Clone)]
pub struct Function {
    name: String,
    function: Arc<Py<PyAny>>,
    /// What it raised first: agents' errors are text, and the exception itself is worth more.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Player {
    /// Reads a spec or takes a function.
    pub fn new(player: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(spec) = player.cast::<PyString>() {
            let spec = spec.to_str()?.parse::<AgentSpec>();
            return spec.map(Self::Spec).map_err(|error| spec_error(&error));
        }
        if !player.is_callable() {
            return Err(PyTypeError::new_err(format!(
                "an agent is a spec such as \"risk\", or a function of observations and masks, not {}",
                player.repr()?
            )));
        }
        let name = player
            .getattr("__name__")
            .or_else(|_| player.get_type().getattr("__name__"))?;
        Ok(Self::Function(Function {
            name: name.extract()?,
            function: Arc::new(player.clone().unbind()),
            raised: Arc::default(),
        }))
    }

    /// The spec, or the function's name.
    pub fn name(&self) -> String {
        match self {
            Self::Spec(spec) => spec.to_string(),
            Self::Function(function) => function.name.clone(),
        }
    }

    /// Makes the agent for a game.
    pub fn build<G: Played>(&self) -> Result<Box<dyn Agent<G>>, BuildError> {
        match self {
            Self::Spec(spec) => Ok(spec.build()?),
            Self::Function(function) => Ok(Box::new(function.clone())),
        }
    }

    /// Takes what the function raised.
    pub fn raised(&self) -> Option<PyErr> {
        match self {
            Self::Spec(_) => None,
            Self::Function(function) => locked(&function.raised).take(),
        }
    }
}

impl<G: Played> Agent<G> for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let answers = self.act_batch(vec![decision])?;
        answers
            .into_iter()
            .next()
            .ok_or_else(|| self.failed("no answer".to_owned()))
    }

    fn act_batch(&mut self, decisions: Vec<Decision<'_, G>>) -> Result<Vec<G::Action>, AgentError> {
        Python::attach(|py| {
            self.ask(py, &decisions).map_err(|error| {
                let reason = error.to_string();
                locked(&self.raised).get_or_insert(error);
                self.failed(reason)
            })
        })
    }
}

impl Function {
    fn ask<G: Played>(&self, py: Python<'_>, decisions: &[Decision<'_, G>]) -> PyResult<Vec<G::Action>> {
        let (len, actions) = (u8::layout::<G>().len(), G::Action::COUNT);
        let mut observations = vec![0; decisions.len() * len];
        let mut masks = vec![0; decisions.len() * actions];
        for ((decision, observation), mask) in decisions
            .iter()
            .zip(observations.chunks_exact_mut(len))
            .zip(masks.chunks_exact_mut(actions))
        {
            G::write_view_raw(decision.view, observation);
            decision.legal.write_mask(mask);
        }
        let observations = PyArray1::from_vec(py, observations).reshape([decisions.len(), len])?;
        let masks = PyArray1::from_iter(py, masks.into_iter().map(|byte| byte as i8));
        let masks = masks.reshape([decisions.len(), actions])?;
        let answers = self.function.bind(py).call1((observations, masks))?;
        let answers = answers
            .try_iter()
            .map_err(|_| self.wrong(&answers, decisions.len()))?;
        let ids = answers
            .map(|answer| answer?.extract::<i64>())
            .collect::<PyResult<Vec<_>>>()?;
        if ids.len() != decisions.len() {
            return Err(PyValueError::new_err(format!(
                "{} gave {} actions for {} observations",
                self.name,
                ids.len(),
                decisions.len()
            )));
        }
        let legal = ids.iter().zip(decisions).map(|(&id, decision)| {
            let action = u8::try_from(id).ok().and_then(G::Action::from_id);
            action
                .filter(|&action| decision.legal.contains(action))
                .ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "{} chose action {id}; legal: {:?}",
                        self.name,
                        decision.legal.iter().map(G::Action::id).collect::<Vec<_>>()
                    ))
                })
        });
        legal.collect()
    }

    fn wrong(&self, answers: &Bound<'_, PyAny>, asked: usize) -> PyErr {
        let kind = answers
            .get_type()
            .name()
            .map_or_else(|_| "it".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "{} gave {kind}, not a sequence of {asked} actions",
            self.name
        ))
    }

    fn failed(&self, reason: String) -> AgentError {
        AgentError {
            agent: self.name.clone(),
            reason,
        }
    }
}
