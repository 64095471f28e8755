//! Views, observations and masks of one seat.

use std::error::Error;
use std::hint::black_box;

use criterion::Criterion;
use hornox_env::gym::Element;
use hornox_env::nimmt::Nimmt;
use hornox_env::observe::Observe;
use hornox_env::sixes::Sixes;
use hornox_env::{Action, Seat};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::json;

use crate::play::{rules, with_choices};

pub fn all(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    of_game::<Nimmt>(criterion, "nimmt.4", "bench", 5)?;
    of_game::<Sixes>(criterion, "sixes.5", "sixes-round", 2)
}

/// What is written for a seat with so many legal actions.
fn of_game<G: Observe>(
    criterion: &mut Criterion,
    name: &str,
    preset: &str,
    choices: usize,
) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let game = with_choices::<G>(&rules::<G::Rules>(preset, &json!({}))?, &mut rng, choices)?;
    let seat = Seat::default();
    criterion.bench_function(&format!("view/{name}"), |bencher| {
        bencher.iter(|| black_box(&game).view(seat));
    });
    written::<G, u8>(criterion, &format!("raw/{name}"), &game);
    written::<G, f32>(criterion, &format!("planes/{name}"), &game);
    let mut mask = vec![0; G::Action::COUNT];
    criterion.bench_function(&format!("mask/{name}"), |bencher| {
        bencher.iter(|| {
            black_box(&game).legal(seat).write_mask(&mut mask);
            black_box(&mask);
        });
    });
    Ok(())
}

fn written<G: Observe, E: Element>(criterion: &mut Criterion, name: &str, game: &G) {
    let mut observation = vec![E::default(); E::layout::<G>().len()];
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            E::write(black_box(game), Seat::default(), &mut observation);
            black_box(&observation);
        });
    });
}
