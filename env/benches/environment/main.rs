//! The hot parts of the environment: `cargo bench -p hornox-env`.
//!
//! - `games`: whole games of random moves, by seats and rules; deals; hidden hands drawn anew
//! - `observe`: views, observations and masks
//! - `vector`: steps of a `VecEnv`
//! - `play`: rules by name, and random play
//!
//! CONTRIBUTING.md says how to compare with an earlier commit. Figures to quote come from `hornox bench`.

mod games;
mod observe;
mod play;
mod vector;

use std::error::Error;
use std::time::Duration;

use criterion::Criterion;

fn main() -> Result<(), Box<dyn Error>> {
    let mut criterion = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    games::all(&mut criterion)?;
    observe::all(&mut criterion)?;
    vector::all(&mut criterion)?;
    criterion.final_summary();
    Ok(())
}
