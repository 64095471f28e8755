//! Sixteen random ends of a round side by side.
//!
//! Every step is the same for all sixteen: comparisons give masks, not branches, and the compiler makes vector
//! instructions of the loops over lanes.

use std::array;

use hornox_env::nimmt::{CAPACITY, Card, ROWS, Rows};

/// How many rollouts run side by side.
pub(super) const LANES: usize = 16;

/// One number for each of them. Masks are 0 and −1.
pub(super) type Lane = [i16; LANES];

/// A card as a number that sorts as the cards do and carries its bulls.
pub(super) const fn key(card: Card) -> i16 {
    (card.number() as i16) << BULLS_BITS | card.bulls() as i16
}

const BULLS_BITS: u32 = 3;
const BULLS_MASK: i16 = (1 << BULLS_BITS) - 1;

/// The four rows of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneRows {
    last: [Lane; ROWS],
    count: [Lane; ROWS],
    /// The bulls, and in the lowest two bits the row's number: the least of them is the cheapest row, the first
    /// on ties.
    cost: [Lane; ROWS],
}

/// The bits of a row's number.
const ROW_BITS: u32 = ROWS.ilog2();

impl LaneRows {
    /// The same rows in all lanes.
    pub(super) fn new(rows: &Rows) -> Self {
        let all = |value: fn(usize, &hornox_env::nimmt::Row) -> i16| {
            array::from_fn(|row| [value(row, &rows.all()[row]); LANES])
        };
        Self {
            last: all(|_, row| row.last().map_or(0, key)),
            count: all(|_, row| row.len() as i16),
            cost: all(|index, row| (row.bulls() << ROW_BITS) as i16 | index as i16),
        }
    }

    /// Places the cards of one turn, and adds what the own card of each lane takes to `bulls`.
    #[inline]
    pub(super) fn place_turn(&mut self, cards: &mut [Lane], bulls: &mut Lane) {
        let own = cards[0];
        sort(cards);
        for card in cards {
            let taken = self.place(card);
            for lane in 0..LANES {
                bulls[lane] += taken[lane] & mask(card[lane] == own[lane]);
            }
        }
    }

    /// Places one card in each lane, and gives the bulls it takes there. A card that fits nowhere takes the
    /// cheapest row.
    #[inline]
    fn place(&mut self, card: &Lane) -> Lane {
        let mut end = [0; LANES];
        let mut cheapest = [i16::MAX; LANES];
        for row in 0..ROWS {
            for lane in 0..LANES {
                let last = self.last[row][lane];
                end[lane] = end[lane].max(last & mask(last < card[lane]));
                cheapest[lane] = cheapest[lane].min(self.cost[row][lane]);
            }
        }
        let mut taken = [0; LANES];
        for row in 0..ROWS {
            for lane in 0..LANES {
                let low = mask(end[lane] == 0);
                let (last, count, cost) = (self.last[row][lane], self.count[row][lane], self.cost[row][lane]);
                let takes_low = low & mask(cost == cheapest[lane]);
                let joins = mask(last == end[lane]);
                let here = joins | takes_low;
                let takes = takes_low | joins & mask(count == CAPACITY as i16);
                taken[lane] |= takes & cost >> ROW_BITS;
                let own_bulls = (card[lane] & BULLS_MASK) << ROW_BITS;
                self.last[row][lane] = here & card[lane] | !here & last;
                self.count[row][lane] = (count & !takes) - here;
                self.cost[row][lane] = (cost & !takes | row as i16) + (own_bulls & here);
            }
        }
        taken
    }
}

#[inline]
const fn mask(is: bool) -> i16 {
    -(is as i16)
}

/// Sorts the cards of each lane, by exchanges that do not depend on them.
#[inline]
fn sort(cards: &mut [Lane]) {
    for end in 1..cards.len() {
        for place in (0..end).rev() {
            for lane in 0..LANES {
                let (low, high) = (cards[place][lane], cards[place + 1][lane]);
                cards[place][lane] = low.min(high);
                cards[place + 1][lane] = low.max(high);
            }
        }
    }
}
