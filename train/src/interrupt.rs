//! Stopping cleanly on Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hornox_agents::external::end_all;

use crate::report::print;

/// A flag that asks long work to stop at its next safe point. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that nobody has raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that the first Ctrl-C (or a request to terminate) raises. A second one ends the process at once,
    /// with the exit code 130 that shells expect. To be called once in a process.
    ///
    /// # Errors
    /// Where the system refuses the handler, or one is set already.
    pub fn on_ctrl_c() -> Result<Self, ctrlc::Error> {
        let stop = Self::new();
        let flag = stop.clone();
        ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                leave(130);
            }
        })?;
        Ok(stop)
    }

    /// Asks for the stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the stop was asked for.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Lets Ctrl-C (or a request to terminate) end the process at once, as if all were done: with a last line and the
/// exit code 0. For what waits for a person, who alone can tell when it is over, and holds nothing to be saved.
/// To be called once in a process, and not beside [`Stop::on_ctrl_c`].
///
/// # Errors
/// Where the system refuses the handler, or one is set already.
pub fn leave_on_ctrl_c(farewell: String) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        // The line that Ctrl-C was typed on ends first. Where nobody reads, there is nobody to tell.
        let _ = print(&format!("\n{farewell}\n"));
        leave(0);
    })
}

/// Held from the moment at which Ctrl-C ends the process.
static LEAVING: Mutex<()> = Mutex::new(());

/// Ends the process, and programs before it.
fn leave(code: i32) -> ! {
    let _to_the_end = LEAVING.lock().unwrap_or_else(PoisonError::into_inner);
    end_all();
    std::process::exit(code);
}

/// Never returns where Ctrl-C is ending the process: a command whose programs are ended under it fails, and its
/// failure is neither to be told nor to be the exit code. To be called when a command is done, before either.
pub fn outlast() {
    drop(LEAVING.lock().unwrap_or_else(PoisonError::into_inner));
}
