//! Which rules are legal: ranges, cards enough, and options that go together.

use super::{CardDeal, Deck, LowCard, RuleFields, Selection};
use crate::core::RulesError;
use crate::core::rules::check_range;
use crate::nimmt::{CAPACITY, DECK_SIZE, ROWS};

impl RuleFields {
    /// Whether every number lies in its range.
    pub(super) fn check_ranges(&self) -> Result<(), RulesError> {
        check_range("players", self.players.into(), 2, 10)?;
        check_range("fives", self.fives.into(), 1, 2)?;
        check_range("cards_per_turn", self.cards_per_turn.into(), 1, 2)?;
        check_range("hand_size", self.hand_size.into(), 1, 50)?;
        check_range("max_turns", self.max_turns, 1, 10_000)?;
        check_range("end_score", self.end_score.unwrap_or(1), 1, 10_000)?;
        check_range("max_rounds", self.max_rounds.unwrap_or(1), 1, 10_000)
    }

    /// Whether there are cards enough.
    pub(super) fn check_cards(&self) -> Result<(), RulesError> {
        let hands = usize::from(self.hand_size) * usize::from(self.players);
        if hands + ROWS > DECK_SIZE {
            let reason = format!("hands and rows would take {} cards of {DECK_SIZE}", hands + ROWS);
            return Err(RulesError::collision(self, &["hand_size", "players"], reason));
        }
        let least = DECK_SIZE - ROWS * CAPACITY;
        if self.carry_rows && hands > least {
            let reason = format!("full rows leave {least} cards, and hands would take {hands}");
            return Err(RulesError::collision(
                self,
                &["carry_rows", "hand_size", "players"],
                reason,
            ));
        }
        Ok(())
    }

    /// Whether the options go together.
    pub(super) fn check_options(&self) -> Result<(), RulesError> {
        let tactic = self.deck == Deck::Tactic;
        let two = self.cards_per_turn == 2;
        let to_hand = self.take_to_hand;
        let checks: [(bool, &[&'static str], &str); 12] = [
            (
                self.end_when.is_some() && self.end_score.is_none(),
                &["end_when", "end_score"],
                "there is no score to reach or pass",
            ),
            (
                self.carry_rows && tactic,
                &["carry_rows", "deck"],
                "no card is left to deal",
            ),
            (
                self.carry_rows && self.deal == CardDeal::Draft,
                &["carry_rows", "deal"],
                "the last cards of a draft start the rows",
            ),
            (
                self.zero_cards && two,
                &["zero_cards", "cards_per_turn"],
                "a zero card is played instead of the turn's one card",
            ),
            (
                self.zero_cards && to_hand,
                &["zero_cards", "take_to_hand"],
                "a hand could never be emptied by placing its last card",
            ),
            (
                to_hand && two,
                &["take_to_hand", "cards_per_turn"],
                "a seat could win before its second card",
            ),
            (
                self.deal == CardDeal::Choose && tactic,
                &["deal", "deck"],
                "nothing is set aside, so there is nothing to choose",
            ),
            (
                to_hand && self.end_score.is_some(),
                &["take_to_hand", "end_score"],
                "bulls do not count",
            ),
            (
                to_hand && self.max_rounds.is_some(),
                &["take_to_hand", "max_rounds"],
                "the game is one round",
            ),
            (
                to_hand && self.carry_rows,
                &["take_to_hand", "carry_rows"],
                "the game is one round",
            ),
            (
                to_hand && self.low_card != LowCard::Free,
                &["take_to_hand", "low_card"],
                "bulls do not count, so no row is cheapest",
            ),
            (
                self.selection == Selection::Open && two,
                &["selection", "cards_per_turn"],
                "seats that select in turn play one card each",
            ),
        ];
        match checks.iter().find(|(wrong, ..)| *wrong) {
            None => Ok(()),
            Some((_, fields, reason)) => Err(RulesError::collision(self, fields, (*reason).to_owned())),
        }
    }
}
