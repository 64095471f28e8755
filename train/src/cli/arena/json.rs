//! What `--json` prints.

use hornox_env::{Better, Game, RuleSet};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::arena::LEVEL;
use crate::arena::study::Studied;
use crate::arena::tournament::Found;

#[derive(Serialize)]
struct Report<'a> {
    rules: Map<String, Value>,
    unit: &'static str,
    better: &'static str,
    seed: u64,
    /// How intervals are made.
    interval: Kind,
    #[serde(flatten)]
    found: &'a Found,
    /// The ways in which score is lost, in the order of `sources`.
    losses: &'static [&'static str],
}

#[derive(Serialize)]
struct Kind {
    level: f64,
    quantile: &'static str,
    clustered_by: &'static str,
}

/// All that was found, as JSON.
pub(super) fn report<G: Game + Studied>(rules: &G::Rules, seed: u64, found: &Found) -> String {
    let report = Report {
        rules: rules.to_map_with_game(),
        unit: G::SCORE.unit,
        better: match G::SCORE.better {
            Better::Lower => "lower",
            Better::Higher => "higher",
        },
        seed,
        interval: Kind {
            level: LEVEL,
            quantile: "Student's t, deals - 1 degrees of freedom",
            clustered_by: "deal",
        },
        found,
        losses: G::LOSSES,
    };
    // Numbers, words and lists: JSON can hold them.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}
