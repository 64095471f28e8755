//! What seats chose in a turn: checked, and revealed.

use super::sort::sort_few;
use super::table::Waiting;
use super::{Action, Card, Nimmt, Phase, RowIndex, Selection};
use crate::core::{Game, MAX_SEATS, PlayError, Seat, SeatMap, SeatSet, Turn};

/// A choice that is legal where cards are chosen, drafted or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Zero,
    Card(Card),
}

impl Nimmt {
    /// Whether a move has the usual form, and so needs no closer look: a legal card from each seat, in their order.
    #[inline]
    pub(super) fn is_usual_turn(&self, joint: &[(Seat, Action)]) -> bool {
        let usual = |(index, &(seat, action)): (usize, &(Seat, Action))| match action {
            Action::Card(card) => seat.index() == index && self.hands[seat].contains(card),
            Action::Zero | Action::Row(_) => false,
        };
        self.table.phase == Phase::Choose
            && self.table.rules.selection == Selection::Simultaneous
            && self.table.rules.cards_per_turn == 1
            && joint.len() == self.players()
            && joint.iter().enumerate().all(usual)
    }

    /// The choices of all seats that must make one.
    #[inline]
    pub(super) fn check_choices(
        &self,
        joint: &[(Seat, Action)],
    ) -> Result<SeatMap<Option<Choice>>, PlayError> {
        let players = self.players();
        let acting = match self.turn() {
            Turn::Act(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        };
        let (pool, mut zeros) = (SeatMap::new(players, self.table.pool), SeatSet::EMPTY);
        let piles = match self.table.phase {
            Phase::Choose => {
                zeros = self.table.zeros;
                &self.hands
            }
            Phase::Keep => &self.aside,
            Phase::Draft => &pool,
            // The second card is of the hand. Where nobody acts, or a row is chosen, whatever is asked for is refused.
            Phase::ChooseSecond | Phase::Deal | Phase::TakeRow(_) | Phase::Over { .. } => &self.hands,
        };
        let mut acted = SeatSet::EMPTY;
        let mut choices = SeatMap::new(players, None);
        for &(seat, action) in joint {
            if !acting.contains(seat) {
                return Err(PlayError::NotActing { seat });
            }
            choices[seat] = Some(match action {
                Action::Card(card) if piles[seat].contains(card) => Choice::Card(card),
                Action::Zero if zeros.contains(seat) => Choice::Zero,
                Action::Card(_) | Action::Zero | Action::Row(_) => return Err(self.illegal(seat, action)),
            });
            if !acted.insert(seat) {
                return Err(PlayError::Twice { seat });
            }
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

    #[cold]
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
    /// The card's number, then in the lowest bits its owner.
    keys: [u16; 2 * MAX_SEATS],
    len: usize,
}

/// The bits of an owner.
const OWNER_BITS: u32 = 4;

impl Revealed {
    #[inline]
    pub const fn new() -> Self {
        Self {
            keys: [u16::MAX; 2 * MAX_SEATS],
            len: 0,
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
        // No seat has more than two.
        if let Some(place) = self.keys.get_mut(self.len) {
            *place = u16::from(card.number()) << OWNER_BITS | seat.index() as u16;
            self.len += 1;
        }
    }

    /// The cards, lowest first.
    #[inline]
    pub fn lowest_first(&mut self) -> Placing<'_> {
        match self.len {
            0..=4 => self.sort_first::<4>(),
            5..=MAX_SEATS => self.sort_first::<MAX_SEATS>(),
            _ => self.sort_first::<{ 2 * MAX_SEATS }>(),
        }
        Placing(self.keys[..self.len].iter())
    }

    /// Sorts so many places; what lies beyond the cards stays beyond them.
    #[inline]
    fn sort_first<const N: usize>(&mut self) {
        if let Some(first) = self.keys.first_chunk_mut::<N>() {
            sort_few(first);
        }
    }
}

/// Cards to be placed, lowest first, with their owners.
pub(super) struct Placing<'a>(std::slice::Iter<'a, u16>);

impl Iterator for Placing<'_> {
    type Item = (Card, Seat);

    #[inline]
    fn next(&mut self) -> Option<(Card, Seat)> {
        let key = *self.0.next()?;
        let seat = Seat::new(usize::from(key & ((1 << OWNER_BITS) - 1)))?;
        Some((Card::new((key >> OWNER_BITS) as u8)?, seat))
    }
}

/// Cards that are not placed yet, by owner.
pub(super) fn waiting(left: impl Iterator<Item = (Card, Seat)>, players: usize) -> SeatMap<Waiting> {
    let mut waiting = SeatMap::new(players, Waiting::default());
    for (card, seat) in left {
        let [first, second] = &mut waiting[seat];
        *(if first.is_none() { first } else { second }) = Some(card);
    }
    waiting
}
