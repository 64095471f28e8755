//! Values and mixes of positions.

use hornox_env::Game;
use hornox_env::nimmt::{Action, LowCard, Nimmt};

use super::super::{Position, Solution, solve};
use super::{LOW_CARDS, difference, midway, plainly, seat};

#[test]
fn values_are_those_of_plain_recursion() {
    for low_card in LOW_CARDS {
        for number in 0..40 {
            // Late in a long round, rows are full and cards fit nowhere.
            for (hand_size, cards) in [(1, 1), (2, 2), (3, 3), (10, 1), (10, 2), (10, 3), (7, 3)] {
                let game = midway(hand_size, cards, low_card, number);
                let solved = solve(&Position::of(&game).unwrap());
                let value = plainly(&game);
                assert!(
                    (solved.value - value).abs() < 1e-7,
                    "{} {value}\n{game}",
                    solved.value
                );
            }
        }
    }
}

#[test]
fn four_cards_too() {
    for (number, low_card) in [
        (1, LowCard::Auto),
        (2, LowCard::Auto),
        (3, LowCard::Cheapest),
        (4, LowCard::Free),
    ] {
        let game = midway(8, 4, low_card, number);
        let solved = solve(&Position::of(&game).unwrap());
        assert!((solved.value - plainly(&game)).abs() < 1e-7, "{game}");
    }
}

#[test]
fn exchanged_seats_exchange_the_sign() {
    for (number, low_card) in (0..60).zip(LOW_CARDS.into_iter().cycle()) {
        let position = Position::of(&midway(10, 5, low_card, number)).unwrap();
        let [here, there] = [position, position.swapped()].map(|position| solve(&position).value);
        assert!((here + there).abs() < 1e-7, "{here} {there}: {position:?}");
    }
}

/// The exact value of every pair of cards, by solving what follows.
fn entries(game: &Nimmt) -> Vec<Vec<f64>> {
    let after = |own: Action, other: Action| {
        let mut next = game.clone();
        next.play(&[(seat(0), own), (seat(1), other)], &mut ()).unwrap();
        difference(&next) - difference(game) + Position::of(&next).map_or(0.0, |next| solve(&next).value)
    };
    let [own, other] = [0, 1].map(|index| game.legal(seat(index)));
    own.iter()
        .map(|own| other.iter().map(|other| after(own, other)).collect())
        .collect()
}

fn chances(solved: &Solution) -> [Vec<f64>; 2] {
    solved
        .mixes
        .clone()
        .map(|mix| mix.into_iter().map(|(_, chance)| chance).collect())
}

#[test]
fn nobody_gains_by_leaving_the_mix() {
    let mut mixed = 0;
    for number in 0..40 {
        let game = midway(10, 5, LowCard::Auto, number);
        let solved = solve(&Position::of(&game).unwrap());
        let entries = entries(&game);
        let [own, other] = chances(&solved);
        for mix in [&own, &other] {
            assert!(mix.iter().all(|&chance| chance >= 0.0) && (mix.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        for (place, line) in entries.iter().enumerate() {
            let against_other: f64 = line
                .iter()
                .zip(&other)
                .map(|(value, chance)| value * chance)
                .sum();
            let against_own: f64 = entries
                .iter()
                .zip(&own)
                .map(|(line, chance)| line[place] * chance)
                .sum();
            assert!(
                against_other > solved.value - 1e-6,
                "{number}: {against_other} {solved:?}"
            );
            assert!(
                against_own < solved.value + 1e-6,
                "{number}: {against_own} {solved:?}"
            );
        }
        assert_eq!(
            solved.saddle,
            own.iter().chain(&other).all(|chance| [0.0, 1.0].contains(chance))
        );
        mixed += usize::from(!solved.saddle);
    }
    assert!((3..30).contains(&mixed), "{mixed}");
}
