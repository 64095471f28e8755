//! The `hornox` command: `hornox --help` says what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    hornox_train::cli::main(std::env::args_os())
}
