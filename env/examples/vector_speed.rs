//! How many decisions a second [`VecEnv`] serves: `cargo run --release --example vector_speed [TABLES]`.
//!
//! Every acting seat's observation and mask are written, and the policy plays the card at a place that changes
//! from row to row. Figures are of one core, unless the feature `rayon` is on.

#![expect(clippy::disallowed_methods, reason = "a measurement needs a clock")]

use std::time::{Duration, Instant};

use hornox_env::gym::{Element, EnvError, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Preset};
use hornox_env::{Action as _, Game};

const TIME: Duration = Duration::from_secs(2);

fn main() -> Result<(), EnvError> {
    let tables = std::env::args()
        .nth(1)
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(1024);
    let seconds = TIME.as_secs_f64();
    for (name, write) in [("steps alone", false), ("with observations and masks", true)] {
        let (decisions, games) = measure(tables, write)?;
        println!(
            "{tables} tables, {name}: {:.2} million decisions/s, {:.0} games/s",
            decisions as f64 / seconds / 1e6,
            games as f64 / seconds
        );
    }
    Ok(())
}

/// The decisions and games of [`TIME`].
fn measure(tables: usize, write: bool) -> Result<(usize, usize), EnvError> {
    let mut env = VecEnv::<Nimmt>::new(&Preset::Bench.rules(), tables, EnvOptions::default())?;
    env.reset(Some(1))?;
    let length = u8::layout::<Nimmt>().len();
    let mut observations = vec![0; env.max_rows() * length];
    let mut masks = vec![0; env.max_rows() * Action::COUNT];
    let mut ids = Vec::with_capacity(env.max_rows());
    let (mut decisions, mut games) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < TIME {
        let rows = env.rows().len();
        if write {
            env.write_packed(Packed {
                observations: &mut observations[..rows * length],
                masks: &mut masks[..rows * Action::COUNT],
            })?;
        }
        ids.clear();
        let rows = env.rows().iter().enumerate();
        ids.extend(rows.map(|(index, row)| {
            let action = row.legal.nth((index + decisions) % row.legal.len());
            action.map_or(0, Action::id)
        }));
        env.step(&ids)?;
        decisions += ids.len();
        games += env.ended().len();
    }
    // Reading the states keeps the work from being left out.
    let bulls: i32 = env.games().flat_map(|game| game.scores().values().to_vec()).sum();
    assert!(bulls >= 0, "bulls are never negative");
    Ok((decisions, games))
}
