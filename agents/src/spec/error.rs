//! Why a spec names no agent.

use thiserror::Error;

use super::search::MAX_PRIOR;
use crate::exact::MOST_CARDS;
use crate::external::CommandError;
use crate::scripted::Script;
use crate::search::{MAX_MILLISECONDS, MAX_ROLLOUTS, MAX_SAMPLES};

/// The names of scripted players.
pub(super) fn names(scripts: impl Iterator<Item = Script>) -> Vec<&'static str> {
    scripts.map(Script::name).collect()
}

/// The agents among which these scripted ones are, as an error lists them.
pub(super) fn known(scripts: impl Iterator<Item = Script>, exact: bool) -> String {
    let mut names = names(scripts);
    names.extend(["mcs:N", "net:PATH", "search:PATH", "cmd:PROGRAM"]);
    names.extend(exact.then_some("exact"));
    names.join(", ")
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
        "agent `{spec}`: model `{value}` must be `itself`, a scripted agent, `mcs:N` or `net:PATH`, without options: \
         {reason}"
    )]
    Model {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The weight of the network's own preference is impossible.
    #[error("agent `{spec}`: prior `{value}` must be a number from 0 to {MAX_PRIOR}")]
    Prior {
        /// The spec given.
        spec: String,
        /// The value given.
        value: String,
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
