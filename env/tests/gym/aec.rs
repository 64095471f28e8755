//! One seat at a time.

use hornox_env::gym::{AecEnv, AecSnapshot, Element, EnvError, EnvOptions, IllegalAction, Reward, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Preset, RuleFields, Rules};
use hornox_env::{Action as _, Game, Seat};

use crate::trace::{Trace, Traces, parallel};
use crate::{all_rules, choose, rewards};

fn options(reward: Reward) -> EnvOptions {
    EnvOptions {
        reward,
        ..EnvOptions::default()
    }
}

/// The games of a seed, as one seat after the other sees them.
fn one_by_one(rules: &Rules, reward: Reward, seed: u64, games: u64) -> Traces {
    let mut env = AecEnv::<Nimmt>::new(rules, options(reward));
    let mut traces = Traces::new();
    for number in 0..games {
        let mut selected = env.reset((number == 0).then_some(seed)).unwrap();
        let mut trace = Trace {
            paid: vec![Vec::new(); env.players()],
            ..Trace::default()
        };
        while let Some(seat) = selected {
            let mut observation = vec![0; u8::layout::<Nimmt>().len()];
            let mut mask = vec![9; Action::COUNT];
            env.observation(seat, &mut observation).unwrap();
            env.mask(seat, &mut mask).unwrap();
            trace.paid[seat.index()].push(env.reward(seat).unwrap());
            let action = choose(number, seat, env.legal(seat));
            trace.decisions.push((seat, observation, mask, action.id()));
            selected = env.step(action).unwrap().selected;
        }
        for seat in Seat::all(env.players()) {
            trace.paid[seat.index()].push(env.reward(seat).unwrap());
        }
        trace.end = Some((env.game().scores(), env.outcome().unwrap()));
        traces.insert(number, trace);
    }
    traces
}

#[test]
fn one_seat_at_a_time_is_the_same_game_as_all_at_once() {
    for rules in all_rules() {
        for reward in rewards(&rules) {
            assert_eq!(one_by_one(&rules, reward, 11, 3), parallel(&rules, reward, 11, 3));
        }
    }
}

#[test]
fn snapshots_go_on_exactly_even_within_a_turn() {
    let rules = Preset::Round.rules();
    let mut env = AecEnv::<Nimmt>::new(&rules, options(Reward::Penalty));
    let mut selected = env.reset(Some(4)).unwrap();
    let mut steps = 0;
    while let Some(seat) = selected {
        let text = serde_json::to_string(&env.snapshot()).unwrap();
        let snapshot: AecSnapshot<Nimmt> = serde_json::from_str(&text).unwrap();
        let mut other = AecEnv::<Nimmt>::new(&rules, options(Reward::Penalty));
        other.restore(snapshot).unwrap();
        assert_eq!(other.snapshot(), env.snapshot());
        let action = choose(0, seat, env.legal(seat));
        assert_eq!(other.step(action), env.step(action));
        selected = env.selected();
        steps += 1;
    }
    assert!(steps >= 40);
    let mut bench = AecEnv::<Nimmt>::new(&Preset::Bench.rules(), EnvOptions::default());
    assert!(matches!(
        bench.restore(env.snapshot()),
        Err(EnvError::BadSnapshot { .. })
    ));
}

#[test]
fn only_the_selected_seat_may_act_and_illegal_actions_change_nothing() {
    let rules = Preset::Round.rules();
    let mut env = AecEnv::<Nimmt>::new(&rules, EnvOptions::default());
    assert_eq!(env.step_id(1), Err(EnvError::NotReset));
    let selected = env.reset(Some(9)).unwrap().unwrap();
    for seat in Seat::all(4) {
        let mut mask = vec![9; Action::COUNT];
        env.mask(seat, &mut mask).unwrap();
        assert_eq!(mask.contains(&1), seat == selected);
    }
    let before = env.snapshot();
    assert!(matches!(env.step_id(255), Err(EnvError::Illegal { .. })));
    assert!(matches!(env.step_id(105), Err(EnvError::Illegal { .. })));
    assert_eq!(env.snapshot(), before);

    let forgiving = EnvOptions {
        illegal: IllegalAction::Lowest,
        ..EnvOptions::default()
    };
    let mut env = AecEnv::<Nimmt>::new(&rules, forgiving);
    let seat = env.reset(Some(9)).unwrap().unwrap();
    let lowest = env.legal(seat).first().unwrap();
    assert!(env.step_id(255).unwrap().illegal);
    let mut honest = AecEnv::<Nimmt>::new(&rules, EnvOptions::default());
    honest.reset(Some(9)).unwrap();
    honest.step(lowest).unwrap();
    assert_eq!(env.snapshot(), honest.snapshot());
}

#[test]
fn rewards_of_scores_are_refused_where_scores_do_not_count() {
    let rules = Rules::check(RuleFields {
        take_to_hand: true,
        ..RuleFields::default()
    })
    .unwrap();
    for reward in Reward::ALL {
        let refused = AecEnv::<Nimmt>::new(&rules, options(reward)).reset(None).is_err();
        assert_eq!(refused, reward != Reward::Win, "{reward}");
        assert_eq!(
            VecEnv::<Nimmt>::new(&rules, 2, options(reward)).is_err(),
            refused,
            "{reward}"
        );
    }
}
