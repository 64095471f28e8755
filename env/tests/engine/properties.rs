//! What holds in every state of random games by random legal rules.

use hornox_env::nimmt::{Action, CardSet, EndWhen, Event, LowCard, Nimmt, Phase, Row, RuleFields, Rules};
use hornox_env::observe::Observe;
use hornox_env::{Action as _, Game, Resample, Seat, SeatMap, SeatSet, Turn, deal_rng};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{random_joint, row_numbers};
use crate::oracle::{Due, Oracle, bulls};

/// Any legal rules of the base game, in which a round is not too long.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    let low_cards = prop_oneof![Just(LowCard::Free), Just(LowCard::Cheapest), Just(LowCard::Auto)];
    let ends = prop_oneof![
        Just((None, None)),
        (
            1..80_u16,
            prop_oneof![Just(EndWhen::AtLeast), Just(EndWhen::Exceed)]
        )
            .prop_map(|(score, when)| (Some(score), Some(when))),
    ];
    let caps = prop_oneof![Just(None), (1..5_u16).prop_map(Some)];
    (2..=10_u8)
        .prop_flat_map(|players| (Just(players), 1..=(100 / players).min(50)))
        .prop_flat_map(move |(players, hand_size)| {
            (low_cards.clone(), ends.clone(), caps.clone()).prop_map(
                move |(low_card, (end_score, end_when), max_rounds)| {
                    let fields = RuleFields {
                        players,
                        hand_size,
                        low_card,
                        end_score,
                        end_when,
                        max_rounds,
                        ..RuleFields::default()
                    };
                    Rules::check(fields).unwrap()
                },
            )
        })
}

/// Plays a random game, at most some rounds of it, and shows each state with the events that led there.
fn play_through(rules: &Rules, seed: u64, mut each: impl FnMut(&Nimmt, &[Event], &Oracle)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Nimmt::new(rules);
    let mut oracle = Oracle::new(*rules);
    each(&game, &[], &oracle);
    while game.round() < 6 {
        let mut events = Vec::new();
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                game.deal(&deal).unwrap();
                oracle.deal(&deal);
            }
            Turn::Act(_) => {
                let joint = random_joint(&game, &mut rng);
                game.play(&joint, &mut events).unwrap();
                let plain: Vec<_> = joint
                    .iter()
                    .map(|(seat, action)| (seat.index(), action.id()))
                    .collect();
                oracle.play(&plain);
            }
            Turn::Over => return,
        }
        each(&game, &events, &oracle);
    }
}

/// Two CPUs and some seconds bound the number of cases; a failing case names its rules and seed.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_engine_plays_as_the_rules_read(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, _, oracle| {
            let acting = match &oracle.due {
                Due::Deal => Turn::Chance,
                Due::Cards => Turn::Act(SeatSet::all(game.players())),
                Due::Row { seat } => Turn::Act(SeatSet::one(Seat::new(*seat).unwrap())),
                Due::Nothing { .. } => Turn::Over,
            };
            assert_eq!(game.turn(), acting);
            assert_eq!(game.round(), oracle.rounds);
            assert_eq!(row_numbers(game), oracle.rows);
            assert_eq!(game.scores().values(), oracle.scores);
            for seat in Seat::all(game.players()) {
                let index = seat.index();
                let ids: Vec<_> = game.legal(seat).iter().map(Action::id).collect();
                assert_eq!(ids, oracle.legal(index), "seat {seat}");
                assert_eq!(game.view(seat).legal(), game.legal(seat));
                let mut taken = oracle.taken[index].clone();
                taken.sort_unstable();
                assert!(game.table().taken()[seat].iter().map(u8::from).eq(taken));
                assert!(game.hands()[seat].iter().map(u8::from).eq(oracle.hands[index].iter().copied()));
                let waits = oracle.waiting.iter().find(|(_, owner)| *owner == index).map(|(card, _)| *card);
                assert_eq!(game.table().waiting()[seat].map(u8::from), waits);
            }
            if let Due::Nothing { truncated } = oracle.due {
                let outcome = game.outcome().unwrap();
                assert_eq!(outcome.truncated, truncated);
                assert!(outcome.winners.iter().map(Seat::index).eq(oracle.winners()));
            }
        });
    }

    #[test]
    fn cards_are_conserved(rules in any_rules(), seed: u64) {
        let mut dealt = CardSet::EMPTY;
        let mut waiting_for_deal = true;
        play_through(&rules, seed, |game, events, _| {
            let table = game.table();
            let everywhere = game.hands().values().iter().fold(table.seen(), |all, hand| all.union(*hand));
            let piles = game.hands().values().iter().chain(table.taken().values());
            let count = piles.map(|pile| pile.len()).sum::<usize>()
                + table.rows().all().iter().map(Row::len).sum::<usize>()
                + table.waiting_cards().len();
            assert_eq!(count, everywhere.len(), "a card is in two places");
            // A state without events is a fresh game or a fresh deal.
            if events.is_empty() {
                waiting_for_deal = table.phase() == Phase::Deal;
                dealt = everywhere;
            }
            let in_play = usize::from(rules.hand_size) * game.players() + 4;
            assert_eq!(dealt.len(), if waiting_for_deal { 0 } else { in_play });
            assert_eq!(everywhere, dealt);
        });
    }

    #[test]
    fn bulls_are_conserved(rules in any_rules(), seed: u64) {
        let mut round_start = SeatMap::new(rules.players.into(), 0);
        let mut sum = round_start;
        play_through(&rules, seed, |game, events, _| {
            if events.is_empty() {
                round_start = game.scores();
            }
            for event in events {
                match event {
                    Event::Moved(placed) => {
                        let cost: i32 = placed.taken.iter().map(|card| bulls(card.number())).sum();
                        assert_eq!(placed.points as i32, cost);
                        sum[placed.seat] += cost;
                    }
                    Event::RoundOver { scores } => assert_eq!(*scores, sum),
                    Event::GameOver(outcome) => assert_eq!(Some(*outcome), game.outcome()),
                    Event::Revealed { .. } => {}
                }
            }
            assert_eq!(game.scores(), sum);
            for (seat, taken) in game.table().taken().iter() {
                assert_eq!(taken.bulls() as i32, game.scores()[seat] - round_start[seat]);
            }
        });
    }

    #[test]
    fn rows_ascend_and_hold_five(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, events, _| {
            for row in game.table().rows().all() {
                let listed: Vec<_> = row.cards().iter().collect();
                assert!(listed.len() <= 5);
                assert_eq!(listed.len(), row.len());
                assert_eq!(listed.last().copied(), row.last());
                assert_eq!(listed.is_empty(), events.is_empty() && game.turn() == Turn::Chance);
                assert_eq!(row.bulls() as i32, listed.iter().map(|card| bulls(card.number())).sum::<i32>());
            }
        });
    }

    #[test]
    fn a_turn_has_at_most_one_row_choice(rules in any_rules(), seed: u64) {
        let mut choice = false;
        play_through(&rules, seed, |game, events, _| {
            match game.table().phase() {
                Phase::TakeRow(taker) => {
                    assert!(!choice, "a second row choice in one turn");
                    choice = true;
                    // It comes first of all: nothing of the turn is placed yet.
                    let waiting = game.table().waiting();
                    assert!(waiting.values().iter().all(Option::is_some));
                    assert_eq!(waiting[taker], game.table().waiting_cards().first());
                    assert!(!events.iter().any(|event| matches!(event, Event::Moved(_))));
                    assert_ne!(rules.low_card, LowCard::Auto);
                }
                Phase::Choose | Phase::Deal | Phase::Over { .. } => choice = false,
            }
        });
    }

    #[test]
    fn rules_and_observation_give_the_view_back(rules in any_rules(), seed: u64) {
        let mut raw = vec![9; Nimmt::raw_layout().len()];
        play_through(&rules, seed, |game, _, _| {
            for seat in Seat::all(game.players()) {
                game.write_raw(seat, &mut raw);
                assert_eq!(Nimmt::read_raw(&rules, &raw), Ok(game.view(seat)));
            }
        });
    }

    #[test]
    fn hidden_cards_do_not_leak(rules in any_rules(), seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let written = |game: &Nimmt, seat| {
            let mut raw = vec![9; Nimmt::raw_layout().len()];
            let mut planes = vec![9.0; Nimmt::planes_layout().len()];
            let mut mask = vec![9; Action::COUNT];
            game.write_raw(seat, &mut raw);
            game.write_planes(seat, &mut planes);
            game.legal(seat).write_mask(&mut mask);
            (game.view(seat), raw, planes, mask)
        };
        play_through(&rules, seed, |game, _, _| {
            for seat in Seat::all(game.players()) {
                let other = Nimmt::resample(&game.view(seat), &mut rng);
                assert_eq!(written(&other, seat), written(game, seat));
            }
        });
    }
}
