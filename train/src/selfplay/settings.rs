//! From a config to what training is made of.

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::{Checkpoint, Nets, NetworkConfig, for_table, widen_policy, widen_value};
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
/// Where nets of the config's sizes cannot be made, or the checkpoint can't be loaded or has wider nets.
pub fn fresh<G: Playable>(config: &Config, rules: &G::Rules, hyper: Hyper) -> anyhow::Result<State<G>> {
    let mut rng = ChaCha8Rng::seed_from_u64(config.run.seed);
    let learner = match &config.run.from {
        None => Learner::new(network::<G>(config), hyper, &mut rng)?,
        Some(path) => {
            let (found, nets) = start::<G>(path, rules.players())?;
            let asked =
                widened(config, &found).with_context(|| format!("{path}: not a start for this config"))?;
            let Nets { policy, value } = if asked == found {
                nets
            } else {
                Nets {
                    policy: widen_policy(&nets.policy, &found, &asked, &mut rng)?,
                    value: widen_value(&nets.value, &found, &asked, &mut rng)?,
                }
            };
            Learner::with_nets(asked, hyper, policy, value)?
        }
    };
    let tables = tables(config, rules)?;
    Ok(State {
        learner,
        counters: Counters::new(config.run.seed, config.ppo.reward, rng, tables),
        pool: Pool::default(),
        exploiter: None,
    })
}

/// The nets of a checkpoint to start from, for a table of so many seats, and their sizes.
pub(super) fn start<G: Playable>(path: &str, players: usize) -> anyhow::Result<(NetworkConfig, Nets)> {
    let path = for_table::<G>(path.as_ref(), players)?;
    let Checkpoint { manifest, nets } = Checkpoint::load::<G>(&path)?;
    Ok((manifest.network, nets))
}

/// The tables of a config: by its rules, for each of its seat counts.
fn tables<G: Playable>(config: &Config, rules: &G::Rules) -> anyhow::Result<Tables<G>> {
    let counts = config.seat_counts().into_iter();
    let rules: Result<Vec<_>, _> = counts.map(|players| rules.with_players(players)).collect();
    Ok(Tables::balanced(&rules?, config.ppo.tables))
}

/// The widths of nets and those that the config asks for: field, asked, found.
fn widths(config: &Config, network: &NetworkConfig) -> [(&'static str, usize, usize); 3] {
    let (asked, found) = (config.network, Network::of(network));
    [
        ("hidden", asked.hidden, found.hidden),
        ("reply", asked.reply, found.reply),
        ("value_hidden", asked.value_hidden, found.value_hidden),
    ]
}

/// The sizes of nets that were `found`, as wide as the config asks: none may be narrower.
fn widened(config: &Config, found: &NetworkConfig) -> anyhow::Result<NetworkConfig> {
    for (field, asked, found) in widths(config, found) {
        anyhow::ensure!(
            asked >= found,
            "`network.{field}` is {asked}, and the nets have {found}: it must be as much or more"
        );
    }
    let Network {
        hidden,
        reply,
        value_hidden,
    } = config.network;
    Ok(NetworkConfig {
        hidden,
        reply,
        value_hidden,
        ..found.clone()
    })
}

/// Between two starts a config may change, but not in what the state is made of.
pub fn fits<G: Playable>(state: &State<G>, config: &Config, rules: &G::Rules) -> anyhow::Result<()> {
    for (field, asked, found) in widths(config, state.learner.config()) {
        anyhow::ensure!(
            asked == found,
            "`network.{field}` is {asked}, the state has {found}"
        );
    }
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
    if let Some(exploiter) = &state.exploiter {
        let (asked, found) = (config.exploiter.tables, exploiter.counters.tables.len());
        anyhow::ensure!(
            asked == found,
            "`exploiter.tables` is {asked}, the state has {found}"
        );
    }
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
