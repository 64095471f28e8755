//! The dealer and the hands.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Card, CardSet, DECK_SIZE, Phase, Rules, Table};
use crate::core::{PlayError, Seat, SeatMap};

/// What chance decides at the start of a round. All cards are dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The seat to whose left the deal starts: in the first round any, later whoever led the round before.
    pub dealer: Seat,
    /// Each seat's hand.
    pub hands: SeatMap<CardSet>,
}

/// How many cards a seat gets: where 40 does not divide evenly, the first seats left of the dealer get one more.
pub(super) fn hand_size(rules: Rules, dealer: Seat, seat: Seat) -> usize {
    let players = usize::from(rules.players);
    let place = seat.relative_to(dealer.after(1, players), players);
    DECK_SIZE / players + usize::from(place < DECK_SIZE % players)
}

impl Deal {
    /// A uniformly random deal: in the first round the dealer, then the hands, seat by seat from seat 0.
    pub(super) fn sample<R: Rng + ?Sized>(table: &Table, rng: &mut R) -> Self {
        let rules = table.rules;
        let players = table.players();
        let dealer = next_dealer(table)
            .unwrap_or_else(|| Seat::default().after(rng.random_range(0..players as u32) as usize, players));
        let mut deck = Card::DECK;
        let mut top = 0;
        let hands = SeatMap::from_fn(players, |seat| {
            let cards = (0..hand_size(rules, dealer, seat)).map(|_| {
                // Fisher and Yates.
                deck.swap(top, rng.random_range(top as u32..DECK_SIZE as u32) as usize);
                top += 1;
                deck[top - 1]
            });
            cards.collect()
        });
        Self { dealer, hands }
    }

    /// Whether it fits the rules and the round.
    pub(super) fn check(&self, table: &Table) -> Result<(), PlayError> {
        let bad = |reason| Err(PlayError::BadDeal { reason });
        let players = table.players();
        if self.hands.players() != players {
            return bad(format!("{} hands for {players} players", self.hands.players()));
        }
        if self.dealer.index() >= players {
            return bad(format!("dealer {} of {players} players", self.dealer));
        }
        if let Some(dealer) = next_dealer(table).filter(|dealer| *dealer != self.dealer) {
            return bad(format!(
                "dealer {}, where seat {dealer} led the round before",
                self.dealer
            ));
        }
        let mut dealt = CardSet::EMPTY;
        for (seat, hand) in self.hands.iter() {
            let size = hand_size(table.rules, self.dealer, seat);
            if hand.len() != size {
                return bad(format!("seat {seat} has {} cards, not {size}", hand.len()));
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

/// Who deals next, where that is not left to chance.
fn next_dealer(table: &Table) -> Option<Seat> {
    match table.phase {
        Phase::Play(_) => Some(table.leader),
        Phase::Deal | Phase::Over { .. } => (table.round > 0).then_some(table.leader),
    }
}
