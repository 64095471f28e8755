//! The encoding on positions that are easy to work out by hand.

use hornox_env::nimmt::{Deal, Preset, RuleFields, Rules};
use hornox_env::{Game, Seat, SeatMap};

use super::*;

fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

/// Two seats; rows end at 10, 20, 55 and 40, and seat 0 holds 5, 25 and 60.
fn position(end_score: Option<u16>) -> Nimmt {
    let rules = RuleFields {
        players: 2,
        hand_size: 3,
        end_score,
        end_when: end_score.map(|_| hornox_env::nimmt::EndWhen::AtLeast),
        ..*Preset::Round.rules()
    };
    let mut game = Nimmt::new(&Rules::check(rules).unwrap());
    let hands = [[5, 25, 60], [3, 26, 104]].map(|hand| hand.map(card).into_iter().collect());
    game.deal(&Deal {
        rows: Some([10, 20, 55, 40].map(card)),
        hands: SeatMap::from_slice(&hands).unwrap(),
        pool: CardSet::EMPTY,
        first: None,
    })
    .unwrap();
    game
}

fn encoded(game: &Nimmt, seat: Seat) -> (Vec<f32>, Vec<Vec<f32>>) {
    let view = game.view(seat);
    let (mut globals, mut actions) = (Vec::new(), Vec::new());
    Nimmt::encode(&view, view.legal(), &mut globals, &mut actions);
    (globals, actions.chunks(FEATURES).map(<[f32]>::to_vec).collect())
}

fn close(left: &[f32], right: &[f32]) {
    let equal = left
        .iter()
        .zip(right)
        .all(|(left, right)| (left - right).abs() < 1e-6);
    assert!(left.len() == right.len() && equal, "{left:?} is not {right:?}");
}

#[test]
fn the_situation_is_where_the_layout_says() {
    let (numbers, _) = encoded(&position(None), Seat::default());
    let span = |name| &numbers[globals_layout().span(name).unwrap().range()];
    assert_eq!(numbers.len(), GLOBALS);
    close(
        span("row_last"),
        &[10.0, 20.0, 40.0, 55.0].map(|last| last / 104.0),
    );
    close(span("row_count"), &[0.2; 4]);
    close(span("row_bulls"), &[0.3, 0.3, 0.3, 0.7]);
    // 104 cards but for 4 rows and 3 in hand: 97.
    close(
        span("row_unseen"),
        &[9.0, 18.0, 14.0, 48.0].map(|count| count / 97.0),
    );
    close(span("row_own"), &[0.0, 1.0, 0.0, 1.0].map(|count| count / 3.0));
    close(span("low_unseen"), &[8.0 / 97.0]);
    close(span("dealt"), &[3.0 / 97.0]);
    close(span("seat_count"), &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    close(span("choose"), &[1.0]);
    close(span("match"), &[0.0]);
}

#[test]
fn cards_are_where_the_layout_says() {
    let (_, actions) = encoded(&position(None), Seat::default());
    let span = |action: usize, name| &actions[action][features_layout().span(name).unwrap().range()];
    close(span(0, "place"), &[0.0, 0.0, 0.0, 0.0, 1.0]);
    close(span(0, "count"), &[0.0; 5]);
    close(span(0, "low_unseen"), &[4.0 / 97.0]);
    close(span(0, "lowest"), &[93.0 / 97.0]);
    close(span(0, "risk"), &[(3.0 * 93.0 / 97.0 + 0.3 * 4.0 / 97.0) / 10.0]);
    close(span(1, "place"), &[0.0, 1.0, 0.0, 0.0, 0.0]);
    close(span(1, "count"), &[1.0, 0.0, 0.0, 0.0, 0.0]);
    close(span(1, "gap_unseen"), &[4.0 / 20.0]);
    close(span(1, "next_unseen"), &[14.0 / 20.0]);
    close(span(1, "distance"), &[5.0 / 30.0]);
    close(span(1, "safe"), &[1.0]);
    close(span(1, "room"), &[1.0]);
    close(span(2, "place"), &[0.0, 0.0, 0.0, 1.0, 0.0]);
    close(span(2, "own_below"), &[0.2]);
    close(span(2, "card_bulls"), &[3.0 / 7.0]);
}

#[test]
fn rows_are_where_the_layout_says() {
    let mut game = position(Some(66));
    let seats = [0, 1].map(|index| Seat::new(index).unwrap());
    let cards = [5, 26].map(|number| Action::Card(card(number)));
    game.play(&[(seats[0], cards[0]), (seats[1], cards[1])], &mut ())
        .unwrap();
    let (numbers, actions) = encoded(&game, seats[0]);
    assert_eq!(actions.len(), 4);
    let global = |name| &numbers[globals_layout().span(name).unwrap().range()];
    let span = |action: usize, name| &actions[action][features_layout().span(name).unwrap().range()];
    close(global("take_row"), &[1.0]);
    close(global("match"), &[1.0]);
    // Row 2 ends with 55, the highest.
    close(span(2, "place"), &[0.0, 0.0, 0.0, 1.0, 0.0]);
    close(span(2, "extra_bulls"), &[0.4]);
    close(span(2, "row_last"), &[55.0 / 104.0]);
    close(span(2, "number"), &[5.0 / 104.0]);
    close(span(2, "joining"), &[0.0]);
    // Without row 1, which ends with 20, card 26 goes behind 10.
    close(span(1, "joining"), &[0.0]);
    close(span(1, "row"), &[1.0]);
    close(span(1, "own_low_after"), &[0.0]);
}
