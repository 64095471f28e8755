//! What can be wrong with a config or with rules.

use std::io;

use hornox_env::RulesError;
use thiserror::Error;

/// What was wrong. `at` is where: `file:line` or `--set text`.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A file could not be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What went wrong.
        source: io::Error,
    },
    /// Not TOML, or a value where a section must stand.
    #[error("{at}: {reason}")]
    Syntax {
        /// Where.
        at: String,
        /// What TOML says.
        reason: String,
    },
    /// An override that is no assignment.
    #[error("--set {text}: must be {right}")]
    Override {
        /// The override.
        text: String,
        /// The form it must have.
        right: &'static str,
    },
    /// No such section.
    #[error("{at}: unknown section `{section}`; there are: {known}")]
    UnknownSection {
        /// Where.
        at: String,
        /// The name given.
        section: String,
        /// The names there are.
        known: String,
    },
    /// No such field.
    #[error("{at}: unknown field `{field}`; there are: {known}")]
    UnknownField {
        /// Where.
        at: String,
        /// The section and the name given.
        field: String,
        /// The names there are.
        known: String,
    },
    /// Not one of the field's values.
    #[error("{at}: `{field}` = {value}: {right}")]
    BadValue {
        /// Where.
        at: String,
        /// Section and field.
        field: String,
        /// The value given.
        value: String,
        /// What would be right.
        right: String,
    },
    /// A field of the rules, or fields that do not go together.
    #[error("{at}: {source}")]
    Rules {
        /// Where.
        at: String,
        /// What is wrong.
        source: RulesError,
    },
}

impl ConfigError {
    /// A section of a name that there is none of.
    pub(super) fn unknown_section(at: String, section: &str) -> Self {
        Self::UnknownSection {
            at,
            section: section.to_owned(),
            known: super::SECTIONS.to_owned(),
        }
    }
}
