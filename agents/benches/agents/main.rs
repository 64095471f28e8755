//! The hot parts of the agents: `cargo bench -p hornox-agents`.
//!
//! - `play`: agents' answers, and encoding, by rules and hands
//! - `kernel`: the networks, forward and backward
//! - `views`: what seat 0 sees in games played at random
//!
//! CONTRIBUTING.md says how to compare with an earlier commit. Figures to quote come from `hornox bench`.

mod kernel;
mod play;
mod views;

use std::error::Error;
use std::time::Duration;

use criterion::Criterion;

fn main() -> Result<(), Box<dyn Error>> {
    let mut criterion = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    play::all(&mut criterion)?;
    kernel::all(&mut criterion)?;
    criterion.final_summary();
    Ok(())
}
