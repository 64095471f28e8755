//! One iteration: play, and what is learned from it.

use std::time::Instant;

use cpu_time::ProcessTime;
use hornox_agents::Playable;

use super::exploiter::Exploiter;
use super::frozen::Frozen;
use super::segment::Totals;
use super::settings::terms;
use super::state::{Counters, State};
use super::tables::Terms;
use crate::config::Config;
use crate::ppo::{Learner, Rates, Stats};

/// What an iteration gave.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// The agent's play and update.
    pub round: Round,
    /// Step size and entropy's weight that it was made with.
    pub rates: Rates,
    /// Seconds that all of it took.
    pub seconds: f64,
    /// What the exploiter was paid a round on average, where there is one.
    pub exploiter_paid: Option<f64>,
}

/// What one learner's play and update gave.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Sums over the play.
    pub totals: Totals,
    /// What the update reports.
    pub stats: Stats,
    /// What a seat of the learner's was paid a round on average, before it was scaled.
    pub paid: f64,
    /// Seconds that play took.
    pub played: f64,
}

/// One round at every table, and an update by what happened; the same for the exploiter where the config has one. The
/// counters of the training go on. `frozen` are the config's opponents, made once for all iterations; they come to know
/// the past versions of the agent, and the exploiter, here.
///
/// # Errors
/// Where the nets do not fit the encoding or gave numbers that are not finite, an opponent fails, or the exploiter's
/// start can't be loaded.
pub fn iterate<G: Playable>(
    training: &mut State<G>,
    config: &Config,
    frozen: &mut Frozen<G>,
    rates: Rates,
) -> anyhow::Result<Iteration> {
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    keep_if_due(training, config);
    begin_exploiter_if_due(training, config)?;
    let State {
        learner,
        counters,
        pool,
        exploiter,
    } = training;
    let rules = counters.tables.rules().next().copied();
    if let Some(rules) = &rules {
        frozen.follow(pool, learner.config(), rules)?;
        if let Some(exploiter) = exploiter {
            frozen.meet(&exploiter.learner, rules)?;
        }
    }
    let done = round(learner, counters, frozen, &terms(config), rates)?;
    let mut exploiter_paid = None;
    if let (Some(exploiter), Some(rules)) = (exploiter, &rules) {
        exploiter_paid = Some(exploiter.learn(config, learner, rules)?.paid);
    }
    let seconds = start.elapsed().as_secs_f64();
    counters.seconds += seconds;
    counters.cpu_seconds += cpu_seconds() - cpu_start;
    Ok(Iteration {
        round: done,
        rates,
        seconds,
        exploiter_paid,
    })
}

/// Keeps the agent in the pool where there is one and it is time.
fn keep_if_due<G: Playable>(training: &mut State<G>, config: &Config) {
    let (pool, iteration) = (&config.pool, training.counters.iteration);
    if pool.share > 0.0 && iteration > 0 && iteration.is_multiple_of(pool.every) {
        training.keep(pool.size);
    }
}

/// Begins with a new exploiter where there is to be one and it is time.
fn begin_exploiter_if_due<G: Playable>(training: &mut State<G>, config: &Config) -> anyhow::Result<()> {
    let State {
        learner,
        counters,
        exploiter,
        ..
    } = training;
    if config.exploiter.share == 0.0 {
        *exploiter = None;
    } else if exploiter.is_none() || counters.iteration.is_multiple_of(config.exploiter.every) {
        *exploiter = Some(Exploiter::new(
            config,
            learner,
            counters.iteration,
            &counters.tables,
        )?);
    }
    Ok(())
}

/// One round of a learner's games, and an update by what happened.
pub(super) fn round<G: Playable>(
    learner: &mut Learner,
    counters: &mut Counters<G>,
    frozen: &Frozen<G>,
    terms: &Terms,
    rates: Rates,
) -> anyhow::Result<Round> {
    let start = Instant::now();
    let (policy, value) = learner.kernels()?;
    let segment = counters
        .tables
        .play(&policy, &value, frozen, counters.iteration, terms)?;
    let played = start.elapsed().as_secs_f64();
    let totals = segment.totals();
    let paid = segment.paid() / f64::from(terms.reward_scale);
    let samples = segment.into_samples(learner.hyper())?;
    let stats = learner.update(&samples, rates, &mut counters.rng)?;
    counters.iteration += 1;
    counters.decisions += stats.choices;
    Ok(Round {
        totals,
        stats,
        paid,
        played,
    })
}

/// Seconds of the processor that this process has used; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    ProcessTime::try_now().map_or(0.0, |time| time.as_duration().as_secs_f64())
}
