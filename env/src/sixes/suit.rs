//! Suits and ranks.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many suits there are.
pub const SUITS: usize = 4;
/// How many ranks each suit has.
pub const RANKS: usize = 10;

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Cards 0 to 9.
    Diamonds,
    /// Cards 10 to 19.
    Clubs,
    /// Cards 20 to 29.
    Hearts,
    /// Cards 30 to 39.
    Spades,
}

impl Suit {
    /// All suits, in the order of their cards.
    pub const ALL: [Self; SUITS] = [Self::Diamonds, Self::Clubs, Self::Hearts, Self::Spades];

    /// Its number, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diamonds => "diamonds",
            Self::Clubs => "clubs",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Self::Diamonds => 'd',
            Self::Clubs => 'c',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One of the ten ranks, ace low: A 2 3 4 5 6 7 J Q K. Written as its number, 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Rank(u8);

impl Rank {
    /// The rank with which a column starts.
    pub const SIX: Self = Self(5);

    /// All ranks, ascending.
    pub const ALL: [Self; RANKS] = {
        let mut all = [Self(0); RANKS];
        let mut index = 0;
        while index < RANKS {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The rank with this number, or `None` from 10 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < RANKS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Its number, 0 to 9.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn letter(self) -> char {
        b"A234567JQK"[self.0 as usize] as char
    }
}

impl TryFrom<u8> for Rank {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        Self::new(index.into()).ok_or_else(|| format!("rank {index} is outside 0 to {}", RANKS - 1))
    }
}

impl From<Rank> for u8 {
    fn from(rank: Rank) -> Self {
        rank.0
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}
