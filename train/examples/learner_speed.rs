//! How many decisions a second the nets score, and the learner learns from.
//!
//! `cargo run --release -p hornox-train --example learner_speed`. Decisions have 2 to 10 legal
//! actions, uniformly; inference takes 1024 decisions at a time (256 tables of 4 seats).

use std::error::Error;
use std::thread;
use std::time::Instant;

use hornox_agents::neural::softmax::log_softmax;
use hornox_agents::neural::{Described, NetworkConfig, PolicyKernel, ValueKernel};
use hornox_train::ppo::{Hyper, Learner, Rates, Samples};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const WIDTH: usize = 40;
/// A trick of 256 tables with 4 seats, 10 times: an iteration.
const BATCH: usize = 1024;
const BATCHES: usize = 10;
const ROUNDS: usize = 5;

fn batch(rng: &mut impl Rng) -> Described {
    let mut batch = Described::new(WIDTH, WIDTH);
    for _ in 0..BATCH {
        batch.push_with(rng.random_range(2..=10), |globals, actions| {
            globals.fill_with(|| rng.random());
            actions.fill_with(|| rng.random());
        });
    }
    batch
}

/// Logits and values of all batches, as self-play asks for them.
fn infer(policy: &PolicyKernel, value: &ValueKernel, batches: &[Described]) -> usize {
    batches
        .iter()
        .map(|batch| {
            let logits = policy.logits(batch).map_or(0, |logits| logits.len());
            let values = value.values(batch).map_or(0, |values| values.len());
            assert_eq!((logits, values), (batch.rows(), batch.len()));
            values
        })
        .sum()
}

fn samples(learner: &Learner, batches: &[Described]) -> Result<Samples, Box<dyn Error>> {
    let (policy, value) = learner.kernels()?;
    let mut all = Described::new(WIDTH, WIDTH);
    for batch in batches {
        all.extend_from(batch, 0..batch.len())?;
    }
    let mut log_probs = policy.logits(&all)?;
    for ends in all.starts().windows(2) {
        log_softmax(&mut log_probs[ends[0]..ends[1]]);
    }
    let log_probs = all.starts()[..all.len()]
        .iter()
        .map(|&start| log_probs[start])
        .collect();
    let values = value.values(&all)?;
    let advantages = (0..all.len()).map(|i| (i % 7) as f32 - 3.0).collect();
    Ok(Samples::new(
        all.clone(),
        vec![0; all.len()],
        log_probs,
        values,
        advantages,
    )?)
}

/// The best of some rounds, in decisions a second.
fn best(mut round: impl FnMut() -> usize) -> f64 {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            round() as f64 / start.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let config = NetworkConfig::new(WIDTH, WIDTH);
    let mut learner = Learner::new(config, Hyper::default(), &mut rng)?;
    let batches: Vec<Described> = (0..BATCHES).map(|_| batch(&mut rng)).collect();
    let (policy, value) = learner.kernels()?;

    let mut both = 0.0;
    for threads in [1, 2] {
        both = best(|| {
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads)
                    .map(|_| scope.spawn(|| infer(&policy, &value, &batches)))
                    .collect();
                workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
            })
        });
        println!("inference, policy and value, {threads} thread(s): {both:9.0} decisions/s");
    }

    let samples = samples(&learner, &batches)?;
    let rates = Rates {
        learning_rate: 1e-3,
        entropy: 0.05,
    };
    let mut update = 0.0;
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        update = best(|| {
            let stats = pool.install(|| learner.update(&samples, rates, &mut rng));
            stats.map_or(0, |_| samples.len())
        });
        println!("update, 2 epochs, {threads} thread(s):           {update:9.0} decisions/s");
    }
    let together = 1.0 / (1.0 / both + 1.0 / update);
    println!("inferred once and learnt from, 2 threads:    {together:9.0} decisions/s");
    Ok(())
}
