//! The tactic deck, and what fives cost.

use hornox_env::Game;
use hornox_env::nimmt::{Card, CardSet, Nimmt};
use hornox_env::{Seat, deal_rng};
use serde_json::json;

use crate::common::{card, cards, choices, dealt, numbers, row, rules, seat};

#[test]
fn fives_cost_one_where_the_rules_say_so() {
    let one = rules(json!({"fives": 1}));
    let two = rules(json!({}));
    assert_eq!((two.bulls(CardSet::DECK), one.bulls(CardSet::DECK)), (171, 162));
    let fives = cards(&[5, 15, 25, 35, 45, 65, 75, 85, 95]);
    for card in Card::DECK {
        let less = u32::from(fives.contains(card));
        assert_eq!(one.card_bulls(card), two.card_bulls(card) - less, "{card}");
    }
    assert_eq!(one.card_bulls(card(55)), 7);
}

#[test]
fn a_taken_row_costs_what_its_cards_cost() {
    let fields = |fives: u8| json!({"players": 2, "hand_size": 1, "fives": fives});
    for (fives, bulls) in [(2, 2), (1, 1)] {
        let mut game = dealt(fields(fives), [25, 40, 50, 60], &[&[7], &[100]]);
        game.play(&choices(&[7, 100]), &mut ()).unwrap();
        game.play(&[(seat(0), row(0))], &mut ()).unwrap();
        assert_eq!(game.scores().values(), [bulls, 0]);
    }
}

/// Cheapest means cheapest by these rules: with fives at one, 25 is as cheap as 41.
#[test]
fn fives_count_in_which_row_is_cheapest() {
    for (fives, legal) in [(2, vec![row(1)]), (1, vec![row(0), row(1)])] {
        let fields = json!({"players": 2, "hand_size": 1, "low_card": "cheapest", "fives": fives});
        let mut game = dealt(fields, [25, 41, 50, 60], &[&[7], &[100]]);
        game.play(&choices(&[7, 100]), &mut ()).unwrap();
        assert_eq!(game.legal(seat(0)).iter().collect::<Vec<_>>(), legal);
    }
}

#[test]
fn a_tactic_deck_is_dealt_out() {
    let decks = [24, 34, 44, 54, 64, 74, 84, 94, 104];
    let bulls = [38, 55, 72, 85, 103, 120, 137, 154, 171];
    for ((players, deck), bulls) in (2..=10_u8).zip(decks).zip(bulls) {
        let rules = rules(json!({"deck": "tactic", "players": players}));
        assert_eq!(numbers(rules.deck()), (1..=deck).collect::<Vec<_>>());
        assert_eq!(rules.bulls(rules.deck()), bulls);
        let mut game = Nimmt::new(&rules);
        let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
        let rows: CardSet = deal.rows.unwrap().into_iter().collect();
        let all = deal
            .hands
            .values()
            .iter()
            .fold(rows, |all, hand| all.union(*hand));
        assert_eq!(all, rules.deck());
        game.deal(&deal).unwrap();
        // What a seat does not see is exactly what the others hold.
        for seat in Seat::all(players.into()) {
            let others = Seat::all(players.into()).filter(|other| *other != seat);
            let held = others.fold(CardSet::EMPTY, |all, other| all.union(game.hands()[other]));
            assert_eq!(game.view(seat).unseen(), held);
        }
    }
}
