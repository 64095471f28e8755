//! Hidden hands are drawn uniformly among those with which the round could have been played as it was: all of
//! them are found by trying, and compared with what is drawn.

use std::collections::BTreeMap;

use hornox_env::sixes::{Card, CardSet, Phase, Rules, Sixes, View};
use hornox_env::{Action as _, Game, MAX_SEATS, Resample, Seat, Turn};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::oracle::{Oracle, PASS};
use super::rules;
use crate::common::{random_joint, seat};
use crate::resample::uniform;

/// A state in the middle of a round, and the round so far.
struct Position {
    game: Sixes,
    /// As it was before the deal.
    before: Oracle,
    history: Vec<(usize, u8)>,
}

type Hands = Vec<Vec<u8>>;

fn ids(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::id).collect()
}

impl Position {
    /// Whether the round could have been played as it was if these were the hands now. A pass that could have been
    /// voluntary is legal in the oracle whatever the hand.
    fn possible(&self, now: &Hands) -> bool {
        let mut dealt = now.clone();
        for &(seat, action) in self.history.iter().filter(|(_, action)| *action != PASS) {
            dealt[seat].push(action);
        }
        let mut oracle = self.before.clone();
        oracle.start(dealt);
        self.history.iter().all(|&(seat, action)| {
            let legal = oracle.legal(seat).contains(&action);
            if legal {
                oracle.play(seat, action);
            }
            legal
            // Whose turn it is shows who holds the six of diamonds.
        }) && (!self.history.is_empty() || Some(seat(oracle.leader)) == actor(&self.game))
    }

    /// All hands that agree with what a seat knows.
    fn spreads(&self, observer: Seat) -> Vec<Hands> {
        let view = self.game.view(observer);
        let players = self.game.players();
        let mut found = Vec::new();
        let mut hands = vec![Vec::new(); players];
        hands[observer.index()] = ids(view.hand());
        self.try_all(&view, &ids(view.unseen()), &mut hands, &mut found);
        found
    }

    fn try_all(&self, view: &View, cards: &[u8], hands: &mut Hands, found: &mut Vec<Hands>) {
        let Some((&card, rest)) = cards.split_first() else {
            if self.possible(hands) {
                found.push(hands.clone());
            }
            return;
        };
        for (seat, &holds) in view.table().holds().iter() {
            let index = seat.index();
            if seat != view.seat() && hands[index].len() < usize::from(holds) {
                hands[index].push(card);
                self.try_all(view, rest, hands, found);
                hands[index].pop();
            }
        }
    }
}

fn actor(game: &Sixes) -> Option<Seat> {
    match game.table().phase() {
        Phase::Play(seat) => Some(seat),
        Phase::Deal | Phase::Over { .. } => None,
    }
}

/// Shows each state of random games.
fn positions(rules: Rules, seeds: std::ops::Range<u64>, mut each: impl FnMut(&Position)) {
    for seed in seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut oracle = Oracle::new(rules);
        let mut position = Position {
            game: Sixes::new(&rules),
            before: oracle.clone(),
            history: Vec::new(),
        };
        loop {
            match position.game.turn() {
                Turn::Chance => {
                    position.before = oracle.clone();
                    position.history.clear();
                    let deal = position.game.sample_deal(&mut rng);
                    position.game.deal(&deal).unwrap();
                    oracle.deal(&deal);
                }
                Turn::Act(_) => {
                    let joint = random_joint(&position.game, &mut rng);
                    let plain = (joint[0].0.index(), joint[0].1.id());
                    position.game.play(&joint, &mut ()).unwrap();
                    position.history.push(plain);
                    oracle.play(plain.0, plain.1);
                }
                Turn::Over => break,
            }
            each(&position);
        }
    }
}

/// The number of spreads of a view's unseen cards if passes had shown nothing.
fn unbound(view: &View) -> f64 {
    let mut left = view.unseen().len();
    let mut ways = 1.0;
    for (seat, holds) in view.table().holds().iter() {
        if seat != view.seat() {
            for taken in 0..usize::from(*holds) {
                ways *= left as f64 / (taken + 1) as f64;
                left -= 1;
            }
        }
    }
    ways
}

/// Finds views with few spreads, some of which passes have ruled out, and draws from each.
fn spreads_are_uniform(rules: Rules, wanted: usize) {
    let mut tested = 0;
    positions(rules, 0..60, |position| {
        if tested == wanted || position.history.is_empty() {
            return;
        }
        let index = position.history.len() % position.game.players();
        let view = position.game.view(seat(index));
        if !(6.0..3000.0).contains(&unbound(&view)) {
            return;
        }
        let spreads = position.spreads(view.seat());
        let ruled_out = (spreads.len() as f64) < unbound(&view);
        if !ruled_out || !(3..=300).contains(&spreads.len()) {
            return;
        }
        tested += 1;
        let draws = 40 * spreads.len() as u32;
        let mut counts: BTreeMap<Hands, u32> = spreads.iter().map(|hands| (hands.clone(), 0)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(tested as u64);
        for _ in 0..draws {
            let other = Sixes::resample(&view, &mut rng);
            let hands: Hands = other.hands().values().iter().map(|hand| ids(*hand)).collect();
            let count = counts.get_mut(&hands);
            *count.unwrap_or_else(|| panic!("{hands:?} could not have played so: {}", position.game)) += 1;
        }
        uniform(counts.into_values(), spreads.len(), draws);
    });
    assert_eq!(tested, wanted, "too few views");
}

#[test]
fn where_seats_must_play() {
    spreads_are_uniform(rules(json!({})), 12);
    spreads_are_uniform(rules(json!({"players": 3, "uneven_deal": true})), 8);
}

#[test]
fn where_only_free_passes_show_anything() {
    spreads_are_uniform(
        rules(json!({"chips": 1, "must_play": false, "until_broke": false, "max_rounds": 3})),
        8,
    );
}

/// With many hidden cards: how often each card is in each hand, beside shuffles of which only those are kept that
/// agree with the round so far.
fn as_frequent_as_in_shuffles_that_agree(rules: Rules) {
    let players = usize::from(rules.players);
    let mut tested = 0;
    positions(rules, 0..20, |position| {
        let view = position.game.view(seat(position.history.len() % players));
        let table = view.table();
        let shown = table
            .lacks()
            .values()
            .iter()
            .filter(|cards| cards.len() > 1)
            .count();
        if tested == 3 || view.unseen().len() < 15 || shown < 2 || actor(&position.game).is_none() {
            return;
        }
        tested += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(tested);
        let mut shuffled = [[0_u32; 40]; MAX_SEATS];
        let mut unseen = ids(view.unseen());
        let (mut kept, mut tries) = (0, 0);
        while kept < 3000 {
            tries += 1;
            assert!(tries < 3_000_000, "too few shuffles agree");
            unseen.shuffle(&mut rng);
            let mut cards = unseen.iter().copied();
            let hands: Hands = Seat::all(players)
                .map(|seat| {
                    if seat == view.seat() {
                        ids(view.hand())
                    } else {
                        cards.by_ref().take(table.holds()[seat].into()).collect()
                    }
                })
                .collect();
            if position.possible(&hands) {
                kept += 1;
                for (counts, hand) in shuffled.iter_mut().zip(hands) {
                    for card in hand {
                        counts[usize::from(card)] += 1;
                    }
                }
            }
        }
        let mut drawn = [[0_u32; 40]; MAX_SEATS];
        for _ in 0..kept {
            for (seat, hand) in view.sample_hands(&mut rng).iter() {
                for card in hand.iter() {
                    drawn[seat.index()][usize::from(card.id())] += 1;
                }
            }
        }
        for (seat, card) in (0..players).flat_map(|seat| (0..40).map(move |card| (seat, card))) {
            let (a, b) = (f64::from(shuffled[seat][card]), f64::from(drawn[seat][card]));
            let share = (a + b) / (2.0 * f64::from(kept));
            let spread = (2.0 * f64::from(kept) * share * (1.0 - share)).sqrt();
            assert!(
                (a - b).abs() <= 4.5 * spread,
                "card {card} at seat {seat}: {a} and {b} of {kept}"
            );
        }
    });
    assert_eq!(tested, 3);
}

#[test]
fn frequencies_with_many_hidden_cards() {
    as_frequent_as_in_shuffles_that_agree(rules(json!({"players": 4})));
    as_frequent_as_in_shuffles_that_agree(rules(json!({"players": 10})));
    as_frequent_as_in_shuffles_that_agree(rules(json!({"players": 7, "uneven_deal": true})));
}

/// Until it is led, the six of diamonds is drawn for whoever is to lead.
#[test]
fn the_leader_holds_the_six_of_diamonds() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut game = Sixes::new(&rules(json!({})));
    let deal = game.sample_deal(&mut rng);
    game.deal(&deal).unwrap();
    for observer in Seat::all(5) {
        for _ in 0..rng.random_range(20..40_u32) {
            let other = Sixes::resample(&game.view(observer), &mut rng);
            assert!(other.hands()[game.table().leader()].contains(Card::SIX_OF_DIAMONDS));
        }
    }
}
