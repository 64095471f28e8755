//! The one invariant of a state: snapshots from outside must meet it, and tests ask it of every state reached.

use serde::{Deserialize, Serialize};

use super::state::phase_after;
use super::{CardSet, LowCard, Nimmt, Phase, Table, View};
use crate::core::{Seat, SeatMap};

/// A state as it is written, before it is known to be one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unchecked {
    table: Table,
    hands: SeatMap<CardSet>,
}

impl From<Nimmt> for Unchecked {
    fn from(game: Nimmt) -> Self {
        Self {
            table: game.table,
            hands: game.hands,
        }
    }
}

impl TryFrom<Unchecked> for Nimmt {
    type Error = String;

    fn try_from(raw: Unchecked) -> Result<Self, String> {
        let game = Self {
            table: raw.table,
            hands: raw.hands,
        };
        game.check_invariant()?;
        Ok(game)
    }
}

/// The number of bulls in the deck: no round can give more.
const BULLS_IN_DECK: i64 = 171;

impl Nimmt {
    /// Checks that play from a deal could have led here, as far as the state itself can show it.
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    pub fn check_invariant(&self) -> Result<(), String> {
        let table = &self.table;
        let players = table.players();
        let counts = [
            ("hands", self.hands.players()),
            ("waiting", table.waiting.players()),
            ("taken", table.taken.players()),
            ("scores", table.scores.players()),
            ("holds", table.holds.players()),
        ];
        for (name, count) in counts {
            ensure(count == players, || {
                format!("{name} has {count} entries for {players} players")
            })?;
        }
        for (seat, hand) in self.hands.iter() {
            let held = usize::from(table.holds[seat]);
            ensure(hand.len() == held, || {
                format!("seat {seat} holds {} cards, not {held}", hand.len())
            })?;
        }
        self.check_cards_once()?;
        self.check_scores()?;
        self.check_phase()
    }

    fn check_cards_once(&self) -> Result<(), String> {
        let table = &self.table;
        let piles = self.hands.values().iter().chain(table.taken.values()).copied();
        let rows = table.rows.all().iter().map(super::Row::cards);
        let mut all = table.waiting_cards();
        let mut count = table.waiting.values().iter().flatten().count();
        for pile in piles.chain(rows) {
            all = all.union(pile);
            count += pile.len();
        }
        ensure(all.len() == count, || "a card is in two places".to_owned())?;
        let before_first_deal = table.round == 0 && table.phase == Phase::Deal;
        let in_play = usize::from(table.rules.hand_size) * table.players() + super::ROWS;
        let expected = if before_first_deal { 0 } else { in_play };
        ensure(count == expected, || {
            format!("{count} cards are in play, not {expected}")
        })
    }

    fn check_scores(&self) -> Result<(), String> {
        let table = &self.table;
        let taken = table.taken.map(|cards| i64::from(cards.bulls()));
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
            Phase::Choose | Phase::TakeRow(_) => self.table.round,
            Phase::Deal | Phase::Over { .. } => self.table.round.saturating_sub(1),
        }
    }

    fn check_phase(&self) -> Result<(), String> {
        let table = &self.table;
        let size = table.rules.hand_size;
        let left = u16::from(size).checked_sub(table.turn);
        let held = |count: Option<u16>| {
            ensure(
                table
                    .holds
                    .values()
                    .iter()
                    .all(|&cards| Some(u16::from(cards)) == count),
                || format!("hands of {:?} cards at turn {}", table.holds, table.turn),
            )
        };
        let nobody_waits = || {
            ensure(table.waiting_cards().is_empty(), || {
                "cards wait out of turn".to_owned()
            })
        };
        let no_empty_row = || {
            ensure(!table.rows.all().iter().any(super::Row::is_empty), || {
                "a row is empty".to_owned()
            })
        };
        match table.phase {
            Phase::Deal if table.round == 0 => ensure(table.turn == 0, || "a turn before a deal".to_owned()),
            Phase::Deal | Phase::Over { .. } => {
                ensure(table.turn == u16::from(size), || {
                    format!("round over at turn {}", table.turn)
                })?;
                nobody_waits()?;
                no_empty_row()?;
                let phase = phase_after(&table.rules, table.round, &table.scores);
                ensure(table.round > 0 && phase == table.phase, || {
                    format!(
                        "after round {} comes {phase:?}, not {:?}",
                        table.round, table.phase
                    )
                })
            }
            Phase::Choose => {
                held(left.filter(|&cards| cards > 0))?;
                nobody_waits()?;
                no_empty_row()
            }
            Phase::TakeRow(taker) => {
                held(left.and_then(|cards| cards.checked_sub(1)))?;
                no_empty_row()?;
                self.check_taker(taker)
            }
        }
    }

    fn check_taker(&self, taker: Seat) -> Result<(), String> {
        let table = &self.table;
        ensure(table.rules.low_card != LowCard::Auto, || {
            "rows are taken without a choice".to_owned()
        })?;
        let lowest = table.waiting_cards().first();
        let right = taker.index() < table.players()
            // Placed lowest first, a card can only fit nowhere before any other of its turn lies.
            && table.waiting.values().iter().all(Option::is_some)
            && table.waiting[taker] == lowest
            && lowest.is_none_or(|card| table.rows.fit(card).is_none());
        ensure(right, || format!("seat {taker} has no card that waits for a row"))
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
        let hands = SeatMap::from_fn(self.table.players(), |seat| {
            if seat == self.seat {
                return self.hand;
            }
            unseen.by_ref().take(self.table.holds[seat].into()).collect()
        });
        let table = self.table;
        Nimmt { table, hands }.check_invariant()
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
