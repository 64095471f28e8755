//! The spec of a network that looks ahead.

use std::fmt;
use std::path::PathBuf;

use super::{AgentSpec, SpecError, parse_path, parse_temperature, split_option};
use crate::scripted::Script;
use crate::search::{Budget, MAX_MILLISECONDS, MAX_SAMPLES};

/// The temperature at which others are taken to play as a network does, where nothing else is said.
pub const DEFAULT_TEMPERATURE: f32 = 0.3;

/// Whom the others may be beside itself, where nothing else is said and the game tells what they chose.
const DEFAULT_OTHER: AgentSpec = AgentSpec::Mcs {
    rollouts: 100,
    play: Script::Random,
};

/// The weight of the network's own preference, where nothing else is said.
pub const DEFAULT_PRIOR: f32 = 0.3;

/// How the network that searches is named as a model.
const ITSELF: &str = "itself";

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
    /// Whom the others may be: of several it infers who is whom, from what they play. None leaves it to the game.
    pub models: Option<Vec<Model>>,
    /// What an action's gain is raised by for each natural logarithm of the probability that the network gives it,
    /// in the unit of scores, 0 to [`MAX_PRIOR`]. 0 goes by gains alone.
    pub prior: f32,
}

/// Whom others may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// The network that searches, at the temperature of the [`Search`].
    Itself,
    /// An agent without options; a network plays at that temperature, too.
    Agent(AgentSpec),
}

impl Search {
    /// As whom the others may play in its sampled states, by whether the game tells what they chose.
    pub fn models(&self, game_recalls: bool) -> Vec<AgentSpec> {
        let net = |path: &PathBuf| AgentSpec::Net {
            path: path.clone(),
            temperature: Some(self.temperature),
        };
        let agent = |model: &Model| match model {
            Model::Itself => net(&self.path),
            Model::Agent(AgentSpec::Net { path, .. }) => net(path),
            Model::Agent(other) => other.clone(),
        };
        match &self.models {
            Some(models) => models.iter().map(agent).collect(),
            None if game_recalls => vec![net(&self.path), DEFAULT_OTHER],
            None => vec![net(&self.path)],
        }
    }
}

pub(super) fn parse(spec: &str, argument: Option<&str>) -> Result<Search, SpecError> {
    let (path, options) = split_option(argument);
    let path = parse_path(spec, path)?;
    let (mut samples, mut milliseconds, mut temperature, mut models) = (None, None, None, None);
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
            Some(("model", value)) => models = Some(parse_models(spec, value)?),
            _ => {
                return Err(SpecError::UnknownOption {
                    spec: spec.to_owned(),
                    option: option.to_owned(),
                    known: "samples=N, ms=T, temperature=T, model=SPEC,SPEC, prior=W",
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
    let is_net = |model: &Model| matches!(model, Model::Itself | Model::Agent(AgentSpec::Net { .. }));
    let without = models.as_ref().is_some_and(|models| !models.iter().any(is_net));
    if temperature.is_some() && without {
        return Err(together("`temperature` is a network's, and the model is none"));
    }
    Ok(Search {
        path,
        budget,
        temperature: temperature.unwrap_or(DEFAULT_TEMPERATURE),
        models,
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

fn parse_models(spec: &str, value: &str) -> Result<Vec<Model>, SpecError> {
    let mut models = Vec::new();
    for part in value.split(',') {
        let model = parse_model(spec, part)?;
        if models.contains(&model) {
            return Err(SpecError::Model {
                spec: spec.to_owned(),
                value: part.to_owned(),
                reason: "it is there twice".to_owned(),
            });
        }
        models.push(model);
    }
    Ok(models)
}

fn parse_model(spec: &str, value: &str) -> Result<Model, SpecError> {
    let wrong = |reason: &str| SpecError::Model {
        spec: spec.to_owned(),
        value: value.to_owned(),
        reason: reason.to_owned(),
    };
    if value == ITSELF {
        return Ok(Model::Itself);
    }
    if value.contains('?') {
        return Err(wrong("it has options"));
    }
    match value.parse() {
        Ok(AgentSpec::Exact { .. }) => Err(wrong("it is exact, and hands are sampled")),
        Ok(AgentSpec::Search(_)) => Err(wrong("it searches itself")),
        Ok(AgentSpec::Command(_)) => Err(wrong("it is a program")),
        Ok(model @ (AgentSpec::Scripted(_) | AgentSpec::Mcs { .. } | AgentSpec::Net { .. })) => {
            Ok(Model::Agent(model))
        }
        Err(error) => Err(wrong(&error.to_string())),
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Itself => f.write_str(ITSELF),
            Self::Agent(agent) => agent.fmt(f),
        }
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
        if let Some(models) = &self.models {
            let texts: Vec<_> = models.iter().map(Model::to_string).collect();
            options.push(format!("model={}", texts.join(",")));
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
