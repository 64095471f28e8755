//! The example of a user's own Burn module learns.

use hornox_env::Action as _;
use hornox_env::gym::{EnvOptions, VecEnv};
use hornox_env::nimmt::{Nimmt, Preset};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "../../agents/examples/own_module.rs"]
#[expect(dead_code, reason = "an example has a main function")]
mod example;

/// Mean of bulls a seat where all play at random, and its standard error over tables.
fn random(games: usize) -> (f64, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut env = VecEnv::<Nimmt>::new(&Preset::Bench.rules(), games, EnvOptions::default()).unwrap();
    env.reset(Some(2)).unwrap();
    while env.ended().is_empty() {
        let rows = env.rows().iter();
        let ids: Vec<_> = rows
            .map(|row| row.legal.nth(rng.random_range(0..row.legal.len())).unwrap().id())
            .collect();
        env.step(&ids).unwrap();
    }
    let bulls = env.ended().iter().map(|game| {
        let scores = game.scores.values();
        f64::from(scores.iter().sum::<i32>()) / scores.len() as f64
    });
    mean(&bulls.collect::<Vec<_>>())
}

/// Mean and its standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

#[test]
fn an_own_module_learns_through_the_environment() {
    let bulls = example::train(60, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    assert_eq!(bulls.len(), 60);
    let last: Vec<_> = bulls[45..].iter().map(|&bulls| f64::from(bulls)).collect();
    let ((trained, error), (random, random_error)) = (mean(&last), random(4000));
    // The published mean of random play.
    assert!(
        (random - 12.15).abs() < 0.1 + 3.0 * random_error,
        "{random} ± {random_error}"
    );
    let error = error.hypot(random_error);
    assert!(
        trained < random - 6.0 * error,
        "{trained} is not below {random} ± {error}"
    );
}
