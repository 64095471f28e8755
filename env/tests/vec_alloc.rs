//! Once it runs, a [`VecEnv`] allocates nothing. (With the feature `rayon` the work is on other threads, which
//! this can't count.)
#![cfg(not(feature = "rayon"))]

use allocation_counter::measure;
use hornox_env::Action as _;
use hornox_env::gym::{Element, EnvOptions, Full, IllegalAction, Packed, VecEnv};
use hornox_env::nimmt::{Nimmt, Preset};
use hornox_env::observe::Observe;
use hornox_env::sixes::Sixes;

#[test]
fn steps_and_writes_allocate_nothing() {
    let single = allocates_nothing::<Nimmt>(&Preset::Amigo.rules());
    assert!(single > 100, "{single} with row choices");
}

#[test]
fn steps_and_writes_of_sixes_allocate_nothing() {
    allocates_nothing::<Sixes>(&hornox_env::sixes::Preset::SixesRound.rules());
}

/// Plays many games, and counts the steps at which not every seat acts.
fn allocates_nothing<G: Observe>(rules: &G::Rules) -> usize {
    let options = EnvOptions {
        illegal: IllegalAction::Lowest,
        ..EnvOptions::default()
    };
    let mut env = VecEnv::<G>::new(rules, 50, options).unwrap();
    env.reset(Some(1)).unwrap();
    let (length, places, tables) = (u8::layout::<G>().len(), env.max_rows(), env.tables());
    let mut observations = vec![0_u8; places * length];
    let mut masks = vec![0; places * G::Action::COUNT];
    let (mut rewards, mut terminated, mut truncated) = (vec![0.0; places], vec![0; tables], vec![0; tables]);
    // Every other action is illegal, and forgiven.
    let ids: Vec<u8> = (0..places).map(|place| (place * 2 % 256) as u8).collect();
    let (mut games, mut forgiven, mut single) = (0, 0, 0);
    let allocated = measure(|| {
        for _ in 0..500 {
            let rows = env.rows().len();
            let packed = env.write_packed(Packed {
                observations: &mut observations[..rows * length],
                masks: &mut masks[..rows * G::Action::COUNT],
            });
            let stepped = env.step(&ids[..rows]);
            let full = env.write_full(Full {
                observations: &mut observations,
                masks: &mut masks,
                rewards: &mut rewards,
                terminated: &mut terminated,
                truncated: &mut truncated,
            });
            assert!(packed.is_ok() && stepped.is_ok() && full.is_ok());
            games += env.ended().len();
            forgiven += env.illegal().len();
            single += usize::from(rows < places);
        }
    });
    assert!(
        games > 100 && forgiven > 1000,
        "{games} games, {forgiven} forgiven"
    );
    assert_eq!(allocated.count_total, 0);
    single
}

#[test]
fn the_counter_counts() {
    assert_eq!(
        measure(|| drop(std::hint::black_box(vec![1_u8, 2]))).count_total,
        1
    );
}
