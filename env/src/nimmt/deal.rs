//! What chance decides at the start of a round.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Card, CardDeal, CardSet, DECK_SIZE, Deck, ROWS, Table};
use crate::core::{PlayError, Seat, SeatMap};

/// What chance decides at the start of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The first card of each row, in the order in which the rows lie. None where rows are carried over, and in
    /// a draft, whose last cards start them.
    pub rows: Option<[Card; ROWS]>,
    /// Each seat's hand; the share it keeps a part of, where cards are chosen; nothing in a draft.
    pub hands: SeatMap<CardSet>,
    /// The cards that lie open in a draft; nothing elsewhere.
    pub pool: CardSet,
    /// The seat that drafts first, and that selects first in the first turn, in rules that have one.
    pub first: Option<Seat>,
}

impl Table {
    /// Whether the next deal leaves the rows as they are.
    pub(super) const fn carries_rows(&self) -> bool {
        self.rules.fields().carry_rows && self.round > 0
    }

    /// How many cards each seat is dealt.
    fn share(&self) -> usize {
        let on_table = if self.carries_rows() {
            self.rows.cards().len()
        } else {
            ROWS
        };
        match self.rules.deal {
            CardDeal::Random => self.rules.hand_size.into(),
            CardDeal::Draft => 0,
            CardDeal::Choose => (DECK_SIZE - on_table) / self.players(),
        }
    }

    fn pool_size(&self) -> usize {
        match self.rules.deal {
            CardDeal::Random | CardDeal::Choose => 0,
            CardDeal::Draft => usize::from(self.rules.hand_size) * self.players() + ROWS,
        }
    }

    /// The cards that the next deal is dealt from.
    fn stock(&self) -> CardSet {
        let carried = if self.carries_rows() {
            self.rows.cards()
        } else {
            CardSet::EMPTY
        };
        self.rules.deck().without(carried)
    }

    /// Whether the next deal gives the rows their first cards.
    pub(super) const fn deals_rows(&self) -> bool {
        !self.carries_rows() && !matches!(self.rules.fields().deal, CardDeal::Draft)
    }

    /// A uniformly random deal: hands first, seat by seat, then the rows, the pool, and the first seat.
    pub(super) fn sample_deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Deal {
        let mut stock = Stock::new(self.stock());
        let share = self.share();
        let hands = SeatMap::from_fn(self.players(), |_| stock.draw_set(share, rng));
        let rows = self
            .deals_rows()
            .then(|| std::array::from_fn(|_| stock.draw(rng)));
        let pool = match (self.rules.deal, self.rules.deck) {
            (CardDeal::Draft, Deck::Full) => stock.draw_set(self.pool_size(), rng),
            (CardDeal::Draft, Deck::Tactic) => self.stock(),
            (CardDeal::Random | CardDeal::Choose, Deck::Full | Deck::Tactic) => CardSet::EMPTY,
        };
        let first = self.rules.has_first().then(|| {
            if self.round == 0 {
                let seat = rng.random_range(0..self.players() as u32);
                Seat::default().after(seat as usize, self.players())
            } else {
                self.first.after(1, self.players())
            }
        });
        Deal {
            rows,
            hands,
            pool,
            first,
        }
    }

    /// Whether a deal fits the rules and the table.
    pub(super) fn check_deal(&self, deal: &Deal) -> Result<(), PlayError> {
        self.misfit(deal)
            .map_or(Ok(()), |reason| Err(PlayError::BadDeal { reason }))
    }

    fn misfit(&self, deal: &Deal) -> Option<String> {
        let players = self.players();
        if deal.hands.players() != players {
            return Some(format!("{} hands for {players} players", deal.hands.players()));
        }
        let mut left = self.stock();
        if deal.rows.is_some() != self.deals_rows() {
            let due = if self.deals_rows() {
                "the rows need"
            } else {
                "the rows need no"
            };
            return Some(format!("{due} first cards"));
        }
        for card in deal.rows.into_iter().flatten() {
            if !left.remove(card) {
                return Some(format!(
                    "card {card} that starts a row is dealt twice or not in the deck"
                ));
            }
        }
        let share = self.share();
        for (seat, hand) in deal.hands.iter() {
            if hand.len() != share {
                return Some(format!("seat {seat} has {} cards, not {share}", hand.len()));
            }
            let missing = hand.without(left);
            if !missing.is_empty() {
                return Some(format!(
                    "{missing:?} of seat {seat} are dealt twice or not in the deck"
                ));
            }
            left = left.without(*hand);
        }
        if deal.pool.len() != self.pool_size() {
            return Some(format!(
                "{} cards lie open, not {}",
                deal.pool.len(),
                self.pool_size()
            ));
        }
        if !deal.pool.without(left).is_empty() {
            return Some("a card that lies open is not in the deck".to_owned());
        }
        self.misfit_first(deal.first)
    }

    fn misfit_first(&self, first: Option<Seat>) -> Option<String> {
        let players = self.players();
        let due = self.first.after(1, players);
        match (first, self.rules.has_first()) {
            (Some(seat), true) if seat.index() >= players => {
                Some(format!("first seat {seat} of {players} players"))
            }
            (Some(seat), true) if self.round > 0 && seat != due => Some(format!(
                "first seat {seat}, where {due} is one further than before"
            )),
            (Some(_), true) | (None, false) => None,
            (Some(_), false) => Some("there is no first seat by these rules".to_owned()),
            (None, true) => Some("the first seat is missing".to_owned()),
        }
    }
}

/// Cards to draw from, shuffled only as far as cards are drawn.
pub(super) struct Stock {
    /// A power of two spares checks.
    cards: [Card; 128],
    len: usize,
    top: usize,
}

impl Stock {
    #[inline]
    pub fn new(cards: CardSet) -> Self {
        let mut stock = Self {
            cards: [Card::DECK[0]; 128],
            len: 0,
            top: 0,
        };
        if cards == CardSet::DECK {
            stock.cards[..DECK_SIZE].copy_from_slice(&Card::DECK);
            stock.len = DECK_SIZE;
        } else {
            for (place, card) in stock.cards.iter_mut().zip(cards.iter()) {
                *place = card;
                stock.len += 1;
            }
        }
        stock
    }

    /// One more card by Fisher and Yates. The callers ask for no more than there are.
    #[inline]
    pub fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Card {
        let drawn = rng.random_range(self.top as u32..self.len as u32) as usize & 127;
        let top = self.top & 127;
        self.top += 1;
        self.cards.swap(top, drawn);
        self.cards[top]
    }

    pub fn draw_if_any<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Card> {
        (self.top < self.len).then(|| self.draw(rng))
    }

    #[inline]
    pub fn draw_set<R: Rng + ?Sized>(&mut self, count: usize, rng: &mut R) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for _ in 0..count {
            cards.insert(self.draw(rng));
        }
        cards
    }
}
