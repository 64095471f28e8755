//! Tests of the crates together are in `together/`, one file a subject. Those of the `hornox` command are in `command/`
//! and belong to the package `hornox-train`, for which alone Cargo builds the command. `tensorboard/` reads a
//! training's events with TensorBoard itself, and `run.sh` runs everything.
