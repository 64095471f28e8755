//! What environments pay for Sixes.

use hornox_env::Seat;
use hornox_env::gym::{EnvOptions, ParallelEnv, Reward};
use hornox_env::sixes::Sixes;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::rules;
use crate::common::random_joint;

/// The rewards of a random game by seat, and its chips at the end.
fn paid(reward: Reward) -> (Vec<f32>, Vec<i32>) {
    let options = EnvOptions {
        reward,
        ..EnvOptions::default()
    };
    let mut env = ParallelEnv::<Sixes>::new(&rules(json!({"chips": 4})), options);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut acting = env.reset(Some(3)).unwrap();
    let mut sums = vec![0.0; 5];
    while !acting.is_empty() {
        assert_eq!(acting.len(), 1);
        let step = env.step(&random_joint(env.game(), &mut rng)).unwrap();
        for (sum, reward) in sums.iter_mut().zip(step.rewards.values()) {
            *sum += reward;
        }
        acting = step.acting;
    }
    let chips = Seat::all(5).map(|seat| env.game().table().chips()[seat]);
    (sums, chips.collect())
}

#[test]
fn rewards_are_chips_won_or_lost() {
    let (sums, chips) = paid(Reward::Penalty);
    let won: Vec<_> = chips.iter().map(|chips| (chips - 4) as f32).collect();
    assert_eq!(sums, won);
    // All seats together win nothing, so the mean of the others is minus a quarter of the own.
    let (sums, _) = paid(Reward::Relative);
    for (sum, won) in sums.iter().zip(won) {
        assert!((sum - won * 1.25).abs() < 1e-4, "{sum} for {won} chips");
    }
}
