//! The number type of an observation, which picks its form.

use super::EnvError;
use crate::core::{Seat, SeatSet};
use crate::observe::{Layout, Observe};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for f32 {}
}

/// A number of an observation: `u8` is the raw form, `f32` the planes.
pub trait Element: sealed::Sealed + Copy + Default + Send + Sync + 'static {
    /// What is where in this form.
    fn layout<G: Observe>() -> &'static Layout;

    /// Writes this form of what `seat` knows. `out` is as long as the layout.
    fn write<G: Observe>(game: &G, seat: Seat, out: &mut [Self]);

    /// Writes this form of what each of `seats` knows, one after another, ascending. `out` is as long as all of them.
    fn write_each<G: Observe>(game: &G, seats: SeatSet, out: &mut [Self]);
}

impl Element for u8 {
    fn layout<G: Observe>() -> &'static Layout {
        G::raw_layout()
    }

    #[inline]
    fn write<G: Observe>(game: &G, seat: Seat, out: &mut [Self]) {
        game.write_raw(seat, out);
    }

    #[inline]
    fn write_each<G: Observe>(game: &G, seats: SeatSet, out: &mut [Self]) {
        game.write_raw_each(seats, out);
    }
}

impl Element for f32 {
    fn layout<G: Observe>() -> &'static Layout {
        G::planes_layout()
    }

    #[inline]
    fn write<G: Observe>(game: &G, seat: Seat, out: &mut [Self]) {
        game.write_planes(seat, out);
    }

    fn write_each<G: Observe>(game: &G, seats: SeatSet, out: &mut [Self]) {
        for (seat, out) in seats.iter().zip(out.chunks_exact_mut(G::planes_layout().len())) {
            game.write_planes(seat, out);
        }
    }
}

/// Whether a buffer of the caller has the length that it must have.
pub(super) fn check_len(buffer: &'static str, expected: usize, got: usize) -> Result<(), EnvError> {
    if expected == got {
        Ok(())
    } else {
        Err(EnvError::Length {
            buffer,
            expected,
            got,
        })
    }
}
