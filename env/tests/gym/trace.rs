//! What a run of games looked like, recorded through each environment.

use std::collections::BTreeMap;

use hornox_env::gym::{Element, Ended, EnvOptions, Full, Packed, ParallelEnv, Reward, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Rules};
use hornox_env::{Action as _, Outcome, Seat, SeatMap};

use crate::choose;

/// One game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Per decision: seat, raw observation, mask, action.
    pub decisions: Vec<(Seat, Vec<u8>, Vec<u8>, u8)>,
    /// Per seat, at each of its decisions and at the end: what was paid since the one before.
    pub paid: Vec<Vec<f32>>,
    pub end: Option<(SeatMap<i32>, Outcome)>,
}

impl Trace {
    fn new(players: usize) -> Self {
        Self {
            paid: vec![Vec::new(); players],
            ..Self::default()
        }
    }

    /// What each seat was paid in all.
    pub fn sums(&self) -> Vec<f64> {
        let sum = |paid: &Vec<f32>| paid.iter().map(|&reward| f64::from(reward)).sum();
        self.paid.iter().map(sum).collect()
    }
}

pub type Traces = BTreeMap<u64, Trace>;

fn options(reward: Reward) -> EnvOptions {
    EnvOptions {
        reward,
        ..EnvOptions::default()
    }
}

fn lengths() -> (usize, usize) {
    (u8::layout::<Nimmt>().len(), Action::COUNT)
}

/// Through a plain loop over one table.
pub fn parallel(rules: &Rules, reward: Reward, seed: u64, games: u64) -> Traces {
    let mut env = ParallelEnv::<Nimmt>::new(rules, options(reward));
    let (length, actions) = lengths();
    let mut traces = Traces::new();
    for number in 0..games {
        let mut acting = env.reset((number == 0).then_some(seed)).unwrap();
        let players = env.players();
        let mut trace = Trace::new(players);
        let mut pending = SeatMap::new(players, 0.0);
        while !acting.is_empty() {
            let mut joint = Vec::new();
            for seat in acting.iter() {
                let (mut observation, mut mask) = (vec![9; length], vec![9; actions]);
                env.observation(seat, &mut observation).unwrap();
                env.mask(seat, &mut mask).unwrap();
                let action = choose(number, seat, env.legal(seat));
                trace.decisions.push((seat, observation, mask, action.id()));
                trace.paid[seat.index()].push(pending[seat]);
                pending[seat] = 0.0;
                joint.push((seat, action));
            }
            let step = env.step(&joint).unwrap();
            for (seat, reward) in step.rewards.iter() {
                pending[seat] += *reward;
            }
            acting = step.acting;
            assert_eq!(acting.is_empty(), step.terminated || step.truncated);
        }
        for (seat, reward) in pending.iter() {
            trace.paid[seat.index()].push(*reward);
        }
        let outcome = env.outcome().unwrap();
        trace.end = Some((hornox_env::Game::scores(env.game()), outcome));
        traces.insert(number, trace);
    }
    traces
}

fn until_done(env: &VecEnv<Nimmt>, games: u64) -> bool {
    (0..env.tables()).all(|table| env.number(table).unwrap() >= games)
}

fn finish(running: &mut Trace, end: &Ended) -> Trace {
    let players = end.scores.players();
    running.end = Some((end.scores, end.outcome));
    std::mem::replace(running, Trace::new(players))
}

/// Through the packed form.
pub fn packed(rules: &Rules, reward: Reward, seed: u64, tables: usize, games: u64) -> Traces {
    let mut env = VecEnv::<Nimmt>::new(rules, tables, options(reward)).unwrap();
    env.reset(Some(seed)).unwrap();
    let (length, actions) = lengths();
    let mut running = vec![Trace::new(env.players()); tables];
    let mut traces = Traces::new();
    while !until_done(&env, games) {
        let count = env.rows().len();
        let (mut observations, mut masks) = (vec![9; count * length], vec![9; count * actions]);
        env.write_packed(Packed {
            observations: &mut observations,
            masks: &mut masks,
        })
        .unwrap();
        let mut ids = Vec::new();
        for (index, row) in env.rows().iter().enumerate() {
            let id = choose(env.number(row.table).unwrap(), row.seat, row.legal).id();
            let observation = observations[index * length..][..length].to_vec();
            let mask = masks[index * actions..][..actions].to_vec();
            running[row.table]
                .decisions
                .push((row.seat, observation, mask, id));
            running[row.table].paid[row.seat.index()].push(row.reward);
            ids.push(id);
        }
        env.step(&ids).unwrap();
        for end in env.ended() {
            for (seat, reward) in end.rewards.iter() {
                running[end.table].paid[seat.index()].push(*reward);
            }
            traces.insert(end.number, finish(&mut running[end.table], end));
        }
    }
    traces.retain(|&number, _| number < games);
    traces
}

/// Through the full form.
pub fn full(rules: &Rules, reward: Reward, seed: u64, tables: usize, games: u64) -> Traces {
    let mut env = VecEnv::<Nimmt>::new(rules, tables, options(reward)).unwrap();
    env.reset(Some(seed)).unwrap();
    let (length, actions) = lengths();
    let (players, places) = (env.players(), env.max_rows());
    let (mut observations, mut masks) = (vec![9; places * length], vec![9; places * actions]);
    let (mut rewards, mut terminated, mut truncated) = (vec![9.0; places], vec![9; tables], vec![9; tables]);
    let mut running = vec![Trace::new(players); tables];
    let mut pending = vec![0.0; places];
    let mut traces = Traces::new();
    while !until_done(&env, games) {
        let out = Full {
            observations: &mut observations,
            masks: &mut masks,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        env.write_full(out).unwrap();
        let mut ids = vec![255; places];
        let mut acting = 0;
        for place in 0..places {
            let (table, seat) = (place / players, Seat::new(place % players).unwrap());
            let mask = masks[place * actions..][..actions].to_vec();
            if mask.iter().all(|&legal| legal == 0) {
                continue;
            }
            acting += 1;
            let legal = (0..=255).map_while(Action::from_id);
            let legal = legal
                .filter(|action| mask[usize::from(action.id())] == 1)
                .collect();
            ids[place] = choose(env.number(table).unwrap(), seat, legal).id();
            let observation = observations[place * length..][..length].to_vec();
            running[table]
                .decisions
                .push((seat, observation, mask, ids[place]));
            running[table].paid[seat.index()].push(std::mem::take(&mut pending[place]));
        }
        assert_eq!(acting, env.rows().len());
        env.step_full(&ids).unwrap();
        let out = Full {
            observations: &mut observations,
            masks: &mut masks,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        env.write_full(out).unwrap();
        for (sum, reward) in pending.iter_mut().zip(&rewards) {
            *sum += reward;
        }
        for end in env.ended() {
            assert_eq!(terminated[end.table] == 1, end.terminated());
            assert_eq!(truncated[end.table] == 1, end.truncated());
            for seat in 0..players {
                let last = std::mem::take(&mut pending[end.table * players + seat]);
                running[end.table].paid[seat].push(last);
            }
            traces.insert(end.number, finish(&mut running[end.table], end));
        }
        let done = terminated.iter().chain(&truncated).filter(|&&flag| flag == 1);
        assert_eq!(done.count(), env.ended().len());
    }
    traces.retain(|&number, _| number < games);
    traces
}
