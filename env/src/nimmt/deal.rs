//! Hands and the first cards of the rows.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Card, CardSet, DECK_SIZE, ROWS, Rules};
use crate::core::{PlayError, SeatMap};

/// What chance decides at the start of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The first card of each row, in the order in which the rows lie.
    pub rows: [Card; ROWS],
    /// Each seat's hand.
    pub hands: SeatMap<CardSet>,
}

impl Deal {
    /// A uniformly random deal: hands first, seat by seat, then the rows.
    pub(super) fn sample<R: Rng + ?Sized>(rules: &Rules, rng: &mut R) -> Self {
        let mut deck = Card::DECK;
        let mut top = 0;
        let mut draw = || {
            // Fisher and Yates, only as far as cards are needed.
            deck.swap(top, rng.random_range(top as u32..DECK_SIZE as u32) as usize);
            top += 1;
            deck[top - 1]
        };
        let hands = SeatMap::from_fn(rules.players.into(), |_| {
            (0..rules.hand_size).map(|_| draw()).collect()
        });
        Self {
            hands,
            rows: [draw(), draw(), draw(), draw()],
        }
    }

    /// Whether it fits the rules.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), PlayError> {
        let bad = |reason| Err(PlayError::BadDeal { reason });
        if self.hands.players() != usize::from(rules.players) {
            return bad(format!(
                "{} hands for {} players",
                self.hands.players(),
                rules.players
            ));
        }
        let mut dealt: CardSet = self.rows.into_iter().collect();
        if dealt.len() != ROWS {
            return bad(format!(
                "the rows start with {:?}, which are not {ROWS} cards",
                self.rows
            ));
        }
        for (seat, hand) in self.hands.iter() {
            if hand.len() != usize::from(rules.hand_size) {
                return bad(format!(
                    "seat {seat} has {} cards, not {}",
                    hand.len(),
                    rules.hand_size
                ));
            }
            if !dealt.is_disjoint(*hand) {
                return bad(format!(
                    "{:?} of seat {seat} is dealt twice",
                    dealt.intersection(*hand)
                ));
            }
            dealt = dealt.union(*hand);
        }
        Ok(())
    }
}
