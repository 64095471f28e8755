//! A record of any game.

use std::io::{self, Write};

use super::error::json;
use super::format::{Head, read};
use super::{Fault, Record, RecordError, SCHEMA};
use crate::core::Game as _;
use crate::nimmt::Nimmt;
use crate::sixes::Sixes;

/// A record of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRecord {
    /// 6 nimmt!
    Nimmt(Record<Nimmt>),
    /// Sixes.
    Sixes(Record<Sixes>),
}

impl AnyRecord {
    /// Reads a record from one JSON object. It is not replayed yet.
    ///
    /// # Errors
    /// Where the text is no record.
    pub fn from_json(text: &[u8]) -> Result<Self, RecordError> {
        let head: Head = read(text)?;
        if head.schema != SCHEMA {
            let found = json(&head.schema);
            return Err(Fault::Schema { found }.into());
        }
        let game = head.rules.game;
        if game == Nimmt::NAME {
            Ok(Self::Nimmt(read(text)?))
        } else if game == Sixes::NAME {
            Ok(Self::Sixes(read(text)?))
        } else {
            Err(Fault::Game {
                found: json(&game),
                known: [Nimmt::NAME, Sixes::NAME].join(", "),
            }
            .into())
        }
    }

    /// Writes the record as one line, its end included.
    ///
    /// # Errors
    /// Where `out` cannot be written.
    pub fn write_line(&self, mut out: impl Write) -> io::Result<()> {
        match self {
            Self::Nimmt(record) => serde_json::to_writer(&mut out, record)?,
            Self::Sixes(record) => serde_json::to_writer(&mut out, record)?,
        }
        out.write_all(b"\n")
    }

    /// Plays the record again: [`Record::replay`].
    ///
    /// # Errors
    /// The first difference.
    pub fn replay(&self) -> Result<(), RecordError> {
        match self {
            Self::Nimmt(record) => record.replay(),
            Self::Sixes(record) => record.replay(),
        }
    }

    /// The game as text: [`Record::playthrough`].
    pub fn playthrough(&self) -> (String, Result<(), RecordError>) {
        match self {
            Self::Nimmt(record) => record.playthrough(),
            Self::Sixes(record) => record.playthrough(),
        }
    }
}

impl From<Record<Nimmt>> for AnyRecord {
    fn from(record: Record<Nimmt>) -> Self {
        Self::Nimmt(record)
    }
}

impl From<Record<Sixes>> for AnyRecord {
    fn from(record: Record<Sixes>) -> Self {
        Self::Sixes(record)
    }
}
