//! What one seat knows; drawing the rest anew.

use rand::{Rng, RngExt};

use super::{Action, Card, CardSet, Nimmt, Table};
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

    /// The cards this seat has not seen in this round: in other hands or set aside, every spread of them being
    /// equally likely.
    pub fn unseen(&self) -> CardSet {
        CardSet::DECK.without(self.hand).without(self.table.seen())
    }

    /// Hands that agree with the view, uniformly among all that do: the own one as it is, the others drawn from
    /// the unseen cards.
    pub fn sample_hands<R: Rng + ?Sized>(&self, rng: &mut R) -> SeatMap<CardSet> {
        let mut unseen = Card::DECK;
        let mut count = 0;
        for card in self.unseen().iter() {
            unseen[count] = card;
            count += 1;
        }
        let mut top = 0;
        SeatMap::from_fn(self.table.players(), |seat| {
            if seat == self.seat {
                return self.hand;
            }
            let cards = (0..self.table.holds[seat]).map(|_| {
                unseen.swap(top, rng.random_range(top as u32..count as u32) as usize);
                top += 1;
                unseen[top - 1]
            });
            cards.collect()
        })
    }
}

impl Resample for Nimmt {
    fn resample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        Self {
            table: view.table,
            hands: view.sample_hands(rng),
        }
    }
}
