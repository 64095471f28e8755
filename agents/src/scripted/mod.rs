//! Players that follow a simple rule.
//!
//! - [`Random`]: any legal action of any game
//! - [`nimmt`]: the lowest card, the highest, the nearest to a row's end; the card of the least expected cost
//! - [`sixes`]: the card with most own cards waiting beyond it; the card farthest from the six
//! - [`Script`]: their names
//!
//! All are built of a [`Policy`]: the actions that it likes equally best.

pub mod nimmt;
mod policy;
mod random;
mod script;
pub mod sixes;

use hornox_env::{Action, ActionSet, AgentError, Seat};
use rand::{Rng, RngExt};

pub use policy::{Policy, Scripted};
pub use random::Random;
pub use script::Script;

/// One of the actions, each as likely; none where there is none.
pub(crate) fn uniform<A: Action>(actions: ActionSet<A>, rng: &mut impl Rng) -> Option<A> {
    let count = actions.len() as u32;
    // A range of 32 bits, not of `usize`, so that draws are the same on every platform.
    let index = if count > 1 { rng.random_range(0..count) } else { 0 };
    actions.nth(index as usize)
}

/// The error of an agent that was asked by somebody who may not act.
pub(crate) fn nothing_legal(agent: &str, seat: Seat) -> AgentError {
    AgentError {
        agent: agent.to_owned(),
        reason: format!("was asked for an action of seat {seat}, which has none"),
    }
}

/// All the probability on one action.
pub(crate) fn certainly<A: Action>(action: A, legal: ActionSet<A>) -> Vec<f64> {
    let chance = |other| if other == action { 1.0 } else { 0.0 };
    legal.iter().map(chance).collect()
}
