//! `hornox inspect`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use hornox_agents::neural::checkpoint::PanelResult;
use hornox_agents::neural::{CheckpointError, Manifest, Members};
use hornox_env::Game;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use serde::Serialize;

use super::Failure;
use crate::report::{Table, plus_minus, print};

/// Show what a checkpoint says of itself
///
/// Its game and rules, network, training and results: the manifest, checked. Of several checkpoints in one folder, a
/// line each. `--json` gives every field.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The checkpoint's folder
    checkpoint: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let at = &args.checkpoint;
    let text = match Members::read(at)? {
        None => {
            let manifest = Manifest::read(at)?;
            by_game(
                &manifest.game,
                || manifest.check::<Nimmt>(at).map(drop),
                || manifest.check::<Sixes>(at).map(drop),
            )?;
            if args.json {
                as_json(&manifest)
            } else {
                as_text(&manifest)
            }
        }
        Some(members) => {
            let folders = by_game(
                &members.game,
                || members.folders::<Nimmt>(at),
                || members.folders::<Sixes>(at),
            )?;
            let manifests = folders
                .into_iter()
                .map(|(seats, folder)| Ok((seats, Manifest::read(&folder)?)));
            let several = Several {
                members: manifests.collect::<Result<_, CheckpointError>>()?,
                schema: members.schema,
                game: members.game,
            };
            if args.json {
                as_json(&several)
            } else {
                several.as_text()
            }
        }
    };
    print(&text)?;
    Ok(())
}

/// Asks of the game that is named; whatever is neither is refused as not 6 nimmt!.
fn by_game<T>(game: &str, nimmt: impl FnOnce() -> T, sixes: impl FnOnce() -> T) -> T {
    if game == Sixes::NAME { sixes() } else { nimmt() }
}

/// Numbers, words and lists, which JSON can hold.
fn as_json(shown: &impl Serialize) -> String {
    serde_json::to_string_pretty(shown).unwrap_or_default() + "\n"
}

/// Checkpoints for several seat counts.
#[derive(Serialize)]
struct Several {
    schema: u32,
    game: String,
    members: BTreeMap<usize, Manifest>,
}

impl Several {
    fn as_text(&self) -> String {
        let mut table = Table::new(&["seats", "name", "seed", "decisions", "trained in", "by"]);
        for (seats, manifest) in &self.members {
            let training = &manifest.training;
            table.push(vec![
                seats.to_string(),
                training.name.clone(),
                training.seed.to_string(),
                format!("{:.1}M", training.decisions as f64 / 1e6),
                format!("{:.0} s", training.seconds),
                training.program.clone(),
            ]);
        }
        format!("{}: one checkpoint for each number of seats\n{table}", self.game)
    }
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
