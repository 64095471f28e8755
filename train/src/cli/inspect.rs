//! `hornox inspect`

use std::fmt::Write;
use std::path::PathBuf;

use hornox_agents::neural::checkpoint::{Manifest, PanelResult};
use hornox_env::Game;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::Failure;
use crate::report::{Table, plus_minus, print};

/// Show what a checkpoint says of itself
///
/// Its game and rules, network, training and results: the manifest, checked. `--json` gives every field.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The checkpoint's folder
    checkpoint: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let manifest = Manifest::read(&args.checkpoint)?;
    if manifest.game == Sixes::NAME {
        manifest.check::<Sixes>(&args.checkpoint)?;
    } else {
        // Whatever else it names is refused as not this game.
        manifest.check::<Nimmt>(&args.checkpoint)?;
    }
    let text = if args.json {
        // Numbers, words and lists: JSON can hold them.
        serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n"
    } else {
        as_text(&manifest)
    };
    print(&text)?;
    Ok(())
}

fn as_text(manifest: &Manifest) -> String {
    let mut plain = manifest.clone();
    let results = std::mem::take(&mut plain.results);
    // What was read from TOML can be written as TOML.
    let mut text = toml::to_string_pretty(&plain).unwrap_or_default();
    if !results.is_empty() {
        // Writing to a string does not fail.
        let _ = write!(text, "\n{}", table(&results));
    }
    text
}

fn table(results: &[PanelResult]) -> Table {
    let mut table = Table::new(&["against", "games", "score a game", "own - others", "win share"]);
    for result in results {
        table.push(vec![
            result.against.clone(),
            result.games.to_string(),
            plus_minus(result.score, result.score_se, 2),
            plus_minus(result.diff, result.diff_se, 2),
            plus_minus(result.win_share, result.win_share_se, 3),
        ]);
    }
    table
}
