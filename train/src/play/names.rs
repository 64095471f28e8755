//! How seats are called.

use hornox_env::Seat;

/// How seats are called by the person who sits at one of them.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    you: Seat,
}

impl Names {
    /// Names from this seat's point of view.
    pub const fn new(you: Seat) -> Self {
        Self { you }
    }

    /// The person's own seat.
    pub const fn you(self) -> Seat {
        self.you
    }

    /// `you`, or `seat 2`.
    pub fn of(self, seat: Seat) -> String {
        if seat == self.you {
            "you".to_owned()
        } else {
            format!("seat {seat}")
        }
    }

    /// The form of a verb that goes with the seat: `plays`, or for the person `play`.
    pub fn verb<'a>(self, seat: Seat, other: &'a str, own: &'a str) -> &'a str {
        if seat == self.you { own } else { other }
    }
}
