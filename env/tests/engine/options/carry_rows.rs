//! Rows stay on the table between rounds.

use hornox_env::nimmt::{CardSet, Deal, Nimmt};
use hornox_env::{Game, SeatMap, Turn, deal_rng};
use serde_json::json;

use crate::common::{card, cards, choices, deal, dealt, row, row_numbers, seat};

fn hands(hands: &[&[u8]]) -> Deal {
    Deal {
        rows: None,
        hands: SeatMap::from_fn(hands.len(), |seat| cards(hands[seat.index()])),
        pool: CardSet::EMPTY,
        first: None,
    }
}

fn after_a_round() -> Nimmt {
    let fields = json!({"players": 2, "hand_size": 2, "carry_rows": true, "max_rounds": 3});
    let mut game = dealt(fields, [20, 30, 40, 50], &[&[7, 21], &[41, 60]]);
    game.play(&choices(&[7, 41]), &mut ()).unwrap();
    game.play(&[(seat(0), row(0))], &mut ()).unwrap();
    game.play(&choices(&[21, 60]), &mut ()).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![7, 21], vec![30], vec![40, 41], vec![50, 60]]
    );
    assert_eq!(game.turn(), Turn::Chance);
    game
}

#[test]
fn rows_stay_and_no_first_cards_are_dealt() {
    let mut game = after_a_round();
    assert!(game.deal(&deal([1, 2, 3, 4], &[&[20, 8], &[9, 10]])).is_err());
    for lying in [21, 41, 7] {
        assert!(
            game.deal(&hands(&[&[8, lying], &[9, 10]])).is_err(),
            "{lying} lies in a row"
        );
    }
    // 20 was taken: it returns.
    game.deal(&hands(&[&[20, 23], &[22, 104]])).unwrap();
    assert_eq!(
        row_numbers(&game),
        [vec![7, 21], vec![30], vec![40, 41], vec![50, 60]]
    );
    assert!(game.table().taken().values().iter().all(|taken| taken.is_empty()));
    assert_eq!(game.scores().values(), [3, 0]);
    // What lies there is seen; what was taken is not any more.
    let unseen = game.view(seat(1)).unseen();
    assert!(unseen.contains(card(20)) && unseen.is_disjoint(cards(&[7, 21, 30, 40, 41, 50, 60, 22, 104])));
    assert_eq!(unseen.len(), 104 - 7 - 2);
    game.play(&choices(&[23, 22]), &mut ()).unwrap();
    assert_eq!(game.turn(), Turn::Act(hornox_env::SeatSet::all(2)));
    assert_eq!(row_numbers(&game)[0], [7, 21, 22, 23]);
}

#[test]
fn all_cards_off_the_table_are_dealt_again() {
    let game = after_a_round();
    let mut dealt = CardSet::EMPTY;
    for number in 0..400 {
        let deal = game.sample_deal(&mut deal_rng(1, number, 1));
        assert_eq!(deal.rows, None);
        dealt = deal
            .hands
            .values()
            .iter()
            .fold(dealt, |all, hand| all.union(*hand));
    }
    assert_eq!(dealt, CardSet::DECK.without(game.table().rows().cards()));
}

#[test]
fn without_the_option_rows_are_dealt_afresh() {
    let fields = json!({"players": 2, "hand_size": 1, "max_rounds": 2});
    let mut game = dealt(fields, [20, 30, 40, 50], &[&[21], &[41]]);
    game.play(&choices(&[21, 41]), &mut ()).unwrap();
    assert!(game.deal(&hands(&[&[22], &[42]])).is_err());
    game.deal(&deal([21, 41, 1, 2], &[&[20], &[40]])).unwrap();
    assert_eq!(row_numbers(&game), [vec![21], vec![41], vec![1], vec![2]]);
}
