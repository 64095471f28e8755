//! The four rows: where a card goes and what it takes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Card, CardSet, RowIndex, Rules, Side, Sides};

/// How many rows there are.
pub const ROWS: usize = 4;
/// How many cards a row holds. One more takes these.
pub const CAPACITY: usize = 5;

/// The cards of one row. Since cards only join at the ends and in order, a row is always ascending, left to
/// right, and so a set says all about it; count, bulls and ends are kept beside it for speed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CardSet", into = "CardSet")]
pub struct Row {
    cards: CardSet,
    /// Bulls where fives cost two.
    bulls: u8,
    fives: u8,
    len: u8,
    /// The numbers of the cards on the ends, 0 where there is none.
    first: u8,
    last: u8,
}

impl Row {
    /// A row of one card.
    #[inline]
    pub(super) const fn new(card: Card) -> Self {
        let mut cards = CardSet::EMPTY;
        cards.insert(card);
        let number = card.number();
        Self {
            cards,
            bulls: card.bulls(),
            fives: card.is_five() as u8,
            len: 1,
            first: number,
            last: number,
        }
    }

    /// Its cards; the leftmost is the lowest.
    #[inline]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// The card on the left end; none before the first deal.
    #[inline]
    pub const fn first(&self) -> Option<Card> {
        Card::new(self.first)
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

    /// Adds a card that belongs on one of its ends, and gives what it takes: nothing, or the five cards of a
    /// full row.
    #[inline]
    const fn push(&mut self, card: Card) -> Self {
        if self.len() == CAPACITY {
            return self.take(card);
        }
        let number = card.number();
        self.cards.insert(card);
        self.bulls += card.bulls();
        self.fives += card.is_five() as u8;
        self.len += 1;
        if number > self.last {
            self.last = number;
        }
        if number < self.first {
            self.first = number;
        }
        Self::NONE
    }

    /// Gives its cards; `card` starts it anew.
    #[inline]
    const fn take(&mut self, card: Card) -> Self {
        std::mem::replace(self, Self::new(card))
    }

    const NONE: Self = Self {
        cards: CardSet::EMPTY,
        bulls: 0,
        fives: 0,
        len: 0,
        first: 0,
        last: 0,
    };
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
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        Ok(Self {
            cards,
            bulls: cards.bulls() as u8,
            fives: cards.fives() as u8,
            len: cards.len() as u8,
            first: number(cards.first()),
            last: number(cards.last()),
        })
    }
}

impl From<Row> for CardSet {
    fn from(row: Row) -> Self {
        row.cards
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.fmt(f)
    }
}

/// The four rows on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rows([Row; ROWS]);

impl Rows {
    /// Four rows of one card each.
    pub fn new(starts: [Card; ROWS]) -> Self {
        Self(starts.map(Row::new))
    }

    /// These rows.
    pub(super) const fn from_rows(rows: [Row; ROWS]) -> Self {
        Self(rows)
    }

    /// The rows, as they lie on the table.
    #[inline]
    pub const fn all(&self) -> &[Row; ROWS] {
        &self.0
    }

    /// One row.
    #[inline]
    pub const fn get(&self, row: RowIndex) -> &Row {
        &self.0[row.index()]
    }

    /// All cards that lie in rows.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.0
            .iter()
            .fold(CardSet::EMPTY, |cards, row| cards.union(row.cards))
    }

    /// The row that `card` must go to, and on which side: to the right of the last card, or where both sides
    /// are played to the left of the first card, that is nearest to it (on equal differences, right). `None`
    /// where it fits nowhere.
    #[inline]
    pub fn fit(&self, card: Card, sides: Sides) -> Option<(RowIndex, Side)> {
        let mut best = None;
        let mut largest = 0;
        for (row, index) in self.0.iter().zip(RowIndex::ALL) {
            if row.last < card.number() && row.last > largest {
                largest = row.last;
                best = Some((index, Side::Right));
            }
        }
        match sides {
            Sides::Right => best,
            Sides::Both => self.fit_left(card, best, card.number() - largest),
        }
    }

    /// The nearer of the best place on the right, at `distance` if there is one, and the best on the left.
    fn fit_left(
        &self,
        card: Card,
        right: Option<(RowIndex, Side)>,
        distance: u8,
    ) -> Option<(RowIndex, Side)> {
        let mut best = right;
        let mut nearest = if right.is_some() { distance } else { u8::MAX };
        for (row, index) in self.0.iter().zip(RowIndex::ALL) {
            if row.first > card.number() && row.first - card.number() < nearest {
                nearest = row.first - card.number();
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

    /// Puts a card where it [fits](Self::fit), and gives the row it takes, empty where it takes none.
    #[inline]
    pub(super) const fn push(&mut self, row: RowIndex, card: Card) -> Row {
        self.0[row.index()].push(card)
    }

    /// Gives a row; `card` starts it anew.
    #[inline]
    pub(super) const fn take(&mut self, row: RowIndex, card: Card) -> Row {
        self.0[row.index()].take(card)
    }
}
