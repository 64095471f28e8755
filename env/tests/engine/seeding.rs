//! Values of seeded generators and deals. A change here changes every seeded result of every user: it needs a
//! new major version and a word in the changelog.
//!
//! The numbers were found by a program of its own in another language, from the definition of ChaCha8 with the
//! key (seed, game, round or seat, purpose) and from the shuffle of Fisher and Yates, so that anybody can make
//! the same deals without this crate.

use hornox_env::nimmt::{Deal, Nimmt, Preset};
use hornox_env::{Game, agent_rng, deal_rng};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::common::{deal, seat};

fn sampled(seed: u64, game: u64, round: u32) -> Deal {
    Nimmt::new(&Preset::Amigo.rules()).sample_deal(&mut deal_rng(seed, game, round))
}

#[test]
fn deals_are_pinned() {
    let hands: [&[u8]; 4] = [
        &[20, 36, 48, 51, 57, 62, 90, 96, 97, 101],
        &[13, 22, 26, 34, 55, 60, 76, 79, 83, 99],
        &[6, 10, 17, 27, 28, 30, 42, 65, 72, 77],
        &[5, 33, 41, 53, 66, 85, 91, 92, 100, 104],
    ];
    assert_eq!(sampled(0, 0, 0), deal([64, 69, 95, 44], &hands));
    let hands: [&[u8]; 4] = [
        &[6, 10, 17, 24, 32, 53, 64, 76, 88, 94],
        &[5, 9, 11, 12, 29, 33, 39, 56, 84, 89],
        &[8, 22, 25, 51, 60, 62, 70, 81, 86, 101],
        &[4, 13, 46, 50, 59, 61, 68, 78, 99, 104],
    ];
    assert_eq!(sampled(7, 3, 2), deal([54, 74, 77, 57], &hands));
    let hands: [&[u8]; 4] = [
        &[6, 27, 31, 37, 42, 45, 57, 61, 71, 88],
        &[18, 25, 38, 41, 56, 69, 76, 80, 84, 96],
        &[24, 60, 63, 75, 81, 82, 90, 91, 95, 100],
        &[3, 11, 16, 19, 30, 50, 66, 86, 93, 102],
    ];
    assert_eq!(sampled(u64::MAX, 1, 0), deal([35, 4, 83, 99], &hands));
}

fn two_draws(mut rng: ChaCha8Rng) -> [u64; 2] {
    [rng.next_u64(), rng.next_u64()]
}

#[test]
fn first_draws_are_pinned() {
    assert_eq!(
        two_draws(deal_rng(0, 0, 0)),
        [0x8a50_a844_f7bf_3e6a, 0xebed_6f59_72ce_0ebf]
    );
    assert_eq!(
        two_draws(deal_rng(7, 3, 2)),
        [0x26c4_9bd5_17ca_ada0, 0xd737_3665_7f0e_4e22]
    );
    assert_eq!(
        two_draws(deal_rng(u64::MAX, 1, 0)),
        [0x4a2c_7943_417d_88a0, 0x6224_4e88_08a9_18af]
    );
    assert_eq!(
        two_draws(agent_rng(0, 0, seat(0))),
        [0x1e36_9780_dde5_f42f, 0xc218_b3d1_b137_85ab]
    );
    assert_eq!(
        two_draws(agent_rng(7, 3, seat(2))),
        [0x84f2_e601_54a2_21a8, 0xc92e_fa8b_3457_5fe3]
    );
}
