//! Positions that can be solved.

use hornox_env::nimmt::{
    Card, CardDeal, CardSet, Deck, LowCard, Nimmt, Phase, ROWS, Row, Rules, Selection, Sides,
};
use hornox_env::{Game, Seat};

use super::error::ExactError;
use super::matrix;
use super::node::{LABELS, Node, Setting, pack};

/// The most cards a hand that can be solved.
pub const MOST_CARDS: usize = matrix::MAX;

/// Two seats between two turns, their hands known to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    rows: [Row; ROWS],
    hands: [CardSet; 2],
}

/// Whether exact play knows these rules: two seats, hands of at most [`MOST_CARDS`] that both know (the tactic
/// deck, or a draft), one card a turn, chosen at the same time and placed on the right, no zero cards, bulls that
/// count. How many rounds there are makes no difference: the round is what is solved.
///
/// # Errors
/// The first field that stands in the way, with its value and what would be right.
pub fn check_rules(rules: &Rules) -> Result<(), ExactError> {
    check_turns(rules)?;
    let known = rules.deck == Deck::Tactic || rules.deal == CardDeal::Draft;
    refuse(
        rules,
        [(
            !known,
            "deck",
            "both hands are known only with `tactic`, or after a draft",
        )],
    )
}

/// The same where both hands are known anyway.
fn check_turns(rules: &Rules) -> Result<(), ExactError> {
    let open = rules.selection == Selection::Open;
    let large = usize::from(rules.hand_size) > MOST_CARDS;
    let wrong = [
        (rules.players != 2, "players", "exact play is for 2 seats"),
        (
            rules.sides != Sides::Right,
            "sides",
            "exact play knows only `right`",
        ),
        (rules.zero_cards, "zero_cards", "exact play knows no zero cards"),
        (
            rules.cards_per_turn != 1,
            "cards_per_turn",
            "exact play knows only one card a turn",
        ),
        (rules.take_to_hand, "take_to_hand", "exact play is about bulls"),
        (open, "selection", "exact play knows only `simultaneous`"),
        (large, "hand_size", "exact play is for at most 10 cards a hand"),
    ];
    refuse(rules, wrong)
}

/// The first of these fields that is wrong.
fn refuse(
    rules: &Rules,
    fields: impl IntoIterator<Item = (bool, &'static str, &'static str)>,
) -> Result<(), ExactError> {
    let Some((_, field, right)) = fields.into_iter().find(|(wrong, _, _)| *wrong) else {
        return Ok(());
    };
    let value = rules.to_map().get(field).map(ToString::to_string);
    Err(ExactError::Rule {
        field,
        value: value.unwrap_or_default(),
        right,
    })
}

impl Position {
    /// A position of a round by these rules: rows as they lie on the table. Both hands are known since they are
    /// given, whatever the deck.
    ///
    /// # Errors
    /// Where the rules can't be played exactly, rows or hands have no possible size, or a card is there twice or
    /// not in the deck.
    pub fn new(rules: &Rules, rows: [Row; ROWS], hands: [CardSet; 2]) -> Result<Self, ExactError> {
        check_turns(rules)?;
        for (row, cards) in rows.iter().map(Row::len).enumerate() {
            // A row can't hold too many by its type.
            if cards == 0 {
                return Err(ExactError::Row { row, cards });
            }
        }
        let cards = hands.map(CardSet::len);
        let most = MOST_CARDS.min(rules.hand_size.into());
        if cards[0] != cards[1] || !(1..=most).contains(&cards[0]) {
            return Err(ExactError::Hands { cards, most });
        }
        let mut seen = CardSet::EMPTY;
        for card in rows.iter().map(Row::cards).chain(hands).flat_map(CardSet::iter) {
            if !seen.insert(card) {
                return Err(ExactError::Twice { card });
            }
        }
        let deck = rules.deck();
        if let Some(card) = seen.without(deck).first() {
            let last = deck.last().map_or(0, Card::number);
            return Err(ExactError::NotInDeck { card, last });
        }
        Ok(Self {
            rules: *rules,
            rows,
            hands,
        })
    }

    /// The position of a game that waits for the cards of a turn.
    ///
    /// # Errors
    /// Where it doesn't, or its rules can't be played exactly.
    pub fn of(game: &Nimmt) -> Result<Self, ExactError> {
        check_rules(game.rules())?;
        if game.table().phase() != Phase::Choose {
            return Err(ExactError::NoTurn);
        }
        let hands = game.hands();
        let [own, other] = [0, 1].map(|seat| Seat::new(seat).map_or(CardSet::EMPTY, |seat| hands[seat]));
        Self::new(game.rules(), *game.table().rows().all(), [own, other])
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rows, as they lie on the table.
    pub const fn rows(&self) -> &[Row; ROWS] {
        &self.rows
    }

    /// The hands of seats 0 and 1.
    pub const fn hands(&self) -> &[CardSet; 2] {
        &self.hands
    }

    /// The same with the seats exchanged.
    pub const fn swapped(mut self) -> Self {
        self.hands = [self.hands[1], self.hands[0]];
        self
    }

    /// As the solver counts with it.
    pub(super) fn pack(&self) -> (Node, Setting) {
        let ends: CardSet = self.rows.iter().filter_map(Row::last).collect();
        let [own, other] = self.hands;
        let labelled = own.union(other).union(ends);
        let label = |card: Card| (1 + labelled.below(card.number()).len()) as u8;
        let mut cards = [0; LABELS + 1];
        for (card, place) in labelled.iter().zip(&mut cards[1..]) {
            *place = pack(label(card), 1, self.rules.card_bulls(card), 0);
        }
        let mut rows: Vec<u64> = self
            .rows
            .iter()
            .enumerate()
            .map(|(place, row)| {
                // Where the player chooses the row, it does not matter where on the table it lies.
                let place = match self.rules.low_card {
                    LowCard::Auto => place,
                    LowCard::Free | LowCard::Cheapest => 0,
                };
                let last = row.last().map_or(0, label);
                pack(last, row.len(), self.rules.row_bulls(row), place)
            })
            .collect();
        rows.sort_unstable();
        let bits = |hand: CardSet| hand.iter().fold(0, |bits, card| bits | 1 << label(card));
        let node = Node {
            rows: rows.iter().rev().fold(0, |all, row| all << 16 | row),
            hands: self.hands.map(bits),
        };
        let setting = Setting {
            cards,
            low_card: self.rules.low_card,
        };
        (node, setting)
    }
}
