//! The networks on encoded decisions, forward and backward, one thread.

use std::error::Error;

use burn::tensor::Device;
use criterion::{Criterion, Throughput};
use hornox_agents::features::Describe;
use hornox_agents::neural::kernel::{PolicyTape, ValueTape};
use hornox_agents::neural::{Described, NetworkConfig, PolicyKernel, ValueKernel};
use hornox_env::nimmt::Nimmt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::views::views;

/// Decisions in a batch: the four seats of 256 tables.
const BATCH: usize = 1024;

pub fn all(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    let config = NetworkConfig::new(Nimmt::GLOBALS, Nimmt::FEATURES);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let policy = PolicyKernel::new(&config, &config.policy(&Device::flex(), &mut rng)?)?;
    let value = ValueKernel::new(&config, &config.value(&Device::flex(), &mut rng)?)?;
    let batch = batch()?;

    let mut group = criterion.benchmark_group("kernel");
    group.throughput(Throughput::Elements(batch.len() as u64));
    group.bench_function("policy/logits", |bencher| bencher.iter(|| policy.logits(&batch)));
    group.bench_function("value/values", |bencher| bencher.iter(|| value.values(&batch)));

    // Learning goes block by block, so that what is kept for the way back stays in the cache.
    let blocks: Vec<_> = batch.blocks(hornox_agents::neural::kernel::BLOCK_ROWS).collect();
    let (mut tape, mut gradient) = (PolicyTape::default(), vec![0.0; policy.weights().len()]);
    group.bench_function("policy/gradient", |bencher| {
        bencher.iter(|| {
            blocks.iter().try_for_each(|&block| {
                policy.forward(block, &mut tape)?;
                let by_logit = tape.logits().to_vec();
                policy.backward(block, &by_logit, &mut tape, &mut gradient)
            })
        });
    });
    let (mut tape, mut gradient) = (ValueTape::default(), vec![0.0; value.weights().len()]);
    group.bench_function("value/gradient", |bencher| {
        bencher.iter(|| {
            blocks.iter().try_for_each(|&block| {
                value.forward(block, &mut tape)?;
                let by_value = tape.values().to_vec();
                value.backward(block, &by_value, &mut tape, &mut gradient)
            })
        });
    });
    group.finish();
    Ok(())
}

/// Decisions with 2 to 10 cards in hand, in equal shares.
fn batch() -> Result<Described, Box<dyn Error>> {
    let mut seen = Vec::new();
    for cards in 2..=10 {
        seen.push(views::<Nimmt>("bench", &json!({}), cards)?);
    }
    let mut batch = Described::new(Nimmt::GLOBALS, Nimmt::FEATURES);
    for number in 0..BATCH {
        let hands = &seen[number % seen.len()];
        let (view, legal) = &hands[number % hands.len()];
        let (mut globals, mut actions) = (Vec::new(), Vec::new());
        Nimmt::encode(view, *legal, &mut globals, &mut actions);
        batch.push(&globals, &actions)?;
    }
    Ok(batch)
}
