//! Self-play training and evaluation for Hornox: what stands behind the `hornox` command.
//!
//! - [`cli`]: the commands, their arguments and exit codes
//! - [`config`]: experiments as TOML, and the one place for defaults
//! - [`run`]: the numbered folder that a training run writes to
//! - [`folder`]: numbered folders of results, held by one process at a time
//! - [`selfplay`]: the loop of play, learning, evaluation and saving
//! - [`ppo`]: the learning
//! - [`arena`]: how strong an agent is, with error bars
//! - [`analyze`]: what an agent thinks of games that were written down
//! - [`panel`]: frozen opponents by which every agent is judged
//! - [`play`]: a person at the keyboard plays against agents
//! - [`report`]: metrics, progress, tables
//! - [`interrupt`]: stopping cleanly on Ctrl-C

pub mod analyze;
pub mod arena;
pub mod cli;
pub mod config;
pub mod folder;
pub mod interrupt;
pub mod panel;
pub mod play;
pub mod ppo;
pub mod report;
pub mod run;
pub mod selfplay;
