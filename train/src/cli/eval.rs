//! `hornox eval`

use std::path::PathBuf;

use hornox_agents::{AgentSpec, Playable};
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
use crate::report::{Progress, note, print};

/// Measure how strong an agent is, with error bars
///
/// The agent sits in every seat of each deal against copies of the opponent: D deals are D × N games. Agents: random,
/// mcs:N (N rollouts), net:PATH (a checkpoint, played greedily) and net:PATH?temperature=T; for 6 nimmt! also lowest,
/// highest, nearest, risk and exact (two seats that know both hands), for Sixes longest and far.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent to measure
    agent: String,
    /// Its opponent (can be repeated)
    #[arg(long, value_name = "SPEC", required = true)]
    against: Vec<String>,
    /// Seats at the table: short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Deals, each played once from every seat
    #[arg(long, value_name = "D", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    deals: u64,
    /// Where deals and the agents' draws come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A preset, or a TOML file of rules; the published game (amigo) by default
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

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let agent: AgentSpec = args.agent.parse()?;
    let opponents: Vec<AgentSpec> = args
        .against
        .iter()
        .map(|spec| spec.parse())
        .collect::<Result<_, _>>()?;
    let resolved = read_rules(args.rules.as_deref(), &overrides(args.players, &args.set))?;
    for line in &resolved.notes {
        note(&format!("note: {line}"));
    }
    match &resolved.rules {
        AnyRules::Nimmt(rules) => run_game::<Nimmt>(args, &agent, &opponents, rules),
        AnyRules::Sixes(rules) => run_game::<Sixes>(args, &agent, &opponents, rules),
    }
}

fn run_game<G: Playable>(
    args: &Args,
    agent: &AgentSpec,
    opponents: &[AgentSpec],
    rules: &G::Rules,
) -> Result<(), Failure> {
    // Agents that cannot be made are better known before hours of play than after.
    for spec in std::iter::once(agent).chain(opponents) {
        build::<G>(spec).map_err(ArenaError::Build)?;
    }
    let stop = Stop::on_ctrl_c()?;
    let plan = Plan {
        rules,
        deals: args.deals,
        seed: args.seed,
        threads: args.threads,
        stop: &stop,
    };
    let rows = play::<G>(&plan, agent, opponents, args.quiet)?;
    if rows.is_empty() && !args.json {
        return Err(Failure::failed(
            "stopped before the first deal was played from every seat".to_owned(),
        ));
    }
    print(&if args.json {
        as_json::<G>(agent, rules, &rows)
    } else {
        as_text::<G>(args, rules, &rows)
    })?;
    let players = rules.players() as u64;
    let (done, all) = (
        rows.iter().map(|row| row.games).sum::<u64>(),
        args.deals * players * opponents.len() as u64,
    );
    if done < all {
        return Err(Failure::failed(format!(
            "stopped after {done} of {all} games; only they are counted"
        )));
    }
    Ok(())
}

fn play<G: Playable>(
    plan: &Plan<'_, G>,
    agent: &AgentSpec,
    opponents: &[AgentSpec],
    quiet: bool,
) -> Result<Vec<Row>, ArenaError> {
    let games = plan.deals * plan.rules.players() as u64;
    let progress = Progress::new(games * opponents.len() as u64, 0, "games", quiet);
    let mut rows = Vec::new();
    for opponent in opponents {
        progress.message(&format!("against {opponent}"));
        let row = evaluate(plan, &|| build(agent), &|| build(opponent), &|games| {
            progress.advance(games);
        })?;
        rows.extend(row);
        if plan.stop.requested() {
            break;
        }
    }
    Ok(rows)
}

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
    rows: &'a [Row],
}

fn as_json<G: Playable>(agent: &AgentSpec, rules: &G::Rules, rows: &[Row]) -> String {
    let report = Report {
        agent: agent.to_string(),
        rules: rules.to_map_with_game(),
        unit: G::SCORE.unit,
        better: match G::SCORE.better {
            Better::Lower => "lower",
            Better::Higher => "higher",
        },
        rows,
    };
    // Numbers, words and lists: JSON can hold them.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

fn as_text<G: Playable>(args: &Args, rules: &G::Rules, rows: &[Row]) -> String {
    let note = if rules.has_scores() {
        String::new()
    } else {
        format!(
            "{} do not count by these rules: only the win share tells agents apart\n",
            G::SCORE.unit
        )
    };
    format!(
        "{} ({rules}; {} deals, seed {})\n{}{note}",
        args.agent,
        args.deals,
        args.seed,
        table(rows, G::SCORE)
    )
}
