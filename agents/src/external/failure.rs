//! How a program can fail.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use super::MAX_ANSWER;

/// How a program failed. Each is final: it is ended, and the next game starts it anew.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// It could not be started.
    #[error("`{program}` can't be started: {error}")]
    Start {
        /// The first word of the command.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// It ended.
    #[error("the program ended by itself ({status})")]
    Ended {
        /// Its exit status.
        status: ExitStatus,
    },
    /// It runs, but nothing more can come from it.
    #[error("the program closed its standard output")]
    Closed,
    /// It did not answer in time.
    #[error("no answer to `{question}` within {seconds} s")]
    Slow {
        /// The type of the message.
        question: &'static str,
        /// The limit.
        seconds: f64,
    },
    /// Its line is too long.
    #[error("a line of more than {MAX_ANSWER} bytes")]
    TooLong,
    /// It wrote a line that nothing had asked for.
    #[error("wrote {line} without being asked")]
    Unasked {
        /// The line, quoted and shortened.
        line: String,
    },
    /// The answer has another form.
    #[error("answered {line} to `{question}`; right would be {right}")]
    Malformed {
        /// The line, quoted and shortened.
        line: String,
        /// The type of the message.
        question: &'static str,
        /// An answer of the right form.
        right: &'static str,
    },
    /// The action is not one of the legal ones.
    #[error("answered action {id}, which is not legal; legal are {legal}")]
    Illegal {
        /// The id given.
        id: u8,
        /// The ids of the legal actions.
        legal: String,
    },
}

/// A line as an error quotes it: escaped, and its start where it is long.
pub(super) fn quoted(line: &[u8]) -> String {
    const SHOWN: usize = 80;
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    if text.chars().count() <= SHOWN {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(SHOWN).collect();
    format!("{start:?}…")
}
