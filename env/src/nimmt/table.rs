//! Everything that all seats know.

use serde::{Deserialize, Serialize};

use super::{Action, Card, CardSet, LowCard, RowIndex, Rows, Rules};
use crate::core::{ActionSet, Seat, SeatMap, SeatSet, Turn};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A deal.
    Deal,
    /// A card from every seat.
    Choose,
    /// A row for the revealed card of this seat, which fits nowhere.
    TakeRow(Seat),
    /// Nothing: the game is over.
    Over {
        /// Whether `max_rounds` ended it as a cap.
        truncated: bool,
    },
}

/// The public part of a state. It is what a [`View`](super::View) shows beside the own hand, so nothing hidden
/// may ever be put here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) round: u32,
    pub(super) turn: u16,
    pub(super) rows: Rows,
    pub(super) waiting: SeatMap<Option<Card>>,
    pub(super) taken: SeatMap<CardSet>,
    pub(super) scores: SeatMap<i32>,
    pub(super) holds: SeatMap<u8>,
}

impl Table {
    pub(super) fn new(rules: Rules) -> Self {
        let players = rules.players.into();
        Self {
            rules,
            phase: Phase::Deal,
            round: 0,
            turn: 0,
            rows: Rows::default(),
            waiting: SeatMap::new(players, None),
            taken: SeatMap::new(players, CardSet::EMPTY),
            scores: SeatMap::new(players, 0),
            holds: SeatMap::new(players, 0),
        }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many seats there are.
    #[inline]
    pub fn players(&self) -> usize {
        self.rules.players.into()
    }

    /// What the game waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the round that is played, or that the next deal starts: from 0.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The number of the turn in this round, from 0.
    pub const fn turn_number(&self) -> u16 {
        self.turn
    }

    /// The rows; empty before the first deal, and as the round left them between rounds.
    pub const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Cards revealed this turn that are not placed yet, by seat.
    pub const fn waiting(&self) -> &SeatMap<Option<Card>> {
        &self.waiting
    }

    /// Cards taken this round (the last one, between rounds), by seat.
    pub const fn taken(&self) -> &SeatMap<CardSet> {
        &self.taken
    }

    /// Bulls of the whole game so far, by seat.
    pub const fn scores(&self) -> &SeatMap<i32> {
        &self.scores
    }

    /// How many cards each seat holds.
    pub const fn holds(&self) -> &SeatMap<u8> {
        &self.holds
    }

    /// Every card of this round that all have seen: in rows, taken, or waiting.
    pub fn seen(&self) -> CardSet {
        let taken = self
            .taken
            .values()
            .iter()
            .fold(self.rows.cards(), |seen, cards| seen.union(*cards));
        taken.union(self.waiting_cards())
    }

    /// The cards of [`waiting`](Self::waiting).
    pub fn waiting_cards(&self) -> CardSet {
        self.waiting.values().iter().flatten().copied().collect()
    }

    /// Who is to move.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Choose => Turn::Act(SeatSet::all(self.players())),
            Phase::TakeRow(seat) => Turn::Act(SeatSet::one(seat)),
            Phase::Over { .. } => Turn::Over,
        }
    }

    /// What a seat may do that holds `hand`.
    #[inline]
    pub(super) fn legal(&self, seat: Seat, hand: CardSet) -> ActionSet<Action> {
        match self.phase {
            Phase::Choose => ActionSet::from_bits(hand.bits()),
            Phase::TakeRow(taker) if taker == seat => self.legal_rows(),
            Phase::Deal | Phase::TakeRow(_) | Phase::Over { .. } => ActionSet::EMPTY,
        }
    }

    fn legal_rows(&self) -> ActionSet<Action> {
        let rows = RowIndex::ALL.into_iter();
        match self.rules.low_card {
            LowCard::Free => rows.map(Action::Row).collect(),
            LowCard::Cheapest | LowCard::Auto => {
                let fewest = self.rows.get(self.rows.cheapest()).bulls();
                rows.filter(|&row| self.rows.get(row).bulls() == fewest)
                    .map(Action::Row)
                    .collect()
            }
        }
    }
}
