//! Agents behind a program: `cmd:PROGRAM` speaks JSON lines on its standard streams, so any language can play.
//! `agents/PROTOCOL.md` documents every message.
//!
//! - [`Command`]: what a spec says of a program: its words, its time limits, and what happens where it fails
//! - [`CommandAgent`]: the agent of one seat in one game
//! - [`Told`]: a game whose views and events can be told
//! - [`end_all`]: ends every program at once, for a process that is about to exit
//! - `message`: what is said; `nimmt`, `sixes`: each game's part of it
//! - `program`: one running program; `ears`: the thread that listens to it; `pool`: those that wait for a game
//! - `failure`: how a program can fail
//!
//! A program plays one game at a time and as many as it is given, one after the other; a game that is played beside
//! it gets another program. The [`Command`] and its clones own the programs: those that wait for a game end with the
//! last of them, and one that failed ends at once.

mod agent;
mod command;
mod ears;
mod failure;
mod message;
mod nimmt;
mod pool;
mod program;
mod sixes;
mod told;

pub use agent::CommandAgent;
pub use command::{Command, CommandError, OnFailure};
pub use program::end_all;
pub use told::Told;

/// The version of the protocol, which a program is told in every `hello`.
pub const PROTOCOL: u32 = 1;

/// The most bytes of a line that a program may write, the line's end not counted.
pub const MAX_ANSWER: usize = 1 << 16;
