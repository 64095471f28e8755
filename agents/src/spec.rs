//! One syntax that names every agent.
//!
//! | spec | agent |
//! | --- | --- |
//! | `random` | any legal action |
//! | `lowest`, `highest` | 6 nimmt!: that card |
//! | `nearest` | 6 nimmt!: the card nearest to the end of the row it fits |
//! | `risk` | 6 nimmt!: the card of the least expected cost in this turn |
//! | `longest` | Sixes: the card with most own cards waiting beyond it |
//! | `far` | Sixes: the card farthest from the six |
//! | `mcs:N` | flat Monte-Carlo search with N rollouts a decision |
//! | `net:PATH` | the network of a checkpoint, its likeliest action |
//! | `net:PATH?temperature=T` | the same, drawn at temperature T |
//! | `exact` | 6 nimmt! of two seats that know both hands: equilibrium play with 6 cards or fewer, before as `mcs:1000` |
//! | `exact?horizon=H&above=SPEC` | the same with H cards (1 to 10) or fewer, before as any agent without options |

mod exact;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hornox_env::Agent;
use thiserror::Error;

use crate::exact::MOST_CARDS;
#[cfg(feature = "neural")]
use crate::neural::NetAgent;
use crate::playable::Playable;
use crate::scripted::Script;
use crate::search::{MAX_ROLLOUTS, Mcs};

/// The agents among which these scripted ones are, as an error lists them.
fn known(scripts: impl Iterator<Item = Script>, exact: bool) -> String {
    let mut names: Vec<_> = scripts.map(Script::name).collect();
    names.extend(["mcs:N", "net:PATH"]);
    names.extend(exact.then_some("exact"));
    names.join(", ")
}

/// Which agent is meant. Read from and written as the text of the [module](self)'s table.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// A scripted player, where the game has it.
    Scripted(Script),
    /// Flat Monte-Carlo search.
    Mcs {
        /// Rollouts a decision, 1 to 10,000,000.
        rollouts: u32,
    },
    /// The network of a checkpoint.
    Net {
        /// The checkpoint's directory. It holds no `?`.
        path: PathBuf,
        /// The temperature of the softmax, finite and above 0; without one the likeliest action is played.
        temperature: Option<f32>,
    },
    /// Equilibrium play, where two seats know both hands.
    Exact {
        /// The most cards a hand with which it solves, 1 to 10.
        horizon: u8,
        /// Who plays with more cards: an agent without options, and not `exact`.
        above: Box<Self>,
    },
}

/// Why there is no such agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No agent has this name.
    #[error("unknown agent `{spec}`; there are: {}", known(Script::ALL.into_iter(), true))]
    Unknown {
        /// The spec given.
        spec: String,
    },
    /// The game has no such agent.
    #[error("agent `{spec}` does not play {game}; there are: {known}")]
    NotOfGame {
        /// The spec given.
        spec: String,
        /// The game.
        game: &'static str,
        /// The agents that play it.
        known: String,
    },
    /// The agent takes no argument.
    #[error("agent `{spec}`: `{name}` takes nothing after its name")]
    NoArgument {
        /// The spec given.
        spec: String,
        /// The agent's name.
        name: String,
    },
    /// The number of rollouts is missing or impossible.
    #[error("agent `{spec}`: rollouts must be a number from 1 to {MAX_ROLLOUTS}, as in `mcs:1000`")]
    Rollouts {
        /// The spec given.
        spec: String,
    },
    /// The checkpoint is missing.
    #[error("agent `{spec}`: a checkpoint's directory must follow, as in `net:checkpoints/quickstart`")]
    NoPath {
        /// The spec given.
        spec: String,
    },
    /// The option does not exist.
    #[error("agent `{spec}`: unknown option `{option}`; there is: {known}")]
    UnknownOption {
        /// The spec given.
        spec: String,
        /// The option given.
        option: String,
        /// The agent's options.
        known: &'static str,
    },
    /// The horizon of exact play is impossible.
    #[error("agent `{spec}`: horizon `{value}` must be a number of cards from 1 to {MOST_CARDS}")]
    Horizon {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
    },
    /// The agent above the horizon is impossible.
    #[error(
        "agent `{spec}`: above `{value}` must be an agent without options, as in `above=mcs:1000`: {reason}"
    )]
    Above {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The temperature is impossible.
    #[error("agent `{spec}`: temperature `{value}` must be a number above 0 (leave it out for greedy play)")]
    Temperature {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
    },
    /// The agent can't be made from the spec by this build.
    #[error("agent `{spec}`: {reason}")]
    Unavailable {
        /// The spec given.
        spec: String,
        /// What is in the way.
        reason: String,
    },
}

impl AgentSpec {
    /// Makes the agent for a game.
    ///
    /// # Errors
    /// Where the game has no such agent, a network can't be loaded, or this build has none.
    pub fn build<G: Playable>(&self) -> Result<Box<dyn Agent<G>>, SpecError> {
        match self {
            Self::Scripted(script) => G::scripted(*script).ok_or_else(|| self.not_of::<G>()),
            Self::Exact { horizon, above } => {
                G::exact(self.to_string(), *horizon, above.build()?).ok_or_else(|| self.not_of::<G>())
            }
            Self::Mcs { rollouts } => Ok(Box::new(Mcs::new(*rollouts))),
            Self::Net { path, temperature } => self.build_net(path, temperature.unwrap_or(0.0)),
        }
    }

    #[cfg(feature = "neural")]
    fn build_net<G: Playable>(&self, path: &Path, temperature: f32) -> Result<Box<dyn Agent<G>>, SpecError> {
        match NetAgent::<G>::load(self.to_string(), path, temperature) {
            Ok(agent) => Ok(Box::new(agent)),
            Err(error) => Err(self.unavailable(error.to_string())),
        }
    }

    #[cfg(not(feature = "neural"))]
    fn build_net<G: Playable>(&self, _: &Path, _: f32) -> Result<Box<dyn Agent<G>>, SpecError> {
        Err(self.unavailable("this build has no networks (feature `neural`)".to_owned()))
    }

    fn not_of<G: Playable>(&self) -> SpecError {
        SpecError::NotOfGame {
            spec: self.to_string(),
            game: G::NAME,
            known: known(G::scripts(), G::EXACT),
        }
    }

    fn unavailable(&self, reason: String) -> SpecError {
        SpecError::Unavailable {
            spec: self.to_string(),
            reason,
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(spec: &str) -> Result<Self, SpecError> {
        if let Some(options) = exact::options(spec) {
            return exact::parse(spec, options);
        }
        let (name, argument) = match spec.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (spec, None),
        };
        match name {
            "mcs" => return parse_mcs(spec, argument),
            "net" => return parse_net(spec, argument),
            "exact" => return Err(no_argument(spec, name)),
            _ => {}
        }
        let Some(script) = Script::named(name) else {
            return Err(SpecError::Unknown {
                spec: spec.to_owned(),
            });
        };
        match argument {
            None => Ok(Self::Scripted(script)),
            Some(_) => Err(no_argument(spec, name)),
        }
    }
}

fn no_argument(spec: &str, name: &str) -> SpecError {
    SpecError::NoArgument {
        spec: spec.to_owned(),
        name: name.to_owned(),
    }
}

fn parse_mcs(spec: &str, rollouts: Option<&str>) -> Result<AgentSpec, SpecError> {
    rollouts
        .and_then(|rollouts| rollouts.parse().ok())
        .filter(|rollouts| (1..=MAX_ROLLOUTS).contains(rollouts))
        .map(|rollouts| AgentSpec::Mcs { rollouts })
        .ok_or_else(|| SpecError::Rollouts {
            spec: spec.to_owned(),
        })
}

fn parse_net(spec: &str, argument: Option<&str>) -> Result<AgentSpec, SpecError> {
    let argument = argument.unwrap_or_default();
    let (path, option) = match argument.split_once('?') {
        Some((path, option)) => (path, Some(option)),
        None => (argument, None),
    };
    if path.is_empty() {
        return Err(SpecError::NoPath {
            spec: spec.to_owned(),
        });
    }
    Ok(AgentSpec::Net {
        path: path.into(),
        temperature: option.map(|option| parse_temperature(spec, option)).transpose()?,
    })
}

fn parse_temperature(spec: &str, option: &str) -> Result<f32, SpecError> {
    let Some(value) = option.strip_prefix("temperature=") else {
        return Err(SpecError::UnknownOption {
            spec: spec.to_owned(),
            option: option.to_owned(),
            known: "temperature=T",
        });
    };
    let temperature = value.parse().ok();
    temperature
        .filter(|temperature: &f32| temperature.is_finite() && *temperature > 0.0)
        .ok_or_else(|| SpecError::Temperature {
            spec: spec.to_owned(),
            value: value.to_owned(),
        })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scripted(script) => f.write_str(script.name()),
            Self::Mcs { rollouts } => write!(f, "mcs:{rollouts}"),
            Self::Net {
                path,
                temperature: None,
            } => write!(f, "net:{}", path.display()),
            Self::Net {
                path,
                temperature: Some(temperature),
            } => write!(f, "net:{}?temperature={temperature}", path.display()),
            Self::Exact { horizon, above } => exact::write(f, *horizon, above),
        }
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::Nimmt;
    use hornox_env::sixes::Sixes;

    use super::*;

    #[test]
    fn specs_read_as_they_are_written() {
        let specs = "random lowest highest nearest risk longest far mcs:1 mcs:10000000 net:a/b net:C:\\b \
                     net:a/b?temperature=0.3 net:a/b?temperature=1 exact exact?horizon=1 exact?above=risk \
                     exact?horizon=10&above=net:C:\\b";
        for spec in specs.split_whitespace() {
            assert_eq!(spec.parse::<AgentSpec>().unwrap().to_string(), spec);
        }
    }

    fn names_of<G: Playable>(specs: &[&str]) {
        for spec in specs {
            let agent = spec.parse::<AgentSpec>().unwrap().build::<G>().unwrap();
            assert_eq!(agent.name(), *spec);
        }
    }

    #[test]
    fn agents_are_named_by_their_specs() {
        names_of::<Nimmt>(&[
            "random",
            "lowest",
            "highest",
            "nearest",
            "risk",
            "mcs:25",
            "exact",
            "exact?above=risk",
        ]);
        names_of::<Sixes>(&["random", "longest", "far", "mcs:25"]);
    }

    #[test]
    fn agents_of_another_game_are_refused_by_name() {
        let risk = AgentSpec::Scripted(Script::Risk).build::<Sixes>();
        assert_eq!(
            risk.map(|agent| agent.name().to_owned()).unwrap_err().to_string(),
            "agent `risk` does not play sixes; there are: random, longest, far, mcs:N, net:PATH"
        );
        let exact = "exact".parse::<AgentSpec>().unwrap().build::<Sixes>();
        assert!(matches!(exact.err(), Some(SpecError::NotOfGame { .. })));
        let far = AgentSpec::Scripted(Script::Far).build::<Nimmt>();
        let message = far.map(|agent| agent.name().to_owned()).unwrap_err().to_string();
        assert!(
            message.contains("does not play nimmt; there are: random, lowest"),
            "{message}"
        );
    }

    #[test]
    fn bad_specs_say_what_would_be_right() {
        let cases = [
            ("", "random, lowest"),
            ("rnadom", "unknown agent `rnadom`; there are: random, lowest"),
            ("Random", "unknown agent"),
            ("risk:3", "`risk` takes nothing after its name"),
            ("random:", "takes nothing"),
            ("mcs", "from 1 to 10000000, as in `mcs:1000`"),
            ("mcs:", "from 1 to 10000000"),
            ("mcs:0", "agent `mcs:0`: rollouts must be"),
            ("mcs:x", "from 1 to 10000000"),
            ("mcs:10000001", "from 1 to 10000000"),
            ("net", "directory must follow"),
            ("net:", "directory must follow"),
            ("net:?temperature=1", "directory must follow"),
            (
                "net:p?temperature=-1",
                "temperature `-1` must be a number above 0",
            ),
            ("net:p?temperature=0", "greedy"),
            ("net:p?temperature=nan", "above 0"),
            ("net:p?temperature=inf", "above 0"),
            ("net:p?foo=1", "unknown option `foo=1`; there is: temperature=T"),
            ("net:p?", "unknown option"),
            ("exact:3", "`exact` takes nothing after its name"),
            ("exacter", "unknown agent"),
            ("exact?", "unknown option ``; there is: horizon=H, above=SPEC"),
            ("exact?depth=3", "unknown option `depth=3`"),
            (
                "exact?horizon=0",
                "horizon `0` must be a number of cards from 1 to 10",
            ),
            ("exact?horizon=11", "from 1 to 10"),
            (
                "exact?above=rnadom",
                "above `rnadom` must be an agent without options, as in `above=mcs:1000`: unknown agent",
            ),
            ("exact?above=exact", "above `exact` must be"),
            ("exact?above=net:p?temperature=1", "without options"),
        ];
        for (spec, part) in cases {
            let error = spec.parse::<AgentSpec>().unwrap_err().to_string();
            assert!(error.contains(part), "{spec}: {error}");
        }
    }
}
