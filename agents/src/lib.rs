//! Agents for Hornox: scripted players, search, and (behind the feature `neural`) neural policies.

#[cfg(feature = "neural")]
pub mod neural;
