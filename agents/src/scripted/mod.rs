//! Players that follow a simple rule.
//!
//! - [`Random`]: any legal action
//! - [`Fixed`]: the lowest card, the highest, or the nearest to a row's end
//! - [`Risk`]: the card of the least expected cost in this turn
//!
//! All but [`Random`] take the cheapest row, the first on ties.

mod fixed;
mod random;
mod risk;

use hornox_env::nimmt::{Action, Card, View};
use hornox_env::{ActionSet, AgentError};
use rand::{Rng, RngExt};

pub use fixed::Fixed;
pub use random::Random;
pub use risk::Risk;

/// The cheapest row that may be taken, the first on ties; none where a card is asked for.
pub(crate) fn cheapest_row(view: &View, legal: ActionSet<Action>) -> Option<Action> {
    let rows = legal.iter().filter_map(|action| match action {
        Action::Row(row) => Some(row),
        Action::Zero | Action::Card(_) => None,
    });
    // The first of equals is the minimum.
    let table = view.table();
    rows.min_by_key(|&row| table.rules().row_bulls(table.rows().get(row)))
        .map(Action::Row)
}

/// The cards that may be played, ascending.
pub(crate) fn cards(legal: ActionSet<Action>) -> impl Iterator<Item = Card> + Clone {
    legal.iter().filter_map(|action| match action {
        Action::Card(card) => Some(card),
        Action::Zero | Action::Row(_) => None,
    })
}

/// One of the actions, each as likely; none where there is none.
pub(crate) fn uniform(actions: ActionSet<Action>, rng: &mut impl Rng) -> Option<Action> {
    let count = actions.len() as u32;
    // A range of 32 bits, not of `usize`, so that draws are the same on every platform.
    let index = if count > 1 { rng.random_range(0..count) } else { 0 };
    actions.nth(index as usize)
}

/// The error of an agent that was asked by somebody who may not act.
pub(crate) fn nothing_legal(agent: &str, view: &View) -> AgentError {
    AgentError {
        agent: agent.to_owned(),
        reason: format!("was asked for an action of seat {}, which has none", view.seat()),
    }
}

/// All the probability on one action.
pub(crate) fn certainly(action: Action, legal: ActionSet<Action>) -> Vec<f64> {
    let chance = |other| if other == action { 1.0 } else { 0.0 };
    legal.iter().map(chance).collect()
}
