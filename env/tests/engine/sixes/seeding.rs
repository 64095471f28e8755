//! Values of seeded deals. A change here changes every seeded result of every user: it needs a new major version
//! and a word in the changelog.
//!
//! The numbers were found by a program of its own in another language, from the definition of ChaCha8 with the
//! key (seed, game, round, purpose) and from the shuffle of Fisher and Yates; in the first round the dealer is
//! drawn before it.

use hornox_env::sixes::{Deal, Sixes};
use hornox_env::{Game, deal_rng};
use serde_json::json;

use super::{deal, rules};

fn sampled(players: u8, seed: u64, game: u64, round: u32) -> Deal {
    let rules = rules(json!({"players": players, "uneven_deal": true}));
    Sixes::new(&rules).sample_deal(&mut deal_rng(seed, game, round))
}

#[test]
fn deals_are_pinned() {
    let hands: [&[u8]; 5] = [
        &[2, 9, 14, 18, 21, 24, 35, 37],
        &[1, 3, 13, 15, 22, 25, 31, 38],
        &[0, 4, 5, 19, 26, 28, 33, 34],
        &[6, 11, 16, 17, 20, 27, 30, 39],
        &[7, 8, 10, 12, 23, 29, 32, 36],
    ];
    assert_eq!(sampled(5, 0, 0, 0), deal(4, &hands));
    let hands: [&[u8]; 5] = [
        &[2, 11, 15, 16, 17, 23, 25, 27],
        &[5, 19, 21, 29, 30, 32, 33, 34],
        &[4, 12, 13, 26, 28, 35, 36, 37],
        &[3, 6, 7, 8, 18, 22, 38, 39],
        &[0, 1, 9, 10, 14, 20, 24, 31],
    ];
    assert_eq!(sampled(5, u64::MAX, 1, 0), deal(1, &hands));
    let hands: [&[u8]; 3] = [
        &[1, 2, 3, 9, 13, 14, 15, 18, 21, 22, 24, 25, 35, 37],
        &[0, 4, 5, 17, 19, 20, 26, 27, 28, 31, 33, 34, 38],
        &[6, 7, 8, 10, 11, 12, 16, 23, 29, 30, 32, 36, 39],
    ];
    assert_eq!(sampled(3, 0, 0, 0), deal(2, &hands));
}

/// After the first round the dealer is whoever led it, and nothing is drawn for that.
#[test]
fn later_deals_are_pinned() {
    // A suit for each seat, and each plays its column from the six down and then up: seat 2 leads and wins.
    let rules = rules(json!({"players": 4}));
    let mut game = Sixes::new(&rules);
    let hands: [&[u8]; 4] = [super::SUITS[2], super::SUITS[3], super::SUITS[0], super::SUITS[1]];
    game.deal(&deal(1, &hands)).unwrap();
    while game.round() == 0 {
        let joint: Vec<_> = hornox_env::Seat::all(4)
            .filter_map(|seat| Some((seat, game.legal(seat).first()?)))
            .collect();
        game.play(&joint, &mut ()).unwrap();
    }
    let next = game.sample_deal(&mut deal_rng(7, 3, 1));
    assert_eq!(next, deal(2, &PINNED));
}

const PINNED: [&[u8]; 4] = [
    &[4, 7, 10, 14, 18, 19, 23, 29, 33, 35],
    &[2, 3, 9, 11, 17, 20, 22, 25, 36, 38],
    &[5, 6, 13, 15, 16, 24, 26, 32, 34, 37],
    &[0, 1, 8, 12, 21, 27, 28, 30, 31, 39],
];
