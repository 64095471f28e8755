//! What holds in every state of random games by random legal rules.

use hornox_env::sixes::{Card, CardSet, Event, RuleFields, Rules, Sixes, Suit};
use hornox_env::{Action, Game, Seat, SeatSet, Turn, deal_rng};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::oracle::{Due, Oracle, PASS};
use crate::common::random_joint;

/// Any legal rules.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    let chips = prop_oneof![1..4_u16, 1..=1000_u16];
    let caps = prop_oneof![1..4_u16, 1..=10_000_u16];
    (
        2..=10_u8,
        chips,
        any::<bool>(),
        any::<bool>(),
        caps,
        any::<bool>(),
    )
        .prop_map(
            |(players, chips, must_play, until_broke, max_rounds, uneven_deal)| {
                let fields = RuleFields {
                    players,
                    chips,
                    must_play,
                    until_broke,
                    max_rounds,
                    uneven_deal: uneven_deal || 40 % players != 0,
                };
                Rules::check(fields).unwrap()
            },
        )
}

/// Plays a random game, at most some rounds of it, and shows each state with the events that led there.
fn play_through(rules: Rules, seed: u64, mut each: impl FnMut(&Sixes, &[Event], &Oracle)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Sixes::new(&rules);
    let mut oracle = Oracle::new(rules);
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
                oracle.play(joint[0].0.index(), joint[0].1.id());
            }
            Turn::Over => return,
        }
        each(&game, &events, &oracle);
    }
}

fn ids(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::id).collect()
}

/// Two CPUs and some seconds bound the number of cases; a failing case names its rules and seed.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_engine_plays_as_the_rules_read(rules in any_rules(), seed: u64) {
        play_through(rules, seed, |game, _, oracle| {
            let table = game.table();
            let acting = match &oracle.due {
                Due::Deal => Turn::Chance,
                Due::Turn { seat } => Turn::Act(SeatSet::one(Seat::new(*seat).unwrap())),
                Due::Nothing { .. } => Turn::Over,
            };
            assert_eq!(game.turn(), acting);
            assert_eq!(game.round(), oracle.rounds);
            assert_eq!(table.turn_number() as usize, oracle.history.len());
            assert_eq!((table.dealer().index(), table.leader().index()), (oracle.dealer, oracle.leader));
            assert_eq!(game.scores().values(), oracle.chips);
            assert_eq!(table.pot(), oracle.pot);
            for suit in Suit::ALL {
                let ranks = &oracle.columns[suit.index()];
                let ends = ranks.iter().min().zip(ranks.iter().max()).map(|(low, high)| (*low, *high));
                let column = table.columns().column(suit);
                assert_eq!(column.map(|column| (column.low.into(), column.high.into())), ends);
                assert_eq!(
                    table.columns().cards().intersection(CardSet::of_suit(suit)).len(),
                    ranks.len()
                );
            }
            for seat in Seat::all(game.players()) {
                let index = seat.index();
                let legal: Vec<_> = game.legal(seat).iter().map(Action::id).collect();
                assert_eq!(legal, oracle.legal(index), "seat {seat}");
                assert_eq!(game.view(seat).legal(), game.legal(seat));
                assert_eq!(ids(game.hands()[seat]), oracle.hands[index]);
                assert_eq!(ids(table.lacks()[seat]), oracle.lacks(index), "seat {seat}");
            }
            if let Due::Nothing { truncated } = oracle.due {
                let outcome = game.outcome().unwrap();
                assert_eq!(outcome.truncated, truncated);
                assert!(outcome.winners.iter().map(Seat::index).eq(oracle.winners()));
            }
        });
    }

    #[test]
    fn chips_and_cards_are_conserved(rules in any_rules(), seed: u64) {
        play_through(rules, seed, |game, _, _| {
            let chips: i32 = game.scores().values().iter().sum();
            assert_eq!(chips + game.table().pot(), i32::from(rules.players) * i32::from(rules.chips));
            let mut all = game.table().columns().cards();
            let mut count = all.len();
            for hand in game.hands().values() {
                all = all.union(*hand);
                count += hand.len();
            }
            assert_eq!(all.len(), count, "a card is in two places");
            assert!(all == CardSet::DECK || (all.is_empty() && game.round() == 0));
        });
    }

    #[test]
    fn events_tell_what_happened(rules in any_rules(), seed: u64) {
        let (mut chips, mut pot) = (vec![i32::from(rules.chips); rules.players.into()], 0);
        play_through(rules, seed, |game, events, oracle| {
            for event in events {
                match event {
                    Event::Played { seat, card } => {
                        assert_eq!(oracle.history.last(), Some(&(seat.index(), card.id())));
                    }
                    Event::Passed { seat, paid, lacks } => {
                        assert_eq!(oracle.history.last(), Some(&(seat.index(), PASS)));
                        assert_eq!(*paid, chips[seat.index()] > 0);
                        assert_eq!(lacks.is_empty(), !rules.must_play && *paid);
                        assert!(lacks.is_subset(game.table().lacks()[*seat]));
                        chips[seat.index()] -= i32::from(*paid);
                        pot += i32::from(*paid);
                    }
                    Event::RoundOver { winner, pot: won, chips: after } => {
                        assert!(game.hands()[*winner].is_empty());
                        assert_eq!(*won, std::mem::take(&mut pot));
                        chips[winner.index()] += won;
                        assert_eq!(after.values(), chips);
                    }
                    Event::GameOver(outcome) => assert_eq!(Some(*outcome), game.outcome()),
                }
            }
            assert_eq!(game.scores().values(), chips);
            assert_eq!(game.table().pot(), pot);
        });
    }

    /// Where seats must play, somebody can within one turn around the table, and all others still hold a card
    /// when the first hand is empty: 176 turns at five seats.
    #[test]
    fn rounds_are_short_where_seats_must_play(rules in any_rules(), seed: u64) {
        let players = u32::from(rules.players);
        let most = 1 + (40 - players) * players;
        assert!(players != 5 || most == 176);
        play_through(rules, seed, |game, _, _| {
            assert!(!rules.must_play || game.table().turn_number() <= most);
        });
    }
}
