//! The four rows: where a card goes and what it takes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ends::Ends;
use super::sort::sort_few;
use super::{Card, CardSet, RowIndex, Rules, Side, Sides};

/// How many rows there are.
pub const ROWS: usize = 4;
/// How many cards a row holds. One more takes these.
pub const CAPACITY: usize = 5;

/// The cards of one row, left to right. Since cards only join at the ends and in order, a row is always
/// ascending; it is written as a set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CardSet", into = "CardSet")]
pub struct Row {
    /// The numbers of its cards, then zeros.
    cards: [u8; CAPACITY],
    len: u8,
    /// The number of the card on the right end, 0 where there is none.
    last: u8,
    /// Bulls where fives cost two.
    bulls: u8,
    fives: u8,
}

impl Row {
    /// A row of one card.
    #[inline]
    pub(super) const fn new(card: Card) -> Self {
        let mut cards = [0; CAPACITY];
        cards[0] = card.number();
        Self {
            cards,
            len: 1,
            last: card.number(),
            bulls: card.bulls(),
            fives: card.is_five() as u8,
        }
    }

    /// Its cards; the leftmost is the lowest.
    #[inline]
    pub fn cards(&self) -> CardSet {
        CardSet::from_numbers(self.cards)
    }

    /// The numbers of its cards, left to right, then zeros.
    #[inline]
    pub(super) const fn numbers(&self) -> [u8; CAPACITY] {
        self.cards
    }

    /// The card on the left end; none before the first deal.
    #[inline]
    pub const fn first(&self) -> Option<Card> {
        Card::new(self.cards[0])
    }

    /// The card on the right end; none before the first deal.
    #[inline]
    pub const fn last(&self) -> Option<Card> {
        Card::new(self.last)
    }

    /// How many cards it holds: 1 to [`CAPACITY`], and 0 before the first deal.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it holds no card, as before the first deal.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What its cards cost where fives cost two, at most 27; see [`Rules::row_bulls`].
    #[inline]
    pub(super) const fn dear_bulls(&self) -> u32 {
        self.bulls as u32
    }

    /// How many of its cards are fives.
    #[inline]
    pub(super) const fn fives(&self) -> u32 {
        self.fives as u32
    }

    /// Adds a card that belongs on one of its ends; where it is full, gives what the card takes.
    #[inline]
    fn push(&mut self, card: Card) -> Option<Self> {
        let number = card.number();
        let Some(free) = self.cards.get_mut(usize::from(self.len)) else {
            return Some(self.take(card));
        };
        if number > self.last {
            *free = number;
            self.last = number;
        } else {
            self.cards.rotate_right(1);
            self.cards[0] = number;
        }
        self.len += 1;
        self.bulls += card.bulls();
        self.fives += u8::from(card.is_five());
        None
    }

    /// Gives its cards; `card` starts it anew.
    #[inline]
    const fn take(&mut self, card: Card) -> Self {
        std::mem::replace(self, Self::new(card))
    }
}

impl TryFrom<CardSet> for Row {
    type Error = String;

    fn try_from(cards: CardSet) -> Result<Self, String> {
        if cards.len() > CAPACITY {
            return Err(format!(
                "a row holds at most {CAPACITY} cards, not {}",
                cards.len()
            ));
        }
        let mut numbers = [0; CAPACITY];
        for (place, card) in numbers.iter_mut().zip(cards.iter()) {
            *place = card.number();
        }
        Ok(Self {
            cards: numbers,
            len: cards.len() as u8,
            last: cards.last().map_or(0, Card::number),
            bulls: cards.bulls() as u8,
            fives: cards.fives() as u8,
        })
    }
}

impl From<Row> for CardSet {
    fn from(row: Row) -> Self {
        row.cards()
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(f)
    }
}

/// The four rows on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[Row; ROWS]", into = "[Row; ROWS]")]
pub struct Rows {
    all: [Row; ROWS],
    ends: Ends,
    /// The rows of `ends`. A card that joins on the right leaves this order as it is, so it seldom changes.
    order: [RowIndex; ROWS],
}

impl Rows {
    /// Four rows of one card each.
    pub fn new(starts: [Card; ROWS]) -> Self {
        Self::from_rows(starts.map(Row::new))
    }

    /// These rows.
    pub(super) fn from_rows(rows: [Row; ROWS]) -> Self {
        let mut rows = Self {
            all: rows,
            ends: Ends::default(),
            order: RowIndex::ALL,
        };
        rows.sort();
        rows
    }

    /// Puts the ends in order.
    fn sort(&mut self) {
        let mut keys = [0; ROWS];
        for (key, index) in keys.iter_mut().zip(RowIndex::ALL) {
            let row = self.get(index);
            let end = if row.is_empty() { Ends::NONE } else { row.last };
            *key = u16::from(end) << 8 | index.index() as u16;
        }
        sort_few(&mut keys);
        self.ends = Ends::new(keys.map(|key| (key >> 8) as u8));
        self.order = keys.map(RowIndex::of_low_bits);
    }

    /// The place among the ends of the largest below a card.
    #[inline]
    fn place_on_right(&self, card: Card) -> Option<usize> {
        // The remainder tells the compiler what there can be.
        let below = self.ends.below(card);
        below.checked_sub(1).map(|place| place % ROWS)
    }

    /// The rows, as they lie on the table.
    #[inline]
    pub const fn all(&self) -> &[Row; ROWS] {
        &self.all
    }

    /// One row.
    #[inline]
    pub const fn get(&self, row: RowIndex) -> &Row {
        &self.all[row.index()]
    }

    /// All cards that lie in rows.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.all
            .iter()
            .fold(CardSet::EMPTY, |cards, row| cards.union(row.cards()))
    }

    /// The row that `card` must go to, and on which side: to the right of the last card, or where both sides
    /// are played to the left of the first card, that is nearest to it (on equal differences, right). `None`
    /// where it fits nowhere.
    #[inline]
    pub fn fit(&self, card: Card, sides: Sides) -> Option<(RowIndex, Side)> {
        self.fit_from(card, sides, self.place_on_right(card))
    }

    #[inline]
    fn fit_from(&self, card: Card, sides: Sides, right: Option<usize>) -> Option<(RowIndex, Side)> {
        match sides {
            Sides::Right => right.map(|place| (self.order[place], Side::Right)),
            Sides::Both => self.fit_both(card, right),
        }
    }

    /// The nearer of the best place on the right, the row with this one of the ends, and the best on the left.
    fn fit_both(&self, card: Card, right: Option<usize>) -> Option<(RowIndex, Side)> {
        let mut best = right.map(|place| (self.order[place], Side::Right));
        let mut nearest = right.map_or(u8::MAX, |place| card.number() - self.ends.get(place));
        for (row, index) in self.all.iter().zip(RowIndex::ALL) {
            let first = row.cards[0];
            if first > card.number() && first - card.number() < nearest {
                nearest = first - card.number();
                best = Some((index, Side::Left));
            }
        }
        best
    }

    /// The row with the fewest bulls, on ties the first.
    #[inline]
    pub fn cheapest(&self, rules: &Rules) -> RowIndex {
        let mut best = RowIndex::ALL[0];
        let mut fewest = u32::MAX;
        for index in RowIndex::ALL {
            let bulls = rules.row_bulls(self.get(index));
            if bulls < fewest {
                fewest = bulls;
                best = index;
            }
        }
        best
    }

    /// Puts a card where it [fits](Self::fit), and says where, with the row it takes, if it takes one.
    #[inline]
    pub(super) fn join(&mut self, card: Card, sides: Sides) -> Option<(RowIndex, Side, Option<Row>)> {
        let place = self.place_on_right(card);
        let (row, side) = self.fit_from(card, sides, place)?;
        let taken = self.all[row.index()].push(card);
        match (side, place) {
            (Side::Right, Some(place)) => self.ends.set(place, card),
            (Side::Right | Side::Left | Side::Take, _) if taken.is_some() => self.sort(),
            (Side::Right | Side::Left | Side::Take, _) => {}
        }
        Some((row, side, taken))
    }

    /// Gives a row; a card that fits nowhere, and so is below all ends, starts it anew.
    #[inline]
    pub(super) fn take(&mut self, row: RowIndex, card: Card) -> Row {
        let place = self.order.iter().position(|&at| at == row).unwrap_or_default();
        self.order.copy_within(..place, 1);
        self.order[0] = row;
        self.ends.move_to_front(place, card);
        self.all[row.index()].take(card)
    }
}

impl Default for Rows {
    /// Four rows without a card.
    fn default() -> Self {
        Self::from_rows([Row::default(); ROWS])
    }
}

impl From<[Row; ROWS]> for Rows {
    fn from(rows: [Row; ROWS]) -> Self {
        Self::from_rows(rows)
    }
}

impl From<Rows> for [Row; ROWS] {
    fn from(rows: Rows) -> Self {
        rows.all
    }
}
