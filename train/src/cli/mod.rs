//! The commands. Each file has one: its arguments, and what it does with them.
//!
//! - `train`: learns by self-play
//! - `eval`: measures an agent
//! - `arena`: measures agents against each other
//! - `play`: a person plays against agents
//! - `record`: writes games down
//! - `replay`: checks games that were written down
//! - `analyze`: what an agent thinks of games that were written down
//! - `inspect`: what is in a checkpoint
//! - `rules`: the presets, and rules resolved
//! - [`Failure`]: how a command fails, and the exit code
//!
//! Exit codes: 0 done, 1 failed, 2 misuse. An error is one line on standard error.

mod analyze;
mod arena;
mod eval;
mod failure;
mod inspect;
mod play;
mod record;
mod replay;
mod rules;
mod train;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

pub use failure::Failure;

use crate::report::note;

/// Train and evaluate agents for the card games 6 nimmt! and Sixes
#[derive(Debug, Parser)]
#[command(name = "hornox", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(train::Args),
    Eval(eval::Args),
    Arena(arena::Args),
    Play(play::Args),
    Record(record::Args),
    Replay(replay::Args),
    Analyze(analyze::Args),
    Inspect(inspect::Args),
    Rules(rules::Args),
}

/// Parses the arguments, the first of which is the program's name, and runs the command.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match Cli::try_parse_from(args).map_err(Failure::from_clap) {
        Ok(cli) => finish(run(cli.command)),
        Err(Ok(failure)) => finish(Err(failure)),
        Err(Err(help)) => {
            // Help that was asked for is a success; help instead of a missing command is not.
            let asked = matches!(help.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let _ = help.print();
            if asked {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            }
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Train(args) => train::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Rules(args) => rules::run(&args),
    }
}

fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}
