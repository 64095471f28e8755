//! The commands. Each file has one: its arguments, and what it does with them.
//!
//! - `train`: learns by self-play
//! - `eval`: measures an agent
//! - `arena`: measures agents against each other
//! - `exploit`: measures what an agent loses to who knows it
//! - `solve`: solves positions of two seats that know both hands; `two_hands`: the rules of such commands
//! - `play`: a person plays against agents
//! - `record`: writes games down
//! - `replay`: checks games that were written down
//! - `analyze`: what an agent thinks of games that were written down
//! - `inspect`: what is in a checkpoint
//! - `assemble`: one agent of several checkpoints
//! - `rules`: the presets, and rules resolved
//! - `bench`: how fast this machine is
//! - [`Failure`]: how a command fails, and the exit code
//!
//! Exit codes: 0 done, 1 failed, 2 misuse. An error is one line on standard error.

mod analyze;
mod arena;
mod assemble;
mod bench;
mod eval;
mod exploit;
mod failure;
mod inspect;
mod play;
mod record;
mod replay;
mod rules;
mod solve;
mod train;
mod two_hands;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

pub use failure::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::interrupt;
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
    Exploit(exploit::Args),
    Solve(solve::Args),
    Play(play::Args),
    Record(record::Args),
    Replay(replay::Args),
    Analyze(analyze::Args),
    Inspect(inspect::Args),
    Assemble(assemble::Args),
    Rules(rules::Args),
    Bench(bench::Args),
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
        Command::Exploit(args) => exploit::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Assemble(args) => assemble::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Bench(args) => bench::run(&args),
    }
}

/// Threads for a command that spreads its work; 0 for one a core.
fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Failed(anyhow::Error::from(error).context("threads")))
}

fn finish(result: Result<(), Failure>) -> ExitCode {
    interrupt::outlast();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}
