//! A network's answers in batches.

use std::hint::black_box;

use anyhow::ensure;
use hornox_agents::Playable;
use hornox_agents::neural::NetAgent;
use hornox_agents::search::SplitMix64;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, AnyRules, Seat, agent_rng};
use rand_chacha::ChaCha8Rng;

use super::random_play::{Decision, decisions};
use super::{Meter, Run};
use crate::config::Config;
use crate::selfplay::{fresh, hyper};

/// Decisions in a batch: the four seats of 256 tables.
const BATCH: usize = 1024;

/// A thread's own batch.
struct Worker<G: Playable> {
    agent: NetAgent<G>,
    asked: Vec<Decision<G>>,
    /// One for each decision, as at tables; greedy play does not draw from them.
    rngs: Vec<ChaCha8Rng>,
}

/// Greedy answers of a fresh network of the config's sizes to batches of [`BATCH`] views: encoding, all layers and
/// the choice. A batch has real decisions alone, of whole games, so hands of all sizes.
pub fn measure(meter: &Meter, config: &Config, threads: usize) -> anyhow::Result<Option<Vec<Run>>> {
    match &config.rules {
        AnyRules::Nimmt(rules) => batches::<Nimmt>(meter, config, rules, threads),
        AnyRules::Sixes(rules) => batches::<Sixes>(meter, config, rules, threads),
    }
}

fn batches<G: Playable>(
    meter: &Meter,
    config: &Config,
    rules: &G::Rules,
    threads: usize,
) -> anyhow::Result<Option<Vec<Run>>> {
    let (policy, _) = fresh::<G>(config, rules, hyper(config))?.learner.kernels()?;
    let agent = NetAgent::<G>::new("net".to_owned(), policy, *rules, 0.0);
    let mut workers = (0..threads as u64)
        .map(|seed| Worker::new(agent.clone(), rules, seed))
        .collect::<Result<Vec<_>, _>>()?;
    meter.measure(&mut workers, Worker::answer)
}

impl<G: Playable> Worker<G> {
    fn new(agent: NetAgent<G>, rules: &G::Rules, seed: u64) -> anyhow::Result<Self> {
        let mut rng = SplitMix64::new(seed);
        let mut asked = Vec::new();
        while asked.len() < BATCH {
            let game = decisions::<G>(rules, &mut rng)?;
            ensure!(!game.is_empty(), "by these rules nobody has a choice: {rules}");
            asked.extend(game);
        }
        asked.truncate(BATCH);
        Ok(Self {
            agent,
            rngs: (0..BATCH as u64)
                .map(|number| agent_rng(seed, number, Seat::default()))
                .collect(),
            asked,
        })
    }

    fn answer(&mut self) -> anyhow::Result<u64> {
        let questions = self.asked.iter().zip(&mut self.rngs);
        let questions = questions.map(|(asked, rng)| hornox_env::Decision {
            view: &asked.view,
            legal: asked.legal,
            rng,
        });
        let actions = self.agent.act_batch(questions.collect())?;
        Ok(black_box(actions).len() as u64)
    }
}
