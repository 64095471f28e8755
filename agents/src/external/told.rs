//! Games that can be told.

use hornox_env::{Outcome, SeatMap};
use serde::Serialize;

use crate::search::Searched;

/// A game whose views and events can be told as JSON. The fields are part of the protocol.
pub trait Told: Searched {
    /// The rules of the game that is seen.
    fn rules_of(view: &Self::View) -> &Self::Rules;

    /// What a seat knows, without the rules.
    fn tell_view(view: &Self::View) -> impl Serialize;

    /// What everybody saw happen; nothing for the end of the game, which has a message of its own.
    fn tell_event(event: &Self::Event) -> Option<impl Serialize>;

    /// The scores that an event tells, where it tells all of them.
    fn scores_of(event: &Self::Event) -> Option<SeatMap<i32>>;

    /// How the game ended, where this event ends it.
    fn outcome_of(event: &Self::Event) -> Option<Outcome>;
}
