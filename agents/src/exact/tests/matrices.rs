//! The solver of matrix games.

use rand::RngExt;

use super::super::matrix::{MAX, Payoffs, pair, solve};
use super::value_by_library;
use crate::search::SplitMix64;

/// Whole numbers around 0, as bulls are, with many ties; or any numbers.
fn random(rng: &mut SplitMix64, spread: usize, fraction: f64) -> Payoffs {
    let mut number = || {
        let [whole, part] = [spread as u32, 255].map(|bound| rng.random_range(0..bound));
        f64::from(whole) - spread as f64 / 2.0 + fraction * f64::from(part)
    };
    std::array::from_fn(|_| std::array::from_fn(|_| number()))
}

#[test]
fn values_are_those_of_a_general_library() {
    let mut rng = SplitMix64::new(1);
    for round in 0..3000 {
        let [rows, columns] = [(); 2].map(|()| rng.random_range(1..=MAX as u32) as usize);
        let payoffs = random(
            &mut rng,
            [2, 5, 60, 250][round % 4],
            [0.0, 1.0 / 7.0][round / 4 % 2],
        );
        let solved = solve(&payoffs, rows, columns);
        let value = value_by_library(&payoffs, rows, columns);
        assert!((solved.value - value).abs() < 1e-7, "{} {value}", solved.value);
    }
}

#[test]
fn mixes_guarantee_the_value() {
    let mut rng = SplitMix64::new(2);
    for round in 0..20_000 {
        let [rows, columns] = [(); 2].map(|()| rng.random_range(1..=MAX as u32) as usize);
        let payoffs = random(
            &mut rng,
            [2, 5, 60, 250][round % 4],
            [0.0, 1.0 / 7.0][round / 4 % 2],
        );
        let solved = solve(&payoffs, rows, columns);
        let [own, other] = solved.mixes;
        for (mix, size) in [(own, rows), (other, columns)] {
            assert!(
                mix.iter().all(|&chance| (0.0..=1.0 + 1e-12).contains(&chance)),
                "{mix:?}"
            );
            assert!(mix[size..].iter().all(|&chance| chance == 0.0));
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mix:?}");
        }
        for column in 0..columns {
            let gain: f64 = (0..rows).map(|row| own[row] * payoffs[row][column]).sum();
            assert!(gain > solved.value - 1e-9, "{gain} {solved:?}");
        }
        for line in &payoffs[..rows] {
            let gain: f64 = (0..columns).map(|column| other[column] * line[column]).sum();
            assert!(gain < solved.value + 1e-9, "{gain} {solved:?}");
        }
    }
}

#[test]
fn known_games() {
    let mut payoffs = [[0.0; MAX]; MAX];
    // Rock, paper, scissors.
    for (line, gains) in payoffs
        .iter_mut()
        .zip([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    {
        line[..3].copy_from_slice(&gains);
    }
    let solved = solve(&payoffs, 3, 3);
    assert!(solved.value.abs() < 1e-12);
    for chance in solved.mixes.iter().flat_map(|mix| &mix[..3]) {
        assert!((chance - 1.0 / 3.0).abs() < 1e-12, "{solved:?}");
    }
    // Odd and even: the value is 1/12, by 7/12 of the first.
    assert!((pair([[-2, 3], [3, -4]]) - 1.0 / 12.0).abs() < 1e-12);
    assert!((pair([[1, 2], [0, 5]]) - 1.0).abs() < 1e-12);
}

#[test]
fn two_by_two_is_the_same_in_both_ways() {
    for code in 0..625 {
        let number = |place: u32| code / 5_i32.pow(place) % 5 - 2;
        let small = [[number(0), number(1)], [number(2), number(3)]];
        let mut payoffs = [[0.0; MAX]; MAX];
        for (line, small) in payoffs.iter_mut().zip(small) {
            line[..2].copy_from_slice(&small.map(f64::from));
        }
        let value = value_by_library(&payoffs, 2, 2);
        assert!((pair(small) - value).abs() < 1e-9, "{small:?}");
        assert!((solve(&payoffs, 2, 2).value - value).abs() < 1e-9, "{small:?}");
    }
}
