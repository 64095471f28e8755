//! Hidden hands are drawn uniformly among all that agree with a view: a chi-square test on states in which few
//! or simple spreads are left.

use std::collections::BTreeMap;

use hornox_env::nimmt::{Card, Nimmt, Phase};
use hornox_env::{Game, Resample, Seat};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{card, deal, find, numbers, rules};

/// The statistic below which (or above which, for negative `z`) a share of about Φ(z) of chi-square values with
/// `freedom` degrees lies, by the approximation of Wilson and Hilferty.
fn chi_square_quantile(freedom: f64, z: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + z * spread.sqrt()).powi(3)
}

/// The quantile of the normal distribution that is passed with probability 1e-4.
const Z: f64 = 3.719;

/// Checks that counts over `cells` equally likely cells are neither too uneven nor too even for chance.
pub fn uniform(counts: impl IntoIterator<Item = u32>, cells: usize, draws: u32) {
    let expected = f64::from(draws) / cells as f64;
    assert!(expected >= 5.0, "too few draws for the approximation");
    let mut seen = 0;
    let mut statistic = 0.0;
    for count in counts {
        seen += 1;
        statistic += (f64::from(count) - expected).powi(2) / expected;
    }
    assert!(
        seen <= cells,
        "{seen} spreads, and only {cells} agree with the view"
    );
    statistic += (cells - seen) as f64 * expected;
    let freedom = (cells - 1) as f64;
    let range = chi_square_quantile(freedom, -Z)..chi_square_quantile(freedom, Z);
    assert!(
        range.contains(&statistic),
        "chi-square {statistic:.1} is outside {range:.1?}"
    );
}

/// Draws hidden hands from `seat`'s view of `game` and checks that all `cells` spreads are equally frequent.
fn spreads_are_uniform(game: &Nimmt, seat: Seat, cells: usize, draws: u32) {
    let view = game.view(seat);
    let mut rng = ChaCha8Rng::seed_from_u64(2024);
    let mut counts: BTreeMap<Vec<Hidden>, u32> = BTreeMap::new();
    for _ in 0..draws {
        let other = Nimmt::resample(&view, &mut rng);
        assert_eq!(other.hands()[seat], view.hand());
        *counts.entry(hidden(&other)).or_default() += 1;
    }
    uniform(counts.into_values(), cells, draws);
}

/// What is hidden of a seat: its hand, the card that it has chosen, what it put aside.
type Hidden = (Vec<u8>, Option<Card>, Vec<u8>);

fn hidden(game: &Nimmt) -> Vec<Hidden> {
    let of = |seat| {
        let view = game.view(seat);
        (numbers(view.hand()), view.pending(), numbers(view.aside()))
    };
    Seat::all(game.players()).map(of).collect()
}

fn all_hold(game: &Nimmt, cards: u8) -> bool {
    game.table().holds().values().iter().all(|&held| held == cards)
}

fn in_choice(game: &Nimmt) -> bool {
    game.table().phase() == Phase::Choose
}

fn in_take(game: &Nimmt) -> bool {
    matches!(game.table().phase(), Phase::TakeRow(_))
}

#[test]
fn after_a_deal_of_one_card_each() {
    let mut game = Nimmt::new(&rules(json!({"players": 3, "hand_size": 1})));
    game.deal(&deal([12, 25, 40, 75], &[&[7], &[100], &[101]]))
        .unwrap();
    // Ordered pairs of the 99 cards that seat 1 has not seen.
    spreads_are_uniform(&game, Seat::new(1).unwrap(), 99 * 98, 60_000);
}

#[test]
fn with_one_card_set_aside() {
    // 3 × 33 + 4 = 103. With two cards left a seat, five are unseen: 5! / (2! · 2! · 1!) spreads.
    let rules = rules(json!({"players": 3, "hand_size": 33}));
    let game = find(&rules, |game| in_choice(game) && all_hold(game, 2));
    for seat in Seat::all(3) {
        spreads_are_uniform(&game, seat, 30, 6000);
    }
}

#[test]
fn with_the_whole_deck_dealt() {
    // 4 × 25 + 4 = 104: what is unseen is in the other hands, 6! / (2! · 2! · 2!) spreads.
    let rules = rules(json!({"hand_size": 25, "low_card": "auto"}));
    let game = find(&rules, |game| in_choice(game) && all_hold(game, 2));
    spreads_are_uniform(&game, Seat::new(2).unwrap(), 90, 12_000);
}

#[test]
fn while_a_row_is_chosen() {
    // The revealed cards are known, so that hands are one card shorter: two of the others' cards and one aside.
    let rules = rules(json!({"players": 3, "hand_size": 33}));
    let game = find(&rules, |game| in_take(game) && all_hold(game, 1));
    for seat in Seat::all(3) {
        spreads_are_uniform(&game, seat, 6, 3000);
    }
    let two_left = find(&rules, |game| in_take(game) && all_hold(game, 2));
    spreads_are_uniform(&two_left, Seat::new(0).unwrap(), 30, 6000);
}

#[test]
fn deals_are_uniform() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let game = Nimmt::new(&rules(json!({})));
    let mut starts: BTreeMap<[Card; 2], u32> = BTreeMap::new();
    let mut owners: BTreeMap<[Option<Seat>; 2], u32> = BTreeMap::new();
    for _ in 0..60_000 {
        let deal = game.sample_deal(&mut rng);
        let rows = deal.rows.unwrap();
        *starts.entry([rows[0], rows[3]]).or_default() += 1;
        let owner = |number| Seat::all(4).find(|&seat| deal.hands[seat].contains(card(number)));
        *owners.entry([owner(1), owner(104)]).or_default() += 1;
    }
    uniform(starts.into_values(), 104 * 103, 60_000);
    // Two given cards lie in two given hands with probability 10 · 10 / (104 · 103), in one with 10 · 9 / (…).
    for (pair, count) in owners {
        if let [Some(first), Some(second)] = pair {
            let ways = if first == second { 90.0 } else { 100.0 };
            let expected = 60_000.0 * ways / (104.0 * 103.0);
            assert!(
                (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
                "{pair:?}: {count} of {expected}"
            );
        }
    }
}

#[test]
fn the_test_itself_sees_unevenness() {
    let even = [100; 30];
    let mut skewed = even;
    skewed[0] += 60;
    skewed[1] -= 60;
    assert!(
        std::panic::catch_unwind(|| uniform(even, 30, 3000)).is_err(),
        "too even for chance"
    );
    assert!(
        std::panic::catch_unwind(|| uniform(skewed, 30, 3000)).is_err(),
        "too uneven"
    );
    assert!(
        std::panic::catch_unwind(|| uniform([100; 29], 30, 3000)).is_err(),
        "a spread never drawn"
    );
}
