//! Learning as a whole: it learns, does not depend on threads, and resumes bit for bit.

use std::fs;

use hornox_agents::neural::flat::flatten;
use hornox_agents::neural::softmax::log_softmax;
use hornox_agents::neural::{CheckpointError, Described, NetworkConfig};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

const RATES: Rates = Rates {
    learning_rate: 2e-3,
    entropy: 0.01,
};

/// One-step games: the reward of an action is its first feature times the first global, which is
/// 1 or −1, so the best action is the one whose feature is largest, or smallest.
fn describe(count: usize, games: usize, rng: &mut impl Rng) -> Described {
    let mut games_described = Described::new(2, 3);
    for _ in 0..games {
        let actions = if count == 0 {
            rng.random_range(1..=8)
        } else {
            count
        };
        games_described.push_with(actions, |globals, features| {
            globals[0] = if rng.random() { 1.0 } else { -1.0 };
            globals[1] = rng.random_range(-1.0..1.0);
            features.fill_with(|| rng.random_range(-1.0..1.0));
        });
    }
    games_described
}

/// Plays described games at temperature 1: the samples, and the rewards.
fn play(learner: &Learner, games: Described, rng: &mut impl Rng) -> (Samples, Vec<f32>) {
    let (policy, value) = learner.kernels().unwrap();
    let mut logits = policy.logits(&games).unwrap();
    let values = value.values(&games).unwrap();
    let (mut chosen, mut log_probs, mut rewards, mut advantages) = (vec![], vec![], vec![], vec![]);
    for i in 0..games.len() {
        let log_p = &mut logits[games.starts()[i]..games.starts()[i + 1]];
        log_softmax(log_p);
        let mut left: f32 = rng.random();
        let pick = log_p.iter().position(|log_p| {
            left -= log_p.exp();
            left < 0.0
        });
        let pick = pick.unwrap_or(log_p.len() - 1);
        let one = games.range(i, i + 1);
        rewards.push(one.actions()[3 * pick] * one.globals()[0]);
        advantages.extend(gae(&rewards[i..], &values[i..=i], 0.0, learner.hyper()));
        chosen.push(u32::try_from(pick).unwrap());
        log_probs.push(log_p[pick]);
    }
    (
        Samples::new(games, chosen, log_probs, values, advantages).unwrap(),
        rewards,
    )
}

fn learner(seed: u64) -> Learner {
    let hyper = Hyper {
        minibatch: 256,
        ..Hyper::default()
    };
    let config = NetworkConfig {
        hidden: 32,
        reply: 16,
        value_hidden: 16,
        ..NetworkConfig::new(2, 3)
    };
    Learner::new(config, hyper, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

fn mean_and_error(rewards: &[f32]) -> (f64, f64) {
    let n = rewards.len() as f64;
    let mean = rewards.iter().map(|&r| f64::from(r)).sum::<f64>() / n;
    let square = rewards
        .iter()
        .map(|&r| (f64::from(r) - mean).powi(2))
        .sum::<f64>();
    (mean, (square / (n * (n - 1.0))).sqrt())
}

fn iterate(learner: &mut Learner, rng: &mut ChaCha8Rng) -> Stats {
    let games = describe(0, 1024, rng);
    let (samples, _) = play(learner, games, rng);
    learner.update(&samples, RATES, rng).unwrap()
}

fn weights(learner: &Learner) -> [Vec<f32>; 4] {
    [
        flatten(learner.policy()),
        flatten(learner.value()),
        flatten(learner.average_policy()),
        flatten(learner.average_value()),
    ]
}

#[test]
fn a_contextual_task_is_learnt() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut learner = learner(2);
    let test = describe(5, 4000, &mut rng);
    let (before, before_error) = mean_and_error(&play(&learner, test.clone(), &mut rng).1);
    let first = iterate(&mut learner, &mut rng);
    for _ in 0..60 {
        iterate(&mut learner, &mut rng);
    }
    let last = iterate(&mut learner, &mut rng);
    let (after, after_error) = mean_and_error(&play(&learner, test, &mut rng).1);
    let error = before_error.hypot(after_error);
    // The best of five uniform numbers is 2/3 on average.
    assert!(
        after - before > 30.0 * error && after > 0.5,
        "{before} to {after} ± {error}"
    );
    assert!(last.entropy < first.entropy && last.explained_variance > first.explained_variance);
    assert!(last.clip_share < 0.5 && last.divergence < 0.1, "{last:?}");
    assert_eq!((last.decisions, last.steps), (1024, 8));
    assert!(last.choices < 1024);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let results = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut learner = learner(3);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let stats = pool.install(|| {
            iterate(&mut learner, &mut rng);
            iterate(&mut learner, &mut rng)
        });
        (weights(&learner), stats)
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn a_resumed_run_equals_one_that_was_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut straight = learner(6);
    for _ in 0..3 {
        iterate(&mut straight, &mut rng);
    }
    straight.save(folder.path()).unwrap();
    let mut resumed = Learner::load(folder.path(), straight.hyper().clone()).unwrap();
    assert_eq!(weights(&straight), weights(&resumed));
    let mut other_rng = rng.clone();
    for _ in 0..2 {
        assert_eq!(
            iterate(&mut straight, &mut rng),
            iterate(&mut resumed, &mut other_rng)
        );
    }
    assert_eq!(weights(&straight), weights(&resumed));
    assert_eq!(straight.policy_adam, resumed.policy_adam);
    assert_eq!(straight.value_adam, resumed.value_adam);
    assert_eq!((straight.updates(), resumed.updates()), (5, 5));
}

#[test]
fn damaged_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let load = || Learner::load(folder.path(), Hyper::default());
    assert!(matches!(load(), Err(CheckpointError::Io { .. })));
    let mut saved = learner(7);
    iterate(&mut saved, &mut ChaCha8Rng::seed_from_u64(8));
    let files = ["policy.bpk", "value_adam.bpk", "average_value.bpk"];
    for file in files {
        saved.save(folder.path()).unwrap();
        let whole = fs::read(at(file)).unwrap();
        fs::write(at(file), &whole[..whole.len() / 2]).unwrap();
        assert!(
            matches!(load(), Err(CheckpointError::Weights { .. })),
            "{file} cut off"
        );
        fs::remove_file(at(file)).unwrap();
        assert!(
            matches!(load(), Err(CheckpointError::Weights { .. })),
            "{file} missing"
        );
    }
    saved.save(folder.path()).unwrap();
    let text = fs::read_to_string(at("learner.json")).unwrap();
    for (from, to) in [
        ("\"schema\": 1", "\"schema\": 9"),
        ("{", ""),
        ("\"updates\"", "\"more\""),
    ] {
        fs::write(at("learner.json"), text.replacen(from, to, 1)).unwrap();
        assert!(matches!(load(), Err(CheckpointError::Format { .. })), "{from}");
    }
    fs::write(
        at("learner.json"),
        text.replace("\"hidden\": 32", "\"hidden\": 33"),
    )
    .unwrap();
    assert!(matches!(load(), Err(CheckpointError::Network(_))));
    fs::write(
        at("learner.json"),
        text.replace("\"hidden\": 32", "\"hidden\": 48"),
    )
    .unwrap();
    assert!(matches!(load(), Err(CheckpointError::Weights { .. })));
}

#[test]
fn what_can_not_be_learnt_from_leaves_the_learner_as_it_was() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut learner = learner(10);
    let before = weights(&learner);
    let none = Samples::new(Described::new(2, 3), vec![], vec![], vec![], vec![]).unwrap();
    assert_eq!(learner.update(&none, RATES, &mut rng), Ok(Stats::default()));
    let mut other = Described::new(5, 3);
    other.push_with(2, |_, _| {});
    let other = Samples::new(other, vec![0], vec![0.0], vec![0.0], vec![0.0]).unwrap();
    assert!(matches!(
        learner.update(&other, RATES, &mut rng),
        Err(PpoError::Network(_))
    ));
    let mut huge = Described::new(2, 3);
    huge.push_with(2, |globals, _| globals.fill(f32::MAX));
    let huge = Samples::new(huge, vec![0], vec![-0.7], vec![0.0], vec![0.0]).unwrap();
    assert!(matches!(
        learner.update(&huge, RATES, &mut rng),
        Err(PpoError::NotFinite { .. })
    ));
    let bad = Rates {
        learning_rate: f32::NAN,
        entropy: 0.0,
    };
    assert!(matches!(
        learner.update(&none, bad, &mut rng),
        Err(PpoError::Setting { .. })
    ));
    assert_eq!(weights(&learner), before);
}

#[test]
fn forced_decisions_train_the_value_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut learner = learner(12);
    let before = weights(&learner);
    let (samples, _) = play(&learner, describe(1, 64, &mut rng), &mut rng);
    let stats = learner.update(&samples, RATES, &mut rng).unwrap();
    let after = weights(&learner);
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
    assert_eq!((stats.choices, stats.entropy), (0, 0.0));
}
