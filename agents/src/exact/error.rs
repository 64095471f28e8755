//! Why a position can't be solved.

use hornox_env::nimmt::{CAPACITY, Card};
use thiserror::Error;

/// Why a position can't be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExactError {
    /// The rules leave something hidden, or ask for more than the solver knows.
    #[error("exact play: `{field}` = {value}, but {right}")]
    Rule {
        /// The field of the rules.
        field: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        right: &'static str,
    },
    /// The game does not wait for the cards of a turn.
    #[error("exact play: the game does not wait for a card from each seat")]
    NoTurn,
    /// A row is too short or too long.
    #[error("row {row} has {cards} cards; a row has 1 to {CAPACITY}")]
    Row {
        /// The row's place on the table, from 0.
        row: usize,
        /// How many cards it has.
        cards: usize,
    },
    /// The hands are not of one size, or of none that can be.
    #[error("hands of {} and {} cards; both must have as many, 1 to {most}", .cards[0], .cards[1])]
    Hands {
        /// How many cards each has.
        cards: [usize; 2],
        /// The most they can have: the hand size of the rules, and at most ten.
        most: usize,
    },
    /// A card is given twice.
    #[error("card {card} is there twice")]
    Twice {
        /// The card.
        card: Card,
    },
    /// A card is not in the deck.
    #[error("card {card} is not in the deck, which is 1 to {last} by these rules")]
    NotInDeck {
        /// The card.
        card: Card,
        /// The highest card of the deck.
        last: u8,
    },
}
