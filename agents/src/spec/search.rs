//! The spec of a network that looks ahead.

use std::fmt;
use std::path::PathBuf;

use super::{AgentSpec, SpecError, parse_path, parse_temperature, split_option};
use crate::search::{Budget, MAX_MILLISECONDS, MAX_SAMPLES};

/// The temperature at which others are taken to play as a network does, where nothing else is said.
pub const DEFAULT_TEMPERATURE: f32 = 0.3;

/// The weight of the network's own preference, where nothing else is said.
pub const DEFAULT_PRIOR: f32 = 1.0;

/// The highest weight of the network's own preference.
pub const MAX_PRIOR: f32 = 1000.0;

/// A network that looks a turn ahead in sampled states, and whom it takes the others for.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The checkpoint's directory. It holds no `?`.
    pub path: PathBuf,
    /// What a decision may cost.
    pub budget: Budget,
    /// The temperature of a network that the others are taken for, finite and above 0.
    pub temperature: f32,
    /// Whom the others are taken for, an agent without options: itself where there is none.
    pub model: Option<Box<AgentSpec>>,
    /// What an action's gain is raised by for each natural logarithm of the probability that the network gives it,
    /// in the unit of scores, 0 to [`MAX_PRIOR`]. 0 goes by gains alone.
    pub prior: f32,
}

impl Search {
    /// As whom the others play in its sampled states.
    pub fn model(&self) -> AgentSpec {
        let net = |path: &PathBuf| AgentSpec::Net {
            path: path.clone(),
            temperature: Some(self.temperature),
        };
        match self.model.as_deref() {
            None => net(&self.path),
            Some(AgentSpec::Net { path, .. }) => net(path),
            Some(other) => other.clone(),
        }
    }
}

pub(super) fn parse(spec: &str, argument: Option<&str>) -> Result<Search, SpecError> {
    let (path, options) = split_option(argument);
    let path = parse_path(spec, path)?;
    let (mut samples, mut milliseconds, mut temperature, mut model) = (None, None, None, None);
    let mut prior = DEFAULT_PRIOR;
    for option in options.into_iter().flat_map(|options| options.split('&')) {
        match option.split_once('=') {
            Some(("samples", value)) => samples = Some(parse_samples(spec, value)?),
            Some(("ms", value)) => milliseconds = Some(parse_milliseconds(spec, value)?),
            Some(("temperature", value)) => {
                let without = DEFAULT_TEMPERATURE.to_string();
                temperature = Some(parse_temperature(spec, value, &without)?);
            }
            Some(("prior", value)) => prior = parse_prior(spec, value)?,
            Some(("model", value)) => model = Some(Box::new(parse_model(spec, value)?)),
            _ => {
                return Err(SpecError::UnknownOption {
                    spec: spec.to_owned(),
                    option: option.to_owned(),
                    known: "samples=N, ms=T, temperature=T, model=SPEC, prior=W",
                });
            }
        }
    }
    let together = |options| SpecError::Together {
        spec: spec.to_owned(),
        options,
    };
    let budget = match (samples, milliseconds) {
        (None, None) => Budget::default(),
        (Some(samples), None) => Budget::Samples(samples),
        (None, Some(milliseconds)) => Budget::Milliseconds(milliseconds),
        (Some(_), Some(_)) => return Err(together("`samples` and `ms` both say how long it searches")),
    };
    let has_temperature = matches!(model.as_deref(), None | Some(AgentSpec::Net { .. }));
    if temperature.is_some() && !has_temperature {
        return Err(together("`temperature` is a network's, and the model is none"));
    }
    Ok(Search {
        path,
        budget,
        temperature: temperature.unwrap_or(DEFAULT_TEMPERATURE),
        model,
        prior,
    })
}

fn parse_prior(spec: &str, value: &str) -> Result<f32, SpecError> {
    let prior = value.parse().ok();
    prior
        .filter(|prior| (0.0..=MAX_PRIOR).contains(prior))
        .ok_or_else(|| SpecError::Prior {
            spec: spec.to_owned(),
            value: value.to_owned(),
        })
}

fn parse_samples(spec: &str, value: &str) -> Result<u32, SpecError> {
    let samples = value.parse().ok();
    samples
        .filter(|samples| (1..=MAX_SAMPLES).contains(samples))
        .ok_or_else(|| SpecError::Samples {
            spec: spec.to_owned(),
            value: value.to_owned(),
        })
}

fn parse_milliseconds(spec: &str, value: &str) -> Result<u32, SpecError> {
    let milliseconds = value.parse().ok();
    milliseconds
        .filter(|milliseconds| (1..=MAX_MILLISECONDS).contains(milliseconds))
        .ok_or_else(|| SpecError::Milliseconds {
            spec: spec.to_owned(),
            value: value.to_owned(),
        })
}

fn parse_model(spec: &str, value: &str) -> Result<AgentSpec, SpecError> {
    let wrong = |reason: &str| SpecError::Model {
        spec: spec.to_owned(),
        value: value.to_owned(),
        reason: reason.to_owned(),
    };
    if value.contains('?') {
        return Err(wrong("it has options"));
    }
    match value.parse() {
        Ok(AgentSpec::Exact { .. }) => Err(wrong("it is exact, and hands are sampled")),
        Ok(AgentSpec::Search(_)) => Err(wrong("it searches itself")),
        Ok(AgentSpec::Command(_)) => Err(wrong("it is a program")),
        Ok(model @ (AgentSpec::Scripted(_) | AgentSpec::Mcs { .. } | AgentSpec::Net { .. })) => Ok(model),
        Err(error) => Err(wrong(&error.to_string())),
    }
}

impl fmt::Display for Search {
    /// What follows `search:`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = Vec::new();
        match self.budget {
            budget if budget == Budget::default() => {}
            Budget::Samples(samples) => options.push(format!("samples={samples}")),
            Budget::Milliseconds(milliseconds) => options.push(format!("ms={milliseconds}")),
        }
        if self.temperature.to_bits() != DEFAULT_TEMPERATURE.to_bits() {
            options.push(format!("temperature={}", self.temperature));
        }
        if let Some(model) = &self.model {
            options.push(format!("model={model}"));
        }
        if self.prior.to_bits() != DEFAULT_PRIOR.to_bits() {
            options.push(format!("prior={}", self.prior));
        }
        write!(f, "{}", self.path.display())?;
        if !options.is_empty() {
            write!(f, "?{}", options.join("&"))?;
        }
        Ok(())
    }
}
