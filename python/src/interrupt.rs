//! Ctrl-C while native work goes on without the interpreter.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Between two looks for Ctrl-C.
pub const LOOK: Duration = Duration::from_millis(50);

/// Work in small pieces that looks for Ctrl-C between them.
pub struct Looks(Instant);

impl Looks {
    /// Work that begins now.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// Between two pieces: what a signal's handler raises, once it is time to look.
    pub fn look(&mut self) -> PyResult<()> {
        if self.0.elapsed() < LOOK {
            return Ok(());
        }
        let looked = Python::attach(|py: Python<'_>| -> PyResult<()> { py.check_signals() });
        self.0 = Instant::now();
        looked
    }
}
