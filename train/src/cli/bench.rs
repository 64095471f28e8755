//! `hornox bench`

use std::time::Duration;

use super::Failure;
use crate::bench::{Benchmark, Figure, Machine, Meter, catalogue, table};
use crate::interrupt::Stop;
use crate::report::{Progress, note, print};

/// Measure how fast this machine plays, learns and searches
///
/// Each figure is the median of seven runs after a warm-up, one figure after another. `engine` is the bare engine with
/// random legal moves, `vector` 1024 tables with observations and masks, `train` and `infer` the quickstart's learning
/// and its network's answers, `mcs` Monte-Carlo search. The checksum says which behaviour was measured: it changes
/// where the games do.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Measure only what has this in its name
    #[arg(long, value_name = "NAME")]
    filter: Option<String>,
    /// Measure also how cost grows with seats, tables and rollouts
    #[arg(long)]
    scaling: bool,
    /// What a figure takes, about: 0.01 to 600
    #[arg(long, value_name = "S", default_value = "4", value_parser = seconds)]
    seconds: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let chosen = chosen(args)?;
    let stop = Stop::on_ctrl_c()?;
    let meter = Meter::new(args.seconds, stop.clone());
    let progress = Progress::new(chosen.len() as u64, 0, "figures", args.quiet);
    let mut figures = Vec::new();
    for benchmark in &chosen {
        progress.message(benchmark.name());
        figures.extend(benchmark.run(&meter).map_err(Failure::Failed)?);
        if stop.requested() {
            break;
        }
        progress.advance(1);
    }
    progress.finish();
    show(args, &figures)?;
    if figures.len() < chosen.len() {
        return Err(Failure::failed(format!(
            "stopped after {} of {} figures; only they are shown",
            figures.len(),
            chosen.len()
        )));
    }
    Ok(())
}

/// What the filter leaves.
fn chosen(args: &Args) -> Result<Vec<Benchmark>, Failure> {
    let mut all = catalogue(args.scaling).map_err(|error| Failure::Failed(error.into()))?;
    let Some(filter) = &args.filter else {
        return Ok(all);
    };
    let names: Vec<_> = all.iter().map(|benchmark| benchmark.name().to_owned()).collect();
    all.retain(|benchmark| benchmark.name().contains(filter.as_str()));
    if all.is_empty() {
        let more = if args.scaling { "" } else { "; --scaling adds more" };
        return Err(Failure::Misuse(anyhow::anyhow!(
            "no figure has `{filter}` in its name; there are: {}{more}",
            names.join(", ")
        )));
    }
    Ok(all)
}

fn show(args: &Args, figures: &[Figure]) -> Result<(), Failure> {
    let machine = Machine::this();
    let checksum = format!("behaviour checksum {:016x}", hornox_env::checksum());
    if args.json {
        note(&format!("note: {machine}"));
        note(&format!("note: {checksum}"));
        // Numbers and words: JSON can hold them.
        let text = serde_json::to_string_pretty(figures).unwrap_or_default();
        print(&format!("{text}\n"))?;
    } else {
        print(&format!("{}{machine}\n{checksum}\n", table(figures)))?;
    }
    Ok(())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let right = || "must be seconds from 0.01 to 600".to_owned();
    let seconds: f64 = text.parse().map_err(|_| right())?;
    if (0.01..=600.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(right())
    }
}
