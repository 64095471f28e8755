//! The four rows: where a card goes and what it takes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Card, CardSet, RowIndex};

/// How many rows there are.
pub const ROWS: usize = 4;
/// How many cards a row holds. One more takes these.
pub const CAPACITY: usize = 5;

/// The cards of one row. Since cards only join at the ends and in order, a row is always ascending, left to
/// right, and so a set says all about it; count, bulls and end are kept beside it for speed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CardSet", into = "CardSet")]
pub struct Row {
    cards: CardSet,
    bulls: u8,
    len: u8,
    /// The number of the card on the right end, 0 where there is none.
    last: u8,
}

impl Row {
    /// A row of one card.
    #[inline]
    pub(super) const fn new(card: Card) -> Self {
        let mut cards = CardSet::EMPTY;
        cards.insert(card);
        Self {
            cards,
            bulls: card.bulls(),
            len: 1,
            last: card.number(),
        }
    }

    /// Its cards; the leftmost is the lowest.
    #[inline]
    pub const fn cards(&self) -> CardSet {
        self.cards
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

    /// What its cards cost, at most 27.
    #[inline]
    pub const fn bulls(&self) -> u32 {
        self.bulls as u32
    }

    /// Adds a card that is higher than all others, and gives what it takes: nothing, or the five cards of a
    /// full row.
    #[inline]
    const fn push(&mut self, card: Card) -> Taken {
        if self.len() == CAPACITY {
            return self.take(card);
        }
        self.cards.insert(card);
        self.bulls += card.bulls();
        self.len += 1;
        self.last = card.number();
        Taken {
            cards: CardSet::EMPTY,
            bulls: 0,
        }
    }

    /// Gives its cards; `card` starts it anew.
    #[inline]
    const fn take(&mut self, card: Card) -> Taken {
        let taken = Taken {
            cards: self.cards,
            bulls: self.bulls(),
        };
        *self = Self::new(card);
        taken
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
        let last = cards.last().map_or(0, Card::number);
        Ok(Self {
            cards,
            bulls: cards.bulls() as u8,
            len: cards.len() as u8,
            last,
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

/// What a placed card takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub cards: CardSet,
    pub bulls: u32,
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

    /// The row that `card` must go to: the one whose last card is the largest below it. `None` where it fits
    /// nowhere.
    #[inline]
    pub fn fit(&self, card: Card) -> Option<RowIndex> {
        let mut best = None;
        let mut largest = 0;
        for (row, index) in self.0.iter().zip(RowIndex::ALL) {
            if row.last < card.number() && row.last > largest {
                largest = row.last;
                best = Some(index);
            }
        }
        best
    }

    /// The row with the fewest bulls, on ties the first.
    #[inline]
    pub fn cheapest(&self) -> RowIndex {
        let mut best = RowIndex::ALL[0];
        for index in RowIndex::ALL {
            if self.get(index).bulls < self.get(best).bulls {
                best = index;
            }
        }
        best
    }

    /// Puts a card where it [fits](Self::fit), and gives what it takes.
    #[inline]
    pub(super) const fn push(&mut self, row: RowIndex, card: Card) -> Taken {
        self.0[row.index()].push(card)
    }

    /// Gives a row's cards; `card` starts it anew.
    #[inline]
    pub(super) const fn take(&mut self, row: RowIndex, card: Card) -> Taken {
        self.0[row.index()].take(card)
    }
}
