//! Self-play training and evaluation for Hornox.

pub mod ppo;
