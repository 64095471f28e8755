//! A card that places nothing, once a game.

use std::collections::BTreeSet;

use hornox_env::nimmt::{Action, Event, Nimmt, Phase};
use hornox_env::{Game, PlayError, Seat, SeatSet, Turn};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::{
    card, choice, choices, deal, dealt, moves, numbers, random_step, row_numbers, rules, seat,
};

fn zero(index: usize) -> (Seat, Action) {
    (seat(index), Action::Zero)
}

fn of(index: usize, number: u8) -> (Seat, Action) {
    choice(index, number)[0]
}

fn fields(more: &[(&str, Value)]) -> Value {
    let mut fields = json!({"players": 2, "hand_size": 2, "zero_cards": true});
    for (name, value) in more {
        fields[*name] = value.clone();
    }
    fields
}

#[test]
fn the_zero_places_and_takes_nothing_and_all_see_it_go() {
    let mut game = dealt(fields(&[]), [20, 30, 40, 50], &[&[60, 70], &[61, 71]]);
    assert_eq!(game.table().zeros(), SeatSet::all(2));
    let first = game.legal(seat(0)).first();
    assert_eq!((first, game.legal(seat(0)).len()), (Some(Action::Zero), 3));
    let mut events = Vec::new();
    game.play(&[zero(0), of(1, 61)], &mut events).unwrap();
    assert!(events.contains(&Event::Zero { seat: seat(0) }));
    assert_eq!(moves(&events).len(), 1);
    assert_eq!(game.table().zeros(), SeatSet::one(seat(1)));
    assert_eq!(row_numbers(&game), [vec![20], vec![30], vec![40], vec![50, 61]]);
    assert_eq!(game.table().holds().values(), [2, 1]);
    assert_eq!(game.scores().values(), [0, 0]);
    // Once a game.
    let again = game.play(&[zero(0), of(1, 71)], &mut ());
    assert!(matches!(again, Err(PlayError::Illegal { .. })), "{again:?}");
}

#[test]
fn who_has_only_the_zero_plays_it() {
    let mut game = dealt(fields(&[]), [20, 30, 40, 50], &[&[60, 70], &[61, 71]]);
    game.play(&[zero(0), of(1, 61)], &mut ()).unwrap();
    game.play(&[of(0, 60), of(1, 71)], &mut ()).unwrap();
    // Seat 0 has 70 left, seat 1 only its zero.
    assert_eq!(game.turn(), Turn::Act(SeatSet::all(2)));
    assert_eq!(game.legal(seat(1)).iter().collect::<Vec<_>>(), [Action::Zero]);
    assert_eq!(
        game.legal(seat(0)).iter().collect::<Vec<_>>(),
        [Action::Card(card(70))]
    );
    game.play(&[of(0, 70), zero(1)], &mut ()).unwrap();
    assert_eq!((game.turn(), game.table().turn_number()), (Turn::Over, 3));
}

#[test]
fn the_round_is_over_when_no_number_card_is_left() {
    let fields = fields(&[("max_rounds", json!(3))]);
    let round = deal([20, 30, 40, 50], &[&[60, 70], &[61, 71]]);
    let mut game = Nimmt::new(&rules(fields));
    game.deal(&round).unwrap();
    game.play(&choices(&[60, 61]), &mut ()).unwrap();
    game.play(&choices(&[70, 71]), &mut ()).unwrap();
    // The zeros that nobody played are still there in the second round, and spent in the third.
    assert_eq!(
        (game.turn(), game.table().zeros()),
        (Turn::Chance, SeatSet::all(2))
    );
    game.deal(&round).unwrap();
    game.play(&[of(0, 60), of(1, 61)], &mut ()).unwrap();
    game.play(&[zero(0), of(1, 71)], &mut ()).unwrap();
    game.play(&[of(0, 70), zero(1)], &mut ()).unwrap();
    assert_eq!(
        (game.turn(), game.table().zeros()),
        (Turn::Chance, SeatSet::EMPTY)
    );
    game.deal(&round).unwrap();
    assert_eq!(numbers(game.hands()[seat(0)]), [60, 70]);
    assert_eq!(game.legal(seat(0)).len(), 2);
    game.play(&choices(&[60, 61]), &mut ()).unwrap();
    game.play(&choices(&[70, 71]), &mut ()).unwrap();
    assert_eq!((game.turn(), game.table().turn_number()), (Turn::Over, 2));
}

/// A seat with no card sits out, and yet none ever does: all seats hold equally many cards, the zero among them,
/// since whoever keeps it must play it in the turn that another's zero made necessary.
#[test]
fn all_seats_always_hold_equally_many_cards() {
    let rules = ["simultaneous", "open"].map(|selection| {
        rules(json!({"players": 4, "hand_size": 3, "zero_cards": true, "selection": selection, "max_rounds": 4}))
    });
    for seed in 0..60 {
        let mut game = Nimmt::new(&rules[seed as usize % 2]);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        while random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
            let table = game.table();
            if table.phase() == Phase::Choose && table.selected().is_empty() {
                let held =
                    Seat::all(4).map(|seat| table.holds()[seat] + u8::from(table.zeros().contains(seat)));
                let held: BTreeSet<_> = held.collect();
                assert_eq!(held.len(), 1, "{table}");
            }
        }
    }
}

/// So a state in which some seats hold their zeros and others never had one is refused.
#[test]
fn a_seat_that_lacks_its_zero_from_the_start_is_refused() {
    let game = dealt(fields(&[]), [20, 30, 40, 50], &[&[60, 70], &[61, 71]]);
    let mut value = serde_json::to_value(&game).unwrap();
    value["table"]["zeros"] = json!([0]);
    let error = serde_json::from_value::<Nimmt>(value).unwrap_err().to_string();
    assert!(error.contains("hands of [2, 2] at turn 0"), "{error}");
}

#[test]
fn a_round_lasts_at_most_one_turn_more() {
    let rules = rules(json!({"players": 3, "zero_cards": true, "low_card": "auto"}));
    let mut longest = 0;
    for seed in 0..40 {
        let mut game = Nimmt::new(&rules);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        while random_step(&mut game, seed, &mut rng, &mut Vec::new()) {}
        longest = longest.max(game.table().turn_number());
    }
    assert_eq!(longest, 11);
}
