//! Values of seeded generators and deals. A change here changes every seeded result of every user: it needs a
//! new major version and a word in the changelog.

use hornox_env::nimmt::{Deal, Nimmt, Preset};
use hornox_env::{Game, Seat, agent_rng, deal_rng};
use rand::Rng;

use crate::common::deal;

fn sampled(seed: u64, game: u64, round: u32) -> Deal {
    Nimmt::new(&Preset::Amigo.rules()).sample_deal(&mut deal_rng(seed, game, round))
}

#[test]
fn deals_are_pinned() {
}

#[test]
fn first_draws_are_pinned() {
}
