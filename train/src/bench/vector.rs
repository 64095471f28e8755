//! Many tables at a time, as who trains from observations uses them.

use std::hint::black_box;

use hornox_agents::search::SplitMix64;
use hornox_env::Action as _;
use hornox_env::gym::{Element, EnvError, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Rules};
use rand::Rng as _;

use super::{Meter, Run};

/// Decisions between two looks at the clock, at least.
const DECISIONS: u64 = 4096;

/// A thread's own tables and buffers.
struct Worker {
    env: VecEnv<Nimmt>,
    observations: Vec<u8>,
    masks: Vec<u8>,
    ids: Vec<u8>,
    rng: SplitMix64,
}

/// The raw observation and the mask written for every seat that must act, a random legal action for each, a step;
/// with `threads`, one environment of `tables` a thread.
pub fn measure(
    meter: &Meter,
    rules: &Rules,
    tables: usize,
    threads: usize,
) -> anyhow::Result<Option<Vec<Run>>> {
    let mut workers = (0..threads as u64)
        .map(|seed| Worker::new(rules, tables, seed))
        .collect::<Result<Vec<_>, _>>()?;
    meter.measure(&mut workers, |worker| Ok(worker.steps()?))
}

impl Worker {
    fn new(rules: &Rules, tables: usize, seed: u64) -> Result<Self, EnvError> {
        let mut env = VecEnv::new(rules, tables, EnvOptions::default())?;
        env.reset(Some(seed))?;
        Ok(Self {
            observations: vec![0; env.max_rows() * u8::layout::<Nimmt>().len()],
            masks: vec![0; env.max_rows() * Action::COUNT],
            ids: Vec::with_capacity(env.max_rows()),
            rng: SplitMix64::new(seed),
            env,
        })
    }

    /// Some steps; the decisions in them.
    fn steps(&mut self) -> Result<u64, EnvError> {
        let mut decisions = 0;
        while decisions < DECISIONS {
            let rows = self.env.rows();
            let observations = &mut self.observations[..rows.len() * u8::layout::<Nimmt>().len()];
            let masks = &mut self.masks[..rows.len() * Action::COUNT];
            self.ids.clear();
            for row in rows {
                self.ids
                    .extend(row.legal.pick(self.rng.next_u32()).map(Action::id));
            }
            self.env.write_packed(Packed { observations, masks })?;
            black_box((&self.observations, &self.masks));
            self.env.step(&self.ids)?;
            decisions += self.ids.len() as u64;
        }
        Ok(decisions)
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::Preset;

    use super::*;

    #[test]
    fn every_row_is_written_and_stepped() {
        let mut worker = Worker::new(&Preset::Bench.rules(), 3, 1).unwrap();
        let decisions = worker.steps().unwrap();
        assert_eq!(decisions, DECISIONS.div_ceil(12) * 12);
        // By now each table plays a later game of its own.
        assert!((0..3).all(|table| worker.env.number(table).unwrap() >= 100));
        assert!(worker.masks.contains(&1) && worker.observations.iter().any(|&byte| byte > 1));
    }
}
