//! The worked examples of the rules, from deal to takes.

use hornox_env::nimmt::{Action, Event, Move, Nimmt, Phase, RowIndex, Side};
use hornox_env::{Game, PlayError, SeatSet, Turn};
use serde_json::json;

use crate::common::{card, cards, choices, dealt, moves, row, row_numbers, seat};

fn takes(events: &[Event]) -> Vec<Move> {
    moves(events)
        .into_iter()
        .filter(|placed| !placed.taken.is_empty())
        .collect()
}

/// The three turns that the rules walk through, up to the row choice in the third.
fn three_turns(low_card: &str) -> Nimmt {
    let hands: [&[u8]; 4] = [&[3, 14, 21], &[9, 15, 26], &[30, 44, 68], &[36, 61, 83]];
    let fields = json!({"hand_size": 3, "low_card": low_card});
    let mut game = dealt(fields, [12, 37, 43, 58], &hands);

    let mut events = Vec::new();
    game.play(&choices(&[14, 15, 44, 61]), &mut events).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![12, 14, 15], vec![37], vec![43, 44], vec![58, 61]]
    );
    assert_eq!(moves(&events).len(), 4);
    assert_eq!(takes(&events), []);
    assert_eq!(game.scores().values(), [0; 4]);

    events.clear();
    game.play(&choices(&[21, 26, 30, 36]), &mut events).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![30, 36], vec![37], vec![43, 44], vec![58, 61]]
    );
    let taken = Move {
        seat: seat(2),
        card: card(30),
        row: RowIndex::ALL[0],
        side: Side::Right,
        taken: cards(&[12, 14, 15, 21, 26]),
        points: 6,
    };
    assert_eq!(takes(&events), [taken]);
    assert_eq!(game.scores().values(), [0, 0, 6, 0]);

    events.clear();
    game.play(&choices(&[3, 9, 68, 83]), &mut events).unwrap();
    assert_eq!(game.table().phase(), Phase::TakeRow(seat(0)));
    assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat(0))));
    assert_eq!(moves(&events), [], "nothing lies before the row is chosen");
    // The choice is made with every revealed card in sight.
    let waiting = game.view(seat(0)).table().waiting_cards();
    assert_eq!(waiting, cards(&[3, 9, 68, 83]));
    game
}

fn third_turn_on_row_1(mut game: Nimmt) {
    let mut events = Vec::new();
    game.play(&[(seat(0), row(1))], &mut events).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![30, 36], vec![3, 9], vec![43, 44], vec![58, 61, 68, 83]]
    );
    let taken = Move {
        seat: seat(0),
        card: card(3),
        row: RowIndex::ALL[1],
        side: Side::Take,
        taken: cards(&[37]),
        points: 1,
    };
    assert_eq!(takes(&events), [taken]);
    assert_eq!(
        moves(&events)
            .iter()
            .map(|placed| placed.card)
            .collect::<Vec<_>>(),
        [3, 9, 68, 83].map(card)
    );
    assert_eq!(game.scores().values(), [1, 0, 6, 0]);
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn the_three_turns_with_free_rows() {
    let game = three_turns("free");
    assert_eq!(
        game.legal(seat(0)).iter().collect::<Vec<_>>(),
        [0, 1, 2, 3].map(row)
    );
    third_turn_on_row_1(game);
}

#[test]
fn the_three_turns_with_the_cheapest_row() {
    let mut game = three_turns("cheapest");
    assert_eq!(game.legal(seat(0)).iter().collect::<Vec<_>>(), [row(1)]);
    let before = game.clone();
    let refused = game.play(&[(seat(0), row(3))], &mut ());
    assert!(matches!(refused, Err(PlayError::Illegal { .. })), "{refused:?}");
    assert_eq!(game, before);
    third_turn_on_row_1(game);
}

#[test]
fn a_low_card_starts_the_row_that_its_player_takes() {
    for chosen in 0..4 {
        let mut game = dealt(
            json!({"players": 2, "hand_size": 1}),
            [12, 25, 40, 75],
            &[&[7], &[100]],
        );
        let mut events = Vec::new();
        game.play(&choices(&[7, 100]), &mut events).unwrap();
        game.play(&[(seat(0), row(chosen))], &mut events).unwrap();
        let mut expected = [vec![12], vec![25], vec![40], vec![75]];
        let cost = [1, 2, 3, 2][chosen];
        let taken = std::mem::replace(&mut expected[chosen], vec![7]);
        // 100 then goes to the highest end, be it 75 or, where that row was taken, 40.
        expected[if chosen == 3 { 2 } else { 3 }].push(100);
        assert_eq!(row_numbers(&game), expected);
        assert_eq!(takes(&events)[0].taken, cards(&taken));
        assert_eq!(game.scores().values(), [cost, 0]);
    }
}

#[test]
fn equally_cheap_rows_leave_a_choice_except_under_auto() {
    let start = |low_card: &str| {
        let fields = json!({"players": 2, "hand_size": 1, "low_card": low_card});
        let mut game = dealt(fields, [30, 41, 22, 43], &[&[7], &[100]]);
        game.play(&choices(&[7, 100]), &mut ()).unwrap();
        game
    };
    let cheapest = start("cheapest");
    assert_eq!(
        cheapest.legal(seat(0)).iter().collect::<Vec<_>>(),
        [row(1), row(3)]
    );
    let auto = start("auto");
    assert_eq!(row_numbers(&auto), [vec![30], vec![7], vec![22], vec![43, 100]]);
    assert_eq!(auto.turn(), Turn::Over);
}

#[test]
fn the_closest_row_is_compulsory_even_when_it_is_full() {
    let hands: [&[u8]; 2] = [&[11, 12, 16], &[13, 14, 90]];
    let mut game = dealt(json!({"players": 2, "hand_size": 3}), [10, 9, 8, 70], &hands);
    game.play(&choices(&[11, 13]), &mut ()).unwrap();
    game.play(&choices(&[12, 14]), &mut ()).unwrap();
    // 12 was lower than the row's end when its turn came, so it went beside, to the row of 9.
    assert_eq!(
        row_numbers(&game),
        [vec![10, 11, 13, 14], vec![9, 12], vec![8], vec![70]]
    );

    let hands: [&[u8]; 2] = [&[11, 13, 15], &[12, 14, 90]];
    let mut game = dealt(json!({"players": 2, "hand_size": 3}), [10, 9, 8, 70], &hands);
    game.play(&choices(&[11, 12]), &mut ()).unwrap();
    game.play(&choices(&[13, 14]), &mut ()).unwrap();
    let mut events = Vec::new();
    game.play(&choices(&[15, 90]), &mut events).unwrap();
    assert_eq!(row_numbers(&game), [vec![15], vec![9], vec![8], vec![70, 90]]);
    assert_eq!(takes(&events)[0].taken, cards(&[10, 11, 12, 13, 14]));
    assert_eq!(game.scores().values(), [3 + 5 + 1 + 1 + 1, 0]);
}

#[test]
fn refusals_name_the_seat_and_what_is_wrong() {
    let mut game = dealt(
        json!({"players": 2, "hand_size": 2}),
        [12, 25, 40, 75],
        &[&[7, 8], &[100, 101]],
    );
    let (zero, one) = (seat(0), seat(1));
    let (seven, hundred) = (Action::Card(card(7)), Action::Card(card(100)));
    let mut refused = |joint: &[_]| game.play(joint, &mut ()).unwrap_err().to_string();
    assert_eq!(
        refused(&[(zero, seven)]),
        "seat 1 must act, and no action was given for it"
    );
    assert_eq!(
        refused(&[(zero, seven), (zero, seven)]),
        "two actions were given for seat 0"
    );
    assert_eq!(
        refused(&[(zero, seven), (one, hundred), (seat(2), seven)]),
        "seat 2 must not act now"
    );
    assert_eq!(
        refused(&[(zero, seven), (one, seven)]),
        "seat 1 may not play 7; legal: 100, 101"
    );
    assert_eq!(
        refused(&[(zero, Action::Zero), (one, hundred)]),
        "seat 0 may not play zero; legal: 7, 8"
    );
}

/// Profi, as the rules show it: 18 is 5 from 13 and 5 from 23 and so goes right; 21 is 3 from 18 and 2 from 23.
#[test]
fn with_both_sides_the_nearest_end_decides_and_equals_go_right() {
    let mut game = dealt(
        json!({"players": 2, "hand_size": 1, "sides": "both"}),
        [13, 23, 60, 80],
        &[&[21], &[18]],
    );
    let mut events = Vec::new();
    game.play(&choices(&[21, 18]), &mut events).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![13, 18], vec![21, 23], vec![60], vec![80]]
    );
    let sides: Vec<_> = moves(&events)
        .iter()
        .map(|placed| (placed.card, placed.side))
        .collect();
    assert_eq!(sides, [(card(18), Side::Right), (card(21), Side::Left)]);
    assert_eq!(takes(&events), []);
}
