//! How many decisions a second the engine of Sixes plays on one core, with random legal moves, deals included;
//! and how many states are drawn anew a second from the views on the way.
//!
//! `cargo run --release -p hornox-env --example sixes_speed`

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement needs a clock; the environment itself has none"
)]

use std::time::Instant;

use hornox_env::sixes::{Preset, Sixes, View};
use hornox_env::{Game, PlayError, Resample, Turn, deal_rng};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const DECISIONS: u32 = 20_000_000;
const RESAMPLES: u32 = 1_000_000;

fn main() -> Result<(), PlayError> {
    let rules = Preset::SixesRound.rules();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut views: Vec<View> = Vec::new();
    let (mut played, mut rounds) = (0, 0);
    let start = Instant::now();
    while played < DECISIONS {
        let mut game = Sixes::new(&rules);
        let deal = game.sample_deal(&mut rng);
        game.deal(&deal)?;
        rounds += 1;
        while let Turn::Act(seats) = game.turn() {
            for seat in seats.iter() {
                let legal = game.legal(seat);
                if let Some(action) = legal.nth(rng.random_range(0..legal.len() as u32) as usize) {
                    game.play(&[(seat, action)], &mut ())?;
                }
            }
            played += 1;
            if rounds <= 100 {
                views.extend(seats.iter().map(|seat| game.view(seat)));
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:.2} million decisions a second, {:.1} a round",
        f64::from(played) / seconds / 1e6,
        f64::from(played) / f64::from(rounds)
    );

    let start = Instant::now();
    let mut rng = deal_rng(0, 0, 0);
    let mut cards = 0;
    for (_, view) in (0..RESAMPLES).zip(views.iter().cycle()) {
        let state = Sixes::resample(view, &mut rng);
        cards += state
            .hands()
            .values()
            .iter()
            .map(|hand| hand.len())
            .sum::<usize>();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:.2} million states drawn anew a second ({cards} cards)",
        f64::from(RESAMPLES) / seconds / 1e6
    );
    Ok(())
}
