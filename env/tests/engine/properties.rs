//! What holds in every state of random games by random legal rules.

use hornox_env::nimmt::{Action, CardDeal, CardSet, Event, Nimmt, Row, Rows, RuleFields, Rules, View};
use hornox_env::observe::Observe;
use hornox_env::{Action as _, Game, Resample, Seat, SeatMap, Turn, deal_rng};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{any_rules, numbers, random_joint, row_numbers};
use crate::oracle::{Due, Oracle, bulls};

/// Plays a random game, at most some rounds of it, and shows each state with the events that led there.
pub fn play_through(rules: &Rules, seed: u64, mut each: impl FnMut(&Nimmt, &[Event], &Oracle)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Nimmt::new(rules);
    let mut oracle = Oracle::new(*rules);
    each(&game, &[], &oracle);
    while game.round() < 4 {
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
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Compares a state with the oracle's, place by place.
fn same_state(game: &Nimmt, oracle: &Oracle) {
    let table = game.table();
    let turn = match oracle.due {
        Due::Deal => Turn::Chance,
        Due::Nothing { .. } => Turn::Over,
        Due::Pick { .. }
        | Due::Keep
        | Due::Cards
        | Due::SecondCards
        | Due::OpenCard { .. }
        | Due::Row { .. } => {
            let acting = oracle.acting().into_iter().filter_map(Seat::new);
            Turn::Act(acting.collect())
        }
    };
    assert_eq!(game.turn(), turn);
    assert_eq!(
        (game.round() as usize, usize::from(table.turn_number())),
        (oracle.rounds, oracle.turns)
    );
    assert_eq!(row_numbers(game), oracle.rows);
    assert_eq!(game.scores().values(), oracle.scores);
    assert_eq!(numbers(table.pool()), oracle.pool);
    for seat in Seat::all(game.players()) {
        let (index, view) = (seat.index(), game.view(seat));
        let ids: Vec<_> = game.legal(seat).iter().map(Action::id).collect();
        assert_eq!(ids, oracle.legal(index), "seat {seat}");
        assert_eq!(view.legal(), game.legal(seat));
        let mut taken = oracle.taken[index].clone();
        taken.sort_unstable();
        assert_eq!(numbers(table.taken()[seat]), taken);
        assert_eq!(numbers(game.hands()[seat]), oracle.hands[index]);
        assert_eq!(numbers(view.hand()), oracle.hands[index]);
        assert_eq!(usize::from(table.holds()[seat]), oracle.hands[index].len());
        assert_eq!(numbers(view.aside()), oracle.shares[index]);
        assert_eq!(view.pending().map(u8::from), oracle.hidden[index]);
        assert_eq!(table.zeros().contains(seat), oracle.zeros[index]);
        assert_eq!(numbers(table.shown()[seat]), oracle.known[index]);
        assert_eq!(numbers(view.unseen()), oracle.unseen(index));
        let waits = oracle
            .waiting
            .iter()
            .filter(|(_, owner)| *owner == index)
            .map(|(card, _)| *card);
        assert!(
            table.waiting()[seat]
                .iter()
                .flatten()
                .map(|card| card.number())
                .eq(waits)
        );
    }
    if let Due::Nothing { truncated } = oracle.due {
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.truncated, truncated);
        assert!(outcome.winners.iter().map(Seat::index).eq(oracle.winners()));
    }
}

/// How many cards are in play after a deal that left or made these rows.
fn in_play(rules: &RuleFields, rows: &Rows) -> usize {
    let (players, hand_size) = (usize::from(rules.players), usize::from(rules.hand_size));
    match rules.deal {
        CardDeal::Random => rows.cards().len() + hand_size * players,
        CardDeal::Choose => rows.cards().len() + (104 - rows.cards().len()) / players * players,
        CardDeal::Draft => 4 + hand_size * players,
    }
}

/// The most turns that a round can have.
fn most_turns(rules: &RuleFields) -> u16 {
    if rules.take_to_hand {
        return rules.max_turns;
    }
    u16::from(rules.hand_size.div_ceil(rules.cards_per_turn)) + u16::from(rules.zero_cards)
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn the_engine_plays_as_the_rules_read(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, _, oracle| same_state(game, oracle));
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn cards_are_conserved(rules in any_rules(), seed: u64) {
        let mut dealt = CardSet::EMPTY;
        let mut deal_was_due = false;
        play_through(&rules, seed, |game, _, _| {
            let table = game.table();
            let views: Vec<_> = Seat::all(game.players()).map(|seat| game.view(seat)).collect();
            let pending: CardSet = views.iter().filter_map(View::pending).collect();
            let asides: Vec<_> = views.iter().map(View::aside).collect();
            let rows: Vec<_> = table.rows().all().iter().map(Row::cards).collect();
            let apart = [pending, table.waiting_cards(), table.pool()];
            let piles = game.hands().values().iter().chain(table.taken().values());
            let piles: Vec<_> = piles.chain(&asides).chain(&rows).chain(&apart).copied().collect();
            let everywhere = piles.iter().fold(CardSet::EMPTY, |all, pile| all.union(*pile));
            let count: usize = piles.iter().map(|pile| pile.len()).sum();
            assert_eq!(count, everywhere.len(), "a card is in two places");
            // Unseen cards and the deck, as each seat sees them.
            for view in &views {
                assert!(view.unseen().is_disjoint(view.hand()));
                assert!(view.unseen().without(rules.deck()).is_empty());
            }
            if deal_was_due {
                dealt = everywhere;
                assert_eq!(dealt.len(), in_play(&rules, table.rows()));
            }
            assert_eq!(everywhere, dealt);
            deal_was_due = game.turn() == Turn::Chance;
        });
    }

    #[test]
    fn bulls_are_conserved(rules in any_rules(), seed: u64) {
        let mut round_start = SeatMap::new(rules.players.into(), 0);
        let mut sum = round_start;
        play_through(&rules, seed, |game, events, _| {
            let table = game.table();
            if table.turn_number() == 0 && !events.iter().any(|event| matches!(event, Event::Moved(_))) {
                round_start = game.scores();
            }
            for event in events {
                match event {
                    Event::Moved(placed) => {
                        let cost: i32 = placed.taken.iter().map(|card| bulls(card.number(), rules.fives)).sum();
                        let cost = if rules.take_to_hand { 0 } else { cost };
                        assert_eq!(placed.points as i32, cost);
                        sum[placed.seat] += cost;
                    }
                    Event::RoundOver { scores } => assert_eq!(*scores, sum),
                    Event::GameOver(outcome) => assert_eq!(Some(*outcome), game.outcome()),
                    Event::Drafted { .. } | Event::Revealed { .. } | Event::Zero { .. } => {}
                }
            }
            assert_eq!(game.scores(), sum);
            for (seat, taken) in table.taken().iter() {
                assert_eq!(rules.bulls(*taken) as i32, game.scores()[seat] - round_start[seat]);
            }
        });
    }

    #[test]
    fn rows_ascend_and_hold_five(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, _, oracle| {
            for (row, plain) in game.table().rows().all().iter().zip(&oracle.rows) {
                assert!(plain.is_sorted_by(|left, right| left < right));
                assert!(plain.len() <= 5);
                assert_eq!((plain.len(), plain.is_empty()), (row.len(), row.is_empty()));
                assert_eq!(plain.first().copied(), row.first().map(u8::from));
                assert_eq!(plain.last().copied(), row.last().map(u8::from));
                let cost: i32 = plain.iter().map(|&card| bulls(card, rules.fives)).sum();
                assert_eq!(rules.row_bulls(row) as i32, cost);
            }
        });
    }

    #[test]
    fn lengths_are_bounded(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, _, _| {
            let over = matches!(game.turn(), Turn::Chance | Turn::Over);
            let turns = game.table().turn_number();
            assert!(turns <= most_turns(&rules), "{turns} turns");
            assert!(over || turns < most_turns(&rules), "turn {turns} begins");
            if let Some(cap) = rules.max_rounds {
                assert!(game.round() <= cap.into());
            } else if rules.end_score.is_none() {
                assert!(game.round() <= 1);
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
                assert_eq!(other.turn(), game.turn());
            }
        });
    }

    #[test]
    fn every_state_holds_and_can_be_written(rules in any_rules(), seed: u64) {
        play_through(&rules, seed, |game, _, _| {
            assert_eq!(game.check_invariant(), Ok(()));
            let text = serde_json::to_string(game).unwrap();
            assert_eq!(serde_json::from_str::<Nimmt>(&text).unwrap(), *game);
        });
    }
}
