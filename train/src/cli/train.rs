//! `hornox train`

use std::path::PathBuf;

use hornox_agents::Playable;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{AnyRules, RuleSet as _};

use super::Failure;
use crate::config::Config;
use crate::interrupt::Stop;
use crate::report::{note, print};
use crate::run::Run;
use crate::selfplay::frozen::Frozen;
use crate::selfplay::{Session, train};

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
    /// Go on with an earlier run: its folder
    #[arg(long, value_name = "RUN", conflicts_with_all = ["config", "set", "seed", "runs", "print_config"])]
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
    let (run, config) = if let Some(path) = &args.resume {
        Run::resume(path)?
    } else {
        let config = config(args)?;
        if args.print_config {
            print(&config.to_toml())?;
            return Ok(());
        }
        match &config.rules {
            AnyRules::Nimmt(rules) => check_opponents::<Nimmt>(&config, rules)?,
            AnyRules::Sixes(rules) => check_opponents::<Sixes>(&config, rules)?,
        }
        (Run::create(&args.runs, &config)?, config)
    };
    let session = Session {
        config,
        run,
        resumed: args.resume.is_some(),
        quiet: args.quiet,
        stop: Stop::on_ctrl_c()?,
    };
    train(&session).map_err(Failure::Failed)
}

/// Opponents that cannot be made, or have nobody for these tables, are better known before a long training than after.
fn check_opponents<G: Playable>(config: &Config, rules: &G::Rules) -> Result<(), Failure> {
    for spec in &config.evaluation.against {
        let made = spec
            .build::<G>()
            .and_then(|_| spec.check_seats::<G>(rules.players()));
        made.map_err(|error| Failure::failed(format!("`evaluation.against`: {error}")))?;
    }
    Frozen::<G>::new(config).map_err(|error| Failure::Failed(error.context("`opponents`")))?;
    for opponent in &config.opponents {
        for seats in config.seat_counts() {
            let covered = opponent.agent.check_seats::<G>(seats);
            covered.map_err(|error| Failure::failed(format!("`opponents`: {error}")))?;
        }
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
