//! Cards and rows as actions with ids.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Card, DECK_SIZE, ROWS};

/// One of the four rows, numbered from 0 as they lie on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct RowIndex(u8);

impl RowIndex {
    /// The row with this number, or `None` from 4 on.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < ROWS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The row whose number is in the lowest bits.
    #[inline]
    pub(super) const fn of_low_bits(bits: u16) -> Self {
        Self((bits & (ROWS as u16 - 1)) as u8)
    }

    /// Its number, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructor ensures.
        self.0 as usize & (ROWS - 1)
    }

    /// All four rows.
    pub const ALL: [Self; ROWS] = [Self(0), Self(1), Self(2), Self(3)];
}

impl TryFrom<u8> for RowIndex {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        Self::new(index.into()).ok_or_else(|| format!("row {index} is outside 0 to {}", ROWS - 1))
    }
}

impl From<RowIndex> for u8 {
    fn from(row: RowIndex) -> Self {
        row.0
    }
}

impl fmt::Display for RowIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a seat chooses.
///
/// Ids: 0 the zero card, 1 to 104 that card, 105 to 108 rows 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The zero card, in rules that have one.
    Zero,
    /// Play this card (or pick, or keep it, where cards are drafted or chosen).
    Card(Card),
    /// Take this row.
    Row(RowIndex),
}

/// The id of row 0.
pub(super) const FIRST_ROW_ID: u8 = DECK_SIZE as u8 + 1;

impl crate::core::Action for Action {
    const COUNT: usize = 1 + DECK_SIZE + ROWS;

    #[inline]
    fn id(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::Card(card) => card.number(),
            Self::Row(row) => FIRST_ROW_ID + row.0,
        }
    }

    #[inline]
    fn from_id(id: u8) -> Option<Self> {
        if id == 0 {
            Some(Self::Zero)
        } else if let Some(card) = Card::new(id) {
            Some(Self::Card(card))
        } else {
            RowIndex::new(usize::from(id - FIRST_ROW_ID)).map(Self::Row)
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Card(card) => card.fmt(f),
            Self::Row(row) => write!(f, "row {row}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Action as _;

    #[test]
    fn ids_are_dense_and_ordered() {
        let actions: Vec<_> = (0..=255).map_while(Action::from_id).collect();
        assert_eq!(actions.len(), Action::COUNT);
        assert!(
            actions
                .iter()
                .enumerate()
                .all(|(id, action)| usize::from(action.id()) == id)
        );
        assert!(actions.is_sorted());
        assert_eq!(Action::from_id(255), None);
    }
}
