//! Flat Monte-Carlo search.

use std::hint::black_box;

use hornox_agents::search::{Mcs, SplitMix64};
use hornox_env::nimmt::{Nimmt, Rules};
use hornox_env::{Agent, Decision, Seat, agent_rng};
use rand_chacha::ChaCha8Rng;

use super::random_play::decisions;
use super::{Meter, Run};

/// Rounds whose decisions are searched, over and over.
const ROUNDS: usize = 64;

/// The agent, and what it is asked.
struct Searcher<R> {
    agent: Mcs<Nimmt>,
    rounds: R,
    /// Part of every question, and never used: the search draws from the view.
    rng: ChaCha8Rng,
}

/// The real decisions of one seat in rounds that are played at random, on one thread. Only whole rounds are
/// measured, so that every run has hands of all sizes in equal shares.
pub fn measure(meter: &Meter, rules: &Rules, rollouts: u32) -> anyhow::Result<Option<Vec<Run>>> {
    let mut rng = SplitMix64::new(1);
    let mut rounds = Vec::new();
    for number in 0..ROUNDS {
        let mut round = decisions::<Nimmt>(rules, &mut rng)?;
        // The seats take turns.
        let seat = Seat::default().after(number, usize::from(rules.players));
        round.retain(|decision| decision.seat == seat);
        rounds.push(round);
    }
    let mut searcher = Searcher {
        agent: Mcs::new(format!("mcs:{rollouts}"), rollouts),
        rounds: rounds.iter().cycle(),
        rng: agent_rng(1, 0, Seat::default()),
    };
    meter.measure(std::slice::from_mut(&mut searcher), |searcher| {
        let round = searcher.rounds.next().map_or(&[][..], Vec::as_slice);
        for decision in round {
            let asked = Decision {
                view: &decision.view,
                legal: decision.legal,
                rng: &mut searcher.rng,
            };
            black_box(Agent::<Nimmt>::act(&mut searcher.agent, asked)?);
        }
        Ok(round.len() as u64)
    })
}
