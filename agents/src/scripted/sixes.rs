//! Scripted players of Sixes.
//!
//! - [`Longest`]: the card with most own cards waiting beyond it
//! - [`Far`]: the card farthest from the six
//!
//! Neither passes where it can play.

use std::cmp::Reverse;

use hornox_env::ActionSet;
use hornox_env::sixes::{Action, Card, Sixes, View};

use super::Policy;
use crate::features::sixes::beyond;

/// Plays the card with most own cards waiting beyond it; among equals the one with fewest cards of others beyond
/// it, so that it holds back what only opens doors for others; then the lowest id.
#[derive(Clone, Copy, Debug, Default)]
pub struct Longest;

/// Plays the card farthest from the six, on ties the lowest id.
#[derive(Clone, Copy, Debug, Default)]
pub struct Far;

/// The cards that may be played, ascending by id.
fn cards(legal: ActionSet<Action>) -> impl Iterator<Item = Card> {
    legal.iter().filter_map(|action| match action {
        Action::Card(card) => Some(card),
        Action::Pass => None,
    })
}

/// That card or, without one, the pass.
fn only(card: Option<Card>, legal: ActionSet<Action>) -> ActionSet<Action> {
    let action = card.map(Action::Card).or_else(|| legal.first());
    action.into_iter().collect()
}

impl Policy<Sixes> for Longest {
    fn name(&self) -> &'static str {
        "longest"
    }

    fn best(&self, view: &View, legal: ActionSet<Action>) -> ActionSet<Action> {
        let waiting = |card| {
            let beyond = beyond(card);
            let own = view.hand().intersection(beyond).len();
            let others = view.unseen().intersection(beyond).len();
            // The first of equals is the minimum.
            (Reverse(own), others)
        };
        only(cards(legal).min_by_key(|&card| waiting(card)), legal)
    }
}

impl Policy<Sixes> for Far {
    fn name(&self) -> &'static str {
        "far"
    }

    fn best(&self, _: &View, legal: ActionSet<Action>) -> ActionSet<Action> {
        let distance = |card: Card| card.rank().index().abs_diff(hornox_env::sixes::Rank::SIX.index());
        only(cards(legal).min_by_key(|&card| Reverse(distance(card))), legal)
    }
}
