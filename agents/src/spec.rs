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
//! | `mcs:N?rollouts=SCRIPT` | the same, with rollouts in which everybody plays by a scripted player |
//! | `net:PATH` | the network of a checkpoint, its likeliest action |
//! | `net:PATH?temperature=T` | the same, drawn at temperature T |
//! | `net:PATH` of a folder of several checkpoints | the network that is there for the seats of the table; so with all of these |
//! | `search:PATH` | the same network, looking a turn ahead with 100 samples; it infers how others play |
//! | `search:PATH?samples=N&ms=T&temperature=T&model=SPEC,SPEC&prior=W` | the same, see [`Search`] |
//! | `exact` | 6 nimmt! of two seats that know both hands: equilibrium play with 6 cards or fewer, before as `mcs:1000` |
//! | `exact?horizon=H&above=SPEC` | the same with H cards (1 to 10) or fewer, before as any agent without options |
//! | `cmd:PROGRAM` | a program that speaks JSON lines on its standard streams, see [`external`](crate::external) |
//! | `cmd:PROGRAM?timeout=S&startup=S&on_failure=AGENT` | the same with time limits, and who plays on where it fails |

mod error;
mod exact;
#[cfg(feature = "neural")]
mod nets;
mod search;

use std::fmt;
#[cfg(not(feature = "neural"))]
use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

use hornox_env::Agent;

use crate::external::Command;
use crate::playable::Playable;
use crate::scripted::Script;
use crate::search::{Budget, MAX_ROLLOUTS, Mcs};
use error::{known, names};

pub use error::SpecError;
pub use search::{DEFAULT_PRIOR, DEFAULT_TEMPERATURE, MAX_PRIOR, Model, Search};

/// Which agent is meant. Read from and written as the text of the [module](self)'s table.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// A scripted player, where the game has it.
    Scripted(Script),
    /// Flat Monte-Carlo search.
    Mcs {
        /// Rollouts a decision, 1 to 10,000,000.
        rollouts: u32,
        /// By whose rule everybody plays in them.
        play: Script,
    },
    /// The network of a checkpoint.
    Net {
        /// The checkpoint's directory. It holds no `?`.
        path: PathBuf,
        /// The temperature of the softmax, finite and above 0; without one the likeliest action is played.
        temperature: Option<f32>,
    },
    /// A network that looks a turn ahead.
    Search(Search),
    /// A program.
    Command(Command),
    /// Equilibrium play, where two seats know both hands.
    Exact {
        /// The most cards a hand with which it solves, 1 to 10.
        horizon: u8,
        /// Who plays with more cards: an agent without options, and not `exact`.
        above: Box<Self>,
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
            Self::Mcs {
                rollouts,
                play: Script::Random,
            } => Ok(Box::new(Mcs::new(*rollouts))),
            Self::Mcs { rollouts, play } => match G::policy(*play) {
                Some(policy) => Ok(Box::new(Mcs::by(*rollouts, policy))),
                None => Err(SpecError::NotOfGame {
                    spec: self.to_string(),
                    game: G::NAME,
                    known: names(G::scripts()).join(", "),
                }),
            },
            Self::Net { path, temperature } => self.build_net(path, temperature.unwrap_or(0.0)),
            Self::Search(search) => self.build_search(search),
            Self::Command(command) => Ok(Box::new(command.build(self.to_string(), Self::build)?)),
        }
    }

    /// Whether what it plays depends on the clock, so that its games can't be repeated. (What a program does, nobody
    /// knows.)
    pub fn by_clock(&self) -> bool {
        match self {
            Self::Search(search) => matches!(search.budget, Budget::Milliseconds(_)),
            Self::Scripted(_)
            | Self::Mcs { .. }
            | Self::Net { .. }
            | Self::Command(_)
            | Self::Exact { .. } => false,
        }
    }

    #[cfg(not(feature = "neural"))]
    fn build_net<G: Playable>(&self, _: &Path, _: f32) -> Result<Box<dyn Agent<G>>, SpecError> {
        Err(self.no_networks())
    }

    #[cfg(not(feature = "neural"))]
    fn no_networks(&self) -> SpecError {
        self.unavailable(&"this build has no networks (feature `neural`)")
    }

    #[cfg(not(feature = "neural"))]
    fn build_search<G: Playable>(&self, _: &Search) -> Result<Box<dyn Agent<G>>, SpecError> {
        Err(self.no_networks())
    }

    fn not_of<G: Playable>(&self) -> SpecError {
        SpecError::NotOfGame {
            spec: self.to_string(),
            game: G::NAME,
            known: known(G::scripts(), G::EXACT),
        }
    }

    fn unavailable(&self, reason: &impl ToString) -> SpecError {
        SpecError::Unavailable {
            spec: self.to_string(),
            reason: reason.to_string(),
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
            "search" => return search::parse(spec, argument).map(AgentSpec::Search),
            "cmd" => {
                let command = Command::parse(argument.unwrap_or_default());
                let command = command.map_err(|reason| SpecError::Command {
                    spec: spec.to_owned(),
                    reason,
                });
                return command.map(AgentSpec::Command);
            }
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

/// What an agent is made of, and its option behind a `?`.
fn split_option(argument: Option<&str>) -> (&str, Option<&str>) {
    let argument = argument.unwrap_or_default();
    match argument.split_once('?') {
        Some((argument, option)) => (argument, Some(option)),
        None => (argument, None),
    }
}

fn parse_mcs(spec: &str, argument: Option<&str>) -> Result<AgentSpec, SpecError> {
    let (rollouts, option) = split_option(argument);
    let rollouts = rollouts.parse().ok();
    let rollouts = rollouts.filter(|rollouts| (1..=MAX_ROLLOUTS).contains(rollouts));
    let rollouts = rollouts.ok_or_else(|| SpecError::Rollouts {
        spec: spec.to_owned(),
    })?;
    let play = option.map_or(Ok(Script::Random), |option| parse_play(spec, option))?;
    Ok(AgentSpec::Mcs { rollouts, play })
}

fn parse_play(spec: &str, option: &str) -> Result<Script, SpecError> {
    let Some(name) = option.strip_prefix("rollouts=") else {
        return Err(SpecError::UnknownOption {
            spec: spec.to_owned(),
            option: option.to_owned(),
            known: "rollouts=SCRIPT",
        });
    };
    Script::named(name).ok_or_else(|| SpecError::Play {
        spec: spec.to_owned(),
        script: name.to_owned(),
    })
}

fn parse_net(spec: &str, argument: Option<&str>) -> Result<AgentSpec, SpecError> {
    let (path, option) = split_option(argument);
    Ok(AgentSpec::Net {
        path: parse_path(spec, path)?,
        temperature: option.map(|option| parse_net_option(spec, option)).transpose()?,
    })
}

fn parse_path(spec: &str, path: &str) -> Result<PathBuf, SpecError> {
    if path.is_empty() {
        return Err(SpecError::NoPath {
            spec: spec.to_owned(),
        });
    }
    Ok(path.into())
}

fn parse_net_option(spec: &str, option: &str) -> Result<f32, SpecError> {
    match option.strip_prefix("temperature=") {
        Some(value) => parse_temperature(spec, value, "greedy play"),
        None => Err(SpecError::UnknownOption {
            spec: spec.to_owned(),
            option: option.to_owned(),
            known: "temperature=T",
        }),
    }
}

/// A temperature; `without` says what is done if there is none.
fn parse_temperature(spec: &str, value: &str, without: &str) -> Result<f32, SpecError> {
    let temperature = value.parse().ok();
    temperature
        .filter(|temperature: &f32| temperature.is_finite() && *temperature > 0.0)
        .ok_or_else(|| SpecError::Temperature {
            spec: spec.to_owned(),
            value: value.to_owned(),
            without: without.to_owned(),
        })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scripted(script) => f.write_str(script.name()),
            Self::Mcs {
                rollouts,
                play: Script::Random,
            } => write!(f, "mcs:{rollouts}"),
            Self::Mcs { rollouts, play } => write!(f, "mcs:{rollouts}?rollouts={}", play.name()),
            Self::Net {
                path,
                temperature: None,
            } => write!(f, "net:{}", path.display()),
            Self::Net {
                path,
                temperature: Some(temperature),
            } => write!(f, "net:{}?temperature={temperature}", path.display()),
            Self::Search(search) => write!(f, "search:{search}"),
            Self::Command(command) => write!(f, "cmd:{command}"),
            Self::Exact { horizon, above } => exact::write(f, *horizon, above),
        }
    }
}

#[cfg(test)]
mod tests;
