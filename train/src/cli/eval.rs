//! `hornox eval`

use std::path::PathBuf;

use hornox_agents::{AgentSpec, Playable, SpecError};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, AnyRules, Better, RuleSet};
use serde::Serialize;
use serde_json::{Map, Value};

use super::Failure;
use super::rules::overrides;
use crate::arena::{ArenaError, BuildError, Plan, Row, evaluate, table};
use crate::config::read_rules;
use crate::interrupt::Stop;
use crate::panel::{Opponent, Panel};
use crate::report::{Progress, note, print};

/// Measure how strong an agent is, with error bars
///
/// The agent sits in every seat of each deal against copies of the opponent: D deals are D × N games. Agents: random,
/// mcs:N (N rollouts), mcs:N?rollouts=SCRIPT (by a scripted player), net:PATH (a checkpoint, played greedily),
/// net:PATH?temperature=T, search:PATH (that network, looking a turn ahead; ?samples=N or ?ms=T, with
/// temperature=T, model=SPEC,SPEC, prior=W), and cmd:PROGRAM (JSON lines, see agents/PROTOCOL.md); for 6 nimmt! also
/// lowest, highest, nearest, risk and exact (two seats that know both hands), for Sixes longest and far.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent to measure
    agent: String,
    /// Its opponent (can be repeated)
    #[arg(long, value_name = "SPEC", required_unless_present = "panel")]
    against: Vec<String>,
    /// Instead, all opponents of a panel; the one that is built in where no FILE is named
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = BUILT_IN, conflicts_with = "against")]
    panel: Option<PathBuf>,
    /// Seats at the table: short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Deals, each played once from every seat [default: 1000, or what the panel says]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    deals: Option<u64>,
    /// Where deals and the agents' draws come from [default: 1, or what the panel says]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A preset, or a TOML file of rules; by default the published game (amigo), or what the panel says
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Threads; 0 for one a core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=1024))]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// What names the panel that is built in.
const BUILT_IN: &str = "built-in";
/// Deals where nobody says how many.
const DEALS: u64 = 1000;
/// The seed where nobody says which.
const SEED: u64 = 1;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let agent: AgentSpec = args.agent.parse()?;
    let panel = match &args.panel {
        None => None,
        Some(path) if path.as_os_str() == BUILT_IN => Some(Panel::built_in()?),
        Some(path) => Some(Panel::read(path)?),
    };
    let opponents = match &panel {
        Some(panel) => panel.opponents.clone(),
        None => args
            .against
            .iter()
            .map(|spec| named(spec))
            .collect::<Result<_, _>>()?,
    };
    let preset = panel.as_ref().map(|panel| PathBuf::from(&panel.rules));
    let base = args.rules.as_ref().or(preset.as_ref());
    let resolved = read_rules(base.map(PathBuf::as_path), &overrides(args.players, &args.set))?;
    for line in &resolved.notes {
        note(&format!("note: {line}"));
    }
    let evaluation = Evaluation {
        args,
        agent,
        opponents: opponents
            .into_iter()
            .map(|opponent| Opponent {
                deals: args.deals.unwrap_or(opponent.deals),
                ..opponent
            })
            .collect(),
        seed: args
            .seed
            .or(panel.as_ref().map(|panel| panel.seed))
            .unwrap_or(SEED),
        panel: panel.as_ref().map(|panel| panel.name.clone()),
    };
    match &resolved.rules {
        AnyRules::Nimmt(rules) => evaluation.run::<Nimmt>(rules),
        AnyRules::Sixes(rules) => evaluation.run::<Sixes>(rules),
    }
}

/// An opponent of no panel.
fn named(spec: &str) -> Result<Opponent, SpecError> {
    let spec: AgentSpec = spec.parse()?;
    Ok(Opponent {
        name: spec.to_string(),
        spec,
        deals: DEALS,
        held_out: false,
    })
}

struct Evaluation<'a> {
    args: &'a Args,
    agent: AgentSpec,
    opponents: Vec<Opponent>,
    seed: u64,
    /// The panel's file, where there is one.
    panel: Option<String>,
}

impl Evaluation<'_> {
    fn run<G: Playable>(&self, rules: &G::Rules) -> Result<(), Failure> {
        // Agents that cannot be made are better known before hours of play than after.
        let opponents = self.opponents.iter().map(|opponent| &opponent.spec);
        for spec in std::iter::once(&self.agent).chain(opponents) {
            build::<G>(spec).map_err(ArenaError::Build)?;
        }
        let stop = Stop::on_ctrl_c()?;
        let rows = self.play::<G>(rules, &stop)?;
        if rows.is_empty() && !self.args.json {
            return Err(Failure::failed(
                "stopped before the first deal was played from every seat".to_owned(),
            ));
        }
        print(&if self.args.json {
            self.as_json::<G>(rules, &rows)
        } else {
            self.as_text::<G>(rules, rows.clone())
        })?;
        let (done, all) = (
            rows.iter().map(|row| row.games).sum::<u64>(),
            self.games(rules.players()),
        );
        Failure::unless_all(done, all, "games")
    }

    fn games(&self, players: usize) -> u64 {
        let deals: u64 = self.opponents.iter().map(|opponent| opponent.deals).sum();
        deals * players as u64
    }

    fn play<G: Playable>(&self, rules: &G::Rules, stop: &Stop) -> Result<Vec<Row>, ArenaError> {
        let progress = Progress::new(self.games(rules.players()), 0, "games", self.args.quiet);
        let mut rows = Vec::new();
        for opponent in &self.opponents {
            let plan: Plan<'_, G> = Plan {
                rules,
                deals: opponent.deals,
                seed: self.seed,
                threads: self.args.threads,
                stop,
            };
            progress.message(&format!("against {}", opponent.name));
            let row = evaluate(
                &plan,
                &|| build(&self.agent),
                &|| build(&opponent.spec),
                &|games| {
                    progress.advance(games);
                },
            )?;
            rows.extend(row.map(|row| Row {
                against: opponent.name.clone(),
                ..row
            }));
            if stop.requested() {
                break;
            }
        }
        Ok(rows)
    }

    fn as_json<G: Playable>(&self, rules: &G::Rules, rows: &[Row]) -> String {
        let report = Report {
            agent: self.agent.to_string(),
            rules: rules.to_map_with_game(),
            unit: G::SCORE.unit,
            better: match G::SCORE.better {
                Better::Lower => "lower",
                Better::Higher => "higher",
            },
            panel: self.panel.as_deref(),
            rows: self
                .opponents
                .iter()
                .zip(rows)
                .map(|(opponent, row)| PanelRow {
                    row,
                    held_out: self.panel.as_ref().map(|_| opponent.held_out),
                })
                .collect(),
        };
        // Numbers, words and lists: JSON can hold them.
        serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
    }

    fn as_text<G: Playable>(&self, rules: &G::Rules, mut rows: Vec<Row>) -> String {
        for (opponent, row) in self.opponents.iter().zip(&mut rows) {
            if opponent.held_out {
                row.against = format!("{} {HELD_OUT}", row.against);
            }
        }
        let table = table(&rows, G::SCORE);
        let what = match (&self.panel, &self.opponents[..]) {
            (Some(panel), _) => panel.clone(),
            (None, [opponent, ..]) => format!("{} deals", opponent.deals),
            (None, []) => String::new(),
        };
        let mut lines = vec![
            format!("{} ({rules}; {what}, seed {})", self.args.agent, self.seed),
            table.trim_end().to_owned(),
        ];
        lines.extend(
            self.panel
                .as_ref()
                .map(|_| format!("{HELD_OUT}: never met in training")),
        );
        if !rules.has_scores() {
            let unit = G::SCORE.unit;
            lines.push(format!(
                "{unit} do not count by these rules: only the win share tells agents apart"
            ));
        }
        lines.join("\n") + "\n"
    }
}

/// What stands behind opponents that are held out.
const HELD_OUT: &str = "[held out]";

fn build<G: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, BuildError> {
    Ok(spec.build()?)
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    agent: String,
    rules: Map<String, Value>,
    unit: &'static str,
    better: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    panel: Option<&'a str>,
    rows: Vec<PanelRow<'a>>,
}

/// A row with what a panel says of the opponent.
#[derive(Serialize)]
struct PanelRow<'a> {
    #[serde(flatten)]
    row: &'a Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<bool>,
}
