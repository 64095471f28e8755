//! `hornox train`

use std::collections::BTreeSet;
use std::path::PathBuf;

use hornox_agents::Playable;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{AnyRules, RuleSet};
use serde_json::json;

use super::Failure;
use crate::config::Config;
use crate::interrupt::Stop;
use crate::report::{note, print};
use crate::run::Run;
use crate::seeds::{Seeds, curves, measure, picture, table};
use crate::selfplay::exploiter::Exploiter;
use crate::selfplay::{Session, can_be_met, fresh, hyper, train};

/// Train an agent by self-play, or against frozen agents
///
/// Results go to a new folder runs/NAME-NUMBER, with the resolved config beside them. Ctrl-C stops cleanly;
/// --resume goes on exactly where the run was.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The experiment as TOML; the defaults where it is left out
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Change a value of the config (can be repeated)
    #[arg(long, value_name = "SECTION.FIELD=VALUE")]
    set: Vec<String>,
    /// Short for --set run.seed=S
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Train by each of these seeds, one after the other, and give one curve with its spread
    #[arg(
        long,
        value_name = "S,S,…",
        value_delimiter = ',',
        conflicts_with_all = ["seed", "print_config"],
        value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64)
    )]
    seeds: Vec<u64>,
    /// Go on with an earlier run, or with one of several seeds: its folder
    #[arg(
        long,
        value_name = "RUN",
        conflicts_with_all = ["config", "set", "seed", "seeds", "runs", "print_config"]
    )]
    resume: Option<PathBuf>,
    /// Where new runs go
    #[arg(long, value_name = "FOLDER", default_value = "runs")]
    runs: PathBuf,
    /// Print the resolved config and train nothing
    #[arg(long)]
    print_config: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.resume {
        if let Some(seeds) = Seeds::open(path)? {
            return train_all(args, &seeds);
        }
    } else if let Some(twice) = repeated(&args.seeds) {
        return Err(Failure::Misuse(anyhow::anyhow!(
            "--seeds: {twice} is there twice"
        )));
    }
    let (run, config) = if let Some(path) = &args.resume {
        Run::resume(path)?
    } else {
        let config = config(args)?;
        if args.print_config {
            print(&config.to_toml())?;
            return Ok(());
        }
        match &config.rules {
            AnyRules::Nimmt(rules) => check::<Nimmt>(&config, rules)?,
            AnyRules::Sixes(rules) => check::<Sixes>(&config, rules)?,
        }
        if !args.seeds.is_empty() {
            return train_all(args, &Seeds::create(&args.runs, &config, &args.seeds)?);
        }
        (Run::create(&args.runs, &config)?, config)
    };
    let session = Session {
        config,
        resumes: run.path().to_owned(),
        run,
        resumed: args.resume.is_some(),
        quiet: args.quiet,
        stop: Stop::on_ctrl_c()?,
    };
    train(&session).map_err(Failure::Failed)
}

/// A seed that is in the list before.
fn repeated(seeds: &[u64]) -> Option<u64> {
    let mut seen = BTreeSet::new();
    seeds.iter().copied().find(|seed| !seen.insert(*seed))
}

/// Trains by every seed, or goes on where that was stopped, and shows the curve of all.
fn train_all(args: &Args, seeds: &Seeds) -> Result<(), Failure> {
    let stop = Stop::on_ctrl_c()?;
    let mut has_scores = true;
    for path in seeds.runs() {
        let (run, config) = Run::resume(&path)?;
        has_scores = match &config.rules {
            AnyRules::Nimmt(rules) => rules.has_scores(),
            AnyRules::Sixes(rules) => rules.has_scores(),
        };
        let session = Session {
            config,
            resumed: run.begun(),
            run,
            resumes: seeds.path().to_owned(),
            quiet: args.quiet,
            stop: stop.clone(),
        };
        train(&session).map_err(Failure::Failed)?;
        if stop.requested() {
            return Ok(());
        }
    }
    show(seeds, has_scores)
}

/// The curve of all seeds: as a table, and in files.
fn show(seeds: &Seeds, has_scores: bool) -> Result<(), Failure> {
    let curves = curves(seeds, has_scores)?;
    if curves.is_empty() {
        return Ok(print("no evaluations were made, so that there is no curve\n")?);
    }
    let measured = if has_scores {
        "own − others"
    } else {
        "share of the win"
    };
    let json = json!({
        "seeds": seeds.seeds(),
        "measure": measure(has_scores),
        "curves": curves,
    });
    seeds.write(&format!("{json:#}\n"), &picture(&curves, measured)?)?;
    print(&table(&curves, has_scores))?;
    let path = seeds.path().display();
    Ok(print(&format!(
        "mean ± standard deviation over {} seeds, and how far they reach; {path}/curves.json and {path}/curves.svg say \
         the same\n",
        seeds.seeds().len()
    ))?)
}

/// A start that is not there, and opponents that cannot be made or have nobody for these tables, are better known before
/// anything is written than after.
fn check<G: Playable>(config: &Config, rules: &G::Rules) -> Result<(), Failure> {
    for spec in &config.evaluation.against {
        let made = spec
            .build::<G>()
            .and_then(|_| spec.check_seats::<G>(rules.players()));
        made.map_err(|error| Failure::failed(format!("`evaluation.against`: {error}")))?;
    }
    for (place, opponent) in config.opponents.iter().enumerate() {
        let field = format!("`opponents.{place}.agent`");
        can_be_met::<G>(&opponent.agent).map_err(|error| Failure::Failed(error.context(field.clone())))?;
        for seats in config.seat_counts() {
            let covered = opponent.agent.check_seats::<G>(seats);
            covered.map_err(|error| Failure::failed(format!("{field}: {error}")))?;
        }
    }
    if let Some(agent) = &config.imitate.agent {
        can_be_met::<G>(agent).map_err(|error| Failure::Failed(error.context("`imitate.agent`")))?;
    }
    let state = fresh::<G>(config, rules, hyper(config)).map_err(Failure::Failed)?;
    if config.exploiter.share > 0.0 {
        Exploiter::new(config, &state.learner, 0, &state.counters.tables)
            .map_err(|error| Failure::Failed(error.context("`exploiter.from`")))?;
    }
    Ok(())
}

/// The config asked for, with a note for each value that gave way.
fn config(args: &Args) -> Result<Config, Failure> {
    let seed = args.seed.map(|seed| format!("run.seed={seed}"));
    let overrides: Vec<_> = args.set.iter().cloned().chain(seed).collect();
    let loaded = Config::load(args.config.as_deref(), &overrides)?;
    for line in &loaded.notes {
        note(&format!("note: {line}"));
    }
    Ok(loaded.config)
}
