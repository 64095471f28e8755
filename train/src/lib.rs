//! Self-play training and evaluation for Hornox: what stands behind the `hornox` command.
//!
//! - [`cli`]: the commands, their arguments and exit codes
//! - [`config`]: experiments as TOML, and the one place for defaults
//! - [`run`]: the numbered folder that a training run writes to
//! - [`seeds`]: the runs of one training by several seeds, and their curve
//! - [`folder`]: numbered folders of results, held by one process at a time
//! - [`selfplay`]: the loop of play, learning, evaluation and saving
//! - [`ppo`]: the learning
//! - [`arena`]: how strong an agent is, with error bars
//! - [`mod@bench`]: how fast this machine does what people use
//! - [`analyze`]: what an agent thinks of games that were written down
//! - [`exploit`]: what an agent loses to who knows it
//! - [`panel`]: frozen opponents by which every agent is judged
//! - [`play`]: a person at the keyboard plays against agents
//! - [`report`]: metrics, progress, tables
//! - [`interrupt`]: stopping cleanly on Ctrl-C

pub mod analyze;
pub mod arena;
pub mod bench;
pub mod cli;
pub mod config;
pub mod exploit;
pub mod folder;
pub mod interrupt;
pub mod panel;
pub mod play;
pub mod ppo;
pub mod report;
pub mod run;
pub mod seeds;
pub mod selfplay;

/// The program's version and the commit it was built from.
pub const PROGRAM: &str = concat!("hornox ", env!("CARGO_PKG_VERSION"), " ", env!("HORNOX_COMMIT"));
