//! Programs that wait for a game.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::program::Program;

/// How long programs may take to end by themselves once they are no longer needed.
const TO_LEAVE: Duration = Duration::from_millis(500);

/// Programs of one command that wait for a game. Clones share them; the last one ends them.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool(Arc<Mutex<Idle>>);

#[derive(Debug, Default)]
struct Idle {
    programs: Vec<Program>,
    /// Whether one could be started.
    started: bool,
}

impl Pool {
    /// Starts a first program, to see whether it can be started.
    pub fn try_out(&self, words: &[String]) -> Result<(), Failure> {
        self.with(|idle| {
            if !idle.started {
                idle.programs.push(Program::start(words)?);
                idle.started = true;
            }
            Ok(())
        })
    }

    /// One that waits, or a new one.
    pub fn take(&self, words: &[String]) -> Result<Program, Failure> {
        match self.with(|idle| idle.programs.pop()) {
            Some(program) => Ok(program),
            None => Program::start(words),
        }
    }

    /// One more that waits.
    pub fn give_back(&self, program: Program) {
        self.with(|idle| idle.programs.push(program));
    }

    fn with<T>(&self, change: impl FnOnce(&mut Idle) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Idle {
    /// Asks all to end, and ends those that don't.
    fn drop(&mut self) {
        for program in &mut self.programs {
            program.close_input();
        }
        let deadline = Instant::now() + TO_LEAVE;
        for program in &self.programs {
            program.ends_before(deadline);
        }
    }
}
