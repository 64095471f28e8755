//! What one seat knows; drawing the rest anew.

use rand::{Rng, RngExt};

use super::deal::Stock;
use super::{Action, Card, CardSet, Nimmt, Phase, Table};
use crate::core::{ActionSet, Resample, Seat, SeatMap};

/// The present as one seat may know it: the [`Table`] and its own cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) own: Own,
    pub(super) table: Table,
}

/// What one seat knows alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Own {
    pub seat: Seat,
    pub hand: CardSet,
    pub pending: Option<Card>,
    pub aside: CardSet,
}

impl View {
    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.own.seat
    }

    /// Its hand.
    pub const fn hand(&self) -> CardSet {
        self.own.hand
    }

    /// The first of two cards, chosen and not yet revealed.
    pub const fn pending(&self) -> Option<Card> {
        self.own.pending
    }

    /// Where seats keep a part of a share: what is left of the own share, to keep from, and later out of the
    /// round.
    pub const fn aside(&self) -> CardSet {
        self.own.aside
    }

    /// What all seats know.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What the seat may do now; empty where it must not act.
    pub fn legal(&self) -> ActionSet<Action> {
        self.table.legal(self.own.seat, self.own.hand, self.own.aside)
    }

    /// The cards this seat cannot place in this round: hidden with other seats or set aside, every spread of them
    /// being equally likely.
    pub fn unseen(&self) -> CardSet {
        let pending: CardSet = self.own.pending.into_iter().collect();
        let shown = self.table.shown.values().iter();
        let known = shown.fold(self.table.seen(), |known, cards| known.union(*cards));
        self.table
            .rules
            .deck()
            .without(known)
            .without(self.own.hand)
            .without(pending)
            .without(self.own.aside)
    }

    /// The state that the view shows if the seats hold these hands; none where they can't, or where anything beside
    /// hands is hidden: cards chosen and not revealed, or set aside.
    pub fn with_hands(&self, hands: &SeatMap<CardSet>) -> Option<Nimmt> {
        let (own, table) = (&self.own, &self.table);
        let players = table.players();
        let hides = table.phase == Phase::ChooseSecond || !own.aside.is_empty();
        if hides || hands.players() != players || hands[own.seat] != own.hand {
            return None;
        }
        let mut unseen = self.unseen();
        for (seat, &hand) in hands.iter().filter(|(seat, _)| *seat != own.seat) {
            let (shown, hidden) = (table.shown[seat], hand.without(table.shown[seat]));
            let full = hand.len() == usize::from(table.holds[seat]);
            if !full || hidden.len() + shown.len() != hand.len() || !hidden.without(unseen).is_empty() {
                return None;
            }
            unseen = unseen.without(hidden);
        }
        Some(Nimmt {
            table: *table,
            hands: *hands,
            pending: SeatMap::new(players, None),
            aside: SeatMap::defaults(players),
        })
    }

    /// A state that agrees with the view: `unseen` gives the hidden cards of the others, `choose` one of a set.
    /// Where it gives too few, hands are too small.
    pub(super) fn complete(
        &self,
        mut unseen: impl FnMut() -> Option<Card>,
        mut choose: impl FnMut(CardSet) -> Option<Card>,
    ) -> Nimmt {
        let players = self.table.players();
        let mut game = Nimmt {
            table: self.table,
            hands: SeatMap::new(players, CardSet::EMPTY),
            pending: SeatMap::new(players, None),
            aside: SeatMap::new(players, CardSet::EMPTY),
        };
        let mut draw = |count: usize| (0..count).map_while(|_| unseen()).collect::<CardSet>();
        for seat in Seat::all(players) {
            if seat == self.own.seat {
                game.hands[seat] = self.own.hand;
                game.pending[seat] = self.own.pending;
                game.aside[seat] = self.own.aside;
                continue;
            }
            let hides = usize::from(self.table.phase == Phase::ChooseSecond);
            let shown = self.table.shown[seat];
            let held = usize::from(self.table.holds[seat]) + hides;
            let mut hand = shown.union(draw(held.saturating_sub(shown.len())));
            if hides > 0 {
                game.pending[seat] = choose(hand);
                hand = hand.without(game.pending[seat].into_iter().collect());
            }
            game.hands[seat] = hand;
            // All shares are of one size, and all seats keep at the same time.
            game.aside[seat] = draw(self.own.aside.len());
        }
        game
    }
}

impl Resample for Nimmt {
    fn resample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Self {
        let mut stock = Stock::new(view.unseen());
        let draws = std::cell::RefCell::new(rng);
        view.complete(
            || stock.draw_if_any(&mut **draws.borrow_mut()),
            |cards| {
                let place = draws.borrow_mut().random_range(0..cards.len().max(1) as u32);
                cards.iter().nth(place as usize)
            },
        )
    }
}
