//! Cards join rows on both sides.

use hornox_env::Game;
use hornox_env::nimmt::{Nimmt, Phase, RowIndex, Rows, Side, Sides};
use serde_json::json;

use crate::common::{card, cards, choices, dealt, moves, play, row, row_numbers, seat};

fn fits(rows: [u8; 4], number: u8) -> Option<(usize, Side)> {
    let rows = Rows::new(rows.map(card));
    rows.fit(card(number), Sides::Both)
        .map(|(row, side)| (row.index(), side))
}

#[test]
fn the_smallest_difference_over_all_ends_decides() {
    let rows = [13, 23, 60, 80];
    assert_eq!(fits(rows, 18), Some((0, Side::Right)), "5 from both: right");
    assert_eq!(fits(rows, 19), Some((1, Side::Left)));
    assert_eq!(fits(rows, 17), Some((0, Side::Right)));
    assert_eq!(
        fits(rows, 1),
        Some((0, Side::Left)),
        "below every row, and yet it fits"
    );
    assert_eq!(fits(rows, 104), Some((3, Side::Right)));
    assert_eq!(fits(rows, 70), Some((2, Side::Right)), "10 from both: right");
    assert_eq!(fits(rows, 71), Some((3, Side::Left)));
    assert_eq!(Rows::new(rows.map(card)).fit(card(1), Sides::Right), None);
}

#[test]
fn capacity_counts_the_whole_row_and_a_sixth_card_on_either_side_takes_it() {
    for (number, side) in [(46, Side::Right), (35, Side::Left)] {
        let fields = json!({"players": 4, "hand_size": 2, "sides": "both"});
        let hands: [&[u8]; 4] = [&[39, number], &[41, 95], &[42, 98], &[43, 103]];
        let mut game = dealt(fields, [40, 90, 97, 104], &hands);
        game.play(&choices(&[39, 41, 42, 43]), &mut ()).unwrap();
        assert_eq!(row_numbers(&game)[0], [39, 40, 41, 42, 43]);
        let mut events = Vec::new();
        game.play(&choices(&[number, 95, 98, 103]), &mut events).unwrap();
        let taking = moves(&events)[0];
        assert_eq!((taking.side, taking.row), (side, RowIndex::ALL[0]));
        assert_eq!(taking.taken, cards(&[39, 40, 41, 42, 43]));
        assert_eq!(taking.points, 7);
        assert_eq!(row_numbers(&game)[0], [number]);
    }
}

/// 50 lies strictly inside all four spans; 20, a lower card of another seat, has a place and lies already.
#[test]
fn a_card_inside_every_span_chooses_a_row_after_lower_cards_were_placed() {
    let fields = json!({"players": 4, "hand_size": 2, "sides": "both"});
    let hands: [&[u8]; 4] = [&[60, 20], &[70, 50], &[80, 95], &[90, 100]];
    let mut game = dealt(fields, [30, 31, 32, 33], &hands);
    // All four lie in one row now; a snapshot with the same cards in other rows makes the spans.
    game.play(&choices(&[60, 70, 80, 90]), &mut ()).unwrap();
    assert_eq!(row_numbers(&game)[3], [33, 60, 70, 80, 90]);
    let mut value = serde_json::to_value(&game).unwrap();
    value["table"]["rows"] = json!([[30, 60], [31, 70], [32, 80], [33, 90]]);
    let mut game: Nimmt = serde_json::from_value(value).unwrap();
    let placed = play(&mut game, &choices(&[20, 50, 95, 100]));
    assert_eq!(
        (placed.len(), placed[0].card, placed[0].side),
        (1, card(20), Side::Left)
    );
    assert_eq!(game.table().phase(), Phase::TakeRow(seat(1)));
    assert_eq!(game.table().waiting_cards(), cards(&[50, 95, 100]));
    let placed = play(&mut game, &[(seat(1), row(0))]);
    assert_eq!(
        (placed[0].side, placed[0].taken),
        (Side::Take, cards(&[20, 30, 60]))
    );
    assert_eq!(
        row_numbers(&game),
        [vec![50], vec![31, 70], vec![32, 80], vec![33, 90, 95, 100]]
    );
}
