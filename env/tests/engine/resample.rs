//! Hidden hands are drawn uniformly among all that agree with a view: a chi-square test on states in which few
//! or simple spreads are left.

use std::collections::BTreeMap;

use hornox_env::nimmt::{Card, CardSet, Nimmt, Phase};
use hornox_env::{Game, Resample, Seat, SeatMap};
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

/// Hidden hands by size: in how many ways `unseen` cards can be spread over them, the rest being set aside.
fn spreads(unseen: usize, hidden: &[usize]) -> usize {
    let choose =
        |from: usize, count: usize| (0..count).fold(1, |ways, step| ways * (from - step) / (step + 1));
    let mut left = unseen;
    let mut ways = 1;
    for &count in hidden {
        ways *= choose(left, count);
        left -= count;
    }
    ways
}

#[test]
fn a_draft_hides_nothing() {
    let rules = rules(json!({"players": 3, "hand_size": 3, "deal": "draft"}));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let states = [
        find(&rules, |game| {
            game.table().phase() == Phase::Draft && game.table().pool().len() == 8
        }),
        find(&rules, |game| in_choice(game) && all_hold(game, 2)),
    ];
    for game in states {
        for seat in Seat::all(3) {
            // What is set aside is in no state.
            assert_eq!(Nimmt::resample(&game.view(seat), &mut rng), game);
        }
    }
}

/// Drafted hands are known, and only which card of them was chosen first is hidden.
#[test]
fn the_first_of_two_cards_of_a_drafted_hand() {
    let rules = rules(json!({"players": 3, "hand_size": 6, "deal": "draft", "cards_per_turn": 2}));
    let game = find(&rules, |game| {
        game.table().phase() == Phase::ChooseSecond && all_hold(game, 3)
    });
    for seat in Seat::all(3) {
        spreads_are_uniform(&game, seat, 4 * 4, 4000);
    }
}

#[test]
fn the_first_of_two_cards_of_a_hidden_hand() {
    // Two cards of each other seat are hidden, one of them chosen, and one is set aside: 5! spreads.
    let rules = rules(json!({"players": 3, "hand_size": 33, "cards_per_turn": 2, "low_card": "auto"}));
    let odd = find(&rules, |game| in_choice(game) && all_hold(game, 1));
    spreads_are_uniform(&odd, Seat::new(0).unwrap(), 6, 3000);
    let game = find(&rules, |game| {
        game.table().phase() == Phase::ChooseSecond && all_hold(game, 2)
    });
    // 7! / (2! · 2!) spreads over a chosen card, two in hand, the same again, and one aside.
    spreads_are_uniform(&game, Seat::new(1).unwrap(), 1260, 30_000);
}

#[test]
fn while_cards_are_kept_of_a_share() {
    // Two seats share 100 cards: the other's share is known, and what it has kept of it is not.
    let rules = rules(json!({"players": 2, "hand_size": 3, "deal": "choose", "low_card": "auto"}));
    let kept = |count: u8| move |game: &Nimmt| game.table().phase() == Phase::Keep && all_hold(game, count);
    spreads_are_uniform(&find(&rules, kept(1)), Seat::new(0).unwrap(), 50, 5000);
    spreads_are_uniform(&find(&rules, kept(2)), Seat::new(1).unwrap(), 50 * 49 / 2, 30_000);
    // Later one is played, and 2 of 49 are left in hand.
    let later = find(&rules, |game| in_choice(game) && all_hold(game, 2));
    spreads_are_uniform(&later, Seat::new(0).unwrap(), 49 * 48 / 2, 30_000);
}

#[test]
fn with_a_remainder_set_aside_of_shares() {
    // 3 · 33 + 4 = 103: what one seat does not see is spread over two shares of 33 and one card. One kept card a
    // seat makes too many spreads to count, so each card is counted in each place.
    let rules = rules(json!({"players": 3, "hand_size": 2, "deal": "choose"}));
    let game = find(&rules, |game| {
        game.table().phase() == Phase::Keep && all_hold(game, 1)
    });
    let view = game.view(Seat::default());
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut kept: BTreeMap<(Seat, Card), u32> = BTreeMap::new();
    let draws = 20_000;
    for _ in 0..draws {
        let other = Nimmt::resample(&view, &mut rng);
        for seat in Seat::all(3).skip(1) {
            assert_eq!(other.view(seat).aside().len(), 32);
            for card in other.hands()[seat].iter() {
                *kept.entry((seat, card)).or_default() += 1;
            }
        }
    }
    for seat in Seat::all(3).skip(1) {
        let counts = kept.iter().filter(|((owner, _), _)| *owner == seat);
        uniform(counts.map(|(_, count)| *count), 67, draws);
    }
}

#[test]
fn with_taken_cards_in_hands() {
    // The whole deck but one card is dealt, and by now few of those dealt are left; taken ones are known.
    let rules = rules(json!({"players": 3, "hand_size": 33, "take_to_hand": true}));
    let hides =
        |game: &Nimmt, seat: Seat| usize::from(game.table().holds()[seat]) - game.table().shown()[seat].len();
    let hidden = |game: &Nimmt| [1, 2].map(|other| hides(game, Seat::new(other).unwrap()));
    let zero = Seat::default();
    let few = |game: &Nimmt| {
        let known = game
            .table()
            .shown()
            .values()
            .iter()
            .all(|shown| !shown.is_empty());
        let [one, two] = hidden(game);
        in_choice(game) && known && one > 0 && two > 0 && game.view(zero).unseen().len() <= 6
    };
    let game = find(&rules, few);
    let unseen = game.view(zero).unseen().len();
    let cells = spreads(unseen, &hidden(&game));
    assert!((6..=180).contains(&cells), "{cells}");
    spreads_are_uniform(&game, zero, cells, 12_000);
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

#[test]
fn a_view_with_hands_is_the_state_that_has_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut game = Nimmt::new(&rules(json!({"players": 4})));
    let deal = game.sample_deal(&mut rng);
    game.deal(&deal).unwrap();
    let [own, one, other] = [0, 1, 2].map(|seat| Seat::new(seat).unwrap());
    let view = game.view(own);
    assert_eq!(view.with_hands(game.hands()), Some(game.clone()));
    let with = |change: &dyn Fn(&mut SeatMap<CardSet>)| {
        let mut hands = *game.hands();
        change(&mut hands);
        view.with_hands(&hands)
    };
    let swapped = with(&|hands| (hands[one], hands[other]) = (hands[other], hands[one]));
    assert_eq!(swapped.unwrap().view(own), view);
    // Other cards than its own; a card twice; too few; a card that lies in a row.
    let in_row = view.table().rows().cards().first().unwrap();
    assert_eq!(
        with(&|hands| (hands[own], hands[one]) = (hands[one], hands[own])),
        None
    );
    assert_eq!(with(&|hands| hands[one] = hands[other]), None);
    assert_eq!(with(&|hands| hands[one] = CardSet::EMPTY), None);
    let placed = |hands: &mut SeatMap<CardSet>| {
        let first = hands[one].first().unwrap();
        hands[one].remove(first);
        hands[one].insert(in_row);
    };
    assert_eq!(with(&placed), None);
}
