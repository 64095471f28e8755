//! One iteration: play, and what is learned from it.

use std::time::Instant;

use cpu_time::ProcessTime;
use hornox_agents::Playable;

use super::frozen::Frozen;
use super::segment::Totals;
use super::settings::terms;
use super::state::State;
use crate::config::Config;
use crate::ppo::{Rates, Stats};

/// What an iteration gave.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Sums over the play.
    pub totals: Totals,
    /// What the update reports.
    pub stats: Stats,
    /// Step size and entropy's weight that it was made with.
    pub rates: Rates,
    /// Seconds that play took.
    pub played: f64,
    /// Seconds that all of it took.
    pub seconds: f64,
}

/// Keeps the agent in the pool where there is one and it is time.
fn keep_if_due<G: Playable>(training: &mut State<G>, config: &Config) {
    let (pool, iteration) = (&config.pool, training.counters.iteration);
    if pool.share > 0.0 && iteration > 0 && iteration.is_multiple_of(pool.every) {
        training.keep(pool.size);
    }
}

/// One round at every table, and an update by what happened. The counters of the training go on. `frozen` are the
/// config's opponents, made once for all iterations; they come to know the past versions of the agent here.
///
/// # Errors
/// Where the nets do not fit the encoding or gave numbers that are not finite, or an opponent fails.
pub fn iterate<G: Playable>(
    training: &mut State<G>,
    config: &Config,
    frozen: &mut Frozen<G>,
    rates: Rates,
) -> anyhow::Result<Iteration> {
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    keep_if_due(training, config);
    let State {
        learner,
        counters,
        pool,
    } = training;
    if let Some(rules) = counters.tables.rules().next() {
        frozen.follow(pool, learner.config(), rules)?;
    }
    let (policy, value) = learner.kernels()?;
    let terms = terms(config);
    let segment = counters
        .tables
        .play(&policy, &value, frozen, counters.iteration, &terms)?;
    let played = start.elapsed().as_secs_f64();
    let totals = segment.totals();
    let samples = segment.into_samples(learner.hyper())?;
    let stats = learner.update(&samples, rates, &mut counters.rng)?;
    let seconds = start.elapsed().as_secs_f64();
    counters.iteration += 1;
    counters.decisions += stats.choices;
    counters.seconds += seconds;
    counters.cpu_seconds += cpu_seconds() - cpu_start;
    Ok(Iteration {
        totals,
        stats,
        rates,
        played,
        seconds,
    })
}

/// Seconds of the processor that this process has used; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    ProcessTime::try_now().map_or(0.0, |time| time.as_duration().as_secs_f64())
}
