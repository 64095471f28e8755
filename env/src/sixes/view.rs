//! What one seat knows; drawing the rest anew.

use rand::Rng;

use super::spread::Spread;
use super::{Action, CardSet, Sixes, Table};
use crate::core::{ActionSet, Resample, Seat, SeatMap};

/// The present as one seat may know it: the [`Table`] and its own hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) seat: Seat,
    pub(super) hand: CardSet,
    pub(super) table: Table,
}

impl View {
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Its hand.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// What all seats know.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What the seat may do now; empty where it must not act.
    pub fn legal(&self) -> ActionSet<Action> {
        self.table.legal(self.seat, self.hand)
    }

    /// The cards this seat has not seen in this round: exactly those in the other hands. Every spread of them is
    /// equally likely that gives no seat a card it is known to [lack](Table::lacks).
    pub fn unseen(&self) -> CardSet {
        CardSet::DECK
            .without(self.hand)
            .without(self.table.columns.cards())
    }

    /// Hands that agree with the view, uniformly among all that do: the own one as it is, the others drawn from
    /// the unseen cards.
    pub fn sample_hands<R: Rng + ?Sized>(&self, rng: &mut R) -> SeatMap<CardSet> {
        Spread::new(self).draw(rng)
    }
}

impl Resample for Sixes {
    fn resample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        Self {
            table: view.table,
            hands: view.sample_hands(rng),
        }
    }
}
