//! When games end, and who wins them.

use hornox_env::nimmt::{Event, Nimmt};
use hornox_env::{Game, Outcome, SeatSet, Turn};
use serde_json::{Value, json};

use crate::common::{choices, deal, dealt, row, rules, seat};

/// A game of rounds in each of which seat 0 takes 7 bulls and seat 1 nothing, until it is over.
fn sevens(fields: Value) -> (u32, Outcome) {
    let mut fields = fields;
    fields["players"] = 2.into();
    fields["hand_size"] = 1.into();
    let mut game = Nimmt::new(&rules(fields));
    while game.turn() == Turn::Chance {
        game.deal(&deal([55, 60, 70, 80], &[&[1], &[90]])).unwrap();
        game.play(&choices(&[1, 90]), &mut ()).unwrap();
        assert_eq!(game.outcome(), None);
        game.play(&[(seat(0), row(0))], &mut ()).unwrap();
    }
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.scores().values(), [7 * game.round() as i32, 0]);
    (game.round(), game.outcome().unwrap())
}

#[test]
fn games_end_by_score_or_by_rounds() {
    let cases = [
        (json!({}), 1, false),
        (json!({"max_rounds": 3}), 3, false),
        (json!({"end_score": 14}), 2, false),
        (json!({"end_score": 14, "end_when": "at_least"}), 2, false),
        (json!({"end_score": 14, "end_when": "exceed"}), 3, false),
        (json!({"end_score": 13, "end_when": "exceed"}), 2, false),
        (json!({"end_score": 15, "end_when": "at_least"}), 3, false),
        (
            json!({"end_score": 14, "end_when": "exceed", "max_rounds": 2}),
            2,
            true,
        ),
        (json!({"end_score": 100, "max_rounds": 2}), 2, true),
        // The cap and the rules' own end in the same round: the rules ended it.
        (
            json!({"end_score": 14, "end_when": "at_least", "max_rounds": 2}),
            2,
            false,
        ),
        (
            json!({"end_score": 13, "end_when": "exceed", "max_rounds": 2}),
            2,
            false,
        ),
        (json!({"end_score": 1, "max_rounds": 5}), 1, false),
    ];
    for (fields, rounds, truncated) in cases {
        let winners = SeatSet::one(seat(1));
        assert_eq!(
            sevens(fields.clone()),
            (rounds, Outcome { winners, truncated }),
            "{fields}"
        );
    }
}

#[test]
fn the_score_is_looked_at_only_when_a_round_is_over() {
    let fields = json!({"players": 2, "hand_size": 2, "end_score": 5});
    let mut game = dealt(fields, [55, 60, 70, 80], &[&[1, 100], &[90, 91]]);
    let mut events = Vec::new();
    game.play(&choices(&[1, 90]), &mut events).unwrap();
    game.play(&[(seat(0), row(0))], &mut events).unwrap();
    assert_eq!(game.scores().values(), [7, 0]);
    assert_eq!(game.turn(), Turn::Act(SeatSet::all(2)));
    game.play(&choices(&[100, 91]), &mut events).unwrap();
    assert_eq!(game.turn(), Turn::Over);
    let outcome = game.outcome().unwrap();
    let scores = game.scores();
    assert_eq!(
        events[events.len() - 2..],
        [Event::RoundOver { scores }, Event::GameOver(outcome)]
    );
}

#[test]
fn equal_lowest_totals_share_the_win() {
    let mut game = dealt(
        json!({"players": 3, "hand_size": 1}),
        [55, 60, 70, 80],
        &[&[90], &[1], &[91]],
    );
    game.play(&choices(&[90, 1, 91]), &mut ()).unwrap();
    game.play(&[(seat(1), row(0))], &mut ()).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winners, [seat(0), seat(2)].into_iter().collect());
    assert_eq!(outcome.win_shares(3).values(), [0.5, 0.0, 0.5]);

    let mut game = dealt(
        json!({"players": 2, "hand_size": 1}),
        [55, 60, 70, 80],
        &[&[90], &[91]],
    );
    game.play(&choices(&[90, 91]), &mut ()).unwrap();
    assert_eq!(game.outcome().unwrap().win_shares(2).values(), [0.5, 0.5]);
}
