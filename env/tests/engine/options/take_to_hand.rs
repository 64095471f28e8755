//! Taken rows go into the hand.

use hornox_env::nimmt::{Event, Nimmt, Phase};
use hornox_env::{Game, Outcome, SeatSet, Turn};
use serde_json::{Value, json};

use crate::common::{card, cards, choices, dealt, moves, numbers, play, row, row_numbers, seat};

fn fields(players: u8, hand_size: u8, max_turns: u16) -> Value {
    json!({"players": players, "hand_size": hand_size, "take_to_hand": true, "max_turns": max_turns})
}

#[test]
fn a_taken_row_goes_into_the_hand_and_costs_nothing() {
    let mut game = dealt(fields(2, 2, 9), [55, 60, 70, 80], &[&[7, 8], &[90, 91]]);
    game.play(&choices(&[7, 90]), &mut ()).unwrap();
    // Any row, since none is cheapest.
    assert_eq!(game.legal(seat(0)).len(), 4);
    let placed = play(&mut game, &[(seat(0), row(0))]);
    assert_eq!((placed[0].taken, placed[0].points), (cards(&[55]), 0));
    assert_eq!(numbers(game.hands()[seat(0)]), [8, 55]);
    assert_eq!(game.scores().values(), [0, 0]);
    assert!(game.table().taken().values().iter().all(|taken| taken.is_empty()));
    // All saw it go there; the dealt card stays hidden.
    let seen = game.view(seat(1));
    assert_eq!(seen.table().shown()[seat(0)], cards(&[55]));
    assert!(seen.unseen().contains(card(8)) && !seen.unseen().contains(card(55)));
    // It can be played from the next turn on, and is then known no more.
    assert_eq!(game.legal(seat(0)).len(), 2);
    game.play(&choices(&[55, 91]), &mut ()).unwrap();
    assert_eq!(game.table().shown()[seat(0)], cards(&[]));
}

/// Seat 1's second card is placed before seat 0's and seat 2's: it wins, and theirs stay unplaced.
#[test]
fn a_seat_wins_at_once_when_its_hand_is_empty() {
    let mut game = dealt(fields(3, 1, 9), [10, 20, 30, 40], &[&[60], &[50], &[61]]);
    let mut events = Vec::new();
    game.play(&choices(&[60, 50, 61]), &mut events).unwrap();
    assert_eq!(moves(&events).len(), 1);
    let outcome = Outcome {
        winners: SeatSet::one(seat(1)),
        truncated: false,
    };
    assert_eq!((game.turn(), game.outcome()), (Turn::Over, Some(outcome)));
    assert_eq!(events.last(), Some(&Event::GameOver(outcome)));
    assert_eq!(game.table().waiting_cards(), cards(&[60, 61]));
    assert_eq!(game.table().waiting()[seat(0)], [Some(card(60)), None]);
    assert_eq!(row_numbers(&game), [vec![10], vec![20], vec![30], vec![40, 50]]);
    assert_eq!((game.round(), game.scores().values()), (1, &[0, 0, 0][..]));
}

/// The last card of a hand that takes a full row does not empty it.
#[test]
fn a_hand_that_takes_a_row_is_not_empty() {
    let hands: [&[u8]; 2] = [&[41, 43, 45], &[42, 44, 46]];
    let mut game = dealt(fields(2, 3, 9), [10, 20, 30, 40], &hands);
    game.play(&choices(&[41, 42]), &mut ()).unwrap();
    game.play(&choices(&[43, 44]), &mut ()).unwrap();
    let placed = play(&mut game, &choices(&[45, 46]));
    assert_eq!(placed[0].taken, cards(&[40, 41, 42, 43, 44]));
    // 45 took the row; 46 then follows it and empties seat 1's hand.
    assert_eq!(numbers(game.hands()[seat(0)]), [40, 41, 42, 43, 44]);
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.winners, outcome.truncated),
        (SeatSet::one(seat(1)), false)
    );
}

#[test]
fn a_row_chosen_for_the_last_card_does_not_win() {
    let mut game = dealt(fields(2, 1, 9), [10, 20, 30, 40], &[&[1], &[50]]);
    game.play(&choices(&[1, 50]), &mut ()).unwrap();
    assert_eq!(game.table().phase(), Phase::TakeRow(seat(0)));
    game.play(&[(seat(0), row(0))], &mut ()).unwrap();
    assert_eq!(game.outcome().unwrap().winners, SeatSet::one(seat(1)));
    assert_eq!(numbers(game.hands()[seat(0)]), [10]);
}

#[test]
fn the_cap_truncates_and_the_fewest_cards_win() {
    // Seat 0 takes a row; seats 1 and 2 have one card left, equally few.
    let hands: [&[u8]; 3] = [&[1, 2], &[50, 51], &[60, 61]];
    let mut game = dealt(fields(3, 2, 1), [10, 20, 30, 40], &hands);
    game.play(&choices(&[1, 50, 60]), &mut ()).unwrap();
    game.play(&[(seat(0), row(0))], &mut ()).unwrap();
    let outcome = game.outcome().unwrap();
    assert!(outcome.truncated);
    assert_eq!(outcome.win_shares(3).values(), [0.0, 0.5, 0.5]);
    assert_eq!((game.table().turn_number(), game.turn()), (1, Turn::Over));
}

#[test]
fn a_win_on_the_last_turn_is_not_truncated() {
    let hands: [&[u8]; 2] = [&[41, 43], &[42, 44]];
    for (cap, truncated) in [(1, true), (2, false), (3, false)] {
        let mut game: Nimmt = dealt(fields(2, 2, cap), [10, 20, 30, 40], &hands);
        game.play(&choices(&[41, 42]), &mut ()).unwrap();
        if game.outcome().is_none() {
            game.play(&choices(&[43, 44]), &mut ()).unwrap();
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.truncated, truncated, "cap {cap}");
        let winners = if truncated {
            SeatSet::all(2)
        } else {
            SeatSet::one(seat(0))
        };
        assert_eq!(outcome.winners, winners);
    }
}
