//! From a config to what training is made of.

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::NetworkConfig;
use hornox_agents::neural::checkpoint::Checkpoint;
use hornox_agents::neural::for_table;
use hornox_env::RuleSet as _;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::pool::Pool;
use super::state::{Counters, State};
use super::tables::{Tables, Terms};
use crate::config::{Config, Network};
use crate::ppo::{Hyper, Learner, Rates};

/// The state before the first iteration: with fresh weights, or those of the checkpoint that the config names.
///
/// # Errors
/// Where nets of the config's sizes cannot be made, or the checkpoint can't be loaded or has other sizes.
pub fn fresh<G: Playable>(config: &Config, rules: &G::Rules, hyper: Hyper) -> anyhow::Result<State<G>> {
    let mut rng = ChaCha8Rng::seed_from_u64(config.run.seed);
    let learner = match &config.run.from {
        None => Learner::new(network::<G>(config), hyper, &mut rng)?,
        Some(path) => {
            let path = for_table::<G>(path.as_ref(), rules.players())?;
            let Checkpoint { manifest, nets } = Checkpoint::load::<G>(&path)?;
            fits_network(config, &manifest.network)
                .with_context(|| format!("{}: not a start for this config", path.display()))?;
            Learner::with_nets(manifest.network, hyper, nets.policy, nets.value)?
        }
    };
    let tables = tables(config, rules)?;
    Ok(State {
        learner,
        counters: Counters::new(config.run.seed, config.ppo.reward, rng, tables),
        pool: Pool::default(),
    })
}

/// The tables of a config: by its rules, for each of its seat counts.
fn tables<G: Playable>(config: &Config, rules: &G::Rules) -> anyhow::Result<Tables<G>> {
    let counts = config.seat_counts().into_iter();
    let rules: Result<Vec<_>, _> = counts.map(|players| rules.with_players(players)).collect();
    Ok(Tables::balanced(&rules?, config.ppo.tables))
}

/// The widths of nets that are there must be those of the config.
fn fits_network(config: &Config, network: &NetworkConfig) -> anyhow::Result<()> {
    let (asked, found) = (config.network, Network::of(network));
    for (field, asked, found) in [
        ("hidden", asked.hidden, found.hidden),
        ("reply", asked.reply, found.reply),
        ("value_hidden", asked.value_hidden, found.value_hidden),
    ] {
        anyhow::ensure!(
            asked == found,
            "`network.{field}` is {asked}, the nets have {found}"
        );
    }
    Ok(())
}

/// Between two starts a config may change, but not in what the state is made of.
pub fn fits<G: Playable>(state: &State<G>, config: &Config, rules: &G::Rules) -> anyhow::Result<()> {
    fits_network(config, state.learner.config())?;
    let in_state = &state.counters.tables;
    anyhow::ensure!(
        config.ppo.tables == in_state.len(),
        "`ppo.tables` is {}, the state has {}",
        config.ppo.tables,
        in_state.len()
    );
    let counters = &state.counters;
    let (seed, reward) = (config.run.seed, config.ppo.reward);
    anyhow::ensure!(
        counters.seed == seed,
        "`run.seed` is {seed}, the state has {}",
        counters.seed
    );
    anyhow::ensure!(
        counters.reward == reward,
        "`ppo.reward` is {reward}, the state has {}",
        counters.reward
    );
    anyhow::ensure!(
        tables::<G>(config, rules)?.rules().eq(in_state.rules()),
        "`rules` and `ppo.players` are not those of the state"
    );
    Ok(())
}

fn network<G: Playable>(config: &Config) -> NetworkConfig {
    NetworkConfig {
        hidden: config.network.hidden,
        reply: config.network.reply,
        value_hidden: config.network.value_hidden,
        ..NetworkConfig::new(G::GLOBALS, G::FEATURES)
    }
}

/// The settings of learning.
pub fn hyper(config: &Config) -> Hyper {
    let ppo = &config.ppo;
    Hyper {
        clip: ppo.clip as f32,
        epochs: ppo.epochs as u32,
        minibatch: ppo.minibatch,
        gamma: ppo.gamma as f32,
        lambda: ppo.lambda as f32,
        max_norm: ppo.grad_norm as f32,
        average_decay: ppo.average as f32,
        magnet: ppo.magnet as f32,
        magnet_decay: ppo.magnet_average as f32,
        ..Hyper::default()
    }
}

/// How play is seeded and paid.
pub fn terms(config: &Config) -> Terms {
    Terms {
        seed: config.run.seed,
        reward: config.ppo.reward,
        reward_scale: config.ppo.reward_scale as f32,
    }
}

/// The rates of an iteration: those of the share of the config's iterations that is behind it.
pub fn rates(config: &Config, iteration: u64) -> Rates {
    let last = config.ppo.iterations.saturating_sub(1).max(1) as f64;
    rates_at(config, iteration as f64 / last)
}

/// What has a start and an end in the config goes from one to the other linearly; here `gone` of the way, 0 to 1.
pub fn rates_at(config: &Config, gone: f64) -> Rates {
    let ppo = &config.ppo;
    let gone = gone.clamp(0.0, 1.0);
    let between = |start: f64, end: f64| (start + (end - start) * gone) as f32;
    Rates {
        learning_rate: between(ppo.learning_rate_start, ppo.learning_rate_end),
        entropy: between(ppo.entropy_start, ppo.entropy_end),
    }
}
