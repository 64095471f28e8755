//! Why a record was refused.

use std::fmt;
use std::io;

use serde::Serialize;
use thiserror::Error;

use super::SCHEMA;
use crate::core::PlayError;

/// Why a record was refused: where, and what is wrong there.
///
/// Shown as `line 3: rounds[0].moves[4].points: 2 in the record, 3 by the rules`: lines are counted from 1, as
/// editors do; rounds, actions and moves from 0, as they are in JSON.
#[derive(Debug)]
pub struct RecordError {
    /// The line of the file, from 1; none where the record came from elsewhere.
    pub line: Option<u64>,
    /// The round, from 0; none where the fault concerns the whole game, or the record could not be read.
    pub round: Option<usize>,
    /// The action or move of the round; none where the fault concerns the whole round.
    pub item: Option<Item>,
    /// What is wrong.
    pub fault: Fault,
}

/// A place in the lists of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The entry of `actions` with this index, from 0.
    Action(usize),
    /// The entry of `moves` with this index, from 0.
    Move(usize),
}

/// What is wrong with a record.
#[derive(Debug, Error)]
pub enum Fault {
    /// The text could not be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The line is longer than any record may be.
    #[error("the line is longer than {limit} bytes, more than any game needs")]
    TooLong {
        /// The most bytes that a line may have.
        limit: usize,
    },
    /// The line is no record: not JSON, a field missing or unknown, or a value that can't be.
    #[error("{path}{}{reason}", if path.is_empty() { "" } else { ": " })]
    Malformed {
        /// The field, as in `rounds[0].moves[4].card`; empty for the record itself.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The format is not the one that is read here.
    #[error("schema: {found} is unknown; known is {SCHEMA}")]
    Schema {
        /// The number given, as JSON.
        found: String,
    },
    /// The game is none that is played here.
    #[error("rules.game: {found} is unknown; there are: {known}")]
    Game {
        /// The name given, as JSON.
        found: String,
        /// The names there are.
        known: String,
    },
    /// What is written is not what the rules make of the game.
    #[error("{field}{}{recorded} in the record, {right} by the rules", if field.is_empty() { "" } else { ": " })]
    Differs {
        /// The field that differs; empty where the place says all.
        field: String,
        /// What the record says, as JSON or in words.
        recorded: String,
        /// What is right, as JSON or in words.
        right: String,
    },
    /// The rules refuse a deal or an action.
    #[error(transparent)]
    Refused(#[from] PlayError),
}

impl Fault {
    /// Compares a field of a record with what is right.
    ///
    /// # Errors
    /// [`Fault::Differs`] where the two are not equal.
    pub fn same<T: PartialEq + Serialize + ?Sized>(field: &str, recorded: &T, right: &T) -> Result<(), Self> {
        if recorded == right {
            return Ok(());
        }
        Err(Self::Differs {
            field: field.to_owned(),
            recorded: json(recorded),
            right: json(right),
        })
    }

    /// The fault at a place of a round; which round, and which line, others know.
    pub const fn at(self, item: Item) -> RecordError {
        RecordError {
            line: None,
            round: None,
            item: Some(item),
            fault: self,
        }
    }
}

/// A value as a person reads it. What records hold are numbers, words and lists, which JSON can hold.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl RecordError {
    /// The error with the number of its line, from 1.
    pub const fn on_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The error with the number of its round, from 0.
    pub const fn in_round(mut self, round: usize) -> Self {
        self.round = Some(round);
        self
    }
}

impl From<Fault> for RecordError {
    fn from(fault: Fault) -> Self {
        Self {
            line: None,
            round: None,
            item: None,
            fault,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(round) = self.round {
            write!(f, "rounds[{round}]")?;
            match self.item {
                Some(Item::Action(index)) => write!(f, ".actions[{index}]")?,
                Some(Item::Move(index)) => write!(f, ".moves[{index}]")?,
                None => {}
            }
            let in_field = matches!(&self.fault, Fault::Differs { field, .. } if !field.is_empty());
            f.write_str(if in_field { "." } else { ": " })?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.fault)
    }
}
