//! `hornox arena`
//!
//! - [`Args`]: the arguments
//! - `setting`: what of them is kept in the arena's folder, and read back
//! - `json`: what `--json` prints

mod json;
mod setting;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, AnyRules, RuleSet};

use super::Failure;
use super::rules::overrides;
use crate::arena::study::Studied;
use crate::arena::tournament::{Ended, Entrant, Found, Goal, Step, Store, Tournament, tables};
use crate::arena::{ArenaError, BuildError, Factory};
use crate::config::read_rules;
use crate::interrupt::Stop;
use crate::report::page::{Curves, Page, PageError};
use crate::report::{Progress, note, print};
use setting::{Setting, Test};

/// Measure agents against each other, with error bars
///
/// On each deal, every agent sits in every seat among copies of every other, and a line-up drawn from all of them moves
/// round the table. Intervals are of 95%, clustered by deal. Results are kept in a new folder runs/arena-NUMBER;
/// Ctrl-C stops cleanly, and --resume goes on where it was. An agent may be named twice.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An agent (to be repeated)
    #[arg(long, value_name = "SPEC", required_unless_present = "resume")]
    agent: Vec<String>,
    /// Seats at the table: short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Deals at most [default: 1000; with --until, --test or --minutes 100000]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    deals: Option<u64>,
    /// Play until no interval of own - others is wider than +- WIDTH (of the win share, where scores do not count)
    #[arg(long, value_name = "WIDTH", value_parser = positive, conflicts_with = "test")]
    until: Option<f64>,
    /// Of two agents, play until it is clear that the first one's lead is not above LOW, or not below HIGH
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    test: Option<Test>,
    /// With --test: the chance of finding the first agent better where it leads by LOW
    #[arg(long, value_name = "P", requires = "test", default_value_t = 0.05, value_parser = chance)]
    alpha: f64,
    /// With --test: the chance of finding it not better where it leads by HIGH
    #[arg(long, value_name = "P", requires = "test", default_value_t = 0.05, value_parser = chance)]
    beta: f64,
    /// Stop after so many minutes
    #[arg(long, value_name = "M", value_parser = positive)]
    minutes: Option<f64>,
    /// Where deals, line-ups and the agents' draws come from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    seed: u64,
    /// A preset, or a TOML file of rules; the published game (amigo) by default
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Keep the results in this folder, which must not be there yet
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the arena in this folder; --deals and --until may differ from before
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["agent", "players", "test", "alpha", "beta", "seed", "rules", "set", "out"]
    )]
    resume: Option<PathBuf>,
    /// Write a page for the browser, DIR/index.html, with pictures
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// With --report: show the learning curves of a training's folder, too (can be repeated)
    #[arg(long, value_name = "RUN_DIR", requires = "report")]
    curves: Vec<PathBuf>,
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

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| *number > 0.0 && number.is_finite())
        .ok_or_else(|| "must be a number above 0".to_owned())
}

fn chance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| *number > 0.0 && *number < 0.5)
        .ok_or_else(|| "must be a number between 0 and 0.5".to_owned())
}

/// Deals where nothing else says when it is enough.
const DEALS: u64 = 1000;
/// Deals at most, where something else does.
const MANY_DEALS: u64 = 100_000;

/// Where results go that no folder was named for.
const RUNS: &str = "runs";

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.resume {
        let (store, setting) = Store::resume::<Setting>(path)?;
        let setting = Setting {
            deals: args.deals.unwrap_or(setting.deals),
            until: args.until.or(setting.until),
            ..setting
        };
        let rules = setting.rules(path)?;
        store.keep_setting(&setting)?;
        return run_any(args, &rules, &setting, Some(store));
    }
    let resolved = read_rules(args.rules.as_deref(), &overrides(args.players, &args.set))?;
    for line in &resolved.notes {
        note(&format!("note: {line}"));
    }
    let goes_on = args.until.is_some() || args.test.is_some() || args.minutes.is_some();
    let setting = Setting {
        agents: args.agent.clone(),
        seed: args.seed,
        deals: args.deals.unwrap_or(if goes_on { MANY_DEALS } else { DEALS }),
        until: args.until,
        test: args.test,
        alpha: args.alpha,
        beta: args.beta,
        rules: hornox_agents::rules_to_toml(resolved.rules.to_map()),
    };
    run_any(args, &resolved.rules, &setting, None)
}

fn run_any(args: &Args, rules: &AnyRules, setting: &Setting, store: Option<Store>) -> Result<(), Failure> {
    let agents = setting.agents.len();
    if agents < 2 || (setting.test.is_some() && agents != 2) {
        let right = if setting.test.is_some() {
            "a test takes two"
        } else {
            "must be two at least"
        };
        return Err(Failure::Misuse(anyhow::Error::msg(format!(
            "--agent is given {agents} times: {right}"
        ))));
    }
    match rules {
        AnyRules::Nimmt(rules) => run_game::<Nimmt>(args, rules, setting, store),
        AnyRules::Sixes(rules) => run_game::<Sixes>(args, rules, setting, store),
    }
}

fn run_game<G: Playable + Studied>(
    args: &Args,
    rules: &G::Rules,
    setting: &Setting,
    store: Option<Store>,
) -> Result<(), Failure> {
    let specs = setting
        .agents
        .iter()
        .map(|spec| spec.parse())
        .collect::<Result<Vec<AgentSpec>, _>>()?;
    // Agents that cannot be made are better known before hours of play than after.
    for spec in &specs {
        build::<G>(spec).map_err(ArenaError::Build)?;
    }
    // So are curves that are not there.
    read_curves(args)?;
    let mut store = match (store, &args.out) {
        (Some(store), _) => store,
        (None, Some(path)) => Store::create(path, setting)?,
        (None, None) => Store::create_numbered(Path::new(RUNS), setting)?,
    };
    let builders: Vec<_> = specs.iter().map(|spec| move || build::<G>(spec)).collect();
    let names = names(&specs);
    let agents: Vec<_> = names
        .iter()
        .zip(&builders)
        .map(|(name, build)| Entrant {
            name: name.clone(),
            build: build as &Factory<'_, G>,
        })
        .collect();
    let stop = Stop::on_ctrl_c()?;
    let minutes = args
        .minutes
        .map(|minutes| Duration::from_secs_f64(minutes * 60.0));
    let tournament = Tournament {
        rules,
        agents: &agents,
        seed: setting.seed,
        deals: setting.deals,
        goal: setting.goal(),
        threads: args.threads,
        stop: &stop,
        deadline: minutes.and_then(|minutes| Instant::now().checked_add(minutes)),
    };
    let found = play(&tournament, &mut store, args.quiet)?;
    finish::<G>(args, rules, setting, &store, &found)
}

fn build<G: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, BuildError> {
    Ok(spec.build()?)
}

/// What the agents are called: a spec that comes again has its number behind it.
fn names(specs: &[AgentSpec]) -> Vec<String> {
    let mut counts = BTreeMap::new();
    let names = specs.iter().map(ToString::to_string).map(|spec| {
        let count = counts.entry(spec.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            spec
        } else {
            format!("{spec}#{count}")
        }
    });
    names.collect()
}

fn play<G: Studied>(
    tournament: &Tournament<'_, G>,
    store: &mut Store,
    quiet: bool,
) -> Result<Found, Failure> {
    let agents = tournament.agents.len() as u64;
    let (mixed, width) = match tournament.goal {
        Goal::Deals => (1, None),
        Goal::Width(width) => (1, Some(width)),
        Goal::Test(_) => (0, None),
    };
    let games = tournament.deals * tournament.rules.players() as u64 * (agents * (agents - 1) + mixed);
    let progress = Progress::new(games, 0, "games", quiet);
    let tell = |step| match step {
        Step::Found(games) => progress.start_at(games),
        Step::Played { games, widest } => {
            if let Some(width) = width.filter(|_| widest.is_finite()) {
                progress.message(&format!("widest interval ± {widest:.3} of ± {width}"));
            }
            progress.advance(games);
        }
    };
    Ok(tournament.play(Some(store), &tell)?)
}

/// Writes the page that was asked for, and says where it is.
fn write_page<G: Studied>(
    args: &Args,
    rules: &G::Rules,
    setting: &Setting,
    found: &Found,
) -> Result<Option<PathBuf>, PageError> {
    let Some(folder) = &args.report else {
        return Ok(None);
    };
    let curves = read_curves(args)?;
    let page = Page {
        rules: &rules.to_string(),
        has_scores: rules.has_scores(),
        score: G::SCORE,
        seed: setting.seed,
        found,
        losses: G::LOSSES,
        hand: G::HAND,
        moment: G::MOMENT,
        curves: &curves,
    };
    page.write(folder).map(Some)
}

fn read_curves(args: &Args) -> Result<Vec<Curves>, PageError> {
    args.curves.iter().map(|run| Curves::read(run)).collect()
}

/// Keeps and prints what was found.
fn finish<G: Playable + Studied>(
    args: &Args,
    rules: &G::Rules,
    setting: &Setting,
    store: &Store,
    found: &Found,
) -> Result<(), Failure> {
    let at = store.path().display();
    let stopped = |done: &str| {
        Failure::failed(format!(
            "stopped after {} of {} deals; {done}; go on with: hornox arena --resume {at}",
            found.deals, setting.deals
        ))
    };
    if found.deals == 0 {
        return Err(stopped("what was played is kept"));
    }
    let text = format!(
        "arena of {} agents ({rules}; {} deals, seed {})\n\n{}",
        found.agents.len(),
        found.deals,
        setting.seed,
        tables(found, G::SCORE, rules.has_scores())
    );
    let json = json::report::<G>(rules, setting.seed, found);
    store.keep_tables(&text, &json)?;
    let page = write_page::<G>(args, rules, setting, found)?;
    if args.json {
        print(&json)?;
    } else {
        let page = page.map_or(String::new(), |page| format!("; page: {}", page.display()));
        print(&format!("{text}kept in {at}{page}\n"))?;
    }
    match found.ended {
        Ended::Deals | Ended::Goal | Ended::Minutes => Ok(()),
        Ended::Stopped => Err(stopped("only they are counted")),
    }
}
