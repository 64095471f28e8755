//! Observations: what a seat knows, as numbers of a fixed shape.
//!
//! Each game has two forms of one length for all its rules and player counts: `raw`, bytes that hold all a
//! [`View`](Game::View) holds, and `planes`, derived bitmaps that suit networks. Both are egocentric: the
//! observer comes first, then the seats after it. Their [`Layout`]s name every span.

pub(crate) mod bytes;
mod layout;

use thiserror::Error;

use crate::core::{Game, Seat, SeatSet};

pub use layout::{Layout, Span, SpanBuilder, markdown};

/// A game whose views can be written as numbers.
pub trait Observe: Game {
    /// What is where in the raw form.
    fn raw_layout() -> &'static Layout;

    /// What is where in the planes.
    fn planes_layout() -> &'static Layout;

    /// Writes the raw form of what `seat` knows. `out` is as long as the layout.
    fn write_raw(&self, seat: Seat, out: &mut [u8]);

    /// Writes the raw form of what each of `seats` knows, one after another, ascending. `out` is as long as all of
    /// them. A game overrides this where they have work in common.
    fn write_raw_each(&self, seats: SeatSet, out: &mut [u8]) {
        for (seat, out) in seats.iter().zip(out.chunks_exact_mut(Self::raw_layout().len())) {
            self.write_raw(seat, out);
        }
    }

    /// Writes the raw form of a view. `out` is as long as the layout.
    fn write_view_raw(view: &Self::View, out: &mut [u8]);

    /// Writes the planes of what `seat` knows. `out` is as long as the layout.
    fn write_planes(&self, seat: Seat, out: &mut [f32]);

    /// The view that a raw observation was written from, numbers that saturate aside.
    ///
    /// # Errors
    /// Where the length is wrong or no view gives such an observation.
    fn read_raw(rules: &Self::Rules, observation: &[u8]) -> Result<Self::View, ObservationError>;
}

/// Why an observation could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("observation: {reason}")]
pub struct ObservationError {
    /// What does not fit.
    pub reason: String,
}
