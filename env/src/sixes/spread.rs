//! Hidden cards over hands, uniformly, where passes have shown who can't hold what.
//!
//! What passes show is about open cards alone ([`Table::lacks`](super::Table::lacks)), so at most eight hidden
//! cards are *bound* (some seat can't hold them); all others may be anywhere. Think of each hand as so many
//! slots. Once the bound cards are in slots, the free ones fill the rest in the same number of ways wherever
//! the bound ones went. So a uniform spread is: a uniformly drawn placing of the bound cards into slots of
//! seats that may hold them, then a shuffle of the free cards into what is left.
//!
//! The placings are counted exactly, seat by seat from the last: `ways[s][b]` is in how many ways seats from
//! `s` on can take the set `b` of bound cards. A placing is then drawn seat by seat from the first, each subset
//! with the share of ways that it leads to. A seat with `c` slots takes `k` given cards in `c (c − 1) … (c − k +
//! 1)` ways.

use rand::{Rng, RngExt};

use super::{Card, CardSet, DECK_SIZE, View};
use crate::core::{MAX_SEATS, Seat, SeatMap};

/// The most bound cards there can be: two ends of four columns.
const MAX_BOUND: usize = 8;

/// A seat's part: how many cards it takes and which of the bound ones it may.
#[derive(Clone, Copy, Default)]
struct Part {
    slots: u32,
    may_take: usize,
}

/// All spreads of the hidden cards that agree with a view, ready to be drawn from.
pub(super) struct Spread {
    own: (Seat, CardSet),
    bound: [Card; MAX_BOUND],
    bound_count: usize,
    free: CardSet,
    parts: SeatMap<Part>,
    /// Counts below 40 · 39 · … · 33 < 2^42.
    ways: [[u64; 1 << MAX_BOUND]; MAX_SEATS + 1],
}

impl Spread {
    /// Counts the spreads. The view is a game's, or at least lacks no cards that are not open.
    pub(super) fn new(view: &View) -> Self {
        let table = &view.table;
        let others = || Seat::all(table.players()).filter(|seat| *seat != view.seat);
        let lacked = others().fold(CardSet::EMPTY, |all, seat| all.union(table.lacks[seat]));
        let bound_set = view.unseen().intersection(lacked);
        let mut bound = [Card::SIX_OF_DIAMONDS; MAX_BOUND];
        let mut parts = SeatMap::new(table.players(), Part::default());
        for seat in others() {
            parts[seat].slots = table.holds[seat].into();
        }
        let mut bound_count = 0;
        for (place, card) in bound.iter_mut().zip(bound_set.iter()) {
            *place = card;
            for seat in others().filter(|&seat| !table.lacks[seat].contains(card)) {
                parts[seat].may_take |= 1 << bound_count;
            }
            bound_count += 1;
        }
        let mut spread = Self {
            own: (view.seat, view.hand),
            bound,
            bound_count,
            free: view.unseen().without(bound_set),
            parts,
            ways: [[0; 1 << MAX_BOUND]; MAX_SEATS + 1],
        };
        spread.count();
        spread
    }

    fn count(&mut self) {
        self.ways[self.parts.players()][0] = 1;
        for (seat, &part) in self.parts.iter().rev() {
            let (here, later) = self.ways.split_at_mut(seat.index() + 1);
            for (left, ways) in here[seat.index()][..1 << self.bound_count].iter_mut().enumerate() {
                *ways = part
                    .takes(left)
                    .map(|(taken, ways)| ways * later[0][left & !taken])
                    .sum();
            }
        }
    }

    /// In how many ways the bound cards can be placed. None: the view contradicts itself.
    pub(super) const fn placings(&self) -> u64 {
        self.ways[0][(1 << self.bound_count) - 1]
    }

    /// Draws one, where there is any.
    pub(super) fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> SeatMap<CardSet> {
        let mut free = [Card::SIX_OF_DIAMONDS; DECK_SIZE];
        let mut count = 0;
        for card in self.free.iter() {
            free[count] = card;
            count += 1;
        }
        let mut left = (1 << self.bound_count) - 1;
        let mut top = 0;
        SeatMap::from_fn(self.parts.players(), |seat| {
            if seat == self.own.0 {
                return self.own.1;
            }
            let taken = self.draw_bound(seat, left, rng);
            left &= !taken;
            let mut hand: CardSet = (0..self.bound_count)
                .filter(|index| taken >> index & 1 == 1)
                .map(|index| self.bound[index])
                .collect();
            for _ in 0..self.parts[seat].slots - taken.count_ones() {
                free.swap(top, rng.random_range(top as u32..count as u32) as usize);
                hand.insert(free[top]);
                top += 1;
            }
            hand
        })
    }

    /// Draws which of the bound cards that are left a seat takes.
    fn draw_bound<R: Rng + ?Sized>(&self, seat: Seat, left: usize, rng: &mut R) -> usize {
        if left == 0 {
            return 0;
        }
        let mut place = rng.random_range(0..self.ways[seat.index()][left]);
        for (taken, ways) in self.parts[seat].takes(left) {
            let all = ways * self.ways[seat.index() + 1][left & !taken];
            if place < all {
                return taken;
            }
            place -= all;
        }
        0
    }
}

impl Part {
    /// The subsets of `left` that this seat may take, each with the ways to put it into slots.
    fn takes(self, left: usize) -> impl Iterator<Item = (usize, u64)> {
        let possible = left & self.may_take;
        let mut next = Some(possible);
        std::iter::from_fn(move || {
            let taken = next?;
            // Subsets in descending order, down to the empty one.
            next = taken.checked_sub(1).map(|below| below & possible);
            Some((taken, falling(self.slots, taken.count_ones())))
        })
    }
}

/// `slots (slots − 1) …`, `count` factors: 0 where there are too few slots.
fn falling(slots: u32, count: u32) -> u64 {
    (0..count)
        .map(|used| u64::from(slots.saturating_sub(used)))
        .product()
}
