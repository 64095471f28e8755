//! `hornox rules`

use std::fmt::Write;
use std::path::PathBuf;

use hornox_agents::rules_to_toml;
use hornox_env::AnyRules;
use serde_json::{Value, json};

use super::Failure;
use crate::config::read_rules;
use crate::report::{note, print};

/// Show the presets, or rules with every field resolved
///
/// Without arguments: the presets. With any: the resolved rules as TOML, which `--rules FILE` reads back.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset, or a TOML file of rules
    #[arg(value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.rules.is_none() && args.set.is_empty() && args.players.is_none() {
        print(&presets(args.json))?;
        return Ok(());
    }
    let resolved = read_rules(args.rules.as_deref(), &overrides(args.players, &args.set))?;
    for line in &resolved.notes {
        note(&format!("note: {line}"));
    }
    let text = if args.json {
        format!("{:#}\n", Value::Object(resolved.rules.to_map()))
    } else {
        rules_to_toml(resolved.rules.to_map()).to_string()
    };
    print(&text)?;
    Ok(())
}

/// `--players` and `--set` as one list, the later the stronger.
pub(super) fn overrides(players: Option<u32>, set: &[String]) -> Vec<String> {
    let players = players.map(|players| format!("players={players}"));
    players.into_iter().chain(set.iter().cloned()).collect()
}

fn presets(as_json: bool) -> String {
    let presets = AnyRules::presets();
    if as_json {
        let presets: Vec<_> = presets
            .iter()
            .map(|(name, summary)| {
                // Presets are legal as they stand.
                let rules = AnyRules::resolve(Some(name), &[]).map(|found| found.rules.to_map());
                json!({ "name": name, "summary": summary, "rules": rules.unwrap_or_default() })
            })
            .collect();
        return format!("{:#}\n", json!({ "presets": presets }));
    }
    let width = presets
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for (name, summary) in presets {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:width$}  {summary}");
    }
    text
}
