//! Positions with a pure saddle point, and windows that pure strategies settle: most of both.

use super::bounds::{Bounds, CRUMB};
use super::entries::Entries;
use super::matrix::Mixed;
use super::search::{Found, Search};

impl Search {
    /// One best response after the other, from the actions `best`, until a bound leaves the window or neither seat
    /// wants to change.
    ///
    /// # Errors
    /// The actions of both seats, bit by bit, where the responses go round in a circle.
    pub fn saddle(
        &mut self,
        entries: &mut Entries,
        window: Bounds,
        first: usize,
        best: &mut [usize; 2],
    ) -> Result<Found, [u32; 2]> {
        let start = *best;
        let (mut used, mut answered) = ([0_u32; 2], [0_u32; 2]);
        let mut seat = first;
        loop {
            let [own, other] = [best[seat], best[1 - seat]];
            used[seat] |= 1 << own;
            used[1 - seat] |= 1 << other;
            if answered[1 - seat] >> other & 1 == 1 {
                *best = start;
                return Err(used);
            }
            answered[1 - seat] |= 1 << other;
            let window = window.seen_by(seat);
            let reply = self.respond(entries, seat, own, other, window);
            let most = (0..entries.size)
                .map(|own| entries.get(seat, own, other).upper)
                .fold(Bounds::LEAST.upper, f64::max);
            if Bounds::at_most(most).is_below(window) {
                best[seat] = reply;
                return Ok(Found::bounds(Bounds::at_most(most).seen_by(seat)));
            }
            let present = entries.get(seat, own, other);
            if present.is_exact() && most <= present.upper + CRUMB && answered[seat] >> own & 1 == 1 {
                let value = present.seen_by(seat).upper;
                return Ok(Found::exact(pure(*best, value), true));
            }
            best[seat] = reply;
            seat = 1 - seat;
        }
    }

    /// The action that gains `seat` most against `other`, as far as the window asks; `own`, the present one, among
    /// equals.
    fn respond(
        &mut self,
        entries: &mut Entries,
        seat: usize,
        own: usize,
        other: usize,
        window: Bounds,
    ) -> usize {
        let mut reply = own;
        let mut asked = window;
        let mut most = Bounds::LEAST.lower;
        for step in 0..entries.size {
            let action = first_of_all(own, step);
            self.ask(entries, seat, action, other, asked);
            let gain = entries.get(seat, action, other);
            if gain.lower > most + CRUMB {
                most = gain.lower;
                reply = action;
            }
            if gain.is_above(window) {
                break;
            }
            asked.lower = asked.lower.max(most);
        }
        reply
    }
}

/// All actions in order, but `first` before the others.
fn first_of_all(first: usize, step: usize) -> usize {
    match step {
        0 => first,
        step if step <= first => step - 1,
        step => step,
    }
}

fn pure([row, column]: [usize; 2], value: f64) -> Mixed {
    let mut mixed = Mixed {
        value,
        ..Mixed::default()
    };
    mixed.mixes[0][row] = 1.0;
    mixed.mixes[1][column] = 1.0;
    mixed
}
