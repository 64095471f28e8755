//! The spec of exact play.

use std::fmt;

use super::{AgentSpec, SpecError};
use crate::exact::{DEFAULT_HORIZON, MOST_CARDS};

/// Who plays above the horizon where nothing else is said.
const DEFAULT_ABOVE: AgentSpec = AgentSpec::mcs(1000);

/// What follows the agent's name, where this is its spec: nothing, or options behind their mark.
pub(super) fn options(spec: &str) -> Option<&str> {
    let rest = spec.strip_prefix("exact")?;
    (rest.is_empty() || rest.starts_with('?')).then_some(rest)
}

pub(super) fn parse(spec: &str, options: &str) -> Result<AgentSpec, SpecError> {
    let (mut horizon, mut above) = (DEFAULT_HORIZON, DEFAULT_ABOVE);
    let options = options.strip_prefix('?');
    for option in options.into_iter().flat_map(|options| options.split('&')) {
        match option.split_once('=') {
            Some(("horizon", value)) => horizon = parse_horizon(spec, value)?,
            Some(("above", value)) => above = parse_above(spec, value)?,
            _ => {
                return Err(SpecError::UnknownOption {
                    spec: spec.to_owned(),
                    option: option.to_owned(),
                    known: "horizon=H, above=SPEC",
                });
            }
        }
    }
    Ok(AgentSpec::Exact {
        horizon,
        above: Box::new(above),
    })
}

fn parse_horizon(spec: &str, value: &str) -> Result<u8, SpecError> {
    let horizon = value.parse().ok();
    horizon
        .filter(|horizon| (1..=MOST_CARDS as u8).contains(horizon))
        .ok_or_else(|| SpecError::Horizon {
            spec: spec.to_owned(),
            value: value.to_owned(),
        })
}

fn parse_above(spec: &str, value: &str) -> Result<AgentSpec, SpecError> {
    let wrong = |reason: String| SpecError::Above {
        spec: spec.to_owned(),
        value: value.to_owned(),
        reason,
    };
    if value.contains('?') {
        return Err(wrong("it has options".to_owned()));
    }
    match value.parse() {
        Ok(AgentSpec::Exact { .. }) => Err(wrong("it is exact itself".to_owned())),
        Ok(AgentSpec::Command(_)) => Err(wrong("it is a program".to_owned())),
        Ok(
            above @ (AgentSpec::Scripted(_)
            | AgentSpec::Mcs { .. }
            | AgentSpec::Net { .. }
            | AgentSpec::Search(_)),
        ) => Ok(above),
        Err(error) => Err(wrong(error.to_string())),
    }
}

pub(super) fn write(f: &mut fmt::Formatter<'_>, horizon: u8, above: &AgentSpec) -> fmt::Result {
    let mut mark = '?';
    f.write_str("exact")?;
    if horizon != DEFAULT_HORIZON {
        write!(f, "{mark}horizon={horizon}")?;
        mark = '&';
    }
    if *above != DEFAULT_ABOVE {
        write!(f, "{mark}above={above}")?;
    }
    Ok(())
}
