//! Rules, and what they make of the spaces.

use std::hash::{DefaultHasher, Hash, Hasher};

use hornox_env::gym::{Element, EnvOptions, IllegalAction, Reward};
use hornox_env::nimmt::{self, Nimmt};
use hornox_env::observe::{Layout, Observe};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Action, AnyRules, Resolved};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::error::{env_error, rules_error};

/// The rules of one of the games: a preset, with single fields asked for by name.
#[pyclass(frozen, name = "Rules", module = "hornox._core")]
pub struct PyRules {
    pub any: AnyRules,
    notes: Vec<String>,
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (preset = None, /, **fields))]
    fn new(preset: Option<&str>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut wishes = Vec::new();
        for (field, value) in fields.into_iter().flatten() {
            let field: String = field.extract()?;
            let value = to_json(&field, &value)?;
            wishes.push((field, value));
        }
        let Resolved { rules, notes } =
            AnyRules::resolve(preset, &wishes).map_err(|error| rules_error(&error))?;
        Ok(Self { any: rules, notes })
    }

    /// The game's name: `nimmt` or `sixes`.
    #[getter]
    fn game(&self) -> &'static str {
        self.any.game()
    }

    /// How many seats there are.
    #[getter]
    fn players(&self) -> usize {
        self.any.players()
    }

    /// Whether scores count.
    #[getter]
    fn has_scores(&self) -> bool {
        self.any.has_scores()
    }

    /// How many action ids there are: the length A of a mask.
    #[getter]
    fn actions(&self) -> usize {
        match self.any {
            AnyRules::Nimmt(_) => nimmt::Action::COUNT,
            AnyRules::Sixes(_) => sixes::Action::COUNT,
        }
    }

    /// A sentence for each of the preset's values that gave way.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Every field with its value, `game` among them.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.any.to_map())
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.fields(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().any == self.any)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.any.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.any.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Rules of {}>", self.any)
    }
}

impl PyRules {
    /// Rules that were resolved before.
    pub fn of(any: AnyRules) -> Self {
        Self {
            any,
            notes: Vec::new(),
        }
    }
}

/// A field's value as JSON.
fn to_json(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(Number::from_f64(float.value()).into());
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(number.into()),
        Err(_) => Err(PyTypeError::new_err(format!(
            "rule `{field}`: {} is no number, text, flag or None",
            value.repr()?
        ))),
    }
}

/// Fields of rules as a dict.
fn to_dict<'py>(py: Python<'py>, fields: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, value) in fields {
        match value {
            Value::Bool(flag) => dict.set_item(field, flag)?,
            Value::String(text) => dict.set_item(field, text)?,
            Value::Number(number) => match number.as_i64() {
                Some(number) => dict.set_item(field, number)?,
                None => dict.set_item(field, number.as_f64())?,
            },
            Value::Null => dict.set_item(field, py.None())?,
            Value::Array(_) | Value::Object(_) => dict.set_item(field, value.to_string())?,
        }
    }
    Ok(dict)
}

/// Names and summaries of all presets.
#[pyfunction]
pub fn presets() -> Vec<(&'static str, &'static str)> {
    AnyRules::presets()
}

/// What an environment is asked to do; `reward` is checked against the rules.
pub fn options(rules: &AnyRules, reward: &str, strict: bool) -> PyResult<EnvOptions> {
    let reward: Reward = reward.parse().map_err(env_error)?;
    match rules {
        AnyRules::Nimmt(rules) => reward.check(rules),
        AnyRules::Sixes(rules) => reward.check(rules),
    }
    .map_err(env_error)?;
    let illegal = if strict {
        IllegalAction::Error
    } else {
        IllegalAction::Lowest
    };
    Ok(EnvOptions { reward, illegal })
}

/// Which form observations have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Bytes.
    Raw,
    /// Bitmaps, as `f32`.
    Planes,
}

impl Form {
    /// The form of this name.
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "raw" => Ok(Self::Raw),
            "planes" => Ok(Self::Planes),
            _ => Err(PyValueError::new_err(format!(
                "observation {name:?}: must be \"raw\" or \"planes\""
            ))),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Planes => "planes",
        }
    }

    fn layout_of<G: Observe>(self) -> &'static Layout {
        match self {
            Self::Raw => u8::layout::<G>(),
            Self::Planes => f32::layout::<G>(),
        }
    }

    /// What is where in this form.
    pub fn layout(self, rules: &AnyRules) -> &'static Layout {
        match rules {
            AnyRules::Nimmt(_) => self.layout_of::<Nimmt>(),
            AnyRules::Sixes(_) => self.layout_of::<Sixes>(),
        }
    }
}

/// A span of an observation: its name, where it starts and ends, its shape, and what its numbers mean.
type PySpan = (&'static str, usize, usize, Vec<usize>, &'static str);

/// The observation's form by its name: the layout's name, its version, and its spans.
#[pyfunction]
pub fn layout(rules: &PyRules, observation: &str) -> PyResult<(&'static str, u32, Vec<PySpan>)> {
    let layout = Form::named(observation)?.layout(&rules.any);
    let spans = layout.spans().iter().map(|span| {
        let range = span.range();
        (
            span.name,
            range.start,
            range.end,
            span.shape.clone(),
            span.meaning,
        )
    });
    Ok((layout.name(), layout.version(), spans.collect()))
}
