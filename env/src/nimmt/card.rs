//! Cards, their bulls, and sets of cards.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many cards there are: 1 to 104, one each.
pub const DECK_SIZE: usize = 104;

/// One of the cards 1 to 104.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(NonZeroU8);

impl Card {
    /// The card with this number, or `None` outside 1 to 104.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(value) if number as usize <= DECK_SIZE => Some(Self(value)),
            _ => None,
        }
    }

    /// Its number, 1 to 104.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// What it costs whoever takes it, 1 to 7, where fives cost two; see [`Rules::card_bulls`].
    ///
    /// [`Rules::card_bulls`]: super::Rules::card_bulls
    #[inline]
    pub(super) const fn bulls(self) -> u8 {
        BULLS[self.number() as usize & 127]
    }

    /// Whether it is a multiple of 5 but not of 10 or 11: those that cost one in some rules.
    #[inline]
    pub(super) const fn is_five(self) -> bool {
        self.bulls() == 2
    }

    /// All cards, ascending.
    pub const DECK: [Self; DECK_SIZE] = {
        let mut deck = [Self(NonZeroU8::MIN); DECK_SIZE];
        let mut index = 1;
        while index < DECK_SIZE {
            deck[index].0 = deck[index - 1].0.saturating_add(1);
            index += 1;
        }
        deck
    };
}

/// Bulls by card number: 55 costs 7, other multiples of 11 five, of 10 three, of 5 two, all others one.
const BULLS: [u8; 128] = {
    let mut bulls = [0; 128];
    let mut number = 1;
    while number <= DECK_SIZE {
        bulls[number] = if number == 55 {
            7
        } else if number.is_multiple_of(11) {
            5
        } else if number.is_multiple_of(10) {
            3
        } else if number.is_multiple_of(5) {
            2
        } else {
            1
        };
        number += 1;
    }
    bulls
};

/// The bit that bounds a set at `number`: those above the deck are all alike.
const fn bit(number: u8) -> u8 {
    if number as usize > DECK_SIZE {
        DECK_SIZE as u8 + 1
    } else {
        number
    }
}

/// The multiples of 5 that are not multiples of 10 or 11.
const FIVES: CardSet = {
    let mut fives = CardSet::EMPTY;
    let mut index = 0;
    while index < DECK_SIZE {
        if BULLS[index + 1] == 2 {
            fives.insert(Card::DECK[index]);
        }
        index += 1;
    }
    fives
};

impl TryFrom<u8> for Card {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("card {number} is outside 1 to {DECK_SIZE}"))
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> Self {
        card.number()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of cards; bit n is card n. Written as a list, ascending.
///
/// Two words, since most sets lie in memory and most changes are of one card: one word then does.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self([0; 2]);
    /// The whole deck.
    pub const DECK: Self = Self::from_bits(((1 << DECK_SIZE) - 1) << 1);

    const fn from_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    /// The cards with these numbers; zeros are none.
    #[inline]
    pub(super) fn from_numbers<const N: usize>(numbers: [u8; N]) -> Self {
        let mut set = Self::EMPTY;
        for number in numbers {
            set.0[usize::from(number >> 6) & 1] |= 1 << (number & 63);
        }
        set.0[0] &= !1;
        set
    }

    /// Bit n is card n.
    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The word and the bit of a card.
    #[inline]
    const fn place(card: Card) -> (usize, u64) {
        let number = card.number();
        ((number >> 6) as usize & 1, 1 << (number & 63))
    }

    /// Adds a card; false if it was there already.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let (word, bit) = Self::place(card);
        let before = self.0[word];
        self.0[word] |= bit;
        before & bit == 0
    }

    /// Takes a card out; false if it was not there.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let (word, bit) = Self::place(card);
        let before = self.0[word];
        self.0[word] &= !bit;
        before & bit != 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(&self, card: Card) -> bool {
        let (word, bit) = Self::place(card);
        self.0[word] & bit != 0
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits().count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// The lowest card.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        Card::new((self.bits().trailing_zeros() & 127) as u8)
    }

    /// The highest card.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.is_empty() {
            None
        } else {
            Card::new(127 - self.bits().leading_zeros() as u8)
        }
    }

    /// Cards in either set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }

    /// Cards in both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// Cards of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self::from_bits(self.bits() & !other.bits())
    }

    /// Whether no card is in both sets.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.bits() & other.bits() == 0
    }

    /// Cards strictly below `number`.
    #[inline]
    pub const fn below(self, number: u8) -> Self {
        Self::from_bits(self.bits() & ((1 << bit(number)) - 1))
    }

    /// Cards strictly above `number`.
    #[inline]
    pub const fn above(self, number: u8) -> Self {
        Self::from_bits(self.bits() & !((2 << bit(number)) - 1))
    }

    /// The bulls of all its cards, where fives cost two.
    #[inline]
    pub(super) fn bulls(self) -> u32 {
        self.iter().map(|card| u32::from(card.bulls())).sum()
    }

    /// How many of its cards are [fives](Card::is_five).
    #[inline]
    pub(super) const fn fives(self) -> u32 {
        (self.bits() & FIVES.bits()).count_ones()
    }

    /// Cards 1 to `number`.
    #[inline]
    pub const fn up_to(number: u8) -> Self {
        Self::DECK.below(number.saturating_add(1))
    }

    /// The cards, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.bits();
        std::iter::from_fn(move || {
            let card = Card::new((rest.trailing_zeros() & 127) as u8)?;
            rest &= rest - 1;
            Some(card)
        })
    }
}

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

    fn card(number: u8) -> Card {
        Card::new(number).unwrap()
    }

    #[test]
    fn the_deck_holds_171_bulls() {
        assert_eq!(CardSet::DECK.len(), 104);
        assert_eq!(CardSet::DECK.bulls(), 171);
        assert_eq!(Card::DECK.into_iter().collect::<CardSet>(), CardSet::DECK);
        let dearest: CardSet = [11, 22, 33, 44, 55].map(card).into_iter().collect();
        assert_eq!(dearest.bulls(), 27);
    }

    #[test]
    fn tactic_decks_hold_the_published_bulls() {
        let bulls = [38, 55, 72, 85, 103, 120, 137, 154, 171];
        for (players, bulls) in (2..=10).zip(bulls) {
            assert_eq!(
                CardSet::DECK.below(10 * players + 5).bulls(),
                bulls,
                "{players} players"
            );
        }
    }

    #[test]
    fn sets_have_ends_and_parts() {
        let set: CardSet = [104, 3, 50].map(card).into_iter().collect();
        assert_eq!((set.first(), set.last()), (Some(card(3)), Some(card(104))));
        assert_eq!((CardSet::EMPTY.first(), CardSet::EMPTY.last()), (None, None));
        assert_eq!(set.below(50).len(), 1);
        assert_eq!(set.above(50).len(), 1);
        for number in 104..=u8::MAX {
            assert_eq!(set.above(number), CardSet::EMPTY, "above {number}");
            assert_eq!(
                set.below(number).len(),
                if number == 104 { 2 } else { 3 },
                "below {number}"
            );
        }
        assert_eq!(serde_json::to_string(&set).unwrap(), "[3,50,104]");
        assert!(serde_json::from_str::<CardSet>("[3,3]").is_err());
        assert!(serde_json::from_str::<CardSet>("[0]").is_err());
    }
}
