//! One table.

use hornox_env::gym::{Element, EnvError, EnvOptions, IllegalAction, ParallelEnv, Snapshot};
use hornox_env::nimmt::{Action, Card, Nimmt, Preset, RuleFields, Rules};
use hornox_env::{Action as _, Game, PlayError, Seat, SeatMap, SeatSet};

use crate::{all_rules, choose, options, seat};

fn table(rules: &Rules) -> ParallelEnv<Nimmt> {
    ParallelEnv::new(rules, options(rules))
}

fn joint(env: &ParallelEnv<Nimmt>) -> Vec<(Seat, Action)> {
    let number = env.seed_and_number().1;
    env.acting()
        .iter()
        .map(|seat| (seat, choose(number, seat, env.legal(seat))))
        .collect()
}

#[test]
fn masks_are_the_legal_actions_and_all_zero_off_turn() {
    let mut rows_chosen = 0;
    for rules in all_rules() {
        let mut env = table(&rules);
        for game in 0..20 {
            env.reset((game == 0).then_some(3)).unwrap();
            loop {
                let masks = env.masks();
                for (seat, mask) in Seat::all(env.players()).zip(masks.rows()) {
                    let acts = env.acting().contains(seat);
                    let legal = if acts { env.game().legal(seat).len() } else { 0 };
                    assert_eq!(mask.iter().filter(|&&legal| legal == 1).count(), legal);
                    assert_eq!(env.legal(seat).len(), legal);
                    assert!(
                        env.legal(seat)
                            .iter()
                            .all(|action| mask[usize::from(action.id())] == 1)
                    );
                }
                rows_chosen += usize::from(env.acting().len() == 1);
                if env.acting().is_empty() {
                    break;
                }
                env.step(&joint(&env)).unwrap();
            }
            assert!(env.outcome().is_some());
            assert_eq!(env.step(&[]), Err(EnvError::Finished));
        }
    }
    assert!(rows_chosen > 100, "rows were chosen {rows_chosen} times");
}

#[test]
fn a_seed_gives_the_same_deals_whatever_the_seats_do() {
    let rules = Rules::check(RuleFields {
        max_rounds: Some(3),
        ..RuleFields::default()
    })
    .unwrap();
    let deals = |lowest: bool| {
        let mut env = table(&rules);
        let mut deals = Vec::new();
        for game in 0..5 {
            env.reset((game == 0).then_some(11)).unwrap();
            let mut round = None;
            while !env.acting().is_empty() {
                if round.replace(env.game().round()) != Some(env.game().round()) {
                    deals.push((*env.game().hands(), *env.game().table().rows()));
                }
                let mut joint = joint(&env);
                if lowest {
                    joint = joint
                        .iter()
                        .map(|&(seat, _)| (seat, env.legal(seat).first().unwrap()))
                        .collect();
                }
                env.step(&joint).unwrap();
            }
        }
        deals
    };
    let ours = deals(true);
    assert_eq!(ours.len(), 15);
    assert_eq!(ours, deals(false));
}

#[test]
fn a_snapshot_goes_on_exactly() {
    for rules in all_rules() {
        let mut env = table(&rules);
        env.reset(Some(1)).unwrap();
        env.reset(None).unwrap();
        while !env.acting().is_empty() {
            let text = serde_json::to_string(&env.snapshot()).unwrap();
            let snapshot: Snapshot<Nimmt> = serde_json::from_str(&text).unwrap();
            let mut other = table(&rules);
            other.restore(snapshot).unwrap();
            assert_eq!(other.snapshot(), env.snapshot());
            let joint = joint(&env);
            assert_eq!(env.step(&joint), other.step(&joint));
            assert_eq!(env.events(), other.events());
            assert_eq!(env.render(), other.render());
            other.reset(None).unwrap();
            assert_eq!(other.seed_and_number(), (1, 2));
        }
    }
}

#[test]
fn foreign_snapshots_are_refused() {
    let mut env = table(&Preset::Round.rules());
    env.reset(Some(1)).unwrap();
    let before = env.snapshot();
    let error = env.restore(table(&Preset::Bench.rules()).snapshot()).unwrap_err();
    assert!(
        error.to_string().starts_with("snapshot: it has the rules "),
        "{error}"
    );
    assert_eq!(env.snapshot(), before);
    assert!(serde_json::from_str::<Snapshot<Nimmt>>("{}").is_err());
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut env = table(&Preset::Round.rules());
    assert_eq!(env.step(&[]), Err(EnvError::NotReset));
    env.reset(Some(1)).unwrap();
    env.step(&joint(&env)).unwrap();
    while env.acting().len() < 4 {
        env.step(&joint(&env)).unwrap();
    }
    let (before, events) = (env.snapshot(), env.events().to_vec());
    let right = joint(&env);
    let unheld = Card::DECK
        .map(Action::Card)
        .into_iter()
        .find(|&card| !env.legal(seat(2)).contains(card));
    let mut unheld_played = right.clone();
    unheld_played[2].1 = unheld.unwrap();
    let mut twice = right.clone();
    twice.push(right[0]);
    let mut stranger = right.clone();
    stranger.push((seat(7), right[0].1));
    let illegal = EnvError::Illegal {
        seat: seat(2),
        action: unheld.unwrap().id(),
        legal: env.legal(seat(2)).iter().map(Action::id).collect(),
    };
    let refusals = [
        (unheld_played, illegal),
        (twice, PlayError::Twice { seat: seat(0) }.into()),
        (right[1..].to_vec(), PlayError::Missing { seat: seat(0) }.into()),
        (
            stranger,
            EnvError::UnknownSeat {
                seat: seat(7),
                players: 4,
            },
        ),
    ];
    for (moves, error) in refusals {
        assert_eq!(env.step(&moves), Err(error));
        assert_eq!(env.snapshot(), before);
        assert_eq!(env.events(), events);
    }
    env.step(&right).unwrap();
}

#[test]
fn only_a_forgiving_table_takes_actions_off_turn() {
    let forgiving = EnvOptions {
        illegal: IllegalAction::Lowest,
        ..EnvOptions::default()
    };
    let mut env = ParallelEnv::<Nimmt>::new(&Preset::Round.rules(), forgiving);
    let all = SeatMap::new(4, Some(200));
    let mut single = 0;
    for _ in 0..30 {
        env.reset(None).unwrap();
        while !env.acting().is_empty() {
            let acting = env.acting();
            let mut strict = table(&Preset::Round.rules());
            strict.restore(env.snapshot()).unwrap();
            let lowest: Vec<_> = acting
                .iter()
                .map(|seat| (seat, env.legal(seat).first().unwrap()))
                .collect();
            let step = env.step_ids(&all).unwrap();
            assert_eq!(step.illegal, acting);
            if acting.len() == 1 {
                single += 1;
                let off_turn = Seat::all(4).find(|&seat| !acting.contains(seat)).unwrap();
                let refused = strict.step_ids(&all).unwrap_err();
                assert!(matches!(refused, EnvError::Play(_) | EnvError::Illegal { .. }));
                let mut both = lowest.clone();
                both.push((off_turn, lowest[0].1));
                assert_eq!(
                    strict.step(&both),
                    Err(PlayError::NotActing { seat: off_turn }.into())
                );
            }
            let expected = strict.step(&lowest).unwrap();
            assert_eq!(expected.illegal, SeatSet::EMPTY);
            assert_eq!(env.snapshot(), strict.snapshot());
            assert_eq!(step.rewards, expected.rewards);
        }
    }
    assert!(single > 10, "rows were chosen {single} times");
}

#[test]
fn wrong_buffers_and_seats_are_named() {
    let mut env = table(&Preset::Round.rules());
    env.reset(None).unwrap();
    let text = |result: Result<(), EnvError>| result.unwrap_err().to_string();
    let len = u8::layout::<Nimmt>().len();
    assert_eq!(
        text(env.observation(seat(0), &mut [0_u8; 3])),
        format!("`observation` has 3 entries, not {len}")
    );
    assert_eq!(text(env.mask(seat(0), &mut [])), "`mask` has 0 entries, not 109");
    assert_eq!(
        text(env.mask(seat(4), &mut [0; 109])),
        "seat 4 is not at this table of 4"
    );
    assert_eq!(
        text(env.view(seat(9)).map(|_| ())),
        "seat 9 is not at this table of 4"
    );
    let ids = SeatMap::new(3, None);
    assert_eq!(text(env.step_ids(&ids).map(|_| ())), "`ids` has 3 entries, not 4");
}

#[test]
fn observations_of_all_seats_are_the_single_ones() {
    let mut env = table(&Preset::Round.rules());
    env.reset(Some(2)).unwrap();
    let (raw, planes) = (env.observations::<u8>(), env.observations::<f32>());
    assert_eq!(raw.dim(), (4, u8::layout::<Nimmt>().len()));
    for (index, (raw, planes)) in raw.rows().into_iter().zip(planes.rows()).enumerate() {
        let mut own = vec![9; raw.len()];
        env.observation(seat(index), &mut own).unwrap();
        assert_eq!(raw.to_vec(), own);
        let mut own = vec![9.0; planes.len()];
        env.observation(seat(index), &mut own).unwrap();
        assert_eq!(planes.to_vec(), own);
    }
}
