//! What a spec says of a program.

use std::fmt;

use hornox_env::Agent;
use thiserror::Error;

use super::failure::Failure;
use super::pool::Pool;
use super::program::Program;
use super::{CommandAgent, Told};
use crate::spec::{AgentSpec, SpecError};

/// Seconds that a decision may take, where the spec does not say.
const TIMEOUT: f64 = 10.0;
/// Seconds from `hello` to the answer, in which a program may load what it needs.
const STARTUP: f64 = 30.0;
/// The most seconds of either.
const MAX_SECONDS: f64 = 86_400.0;

/// A program that plays, as a spec names it behind `cmd:`.
///
/// ```text
/// WORDS[?OPTION=VALUE[&OPTION=VALUE]…]
/// ```
///
/// Words are separated by spaces; within `'…'` or `"…"` a space belongs to the word, and nothing else is special: no
/// shell reads them. The last `?` separates the options, so a command that holds one itself ends in one more:
/// `cmd:bot --really?`, or `cmd:bot --why=?` with an empty list of options behind it.
#[derive(Clone, Debug)]
pub struct Command {
    /// The words as they were given.
    text: String,
    words: Vec<String>,
    timeout: f64,
    startup: f64,
    on_failure: OnFailure,
    pool: Pool,
}

/// What happens to a game in which the program fails.
#[derive(Clone, Debug, PartialEq)]
pub enum OnFailure {
    /// It is lost.
    Forfeit,
    /// Another agent plays on.
    StandIn(Box<AgentSpec>),
}

/// Why a command is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// There is no program.
    #[error("a program must follow, as in `cmd:python3 bot.py`")]
    Empty,
    /// A quote has no end.
    #[error("{quote} has no second one")]
    Quote {
        /// The quote.
        quote: char,
    },
    /// The option does not exist.
    #[error(
        "unknown option `{option}`; there are: timeout=SECONDS, startup=SECONDS, on_failure=forfeit or an agent (a \
         command that holds a ? ends in one more)"
    )]
    UnknownOption {
        /// The option given.
        option: String,
    },
    /// An option is given twice.
    #[error("`{option}` is given twice")]
    Twice {
        /// The option.
        option: String,
    },
    /// The time is impossible.
    #[error("`{option}={value}` must be a number of seconds above 0, at most {MAX_SECONDS}")]
    Seconds {
        /// The option.
        option: String,
        /// The value given.
        value: String,
    },
    /// The agent that would play on can't.
    #[error(
        "`on_failure={value}` must be `forfeit` or an agent without options that is no program: {reason}"
    )]
    StandIn {
        /// The value given.
        value: String,
        /// Why not.
        reason: String,
    },
}

impl Command {
    /// Reads what follows `cmd:` in a spec.
    ///
    /// # Errors
    /// Where it names no program, or an option is unknown, impossible or given twice.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let (text, options) = text.rsplit_once('?').unwrap_or((text, ""));
        let mut command = Self {
            text: text.to_owned(),
            words: words(text)?,
            timeout: TIMEOUT,
            startup: STARTUP,
            on_failure: OnFailure::Forfeit,
            pool: Pool::default(),
        };
        let mut seen = Vec::new();
        for option in options.split('&').filter(|_| !options.is_empty()) {
            let unknown = || CommandError::UnknownOption {
                option: option.to_owned(),
            };
            let (name, value) = option.split_once('=').ok_or_else(unknown)?;
            match name {
                "timeout" => command.timeout = seconds(name, value)?,
                "startup" => command.startup = seconds(name, value)?,
                "on_failure" => command.on_failure = OnFailure::parse(value)?,
                _ => return Err(unknown()),
            }
            if seen.contains(&name) {
                return Err(CommandError::Twice {
                    option: name.to_owned(),
                });
            }
            seen.push(name);
        }
        Ok(command)
    }

    /// Makes the agent of one seat in one game, by the name of its spec.
    ///
    /// # Errors
    /// Where the program can't be started, or the agent that would stand in for it can't be made.
    pub(crate) fn build<G: Told>(
        &self,
        name: String,
        stand_in: impl FnOnce(&AgentSpec) -> Result<Box<dyn Agent<G>>, SpecError>,
    ) -> Result<CommandAgent<G>, SpecError> {
        let stand_in = match &self.on_failure {
            OnFailure::Forfeit => None,
            OnFailure::StandIn(spec) => Some(stand_in(spec)?),
        };
        self.pool
            .try_out(&self.words)
            .map_err(|failure| SpecError::Unavailable {
                spec: name.clone(),
                reason: failure.to_string(),
            })?;
        Ok(CommandAgent::new(name, self.clone(), stand_in))
    }

    /// Seconds that a decision may take.
    pub const fn timeout(&self) -> f64 {
        self.timeout
    }

    /// Seconds from `hello` to the answer.
    pub const fn startup(&self) -> f64 {
        self.startup
    }

    /// What happens to a game in which the program fails.
    pub const fn on_failure(&self) -> &OnFailure {
        &self.on_failure
    }

    /// A program for a game.
    pub(super) fn take(&self) -> Result<Program, Failure> {
        self.pool.take(&self.words)
    }

    /// Lets a program wait for another game.
    pub(super) fn give_back(&self, program: Program) {
        self.pool.give_back(program);
    }
}

impl PartialEq for Command {
    /// Whether both say the same; which programs run is no part of it.
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.timeout, self.startup, &self.on_failure)
            == (&other.text, other.timeout, other.startup, &other.on_failure)
    }
}

impl fmt::Display for Command {
    /// As it is read; options that are as by default are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = Vec::new();
        for (name, value, default) in [
            ("timeout", self.timeout, TIMEOUT),
            ("startup", self.startup, STARTUP),
        ] {
            if value.to_bits() != default.to_bits() {
                options.push(format!("{name}={value}"));
            }
        }
        if let OnFailure::StandIn(spec) = &self.on_failure {
            options.push(format!("on_failure={spec}"));
        }
        f.write_str(&self.text)?;
        if !options.is_empty() || self.text.contains('?') {
            write!(f, "?{}", options.join("&"))?;
        }
        Ok(())
    }
}

impl OnFailure {
    fn parse(value: &str) -> Result<Self, CommandError> {
        if value == "forfeit" {
            return Ok(Self::Forfeit);
        }
        let bad = |reason: String| CommandError::StandIn {
            value: value.to_owned(),
            reason,
        };
        match value.parse().map_err(|error: SpecError| bad(error.to_string()))? {
            AgentSpec::Command(_) => Err(bad("a program may fail, too".to_owned())),
            spec @ (AgentSpec::Scripted(_)
            | AgentSpec::Mcs { .. }
            | AgentSpec::Net { .. }
            | AgentSpec::Search(_)
            | AgentSpec::Exact { .. }) => Ok(Self::StandIn(Box::new(spec))),
        }
    }
}

fn seconds(option: &str, value: &str) -> Result<f64, CommandError> {
    let seconds = value.parse().ok();
    seconds
        .filter(|&seconds: &f64| seconds > 0.0 && seconds <= MAX_SECONDS)
        .ok_or_else(|| CommandError::Seconds {
            option: option.to_owned(),
            value: value.to_owned(),
        })
}

/// The words of a command.
fn words(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    // A word that is nothing but `''` is an empty one.
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        match next {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                let (quoted, behind) = rest
                    .as_str()
                    .split_once(next)
                    .ok_or(CommandError::Quote { quote: next })?;
                word.push_str(quoted);
                rest = behind.chars();
            }
            next if next.is_whitespace() => words.extend(word.take()),
            next => word.get_or_insert_default().push(next),
        }
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err(CommandError::Empty);
    }
    Ok(words)
}

#[cfg(test)]
mod tests;
