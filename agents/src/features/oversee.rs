//! What no seat sees, as numbers: for a critic that judges play in training.

use hornox_env::{ActionSet, Game, Seat};

/// A game whose whole state can be described beside a seat's view of it, as [`Describe`](super::Describe) does with the
/// view. The numbers are appended to those of the view.
pub trait Oversee: Game {
    /// How many numbers describe what is hidden (X).
    const SEEN_GLOBALS: usize;
    /// How many numbers describe a legal action in the light of what is hidden (Y).
    const SEEN_FEATURES: usize;

    /// Appends what is hidden from `seat` to `globals` `[X]` and `actions` `[K, Y]`. `joint` is what all seats do now,
    /// out of which the seat's own action is not looked at; where it is empty, only hands are seen.
    fn oversee(
        &self,
        seat: Seat,
        joint: &[(Seat, Self::Action)],
        legal: ActionSet<Self::Action>,
        globals: &mut Vec<f32>,
        actions: &mut Vec<f32>,
    );
}
