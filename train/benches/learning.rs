//! The halves of an iteration of the quickstart, on all cores: `cargo bench -p hornox-train`.
//!
//! CONTRIBUTING.md says how to compare with an earlier commit. Figures to quote come from `hornox bench`.

use std::error::Error;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use hornox_agents::features::Describe;
use hornox_agents::neural::NetworkConfig;
use hornox_env::gym::Reward;
use hornox_env::nimmt::{Nimmt, Preset};
use hornox_train::ppo::{Hyper, Learner, Rates};
use hornox_train::selfplay::frozen::Frozen;
use hornox_train::selfplay::tables::{Tables, Terms};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Games side by side, as the quickstart has them.
const TABLES: usize = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let config = NetworkConfig::new(Nimmt::GLOBALS, Nimmt::FEATURES);
    let mut learner = Learner::new(config, Hyper::default(), &mut rng)?;
    let (policy, value) = learner.kernels()?;
    let terms = Terms {
        seed: 1,
        reward: Reward::Penalty,
        reward_scale: 0.1,
    };
    let mut tables = Tables::<Nimmt>::new(&Preset::Round.rules(), TABLES);
    let frozen = Frozen::none();
    let mut iteration = 0;
    let segment = tables.play(&policy, &value, &frozen, iteration, &terms)?;
    let samples = segment.into_samples(learner.hyper())?;

    let mut group = criterion.benchmark_group("iteration");
    group.throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            iteration += 1;
            tables.play(&policy, &value, &frozen, iteration, &terms)
        });
    });
    let rates = Rates {
        learning_rate: 1e-3,
        entropy: 0.05,
    };
    group.bench_function("update", |bencher| {
        bencher.iter(|| learner.update(&samples, rates, &mut rng));
    });
    group.finish();
    criterion.final_summary();
    Ok(())
}
