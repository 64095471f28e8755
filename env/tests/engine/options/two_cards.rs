//! Two cards a turn.

use hornox_env::nimmt::{Event, Nimmt, Phase};
use hornox_env::{Game, SeatSet, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{card, choices, dealt, moves, numbers, random_step, row, row_numbers, rules, seat};

#[test]
fn both_cards_are_chosen_before_any_is_revealed_and_placed_singly() {
    let fields = json!({"players": 2, "hand_size": 2, "cards_per_turn": 2});
    let mut game = dealt(fields, [10, 20, 30, 40], &[&[41, 44], &[42, 43]]);
    let mut events = Vec::new();
    game.play(&choices(&[44, 42]), &mut events).unwrap();
    assert_eq!(events, [], "nothing is revealed yet");
    assert_eq!(
        (game.table().phase(), game.turn()),
        (Phase::ChooseSecond, Turn::Act(SeatSet::all(2)))
    );
    let view = game.view(seat(0));
    assert_eq!((view.pending(), numbers(view.hand())), (Some(card(44)), vec![41]));
    assert!(view.unseen().contains(card(42)), "the other's choice is hidden");
    game.play(&choices(&[41, 43]), &mut events).unwrap();
    let placed: Vec<_> = moves(&events)
        .iter()
        .map(|placed| (placed.card, placed.seat))
        .collect();
    let lowest_first = [(41, 0), (42, 1), (43, 1), (44, 0)].map(|(number, who)| (card(number), seat(who)));
    assert_eq!(placed, lowest_first);
    // 41 to 43 fill the row up to four, 44 makes five: nothing is taken.
    assert_eq!(row_numbers(&game)[3], [40, 41, 42, 43, 44]);
    assert_eq!((game.turn(), game.table().turn_number()), (Turn::Over, 1));
}

/// Which card was chosen first stays hidden: the order of choosing changes nothing that anybody sees.
#[test]
fn the_order_of_choosing_does_not_show() {
    let play = |first: [u8; 2], second: [u8; 2]| {
        let fields = json!({"players": 2, "hand_size": 4, "cards_per_turn": 2});
        let mut game = dealt(fields, [10, 20, 30, 40], &[&[1, 41, 44, 90], &[42, 43, 91, 92]]);
        let mut events: Vec<Event> = Vec::new();
        game.play(&choices(&first), &mut events).unwrap();
        game.play(&choices(&second), &mut events).unwrap();
        (game, events)
    };
    assert_eq!(play([44, 42], [1, 43]), play([1, 43], [44, 42]));
    let (mut game, _) = play([44, 42], [1, 43]);
    assert_eq!(game.table().phase(), Phase::TakeRow(seat(0)));
    assert_eq!(game.table().waiting()[seat(0)], [Some(card(1)), Some(card(44))]);
    game.play(&[(seat(0), row(0))], &mut ()).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![1], vec![20], vec![30], vec![40, 42, 43, 44]]
    );
}

#[test]
fn an_odd_hand_ends_with_one_card() {
    let fields = json!({"players": 2, "hand_size": 3, "cards_per_turn": 2});
    let mut game = dealt(fields, [10, 20, 30, 40], &[&[41, 44, 50], &[42, 43, 51]]);
    game.play(&choices(&[44, 42]), &mut ()).unwrap();
    game.play(&choices(&[41, 43]), &mut ()).unwrap();
    let mut events = Vec::new();
    assert_eq!(game.table().phase(), Phase::Choose);
    game.play(&choices(&[50, 51]), &mut events).unwrap();
    assert_eq!(moves(&events).len(), 2);
    assert_eq!((game.turn(), game.table().turn_number()), (Turn::Over, 2));
}

#[test]
fn ten_cards_last_five_turns() {
    for players in [2_usize, 5, 10] {
        let mut game = Nimmt::new(&rules(json!({"players": players, "cards_per_turn": 2})));
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        while random_step(&mut game, 7, &mut rng, &mut Vec::new()) {}
        assert_eq!(game.table().turn_number(), 5);
    }
    let game = Nimmt::new(&rules(json!({"cards_per_turn": 2})));
    assert_eq!(
        game.sample_deal(&mut deal_rng(1, 0, 0)),
        Nimmt::new(&rules(json!({}))).sample_deal(&mut deal_rng(1, 0, 0)),
        "deals do not depend on it"
    );
}
