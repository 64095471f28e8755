//! Many tables: the same games as one table, and nothing lost.

use hornox_env::Game;
use hornox_env::gym::{
    Element, EnvError, EnvOptions, Full, IllegalAction, Packed, ParallelEnv, Reward, VecEnv, VecSnapshot,
};
use hornox_env::nimmt::{Action, Nimmt, Preset};
use hornox_env::{Action as _, Seat};

use crate::{all_rules, choose, options, rewards, seat, trace};

#[test]
fn packed_full_and_a_plain_loop_play_the_same_games() {
    for rules in all_rules() {
        for reward in rewards(&rules) {
            let alone = trace::parallel(&rules, reward, 5, 12);
            for tables in [1, 5] {
                assert_eq!(
                    trace::packed(&rules, reward, 5, tables, 12),
                    alone,
                    "{rules} {reward}"
                );
                assert_eq!(
                    trace::full(&rules, reward, 5, tables, 12),
                    alone,
                    "{rules} {reward}"
                );
            }
        }
    }
}

#[test]
fn rewards_add_up_to_what_the_game_says() {
    let mut truncated = 0;
    for rules in all_rules() {
        for reward in rewards(&rules) {
            // More tables than one chunk of the parallel form holds.
            for (number, game) in trace::packed(&rules, reward, 9, 70, 100) {
                let (scores, outcome) = game.end.unwrap();
                truncated += usize::from(outcome.truncated);
                let players = scores.players();
                let total: i32 = scores.values().iter().sum();
                let shares = outcome.win_shares(players);
                for (seat, paid) in Seat::all(players).zip(game.sums()) {
                    let own = f64::from(scores[seat]);
                    let expected = match reward {
                        Reward::Penalty => -own,
                        Reward::Relative => (f64::from(total) - own) / (players - 1) as f64 - own,
                        Reward::Win => shares[seat] - 1.0 / players as f64,
                    };
                    assert!(
                        (paid - expected).abs() < 1e-4,
                        "{rules} game {number}: {paid}, {expected}"
                    );
                }
                let sum: f64 = game.sums().iter().sum();
                let expected = if reward == Reward::Penalty {
                    -f64::from(total)
                } else {
                    0.0
                };
                assert!((sum - expected).abs() < 1e-4, "{rules} game {number}: {sum}");
            }
        }
    }
    assert!(truncated > 0, "some of these rules cut games off");
}

#[test]
fn results_do_not_depend_on_the_number_of_tables() {
    let rules = Preset::Round.rules();
    let one = trace::packed(&rules, Reward::Penalty, 3, 1, 200);
    assert_eq!(one.len(), 200);
    assert_eq!(trace::packed(&rules, Reward::Penalty, 3, 130, 200), one);
}

#[test]
fn planes_are_written_like_the_raw_form() {
    let (mut env, mut alone) = pair();
    let len = f32::layout::<Nimmt>().len();
    let mut planes = vec![9.0; 4 * len];
    let mut masks = vec![9; 4 * Action::COUNT];
    env.reset(Some(8)).unwrap();
    alone.reset(Some(8)).unwrap();
    env.write_packed(Packed {
        observations: &mut planes,
        masks: &mut masks,
    })
    .unwrap();
    assert_eq!(planes, alone.observations::<f32>().into_raw_vec_and_offset().0);
    assert_eq!(masks, alone.masks().into_raw_vec_and_offset().0);
}

fn pair() -> (VecEnv<Nimmt>, ParallelEnv<Nimmt>) {
    let rules = Preset::Round.rules();
    let env = VecEnv::new(&rules, 1, EnvOptions::default()).unwrap();
    (env, ParallelEnv::new(&rules, EnvOptions::default()))
}

fn policy(env: &VecEnv<Nimmt>) -> Vec<u8> {
    let number = |row: &hornox_env::gym::Row<Action>| env.number(row.table).unwrap();
    env.rows()
        .iter()
        .map(|row| choose(number(row), row.seat, row.legal).id())
        .collect()
}

#[test]
fn a_snapshot_goes_on_exactly() {
    for rules in all_rules() {
        let mut env = VecEnv::<Nimmt>::new(&rules, 6, options(&rules)).unwrap();
        env.reset(Some(4)).unwrap();
        for _ in 0..17 {
            env.step(&policy(&env)).unwrap();
        }
        let text = serde_json::to_string(&env.snapshot()).unwrap();
        let snapshot: VecSnapshot<Nimmt> = serde_json::from_str(&text).unwrap();
        let mut other = VecEnv::<Nimmt>::new(&rules, 6, options(&rules)).unwrap();
        other.restore(snapshot).unwrap();
        for _ in 0..60 {
            assert_eq!(env.rows(), other.rows());
            assert!(env.games().eq(other.games()));
            let ids = policy(&env);
            env.step(&ids).unwrap();
            other.step(&ids).unwrap();
            assert_eq!(env.ended(), other.ended());
        }
    }
}

#[test]
fn foreign_snapshots_are_refused() {
    let make = |preset: Preset, tables| {
        VecEnv::<Nimmt>::new(&preset.rules(), tables, EnvOptions::default()).unwrap()
    };
    let mut env = make(Preset::Round, 3);
    env.reset(Some(1)).unwrap();
    let before = env.snapshot();
    let mut refused = |other: VecEnv<Nimmt>| {
        let error = env.restore(other.snapshot()).unwrap_err().to_string();
        assert_eq!(env.snapshot(), before);
        error
    };
    assert!(refused(make(Preset::Round, 2)).contains("2 tables, not 3"));
    let error = refused(make(Preset::Bench, 3));
    assert!(error.contains("table 0: snapshot: it has the rules"), "{error}");
}

#[test]
fn an_illegal_action_changes_no_table() {
    let mut env = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 3, EnvOptions::default()).unwrap();
    assert_eq!(env.step(&[]), Err(EnvError::NotReset));
    env.reset(Some(2)).unwrap();
    let (before, rows) = (env.snapshot(), env.rows().to_vec());
    let mut ids = policy(&env);
    ids[9] = 105;
    let legal = rows[9].legal.iter().map(Action::id).collect();
    let error = EnvError::AtTable {
        table: 2,
        error: Box::new(EnvError::Illegal {
            seat: seat(1),
            action: 105,
            legal,
        }),
    };
    assert_eq!(env.step(&ids), Err(error));
    assert_eq!(env.snapshot(), before);
    assert_eq!(env.rows(), rows);
    assert!(env.illegal().is_empty());
}

#[test]
fn a_forgiven_action_is_the_lowest_and_is_flagged() {
    let options = EnvOptions {
        illegal: IllegalAction::Lowest,
        ..EnvOptions::default()
    };
    let make = || {
        let mut env = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 3, options).unwrap();
        env.reset(Some(2)).unwrap();
        env
    };
    let (mut forgiven, mut lowest) = (make(), make());
    for _ in 0..40 {
        let ids: Vec<_> = lowest
            .rows()
            .iter()
            .map(|row| row.legal.first().unwrap().id())
            .collect();
        let places: Vec<_> = lowest.rows().iter().map(|row| (row.table, row.seat)).collect();
        forgiven.step(&vec![255; ids.len()]).unwrap();
        lowest.step(&ids).unwrap();
        assert_eq!(forgiven.illegal(), places);
        assert!(lowest.illegal().is_empty());
        assert_eq!(forgiven.rows(), lowest.rows());
        assert_eq!(forgiven.ended(), lowest.ended());
    }
}

#[test]
fn wrong_sizes_are_named() {
    let zero = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 0, EnvOptions::default());
    assert_eq!(
        zero.unwrap_err().to_string(),
        "option `tables` = 0: must be at least 1"
    );
    let mut env = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 2, EnvOptions::default()).unwrap();
    env.reset(None).unwrap();
    assert_eq!(
        env.step(&[1]).unwrap_err().to_string(),
        "`ids` has 1 entries, not 8"
    );
    assert_eq!(
        env.step_full(&[1]).unwrap_err().to_string(),
        "`ids` has 1 entries, not 8"
    );
    assert_eq!(
        env.game(2).unwrap_err().to_string(),
        "table 2 is not one of the 2 tables"
    );

    let right = [8 * u8::layout::<Nimmt>().len(), 8 * Action::COUNT, 8, 2, 2];
    let names = ["observations", "masks", "rewards", "terminated", "truncated"];
    for (wrong, name) in names.iter().enumerate() {
        let mut lengths = right;
        lengths[wrong] -= 1;
        let [observations, masks, rewards, terminated, truncated] = lengths;
        let (mut observations, mut masks) = (vec![9; observations], vec![9; masks]);
        if wrong < 2 {
            let error = env.write_packed::<u8>(Packed {
                observations: &mut observations,
                masks: &mut masks,
            });
            assert!(
                error
                    .unwrap_err()
                    .to_string()
                    .starts_with(&format!("`{name}` has "))
            );
        }
        let error = env.write_full::<u8>(Full {
            observations: &mut observations,
            masks: &mut masks,
            rewards: &mut vec![0.0; rewards],
            terminated: &mut vec![0; terminated],
            truncated: &mut vec![0; truncated],
        });
        let expected = format!("`{name}` has {} entries, not {}", lengths[wrong], right[wrong]);
        assert_eq!(error.unwrap_err().to_string(), expected);
        assert!(
            observations.iter().chain(&masks).all(|&byte| byte == 9),
            "nothing is written"
        );
    }
}

#[test]
fn a_reset_without_a_seed_goes_on_to_the_next_games() {
    let mut env = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 3, EnvOptions::default()).unwrap();
    let numbers = |env: &VecEnv<Nimmt>| [0, 1, 2].map(|table| env.number(table).unwrap());
    env.reset(Some(6)).unwrap();
    assert_eq!(numbers(&env), [0, 1, 2]);
    env.step(&policy(&env)).unwrap();
    env.reset(None).unwrap();
    assert_eq!(numbers(&env), [3, 4, 5]);
    let mut alone = ParallelEnv::<Nimmt>::new(&Preset::Round.rules(), EnvOptions::default());
    alone.reset(Some(6)).unwrap();
    for _ in 0..4 {
        alone.reset(None).unwrap();
    }
    assert_eq!(alone.game(), env.game(1).unwrap());
    assert_eq!(env.game(0).unwrap().scores().values(), [0; 4]);
}
