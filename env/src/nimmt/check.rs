//! The one invariant of a state: snapshots from outside must meet it, and tests ask it of every state reached.

use serde::{Deserialize, Serialize};

use super::place::phase_after;
use super::{Card, CardDeal, CardSet, DECK_SIZE, Nimmt, Phase, ROWS, Row, Table, View};
use crate::core::{Seat, SeatMap};

mod cards;
mod hands;
mod phase;

/// A state as it is written, before it is known to be one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unchecked {
    table: Table,
    hands: SeatMap<CardSet>,
    pending: SeatMap<Option<Card>>,
    aside: SeatMap<CardSet>,
}

impl From<Nimmt> for Unchecked {
    fn from(game: Nimmt) -> Self {
        Self {
            table: game.table,
            hands: game.hands,
            pending: game.pending,
            aside: game.aside,
        }
    }
}

impl TryFrom<Unchecked> for Nimmt {
    type Error = String;

    fn try_from(raw: Unchecked) -> Result<Self, String> {
        let game = Self {
            table: raw.table,
            hands: raw.hands,
            pending: raw.pending,
            aside: raw.aside,
        };
        game.check_invariant()?;
        Ok(game)
    }
}

impl Nimmt {
    /// Checks that play from a deal could have led here, as far as the state itself can show it.
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    pub fn check_invariant(&self) -> Result<(), String> {
        self.check_sizes()?;
        self.check_cards()?;
        self.check_scores()?;
        self.check_seats()?;
        self.check_phase()
    }

    fn check_sizes(&self) -> Result<(), String> {
        let table = &self.table;
        let players = table.players();
        let counts = [
            ("hands", self.hands.players()),
            ("pending", self.pending.players()),
            ("aside", self.aside.players()),
            ("waiting", table.waiting.players()),
            ("taken", table.taken.players()),
            ("scores", table.scores.players()),
            ("holds", table.holds.players()),
            ("shown", table.shown.players()),
        ];
        for (name, count) in counts {
            ensure(count == players, || {
                format!("{name} has {count} entries for {players} players")
            })?;
        }
        Ok(())
    }

    fn check_scores(&self) -> Result<(), String> {
        /// The number of bulls in the deck: no round can give more.
        const BULLS_IN_DECK: i64 = 171;
        let table = &self.table;
        let taken = table.taken.map(|cards| i64::from(table.rules.bulls(cards)));
        let before = SeatMap::from_fn(table.players(), |seat| {
            i64::from(table.scores[seat]) - taken[seat]
        });
        let earlier_rounds = self.finished_rounds_before_this();
        ensure(before.values().iter().all(|&bulls| bulls >= 0), || {
            "a seat's score is below the bulls it took in this round".to_owned()
        })?;
        let sum: i64 = before.values().iter().sum();
        ensure(sum <= BULLS_IN_DECK * i64::from(earlier_rounds), || {
            format!("{sum} bulls from {earlier_rounds} earlier rounds")
        })?;
        let scores = before.map(|bulls| i32::try_from(bulls).unwrap_or(i32::MAX));
        let goes_on =
            earlier_rounds == 0 || phase_after(&table.rules, earlier_rounds, &scores) == Phase::Deal;
        ensure(goes_on, || "an earlier round has ended the game".to_owned())
    }

    /// Rounds over before the one whose cards lie on the table.
    fn finished_rounds_before_this(&self) -> u32 {
        match self.table.phase {
            Phase::Draft | Phase::Keep | Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) => {
                self.table.round
            }
            Phase::Deal | Phase::Over { .. } => self.table.round.saturating_sub(1),
        }
    }

    /// Sets of seats and the first seat.
    fn check_seats(&self) -> Result<(), String> {
        let table = &self.table;
        let all = crate::core::SeatSet::all(table.players());
        let (zeros, selected) = (table.zeros, table.selected);
        let inside = zeros.without(all).is_empty() && selected.without(all).is_empty();
        ensure(inside, || "a seat that is not at the table".to_owned())?;
        ensure(table.rules.zero_cards || zeros.is_empty(), || {
            "a zero card, where there is none".to_owned()
        })?;
        let has_first = table.rules.has_first() && !self.before_first_deal();
        let first = table.first;
        ensure(
            first.index() < table.players() && (has_first || first == Seat::default()),
            || format!("seat {first} is first"),
        )
    }

    fn before_first_deal(&self) -> bool {
        self.table.phase == Phase::Deal && self.table.round == 0
    }
}

impl View {
    /// Checks that a game could show this: that some hidden hands make a [state](Nimmt::check_invariant) of it.
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    pub fn check_invariant(&self) -> Result<(), String> {
        // All spreads of the unseen cards are alike here; too few of them show as too small a hand.
        let mut unseen = self.unseen().iter();
        self.complete(|| unseen.next(), CardSet::first).check_invariant()
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
