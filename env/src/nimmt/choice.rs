//! What seats chose in a turn: checked, and revealed.

use super::table::Waiting;
use super::{Action, Card, CardSet, Nimmt, RowIndex};
use crate::core::{Game, PlayError, Seat, SeatMap, SeatSet, Turn};

/// A choice that is legal where cards are chosen, drafted or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Zero,
    Card(Card),
}

impl Nimmt {
    /// The choices of all seats that must make one.
    #[inline]
    pub(super) fn check_choices(
        &self,
        joint: &[(Seat, Action)],
    ) -> Result<SeatMap<Option<Choice>>, PlayError> {
        let acting = match self.turn() {
            Turn::Act(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        };
        let mut acted = SeatSet::EMPTY;
        let mut choices = SeatMap::new(self.players(), None);
        for &(seat, action) in joint {
            if !acting.contains(seat) {
                return Err(PlayError::NotActing { seat });
            }
            let choice = match action {
                Action::Card(card) => Choice::Card(card),
                Action::Zero => Choice::Zero,
                Action::Row(_) => return Err(self.illegal(seat, action)),
            };
            // That the seat acts is known: the hand says the rest, and quicker than `legal`.
            let legal = self
                .table
                .legal_of_acting(seat, self.hands[seat], self.aside[seat]);
            if !legal.contains(action) {
                return Err(self.illegal(seat, action));
            }
            if !acted.insert(seat) {
                return Err(PlayError::Twice { seat });
            }
            choices[seat] = Some(choice);
        }
        match acting.without(acted).iter().next() {
            Some(seat) => Err(PlayError::Missing { seat }),
            None => Ok(choices),
        }
    }

    pub(super) fn check_row(&self, taker: Seat, joint: &[(Seat, Action)]) -> Result<RowIndex, PlayError> {
        if let Some(&(seat, _)) = joint.iter().find(|(seat, _)| *seat != taker) {
            return Err(PlayError::NotActing { seat });
        }
        match *joint {
            [] => Err(PlayError::Missing { seat: taker }),
            [(_, Action::Row(row))] if self.legal(taker).contains(Action::Row(row)) => Ok(row),
            [(seat, action)] => Err(self.illegal(seat, action)),
            [_, _, ..] => Err(PlayError::Twice { seat: taker }),
        }
    }

    fn illegal(&self, seat: Seat, action: Action) -> PlayError {
        PlayError::Illegal {
            seat,
            action: action.to_string(),
            legal: self.legal(seat).to_string(),
        }
    }
}

/// Cards of a turn that lie face up, with their owners.
pub(super) struct Revealed {
    cards: CardSet,
    /// By the card's number; a power of two spares a check.
    owners: [Seat; 128],
}

impl Revealed {
    #[inline]
    pub fn new() -> Self {
        Self {
            cards: CardSet::EMPTY,
            owners: [Seat::default(); 128],
        }
    }

    pub fn from_waiting(waiting: &SeatMap<Waiting>) -> Self {
        let mut revealed = Self::new();
        for (seat, cards) in waiting.iter() {
            for card in cards.iter().flatten() {
                revealed.add(seat, *card);
            }
        }
        revealed
    }

    #[inline]
    pub fn add(&mut self, seat: Seat, card: Card) {
        self.cards.insert(card);
        self.owners[usize::from(card.number()) & 127] = seat;
    }

    #[inline]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    #[inline]
    pub fn owner(&self, card: Card) -> Seat {
        self.owners[usize::from(card.number()) & 127]
    }

    pub fn take_lowest(&mut self) -> Option<Card> {
        let lowest = self.cards.first()?;
        self.cards.remove(lowest);
        Some(lowest)
    }

    /// Those of `left`, by owner.
    pub fn waiting(&self, left: CardSet, players: usize) -> SeatMap<Waiting> {
        let mut waiting = SeatMap::new(players, Waiting::default());
        for card in left.iter() {
            let [first, second] = &mut waiting[self.owner(card)];
            *(if first.is_none() { first } else { second }) = Some(card);
        }
        waiting
    }
}
