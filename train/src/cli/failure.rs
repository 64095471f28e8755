//! How a command fails.

use std::fmt;
use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use hornox_agents::SpecError;
use hornox_agents::neural::CheckpointError;

use crate::arena::ArenaError;
use crate::arena::tournament::{StoreError, TournamentError};
use crate::config::ConfigError;
use crate::folder::PathError;
use crate::panel::PanelError;
use crate::play::SessionError;
use crate::report::MetricError;
use crate::report::page::PageError;
use crate::run::RunError;

/// Why a command ended early. Shown as one line.
#[derive(Debug)]
pub enum Failure {
    /// The command line, a config, rules or a spec ask for what cannot be: exit code 2.
    Misuse(anyhow::Error),
    /// What was asked for did not work out: exit code 1.
    Failed(anyhow::Error),
}

impl Failure {
    /// A failure with a text of its own.
    pub fn failed(text: String) -> Self {
        Self::Failed(anyhow::Error::msg(text))
    }

    /// Fails where a stop came before all of so many games, or deals, were done.
    pub(super) fn unless_all(done: u64, all: u64, what: &str) -> Result<(), Self> {
        if done < all {
            Err(Self::failed(format!(
                "stopped after {done} of {all} {what}; only they are counted"
            )))
        } else {
            Ok(())
        }
    }

    /// The process's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Misuse(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::FAILURE,
        }
    }

    /// The one line in what clap says about bad arguments; help texts are given back as they are.
    pub(super) fn from_clap(error: clap::Error) -> Result<Self, clap::Error> {
        let help = [
            ErrorKind::DisplayHelp,
            ErrorKind::DisplayVersion,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
        ];
        if help.contains(&error.kind()) {
            return Err(error);
        }
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let said = text.split("\n\nUsage").next().unwrap_or(text);
        let said = said.split("\n\nFor more").next().unwrap_or(said).trim();
        let said = said.replace("\n\n", "; ");
        Ok(Self::Misuse(anyhow::Error::msg(format!("{said} (see --help)"))))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Misuse(error) | Self::Failed(error)) = self;
        // A cause often repeats in the text of what it caused.
        let mut text = String::new();
        for cause in error.chain().map(ToString::to_string) {
            if !text.contains(&cause) {
                text += if text.is_empty() { "" } else { ": " };
                text += &cause;
            }
        }
        let line: Vec<_> = text.split_whitespace().collect();
        f.write_str(&line.join(" "))
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        match error {
            ConfigError::Read { .. } => Self::Failed(error.into()),
            ConfigError::Syntax { .. }
            | ConfigError::Override { .. }
            | ConfigError::UnknownSection { .. }
            | ConfigError::UnknownField { .. }
            | ConfigError::BadValue { .. }
            | ConfigError::Rules { .. } => Self::Misuse(error.into()),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Config(error) => error.into(),
            RunError::NotARun { .. } => Self::Misuse(error.into()),
            RunError::Path(_) | RunError::Busy { .. } => Self::Failed(error.into()),
        }
    }
}

/// A spec that cannot be read; agents that cannot be made fail as [`ArenaError`]s.
impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Misuse(error.into())
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match &error {
            // An agent of the other game is asked for by mistake, as one that does not exist.
            ArenaError::Build(reason)
                if matches!(reason.downcast_ref(), Some(SpecError::NotOfGame { .. })) =>
            {
                Self::Misuse(error.into())
            }
            ArenaError::Build(_) | ArenaError::Agent(_) | ArenaError::Play(_) | ArenaError::Unfinished(_) => {
                Self::Failed(error.into())
            }
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotAnArena { .. } | StoreError::Taken { .. } => Self::Misuse(error.into()),
            StoreError::Path(_) | StoreError::Busy { .. } | StoreError::Damaged { .. } => {
                Self::Failed(error.into())
            }
        }
    }
}

impl From<TournamentError> for Failure {
    fn from(error: TournamentError) -> Self {
        match error {
            TournamentError::Arena(error) => error.into(),
            TournamentError::Store(error) => error.into(),
        }
    }
}

impl From<PanelError> for Failure {
    fn from(error: PanelError) -> Self {
        match error {
            PanelError::Path(_) => Self::Failed(error.into()),
            PanelError::Syntax { .. } | PanelError::HeldOut { .. } => Self::Misuse(error.into()),
        }
    }
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Self {
        match error {
            PageError::NoCurves { .. } => Self::Misuse(error.into()),
            PageError::Path(_) | PageError::Drawing(_) => Self::Failed(error.into()),
        }
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<MetricError> for Failure {
    fn from(error: MetricError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ctrlc::Error> for Failure {
    fn from(error: ctrlc::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Standard output that cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Failed(anyhow::Error::from(error).context("standard output"))
    }
}
