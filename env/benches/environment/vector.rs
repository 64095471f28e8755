//! Steps of a `VecEnv`, alone and with what is written for every seat that must act.

use std::error::Error;

use criterion::{Criterion, Throughput};
use hornox_env::Action as _;
use hornox_env::gym::{Element, EnvError, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::Nimmt;
use hornox_env::observe::Observe;
use hornox_env::sixes::Sixes;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde_json::json;

use crate::play::rules;

pub fn all(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    of_game::<Nimmt>(criterion, "nimmt.4", "bench")?;
    of_game::<Sixes>(criterion, "sixes.5", "sixes-round")
}

fn of_game<G: Observe>(criterion: &mut Criterion, name: &str, preset: &str) -> Result<(), Box<dyn Error>> {
    let mut env = VecEnv::<G>::new(
        &rules::<G::Rules>(preset, &json!({}))?,
        1024,
        EnvOptions::default(),
    )?;
    env.reset(Some(1))?;
    let mut group = criterion.benchmark_group("vector");
    // In 6 nimmt! by these rules, and in Sixes always, a step has as many decisions as any other.
    group.throughput(Throughput::Elements(env.rows().len() as u64));
    let mut stepper = Stepper {
        ids: Vec::with_capacity(env.max_rows()),
        rng: Xoshiro256PlusPlus::seed_from_u64(1),
        masks: vec![0; env.max_rows() * G::Action::COUNT],
        env,
    };
    stepper.step()?;
    group.bench_function(format!("step/{name}"), |bencher| bencher.iter(|| stepper.step()));
    let mut raw = vec![0_u8; stepper.env.max_rows() * u8::layout::<G>().len()];
    group.bench_function(format!("raw/{name}"), |bencher| {
        bencher.iter(|| stepper.write_and_step(&mut raw));
    });
    let mut planes = vec![0_f32; stepper.env.max_rows() * f32::layout::<G>().len()];
    group.bench_function(format!("planes/{name}"), |bencher| {
        bencher.iter(|| stepper.write_and_step(&mut planes));
    });
    group.finish();
    Ok(())
}

struct Stepper<G: Observe> {
    env: VecEnv<G>,
    masks: Vec<u8>,
    ids: Vec<u8>,
    rng: Xoshiro256PlusPlus,
}

impl<G: Observe> Stepper<G> {
    fn step(&mut self) -> Result<(), EnvError> {
        self.ids.clear();
        for row in self.env.rows() {
            self.ids
                .extend(row.legal.pick(self.rng.next_u32()).map(G::Action::id));
        }
        self.env.step(&self.ids)
    }

    fn write_and_step<E: Element>(&mut self, observations: &mut [E]) -> Result<(), EnvError> {
        let rows = self.env.rows().len();
        self.env.write_packed(Packed {
            observations: &mut observations[..rows * E::layout::<G>().len()],
            masks: &mut self.masks[..rows * G::Action::COUNT],
        })?;
        self.step()
    }
}
