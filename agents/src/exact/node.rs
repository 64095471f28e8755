//! A position as the solver counts with it: four packed rows in one word, and two hands of a bit a card.
//!
//! The cards that still matter, those in hands and the last of each row, are numbered from 1 by their order: at
//! most 24 of them. A row is the number of its last card, how many cards it holds, what they cost, and its place on
//! the table, packed into 16 bits with the last card highest; the rows lie in the word by ascending last cards.
//! They stay so for free: a card that joins a row is below the last card of the next one, and one that fits nowhere
//! starts the lowest row.

use hornox_env::nimmt::{CAPACITY, LowCard, ROWS};

/// How many cards can matter: two hands of ten, and the ends of four rows.
pub(super) const LABELS: usize = 24;

const LANE: u32 = 16;
const LAST: u32 = 10;
const COUNT: u32 = 7;
const BULLS: u32 = 2;
/// Two bits of the place on the table.
const PLACE: u64 = 3;
/// Count, bulls and place.
const BELOW_LAST: u64 = (1 << LAST) - 1;
const ONE_ROW: u64 = (1 << LANE) - 1;
/// One in each of the four rows.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each row, which none of them uses.
const FLAGS: u64 = EACH << 15;

/// One row, packed.
pub(super) const fn pack(last: u8, count: usize, bulls: u32, place: usize) -> u64 {
    (last as u64) << LAST | (count as u64) << COUNT | (bulls as u64) << BULLS | place as u64
}

const fn bulls(row: u64) -> i32 {
    (row >> BULLS & 31) as i32
}

/// What stays the same below one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// Each numbered card as a row of its own, in place 0.
    pub cards: [u64; LABELS + 1],
    /// Which row a card takes that fits nowhere.
    pub low_card: LowCard,
}

/// A position between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The lowest last card in the lowest bits.
    pub rows: u64,
    /// Bit n is card n.
    pub hands: [u32; 2],
}

/// How a turn ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// What seat 0 gains at once, and what follows.
    One(i32, Node),
    /// As the player of a card that fits nowhere chooses.
    Choice(Choice),
}

/// The ends that one seat chooses among.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// Which seat.
    pub chooser: usize,
    ends: [(i32, Node); ROWS],
    len: usize,
}

impl Choice {
    pub fn ends(&self) -> &[(i32, Node)] {
        &self.ends[..self.len]
    }

    /// What seat 0 gains in all where the chooser does best; `rest` adds what follows to what is gained at once.
    #[inline]
    pub fn best(&self, rest: impl Fn(i32, &Node) -> i32) -> i32 {
        let gains = self.ends().iter().map(|(gain, next)| rest(*gain, next));
        let best = if self.chooser == 0 {
            gains.max()
        } else {
            gains.min()
        };
        best.unwrap_or_default()
    }
}

impl Node {
    /// How many cards each seat holds.
    #[inline]
    pub const fn cards(&self) -> usize {
        self.hands[0].count_ones() as usize
    }

    /// All cards in hands.
    #[inline]
    pub const fn alive(&self) -> u32 {
        self.hands[0] | self.hands[1]
    }

    /// The rows with the number of each last card replaced by that of the next lower card in a hand, or 0: which
    /// cards in hands are above it is all that matters of it.
    #[inline]
    pub const fn key(&self) -> u64 {
        // Nothing stands for a card below all others.
        let alive = self.alive() | 1;
        let mut key = 0;
        let mut lane = 0;
        while lane < ROWS as u32 {
            let row = self.rows >> (lane * LANE) & ONE_ROW;
            let below = (alive & ((1 << (row >> LAST)) - 1)).ilog2() as u64;
            key |= (row & BELOW_LAST | below << LAST) << (lane * LANE);
            lane += 1;
        }
        key
    }

    /// The turn in which seat 0 plays card `own` and seat 1 card `other`.
    #[inline]
    pub fn turn(&self, own: u32, other: u32, setting: &Setting) -> End {
        let hands = [self.hands[0] & !(1 << own), self.hands[1] & !(1 << other)];
        let (low, high) = (own.min(other), own.max(other));
        // The lower card's bulls are lost by its player, the higher card's by the other.
        let sign = if own < other { -1 } else { 1 };
        let card = setting.cards[low as usize];
        let lower = self.rows_below(card);
        let after = |(rows, taken): (u64, i32)| {
            let (rows, taken_next) = Self::join(rows, setting.cards[high as usize]);
            (sign * (taken - taken_next), Self { rows, hands })
        };
        if lower > 0 {
            let (gain, next) = after(Self::join(self.rows, card));
            return End::One(gain, next);
        }
        let choices = match setting.low_card {
            LowCard::Auto => {
                let (gain, next) = after(self.take(self.cheapest(), card));
                return End::One(gain, next);
            }
            LowCard::Free => i32::MAX,
            LowCard::Cheapest => bulls(self.row(self.cheapest())),
        };
        let mut choice = Choice {
            chooser: usize::from(own > other),
            ends: [(0, *self); ROWS],
            len: 0,
        };
        for lane in 0..ROWS as u32 {
            if bulls(self.row(lane)) <= choices {
                choice.ends[choice.len] = after(self.take(lane, card));
                choice.len += 1;
            }
        }
        let ends = &mut choice.ends[..choice.len];
        // The cheapest first: mostly it is the best.
        ends.sort_unstable_by_key(|(gain, _)| sign * gain);
        End::Choice(choice)
    }

    const fn row(&self, lane: u32) -> u64 {
        self.rows >> (lane * LANE) & ONE_ROW
    }

    /// How many rows end below a card.
    #[inline]
    const fn rows_below(&self, card: u64) -> u32 {
        Self::below(self.rows, card)
    }

    /// A card is greater than a row as a number exactly where it is greater than the row's last card, and the flags
    /// keep one row's difference from the next.
    #[inline]
    const fn below(rows: u64, card: u64) -> u32 {
        let card = card >> LAST << LAST;
        let flags = (card * EACH | FLAGS) - rows & FLAGS;
        // The sum of the flags, without an instruction that not every processor has.
        ((flags >> 15).wrapping_mul(EACH) >> (3 * LANE)) as u32
    }

    /// A card joins the row it fits; where it fits nowhere, which it never does after a lower card, the lowest.
    /// Gives the rows, and the bulls that it takes.
    #[inline]
    const fn join(rows: u64, card: u64) -> (u64, i32) {
        let shift = Self::below(rows, card).saturating_sub(1) * LANE;
        let row = rows >> shift & ONE_ROW;
        let full = row >> COUNT & 7 == CAPACITY as u64;
        let (joined, taken) = if full {
            (card | row & PLACE, bulls(row))
        } else {
            ((row & BELOW_LAST) + card, 0)
        };
        (rows ^ (row ^ joined) << shift, taken)
    }

    /// A card that fits nowhere takes a row, and starts the lowest one.
    #[inline]
    const fn take(&self, lane: u32, card: u64) -> (u64, i32) {
        let taken = self.row(lane);
        let lower = self.rows & ((1 << (lane * LANE)) - 1);
        let kept = self.rows & !((1_u64 << (lane * LANE)) - 1) & !(ONE_ROW << (lane * LANE));
        (kept | lower << LANE | card | taken & PLACE, bulls(taken))
    }

    /// The row with the fewest bulls, the first on the table among equals.
    #[inline]
    const fn cheapest(&self) -> u32 {
        const COST: u64 = (1 << COUNT) - 1;
        let mut best = 0;
        let mut lane = 1;
        while lane < ROWS as u32 {
            if self.row(lane) & COST < self.row(best) & COST {
                best = lane;
            }
            lane += 1;
        }
        best
    }
}
