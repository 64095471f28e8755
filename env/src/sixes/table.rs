//! Everything that all seats know.

use serde::{Deserialize, Serialize};

use super::action::PASS_ID;
use super::{Action, CardSet, Columns, Rules};
use crate::core::{ActionSet, Seat, SeatMap, SeatSet, Turn};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A deal.
    Deal,
    /// A card or a pass from this seat.
    Play(Seat),
    /// Nothing: the game is over.
    Over {
        /// Whether `max_rounds` ended it as a cap.
        truncated: bool,
    },
}

/// The public part of a state. It is what a [`View`](super::View) shows beside the own hand, so nothing hidden
/// may ever be put here.
///
/// Part of it is what passes have shown: see [`lacks`](Self::lacks).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) round: u32,
    pub(super) turn: u32,
    pub(super) dealer: Seat,
    pub(super) leader: Seat,
    pub(super) columns: Columns,
    pub(super) pot: i32,
    pub(super) chips: SeatMap<i32>,
    pub(super) holds: SeatMap<u8>,
    pub(super) lacks: SeatMap<CardSet>,
}

impl Table {
    pub(super) fn new(rules: Rules) -> Self {
        let players = rules.players.into();
        Self {
            rules,
            phase: Phase::Deal,
            round: 0,
            turn: 0,
            dealer: Seat::default(),
            leader: Seat::default(),
            columns: Columns::default(),
            pot: 0,
            chips: SeatMap::new(players, rules.chips.into()),
            holds: SeatMap::new(players, 0),
            lacks: SeatMap::new(players, CardSet::EMPTY),
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

    /// The number of the turn in this round (of the last one, between rounds: how many it had), from 0. A turn is
    /// one card or pass.
    pub const fn turn_number(&self) -> u32 {
        self.turn
    }

    /// Who dealt this round (the last one, between rounds); seat 0 before the first deal.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Who leads or led this round (the last one, between rounds) with the six of diamonds; seat 0 before the
    /// first deal.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The columns; empty before the first deal, and as the round left them between rounds.
    pub const fn columns(&self) -> Columns {
        self.columns
    }

    /// Chips in the pot; none between rounds.
    pub const fn pot(&self) -> i32 {
        self.pot
    }

    /// Chips of each seat.
    pub const fn chips(&self) -> &SeatMap<i32> {
        &self.chips
    }

    /// How many cards each seat holds; between rounds, how many it was left with.
    pub const fn holds(&self) -> &SeatMap<u8> {
        &self.holds
    }

    /// The cards of this round, none of them played, that each seat is known by all not to hold.
    ///
    /// A pass that was not voluntary shows that its seat held none of the cards then [open](Columns::open).
    /// With `must_play` every pass is such. Without it a pass that costs a chip shows nothing, since the seat
    /// may have chosen it; but a seat without chips that can play is not offered the pass, so a free pass is
    /// never voluntary. And until the six of diamonds is led, all know that the leader holds it.
    ///
    /// A hand only shrinks, so what a seat lacked it goes on lacking; and since a card that is open stays open
    /// until it is played, these are always open cards.
    pub const fn lacks(&self) -> &SeatMap<CardSet> {
        &self.lacks
    }

    /// Whether a pass of this seat would not be voluntary, whatever it holds.
    #[inline]
    pub(super) fn pass_is_forced(&self, seat: Seat) -> bool {
        self.rules.must_play || self.chips[seat] == 0
    }

    /// Who is to move.
    #[inline]
    pub(super) const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Play(seat) => Turn::Act(SeatSet::one(seat)),
            Phase::Over { .. } => Turn::Over,
        }
    }

    /// What a seat may do that holds `hand`.
    #[inline]
    pub(super) fn legal(&self, seat: Seat, hand: CardSet) -> ActionSet<Action> {
        match self.phase {
            Phase::Play(actor) if actor == seat => {
                let playable = hand.intersection(self.columns.open());
                // The lead is no pass, even where passes are free to choose.
                let may_pass = !self.pass_is_forced(seat) && !self.columns.cards().is_empty();
                let pass = u128::from(playable.is_empty() || may_pass) << PASS_ID;
                ActionSet::from_bits(u128::from(playable.bits()) | pass)
            }
            Phase::Deal | Phase::Play(_) | Phase::Over { .. } => ActionSet::EMPTY,
        }
    }
}
