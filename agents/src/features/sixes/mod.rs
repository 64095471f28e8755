//! Sixes.
//!
//! - [`beyond`]: the cards that wait for another
//! - `encode`: a view and each legal action, as numbers
//! - [`layout`]: what is where in them

mod encode;
pub mod layout;

use hornox_env::sixes::{Card, CardSet, Rank, Suit};

/// The cards of its suit that can only be played after this one: those lower than a card below the six, those
/// higher than a card above it, and all others for a six.
pub fn beyond(card: Card) -> CardSet {
    let suit = CardSet::of_suit(card.suit());
    let outward = |rank: &Rank| match card.rank().cmp(&Rank::SIX) {
        std::cmp::Ordering::Less => *rank < card.rank(),
        std::cmp::Ordering::Equal => *rank != card.rank(),
        std::cmp::Ordering::Greater => *rank > card.rank(),
    };
    let cards = Rank::ALL.into_iter().filter(outward);
    suit.intersection(cards.map(|rank| Card::of(card.suit(), rank)).collect())
}

/// The cards that this one opens when it is played: the next outwards in its suit, at most two.
pub(super) fn opened(card: Card) -> CardSet {
    let rank = card.rank().index();
    let of = |index: Option<usize>| index.and_then(Rank::new).map(|rank| Card::of(card.suit(), rank));
    let (down, up) = (of(rank.checked_sub(1)), of(Some(rank + 1)));
    let opened = match card.rank().cmp(&Rank::SIX) {
        std::cmp::Ordering::Less => [down, None],
        std::cmp::Ordering::Equal => [down, up],
        std::cmp::Ordering::Greater => [None, up],
    };
    opened.into_iter().flatten().collect()
}

/// How many ranks a card is from its six, 0 to 5.
pub(super) fn distance(card: Card) -> usize {
    card.rank().index().abs_diff(Rank::SIX.index())
}

/// The cards of a set in one suit.
pub(super) fn of_suit(cards: CardSet, suit: Suit) -> CardSet {
    cards.intersection(CardSet::of_suit(suit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(suit: Suit, index: usize) -> Card {
        Card::of(suit, Rank::new(index).unwrap())
    }

    #[test]
    fn cards_wait_outwards() {
        let shown = |index| {
            let card = card(Suit::Clubs, index);
            (format!("{:?}", beyond(card)), format!("{:?}", opened(card)))
        };
        let sets = |beyond: &str, opened: &str| (beyond.to_owned(), opened.to_owned());
        assert_eq!(shown(0), sets("{}", "{}"));
        assert_eq!(shown(2), sets("{Ac, 2c}", "{2c}"));
        assert_eq!(shown(5), sets("{Ac, 2c, 3c, 4c, 5c, 7c, Jc, Qc, Kc}", "{5c, 7c}"));
        assert_eq!(shown(7), sets("{Qc, Kc}", "{Qc}"));
        assert_eq!(shown(9), sets("{}", "{}"));
        assert_eq!(
            [0, 5, 9].map(|index| distance(card(Suit::Spades, index))),
            [5, 0, 4]
        );
    }
}
