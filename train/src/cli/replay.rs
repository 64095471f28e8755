//! `hornox replay`

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use hornox_env::record::{Fault, RecordError, Records};

use super::Failure;
use crate::report::print;

/// Check games that were written down
///
/// Plays every game of the file again by its own rules and compares each placement, take, score and ending, up to
/// the first difference. Lines are counted from 1; rounds, actions and moves from 0, as in JSON.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file, one game a line; - for standard input
    file: PathBuf,
    /// Show game K as text, the first being 1, and check no other
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    show: Option<u64>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.file.as_os_str() == "-" {
        return read(args, io::stdin().lock());
    }
    let file = File::open(&args.file).map_err(|error| failure(&args.file, Fault::from(error).into()))?;
    read(args, BufReader::new(file))
}

fn read(args: &Args, input: impl BufRead) -> Result<(), Failure> {
    let mut records = Records::new(input);
    if let Some(game) = args.show {
        return show(args, &mut records, game);
    }
    let mut games = 0_u64;
    while let Some(record) = records.next() {
        let replayed = record.and_then(|record| record.replay());
        replayed.map_err(|error| failure(&args.file, error.on_line(records.line())))?;
        games += 1;
    }
    if games == 0 {
        return Err(Failure::failed(format!(
            "{}: there is no game in it",
            args.file.display()
        )));
    }
    print(&format!("{games} games ok\n"))?;
    Ok(())
}

fn show(args: &Args, records: &mut Records<impl BufRead>, game: u64) -> Result<(), Failure> {
    let at = |error| failure(&args.file, error);
    for before in 0..game - 1 {
        if !records.skip_line().map_err(at)? {
            return Err(too_few(args, before));
        }
    }
    let record = records
        .next()
        .ok_or_else(|| too_few(args, game - 1))?
        .map_err(at)?;
    let (text, replayed) = record.playthrough();
    print(&text)?;
    replayed.map_err(|error| at(error.on_line(game)))
}

fn too_few(args: &Args, games: u64) -> Failure {
    Failure::failed(format!(
        "{}: there is no such game: the file has {games}",
        args.file.display()
    ))
}

fn failure(path: &Path, error: RecordError) -> Failure {
    Failure::Failed(anyhow::Error::from(error).context(path.display().to_string()))
}
