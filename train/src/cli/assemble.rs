//! `hornox assemble`

use std::path::PathBuf;

use hornox_agents::neural::{Manifest, Members};
use hornox_env::Game;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::Failure;
use crate::report::print;

/// Make one agent of several checkpoints, one for each number of seats
///
/// `net:OUT` and `search:OUT` then play at each table with the network that was trained for as many seats. The
/// checkpoints are copied.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder to make; there must be nothing of this name
    out: PathBuf,
    /// Checkpoints' folders, all of one game; one that was trained for several numbers of seats is for those for which
    /// there is no other
    #[arg(required = true)]
    checkpoints: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let Args { out, checkpoints } = args;
    if out.exists() {
        return Err(Failure::failed(format!(
            "{}: there is something of this name already",
            out.display()
        )));
    }
    let [first, ..] = checkpoints.as_slice() else {
        return Ok(());
    };
    let members = if Manifest::read(first)?.game == Sixes::NAME {
        Members::assemble::<Sixes>(out, checkpoints)?
    } else {
        // Whatever else it names is refused as not this game.
        Members::assemble::<Nimmt>(out, checkpoints)?
    };
    let seats: Vec<_> = members.members.iter().map(ToString::to_string).collect();
    print(&format!(
        "net:{} plays {} at {} seats\n",
        out.display(),
        members.game,
        seats.join(", ")
    ))?;
    Ok(())
}
