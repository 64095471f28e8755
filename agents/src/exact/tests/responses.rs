//! Best responses.

use std::convert::Infallible;

use hornox_env::nimmt::{Action, LowCard, Nimmt, View};
use hornox_env::{ActionSet, Agent, Game, Seat, Turn};

use super::super::{Exact, Position, ResponseError, best_response, solve};
use super::{LOW_CARDS, difference, midway, seat};
use crate::scripted::{Random, Scripted, nimmt::Risk};

fn against(game: &Nimmt, responder: Seat, agent: &mut dyn Agent<Nimmt>) -> f64 {
    best_response(game, responder, |view, legal| {
        agent.probabilities(view, legal).map(Option::unwrap_or_default)
    })
    .unwrap()
}

#[test]
fn exact_play_leaves_nothing_to_gain() {
    for low_card in LOW_CARDS {
        for number in 0..6 {
            let game = midway(4, 4, low_card, number);
            let value = solve(&Position::of(&game).unwrap()).value;
            let mut exact = Exact::new("exact".to_owned(), 10, Box::new(Scripted(Random)));
            for (index, value) in [value, -value].into_iter().enumerate() {
                let got = against(&game, seat(index), &mut exact);
                assert!((got - value).abs() < 1e-6, "{got} {value}\n{game}");
            }
        }
    }
}

#[test]
fn other_play_never_leaves_less() {
    let mut gains = 0.0;
    for number in 0..20 {
        let game = midway(10, 4, LowCard::Auto, number);
        let value = solve(&Position::of(&game).unwrap()).value;
        for (index, value) in [value, -value].into_iter().enumerate() {
            let mut agents: [Box<dyn Agent<Nimmt>>; 2] =
                [Box::new(Scripted(Random)), Box::new(Scripted(Risk))];
            for agent in &mut agents {
                let got = against(&game, seat(index), agent.as_mut());
                assert!(got < value + 1e-6, "{got} {value}");
                gains += value - got;
            }
        }
    }
    assert!(gains > 10.0, "{gains}");
}

/// Seat 1 plays uniformly, rows too: seat 0 minimises a plain mean.
fn plainly_against_random(game: &Nimmt) -> f64 {
    let Turn::Act(acting) = game.turn() else {
        return 0.0;
    };
    let legal = |seat| {
        let actions: Vec<Option<Action>> = game.legal(seat).iter().map(Some).collect();
        if actions.is_empty() { vec![None] } else { actions }
    };
    let mut best = f64::INFINITY;
    for own in legal(seat(0)) {
        let theirs = legal(seat(1));
        let mut sum = 0.0;
        for other in &theirs {
            let joint: Vec<_> = [(seat(0), own), (seat(1), *other)]
                .into_iter()
                .filter_map(|(seat, action)| Some((seat, action?)))
                .collect();
            assert_eq!(joint.len(), acting.len());
            let mut next = game.clone();
            next.play(&joint, &mut ()).unwrap();
            sum += difference(&next) - difference(game) + plainly_against_random(&next);
        }
        best = best.min(sum / theirs.len() as f64);
    }
    best
}

#[test]
fn against_random_it_is_plain_recursion() {
    for low_card in LOW_CARDS {
        for number in 0..10 {
            let game = midway(9, 3, low_card, number);
            let got = against(&game, seat(0), &mut Scripted(Random));
            assert!((got - plainly_against_random(&game)).abs() < 1e-9, "{game}");
        }
    }
}

#[test]
fn bad_policies_are_refused() {
    let game = midway(3, 3, LowCard::Free, 1);
    let respond = |chances: &[f64]| {
        let policy = |_: &View, _: ActionSet<Action>| Ok::<_, Infallible>(chances.to_vec());
        best_response(&game, seat(1), policy)
    };
    for chances in [
        &[0.5, 0.5][..],
        &[0.5, 0.5, 0.5],
        &[1.5, -0.5, 0.0],
        &[f64::NAN, 0.5, 0.5],
    ] {
        let error = respond(chances).unwrap_err();
        assert!(matches!(error, ResponseError::Probabilities { .. }), "{error}");
    }
    let dealt = Nimmt::new(game.rules());
    let error = best_response(&dealt, seat(0), |_, _| Ok::<_, Infallible>(Vec::new())).unwrap_err();
    assert!(matches!(error, ResponseError::Exact(_)), "{error}");
}
