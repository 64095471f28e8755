//! Hornox for Python: the native module `hornox._core`, on which the package `hornox` is built.
//!
//! - `games`, `rules`: which game, and by which rules
//! - `parallel`, `aec`: one table, for PettingZoo's two interfaces
//! - `seat`: one learner against given agents, for Gymnasium
//! - `table`: what these three share
//! - `vector`: many tables in one call, written into the caller's arrays
//! - `agent`, `callable`, `arena`: agents by spec, Python functions as agents, and how strong they are
//! - `records`: games that were written down
//! - `arrays`, `error`, `interrupt`: numbers, errors and Ctrl-C as Python wants them
//!
//! Rules, engine, layouts, agents, arena and records are the crates' own.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod aec;
mod agent;
mod arena;
mod arrays;
mod callable;
mod error;
mod games;
mod interrupt;
mod parallel;
mod records;
mod rules;
mod seat;
mod table;
mod vector;

use pyo3::prelude::*;

/// The native part of the package `hornox`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ResetNeeded", py.get_type::<error::ResetNeeded>())?;
    module.add("IllegalAction", py.get_type::<error::IllegalAction>())?;
    module.add_class::<rules::PyRules>()?;
    module.add_class::<parallel::PyParallelEnv>()?;
    module.add_class::<aec::PyAecEnv>()?;
    module.add_class::<seat::PySeatEnv>()?;
    module.add_class::<vector::PyVecEnv>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<records::PyRecordReader>()?;
    module.add_function(wrap_pyfunction!(rules::presets, module)?)?;
    module.add_function(wrap_pyfunction!(rules::layout, module)?)?;
    module.add_function(wrap_pyfunction!(arena::arena, module)?)?;
    module.add_function(wrap_pyfunction!(records::trajectories, module)?)?;
    Ok(())
}
