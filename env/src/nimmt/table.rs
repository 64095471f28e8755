//! Everything that all seats know.

use serde::{Deserialize, Serialize};

use super::{Action, Card, CardSet, LowCard, RowIndex, Rows, Rules, Selection};
use crate::core::{ActionSet, Seat, SeatMap, SeatSet, Turn};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A deal.
    Deal,
    /// A card of the open ones, picked by the seat whose turn it is.
    Draft,
    /// From every seat, a card of its share to keep.
    Keep,
    /// A card from every seat, or from the seat whose turn it is where selection is open.
    Choose,
    /// The second card from every seat, where two are played.
    ChooseSecond,
    /// A row for the revealed card of this seat, which fits nowhere.
    TakeRow(Seat),
    /// Nothing: the game is over.
    Over {
        /// Whether a cap ended it: `max_rounds` beside an `end_score`, or `max_turns`.
        truncated: bool,
    },
}

/// A seat's cards that are revealed and not placed yet: at most two, the lower one first.
pub type Waiting = [Option<Card>; 2];

/// The public part of a state. It is what a [`View`](super::View) shows beside the own hand, so nothing hidden
/// may ever be put here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) round: u32,
    pub(super) turn: u16,
    pub(super) first: Seat,
    pub(super) rows: Rows,
    pub(super) waiting: SeatMap<Waiting>,
    pub(super) taken: SeatMap<CardSet>,
    pub(super) scores: SeatMap<i32>,
    pub(super) holds: SeatMap<u8>,
    pub(super) zeros: SeatSet,
    pub(super) selected: SeatSet,
    pub(super) shown: SeatMap<CardSet>,
    pub(super) pool: CardSet,
}

impl Table {
    #[inline]
    pub(super) fn new(rules: Rules) -> Self {
        let players = rules.players.into();
        Self {
            rules,
            phase: Phase::Deal,
            round: 0,
            turn: 0,
            first: Seat::default(),
            rows: Rows::default(),
            waiting: SeatMap::defaults(players),
            taken: SeatMap::defaults(players),
            scores: SeatMap::defaults(players),
            holds: SeatMap::defaults(players),
            zeros: if rules.zero_cards {
                SeatSet::all(players)
            } else {
                SeatSet::EMPTY
            },
            selected: SeatSet::EMPTY,
            shown: SeatMap::defaults(players),
            pool: CardSet::EMPTY,
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

    /// The seat that drafts first in this round and selects first in its first turn; 0 in rules without one.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The rows; empty before the first deal and in a draft, and as the round left them between rounds.
    pub const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Cards revealed this turn that are not placed yet, by seat. Where a seat won by emptying its hand, the
    /// cards of others that stay unplaced.
    pub const fn waiting(&self) -> &SeatMap<Waiting> {
        &self.waiting
    }

    /// Cards taken this round (the last one, between rounds), by seat. Empty where they go to the hand.
    pub const fn taken(&self) -> &SeatMap<CardSet> {
        &self.taken
    }

    /// Bulls of the whole game so far, by seat.
    pub const fn scores(&self) -> &SeatMap<i32> {
        &self.scores
    }

    /// How many number cards each seat has in hand; where two cards are played, without the one it has chosen.
    pub const fn holds(&self) -> &SeatMap<u8> {
        &self.holds
    }

    /// Who holds a zero card.
    pub const fn zeros(&self) -> SeatSet {
        self.zeros
    }

    /// Who has selected in this turn, where selection is open.
    pub const fn selected(&self) -> SeatSet {
        self.selected
    }

    /// The cards of each seat's hand that all know: drafted, or taken into the hand.
    pub const fn shown(&self) -> &SeatMap<CardSet> {
        &self.shown
    }

    /// The cards that lie open to be drafted.
    pub const fn pool(&self) -> CardSet {
        self.pool
    }

    /// Every card of this round that all have seen and nobody holds: in rows, taken, waiting, or open to be
    /// drafted.
    pub fn seen(&self) -> CardSet {
        let taken = self
            .taken
            .values()
            .iter()
            .fold(self.rows.cards(), |seen, cards| seen.union(*cards));
        taken.union(self.waiting_cards()).union(self.pool)
    }

    /// The cards of [`waiting`](Self::waiting).
    pub fn waiting_cards(&self) -> CardSet {
        self.waiting
            .values()
            .iter()
            .flatten()
            .flatten()
            .copied()
            .collect()
    }

    /// Whether revealed cards can be waiting: while a seat takes a row, between open selections, and where a game
    /// ended in the middle of a turn.
    #[inline]
    pub(super) fn may_wait(&self) -> bool {
        match self.phase {
            Phase::TakeRow(_) => true,
            Phase::Choose => self.rules.selection == Selection::Open,
            Phase::Over { truncated } => self.rules.take_to_hand && !truncated,
            Phase::Deal | Phase::Draft | Phase::Keep | Phase::ChooseSecond => false,
        }
    }

    /// Who is to move.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Draft => Turn::Act(SeatSet::one(self.drafter())),
            Phase::Keep | Phase::ChooseSecond => Turn::Act(SeatSet::all(self.players())),
            Phase::Choose => Turn::Act(match self.rules.selection {
                // All hands, zero cards counted, are of one size, so nobody ever runs out before the others; and where taken
                // rows go to the hand, whoever runs out has won.
                Selection::Simultaneous => SeatSet::all(self.players()),
                Selection::Open => self.selector().map(SeatSet::one).unwrap_or_default(),
            }),
            Phase::TakeRow(seat) => Turn::Act(SeatSet::one(seat)),
            Phase::Over { .. } => Turn::Over,
        }
    }

    /// Who wins when the game is over: the fewest bulls, or where taken rows go to the hand the fewest cards,
    /// those that stay unplaced among them.
    pub(super) fn winners(&self) -> SeatSet {
        let total = |seat: Seat| {
            if self.rules.take_to_hand {
                i32::from(self.holds[seat]) + self.waiting[seat].iter().flatten().count() as i32
            } else {
                self.scores[seat]
            }
        };
        let fewest = Seat::all(self.players()).map(total).min();
        Seat::all(self.players())
            .filter(|&seat| Some(total(seat)) == fewest)
            .collect()
    }

    /// The seat that picks next in a draft: in turn from the first one on.
    pub(super) fn drafter(&self) -> Seat {
        let picked: usize = self.holds.values().iter().map(|&cards| usize::from(cards)).sum();
        self.first.after(picked, self.players())
    }

    /// The seat that selects next where selection is open: in turn, from one further each turn.
    pub(super) fn selector(&self) -> Option<Seat> {
        let players = self.players();
        let start = self.first.after(usize::from(self.turn), players);
        let open = SeatSet::all(players).without(self.selected);
        (0..players)
            .map(|steps| start.after(steps, players))
            .find(|seat| open.contains(*seat))
    }

    /// What a seat may do that holds `hand` and has `aside` to keep from.
    #[inline]
    pub(super) fn legal(&self, seat: Seat, hand: CardSet, aside: CardSet) -> ActionSet<Action> {
        let acts = match self.phase {
            // With no card, nothing is legal anyway.
            Phase::Keep | Phase::ChooseSecond => true,
            Phase::Choose => match self.rules.selection {
                Selection::Simultaneous => true,
                Selection::Open => self.selector() == Some(seat),
            },
            Phase::TakeRow(taker) => taker == seat,
            Phase::Draft => self.drafter() == seat,
            Phase::Deal | Phase::Over { .. } => false,
        };
        if acts {
            self.legal_of_acting(seat, hand, aside)
        } else {
            ActionSet::EMPTY
        }
    }

    /// The same of a seat that must act.
    #[inline]
    pub(super) fn legal_of_acting(&self, seat: Seat, hand: CardSet, aside: CardSet) -> ActionSet<Action> {
        match self.phase {
            Phase::Choose => self.legal_cards(seat, hand),
            Phase::ChooseSecond => ActionSet::from_bits(hand.bits()),
            Phase::TakeRow(_) => self.legal_rows(),
            Phase::Draft => ActionSet::from_bits(self.pool.bits()),
            Phase::Keep => ActionSet::from_bits(aside.bits()),
            Phase::Deal | Phase::Over { .. } => ActionSet::EMPTY,
        }
    }

    /// The hand, and the zero card as bit 0.
    #[inline]
    fn legal_cards(&self, seat: Seat, hand: CardSet) -> ActionSet<Action> {
        ActionSet::from_bits(hand.bits() | u128::from(self.zeros.contains(seat)))
    }

    fn legal_rows(&self) -> ActionSet<Action> {
        let rows = RowIndex::ALL.into_iter();
        match self.rules.low_card {
            LowCard::Free => rows.map(Action::Row).collect(),
            LowCard::Cheapest | LowCard::Auto => {
                let bulls = |row| self.rules.row_bulls(self.rows.get(row));
                let fewest = bulls(self.rows.cheapest(&self.rules));
                rows.filter(|&row| bulls(row) == fewest)
                    .map(Action::Row)
                    .collect()
            }
        }
    }
}
