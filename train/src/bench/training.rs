//! The quickstart's training, without its files and evaluations.

use std::slice;

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_env::AnyRules;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::{Meter, Run};
use crate::config::{Config, ConfigError};
use crate::selfplay::frozen::Frozen;
use crate::selfplay::iteration::iterate;
use crate::selfplay::{fresh, hyper, rates};

/// The experiment, part of the program: figures are the same from any folder.
const QUICKSTART: &str = include_str!("../../../configs/quickstart.toml");

/// The config of the quickstart.
///
/// # Errors
/// Where the file in the repository is not a config.
pub fn quickstart() -> Result<Config, ConfigError> {
    Ok(Config::parse("configs/quickstart.toml", QUICKSTART)?.config)
}

/// Iterations of play and learning from the first on, with the config's threads. Real decisions count alone.
pub fn measure(meter: &Meter, config: &Config, threads: usize) -> anyhow::Result<Option<Vec<Run>>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("the threads could not be started")?;
    // All of it on the pool: a switch from thread to thread within an iteration would be part of the figure.
    pool.install(|| match &config.rules {
        AnyRules::Nimmt(rules) => iterations::<Nimmt>(meter, config, rules),
        AnyRules::Sixes(rules) => iterations::<Sixes>(meter, config, rules),
    })
}

fn iterations<G: Playable>(
    meter: &Meter,
    config: &Config,
    rules: &G::Rules,
) -> anyhow::Result<Option<Vec<Run>>> {
    let state = fresh::<G>(config, rules, hyper(config))?;
    let mut training = (state, Frozen::new(config)?);
    meter.measure(slice::from_mut(&mut training), |(state, frozen)| {
        let rates = rates(config, state.counters.iteration);
        Ok(iterate(state, config, frozen, rates)?.round.stats.choices)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickstart_is_a_config() {
        let config = quickstart().unwrap();
        assert_eq!(config.run.name, "quickstart");
        assert_eq!((config.rules.players(), config.ppo.tables), (4, 256));
    }
}
