//! Hidden cards over hands, uniformly, where passes have shown who can't hold what.
//!
//! What passes show is about open cards alone ([`Table::lacks`](super::Table::lacks)), so at most eight hidden
//! cards are *bound* (some seat can't hold them); all others may be anywhere. Think of each hand as so many
//! slots. Once the bound cards are in slots, the free ones fill the rest in the same number of ways wherever
//! the bound ones went. So a uniform spread is: a uniformly drawn placing of the bound cards into slots of
//! seats that may hold them, then a shuffle of the free cards into what is left.
//!
//! The placings are counted exactly, seat by seat from the last: `ways[s][b]` is in how many ways the other seats
//! from the s-th on can take the set `b` of bound cards. A placing is then drawn seat by seat from the first, each
//! subset with the share of ways that it leads to. A seat with `c` slots takes `k` given cards in
//! `c (c − 1) … (c − k + 1)` ways.

use rand::{Rng, RngExt};

use super::{Card, CardSet, DECK_SIZE, View};
use crate::core::{MAX_SEATS, Seat, SeatMap};

/// The most bound cards there can be: two ends of four columns.
const MAX_BOUND: usize = 8;
/// The most seats whose hands are hidden from one.
const MAX_OTHERS: usize = MAX_SEATS - 1;

/// A set of bound cards, one bit each.
type Bound = usize;

/// One of the other seats.
#[derive(Clone, Copy, Default)]
struct Part {
    slots: usize,
    may_take: Bound,
    /// In how many ways so many given cards go into its slots.
    placings: [u64; MAX_BOUND + 1],
}

/// All spreads of the hidden cards that agree with a view, ready to be drawn from.
pub(super) struct Spread {
    seat: Seat,
    hand: CardSet,
    players: usize,
    bound: [Card; MAX_BOUND],
    all_bound: Bound,
    free: CardSet,
    /// The other seats, ascending.
    parts: [Part; MAX_OTHERS],
    /// For each of them but the last, the counts by set of bound cards, below 40 · 39 · … · 33 < 2^42.
    ways: [[u64; 1 << MAX_BOUND]; MAX_OTHERS - 1],
}

impl Spread {
    /// Counts the spreads. The view is a game's, or at least lacks no cards that are not open.
    pub(super) fn new(view: &View) -> Self {
        let table = &view.table;
        let others = || Seat::all(table.players()).filter(|seat| *seat != view.seat);
        let lacked = others().fold(CardSet::EMPTY, |all, seat| all.union(table.lacks[seat]));
        let bound_set = view.unseen().intersection(lacked);
        let mut bound = [Card::SIX_OF_DIAMONDS; MAX_BOUND];
        for (place, card) in bound.iter_mut().zip(bound_set.iter()) {
            *place = card;
        }
        let mut parts = [Part::default(); MAX_OTHERS];
        for (part, seat) in parts.iter_mut().zip(others()) {
            let can_hold = |card: &Card| !table.lacks[seat].contains(*card);
            *part = Part::new(table.holds[seat].into());
            for (index, _) in bound_set.iter().enumerate().filter(|(_, card)| can_hold(card)) {
                part.may_take |= 1 << index;
            }
        }
        let mut spread = Self {
            seat: view.seat,
            hand: view.hand,
            players: table.players(),
            bound,
            all_bound: (1 << bound_set.len().min(MAX_BOUND)) - 1,
            free: view.unseen().without(bound_set),
            parts,
            ways: [[0; 1 << MAX_BOUND]; MAX_OTHERS - 1],
        };
        spread.count();
        spread
    }

    fn count(&mut self) {
        for index in (0..self.last()).rev() {
            let part = self.parts[index];
            // The first seat sees all bound cards still to be taken.
            let fewest = if index == 0 { self.all_bound } else { 0 };
            for left in fewest..=self.all_bound {
                let ways = part
                    .takes(left)
                    .map(|(taken, ways)| ways * self.ways(index + 1, left & !taken));
                self.ways[index][left] = ways.sum();
            }
        }
    }

    /// The place of the last of the other seats.
    const fn last(&self) -> usize {
        self.players - 2
    }

    /// In how many ways the seats from a place on can take the bound cards that are left.
    const fn ways(&self, index: usize, left: Bound) -> u64 {
        if index == self.last() {
            self.parts[index].takes_all(left)
        } else {
            self.ways[index][left]
        }
    }

    /// In how many ways the bound cards can be placed. None: the view contradicts itself.
    pub(super) const fn placings(&self) -> u64 {
        self.ways(0, self.all_bound)
    }

    /// Draws one, where there is any.
    pub(super) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> SeatMap<CardSet> {
        let mut free = [Card::SIX_OF_DIAMONDS; DECK_SIZE];
        let mut count = 0;
        for card in self.free.iter() {
            free[count] = card;
            count += 1;
        }
        let mut left = self.all_bound;
        let mut top = 0;
        let mut index = 0;
        SeatMap::from_fn(self.players, |seat| {
            if seat == self.seat {
                return self.hand;
            }
            let taken = self.draw_bound(index, left, rng);
            left &= !taken;
            let mut hand = CardSet::EMPTY;
            for place in (0..MAX_BOUND).filter(|place| taken >> place & 1 == 1) {
                hand.insert(self.bound[place]);
            }
            for _ in hand.len()..self.parts[index].slots {
                free.swap(top, rng.random_range(top as u32..count as u32) as usize);
                hand.insert(free[top]);
                top += 1;
            }
            index += 1;
            hand
        })
    }

    /// Draws which of the bound cards that are left a seat takes.
    fn draw_bound<R: Rng + ?Sized>(&self, index: usize, left: Bound, rng: &mut R) -> Bound {
        if left == 0 || index == self.last() {
            return left;
        }
        let mut place = rng.random_range(0..self.ways(index, left));
        for (taken, ways) in self.parts[index].takes(left) {
            let all = ways * self.ways(index + 1, left & !taken);
            if place < all {
                return taken;
            }
            place -= all;
        }
        0
    }
}

impl Part {
    fn new(slots: usize) -> Self {
        let mut placings = [1; MAX_BOUND + 1];
        for count in 1..=MAX_BOUND {
            placings[count] = placings[count - 1] * slots.saturating_sub(count - 1) as u64;
        }
        Self {
            slots,
            may_take: 0,
            placings,
        }
    }

    /// The ways in which this seat takes all of `left`.
    const fn takes_all(&self, left: Bound) -> u64 {
        if left & !self.may_take == 0 {
            self.placings[left.count_ones() as usize]
        } else {
            0
        }
    }

    /// The subsets of `left` that this seat may take, each with the ways in which it does.
    fn takes(&self, left: Bound) -> impl Iterator<Item = (Bound, u64)> {
        let possible = left & self.may_take;
        let mut next = Some(possible);
        std::iter::from_fn(move || {
            let taken = next?;
            // Subsets in descending order, down to the empty one.
            next = taken.checked_sub(1).map(|below| below & possible);
            Some((taken, self.placings[taken.count_ones() as usize]))
        })
    }
}
