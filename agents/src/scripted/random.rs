//! Any legal action.

use hornox_env::ActionSet;

use super::Policy;
use crate::search::Searched;

/// Likes all legal actions alike, rows and passes too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Searched> Policy<G> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn best(&self, _: &G::View, legal: ActionSet<G::Action>) -> ActionSet<G::Action> {
        legal
    }
}
