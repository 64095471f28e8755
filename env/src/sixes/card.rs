//! Cards and sets of cards.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{RANKS, Rank, SUITS, Suit};

/// How many cards there are.
pub const DECK_SIZE: usize = SUITS * RANKS;

/// One of the 40 cards. Its id is `10 · suit + rank`; as text it is rank and suit, such as `6d`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

impl Card {
    /// The card that leads each round.
    pub const SIX_OF_DIAMONDS: Self = Self::of(Suit::Diamonds, Rank::SIX);

    /// All cards, ascending by id.
    pub const DECK: [Self; DECK_SIZE] = {
        let mut deck = [Self(0); DECK_SIZE];
        let mut id = 0;
        while id < DECK_SIZE {
            deck[id] = Self(id as u8);
            id += 1;
        }
        deck
    };

    /// The card with this id, or `None` from 40 on.
    #[inline]
    pub const fn new(id: u8) -> Option<Self> {
        if (id as usize) < DECK_SIZE {
            Some(Self(id))
        } else {
            None
        }
    }

    /// The card of this suit and rank.
    #[inline]
    pub const fn of(suit: Suit, rank: Rank) -> Self {
        Self((RANKS * suit.index() + rank.index()) as u8)
    }

    /// Its id, 0 to 39.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / RANKS]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize % RANKS]
    }
}

impl TryFrom<u8> for Card {
    type Error = String;

    fn try_from(id: u8) -> Result<Self, String> {
        Self::new(id).ok_or_else(|| format!("card {id} is outside 0 to {}", DECK_SIZE - 1))
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> Self {
        card.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards; bit n is the card with id n. Written as a list of ids, ascending.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The whole deck.
    pub const DECK: Self = Self((1 << DECK_SIZE) - 1);

    /// One card.
    #[inline]
    pub const fn one(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// Every card of one rank.
    pub const fn of_rank(rank: Rank) -> Self {
        Self(ACES << rank.index())
    }

    /// Every card of one suit.
    pub const fn of_suit(suit: Suit) -> Self {
        Self(((1 << RANKS) - 1) << (RANKS * suit.index()))
    }

    /// Bit n is the card with id n.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Each card's neighbours in its suit, up and down; no wrap.
    #[inline]
    pub(super) const fn neighbours(self) -> Self {
        Self((self.0 << 1 & !ACES | self.0 >> 1 & !KINGS) & Self::DECK.0)
    }

    /// Adds a card; false if it was there already.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= 1 << card.0;
        before != self.0
    }

    /// Takes a card out; false if it was not there.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !(1 << card.0);
        before != self.0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card of the lowest id.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        Card::new(self.0.trailing_zeros() as u8)
    }

    /// The card of the highest id.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            Card::new(63 - self.0.leading_zeros() as u8)
        }
    }

    /// Cards in either set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cards in both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cards of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether no card is in both sets.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every card of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The cards, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(card)
        })
    }
}

/// The first card of each suit.
const ACES: u64 = 1 | 1 << RANKS | 1 << (2 * RANKS) | 1 << (3 * RANKS);
/// The last card of each suit.
const KINGS: u64 = ACES << (RANKS - 1);

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.is_sorted_by(|low, high| low < high) {
            Ok(cards.into_iter().collect())
        } else {
            Err(serde::de::Error::custom("cards must be ascending, one each"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_suits_and_ranks() {
        assert_eq!(Card::SIX_OF_DIAMONDS.id(), 5);
        assert_eq!(Card::new(40), None);
        let names: Vec<_> = Card::DECK.iter().map(Card::to_string).collect();
        assert_eq!(names[..10].join(" "), "Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd");
        assert_eq!([&names[10], &names[25], &names[39]], ["Ac", "6h", "Ks"]);
        for card in Card::DECK {
            assert_eq!(Card::of(card.suit(), card.rank()), card);
            assert!(CardSet::of_suit(card.suit()).contains(card));
            assert!(CardSet::of_rank(card.rank()).contains(card));
        }
    }

    #[test]
    fn neighbours_stay_in_their_suit() {
        for card in Card::DECK {
            let near = |other: &Card| {
                other.suit() == card.suit() && other.rank().index().abs_diff(card.rank().index()) == 1
            };
            let expected = Card::DECK.into_iter().filter(near).collect();
            assert_eq!(CardSet::one(card).neighbours(), expected, "{card}");
        }
    }

    #[test]
    fn sets_are_written_as_ids() {
        let set: CardSet = [39, 0, 15].map(|id| Card::new(id).unwrap()).into_iter().collect();
        assert_eq!(
            (set.len(), set.first(), set.last()),
            (3, Card::new(0), Card::new(39))
        );
        assert_eq!((CardSet::EMPTY.first(), CardSet::EMPTY.last()), (None, None));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,15,39]");
        assert!(serde_json::from_str::<CardSet>("[3,3]").is_err());
        assert!(serde_json::from_str::<CardSet>("[40]").is_err());
        assert_eq!(Card::DECK.into_iter().collect::<CardSet>(), CardSet::DECK);
    }
}
