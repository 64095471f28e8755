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
//! | `exact` | 6 nimmt! of two seats that know both hands: equilibrium play with 6 cards or fewer, before as `mcs:1000` |
//! | `exact?horizon=H&above=SPEC` | the same with H cards (1 to 10) or fewer, before as any agent without options |
//! | `cmd:PROGRAM` | a program that speaks JSON lines on its standard streams, see [`external`](crate::external) |
//! | `cmd:PROGRAM?timeout=S&startup=S&on_failure=AGENT` | the same with time limits, and who plays on where it fails |

mod exact;
mod search;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hornox_env::Agent;
use thiserror::Error;

use crate::exact::MOST_CARDS;
use crate::external::{Command, CommandError};
#[cfg(feature = "neural")]
use crate::neural::{NetAgent, NetSearch};
use crate::playable::Playable;
use crate::scripted::Script;
use crate::search::{Budget, MAX_MILLISECONDS, MAX_ROLLOUTS, MAX_SAMPLES, Mcs};
pub use search::{DEFAULT_TEMPERATURE, Search};

fn names(scripts: impl Iterator<Item = Script>) -> Vec<&'static str> {
    scripts.map(Script::name).collect()
}

/// The agents among which these scripted ones are, as an error lists them.
fn known(scripts: impl Iterator<Item = Script>, exact: bool) -> String {
    let mut names = names(scripts);
    names.extend(["mcs:N", "net:PATH", "search:PATH", "cmd:PROGRAM"]);
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
    /// The rollouts are by no scripted player.
    #[error(
        "agent `{spec}`: rollouts can't be by `{script}`; they can be by: {}",
        names(Script::ALL.into_iter()).join(", ")
    )]
    Play {
        /// The spec given.
        spec: String,
        /// The name given.
        script: String,
    },
    /// What follows `cmd:` is no command.
    #[error("agent `{spec}`: {reason}")]
    Command {
        /// The spec given.
        spec: String,
        /// What is wrong with it.
        reason: CommandError,
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
    #[error("agent `{spec}`: temperature `{value}` must be a number above 0 (leave it out for {without})")]
    Temperature {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
        /// What is done without one.
        without: String,
    },
    /// The number of sampled states is impossible.
    #[error("agent `{spec}`: samples `{value}` must be a number from 1 to {MAX_SAMPLES}")]
    Samples {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
    },
    /// The time of a decision is impossible.
    #[error("agent `{spec}`: ms `{value}` must be a number of milliseconds from 1 to {MAX_MILLISECONDS}")]
    Milliseconds {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
    },
    /// The agent that the others are taken for is impossible.
    #[error(
        "agent `{spec}`: model `{value}` must be a scripted agent, `mcs:N` or `net:PATH`, without options: {reason}"
    )]
    Model {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Two options exclude each other.
    #[error("agent `{spec}`: {options}; leave one of them out")]
    Together {
        /// The spec given.
        spec: String,
        /// What they are, and why.
        options: &'static str,
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

    #[cfg(feature = "neural")]
    fn build_net<G: Playable>(&self, path: &Path, temperature: f32) -> Result<Box<dyn Agent<G>>, SpecError> {
        match NetAgent::<G>::load(self.to_string(), path, temperature) {
            Ok(agent) => Ok(Box::new(agent)),
            Err(error) => Err(self.unavailable(error.to_string())),
        }
    }

    #[cfg(not(feature = "neural"))]
    fn build_net<G: Playable>(&self, _: &Path, _: f32) -> Result<Box<dyn Agent<G>>, SpecError> {
        Err(self.no_networks())
    }

    #[cfg(not(feature = "neural"))]
    fn no_networks(&self) -> SpecError {
        self.unavailable("this build has no networks (feature `neural`)".to_owned())
    }

    #[cfg(feature = "neural")]
    fn build_search<G: Playable>(&self, search: &Search) -> Result<Box<dyn Agent<G>>, SpecError> {
        let model = search.model().build()?;
        match NetSearch::<G>::load(self.to_string(), &search.path, model, search.budget) {
            Ok(agent) => Ok(Box::new(agent)),
            Err(error) => Err(self.unavailable(error.to_string())),
        }
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
