//! The table and the hands; the flow of the game.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::check::Unchecked;
use super::rows::Taken;
use super::{
    Action, Card, CardSet, Deal, EndWhen, Event, LowCard, Move, Phase, RowIndex, Rows, Rules, Side, Table,
    View,
};
use crate::core::{ActionSet, Better, Game, Outcome, PlayError, Score, Seat, SeatMap, SeatSet, Sink, Turn};

/// A game of 6 nimmt!: `Chance`, then turns of `Act(all)`, each followed by `Act(one)` where a card fits
/// nowhere, until hands are empty; the next round or `Over`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct Nimmt {
    pub(super) table: Table,
    pub(super) hands: SeatMap<CardSet>,
}

impl Nimmt {
    /// What all seats know.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Every seat's hand: for tools that may see everything. Agents get a [`View`].
    pub const fn hands(&self) -> &SeatMap<CardSet> {
        &self.hands
    }

    /// All seats' cards, checked; the owner of each card is found by its number.
    fn check_cards(&self, joint: &[(Seat, Action)]) -> Result<SeatMap<Option<Card>>, PlayError> {
        let mut chosen = SeatMap::new(self.players(), None);
        for &(seat, action) in joint {
            if seat.index() >= self.players() {
                return Err(PlayError::NotActing { seat });
            }
            match action {
                Action::Card(card) if self.hands[seat].contains(card) => {
                    if chosen[seat].replace(card).is_some() {
                        return Err(PlayError::Twice { seat });
                    }
                }
                Action::Card(_) | Action::Zero | Action::Row(_) => return Err(self.illegal(seat, action)),
            }
        }
        if joint.len() < self.players() {
            let missing = chosen.iter().find(|(_, card)| card.is_none());
            return missing.map_or(Ok(chosen), |(seat, _)| Err(PlayError::Missing { seat }));
        }
        Ok(chosen)
    }

    fn check_row(&self, taker: Seat, joint: &[(Seat, Action)]) -> Result<RowIndex, PlayError> {
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

    fn illegal(&self, seat: Seat, action: Action) -> PlayError {
        PlayError::Illegal {
            seat,
            action: action.to_string(),
            legal: format!("{:?}", self.legal(seat)),
        }
    }

    /// Places the cards that wait, lowest first, until none is left or one fits nowhere and its player must
    /// choose a row.
    #[inline]
    fn place_waiting(&mut self, mut waiting: SeatMap<Option<Card>>, events: &mut impl Sink<Event>) {
        let mut owners = [Seat::default(); 128];
        let mut cards = CardSet::EMPTY;
        for (seat, card) in waiting.iter() {
            if let Some(card) = *card {
                owners[usize::from(card.number()) & 127] = seat;
                cards.insert(card);
            }
        }
        for card in cards.iter() {
            let seat = owners[usize::from(card.number()) & 127];
            match self.table.rows.fit(card) {
                Some(row) => {
                    let taken = self.table.rows.push(row, card);
                    self.collect(seat, card, row, Side::Right, taken, events);
                }
                None => match self.table.rules.low_card {
                    LowCard::Auto => self.take_row(seat, card, self.table.rows.cheapest(), events),
                    LowCard::Free | LowCard::Cheapest => {
                        self.table.phase = Phase::TakeRow(seat);
                        self.table.waiting = waiting;
                        return;
                    }
                },
            }
            waiting[seat] = None;
        }
        self.table.waiting = waiting;
        self.end_turn(events);
    }

    fn take_row(&mut self, seat: Seat, card: Card, row: RowIndex, events: &mut impl Sink<Event>) {
        let taken = self.table.rows.take(row, card);
        self.collect(seat, card, row, Side::Take, taken, events);
    }

    #[inline]
    fn collect(
        &mut self,
        seat: Seat,
        card: Card,
        row: RowIndex,
        side: Side,
        taken: Taken,
        events: &mut impl Sink<Event>,
    ) {
        let pile = &mut self.table.taken[seat];
        *pile = pile.union(taken.cards);
        self.table.scores[seat] += taken.bulls as i32;
        events.send(Event::Moved(Move {
            seat,
            card,
            row,
            side,
            taken: taken.cards,
            points: taken.bulls,
        }));
    }

    fn end_turn(&mut self, events: &mut impl Sink<Event>) {
        self.table.turn += 1;
        if self.hands.values().iter().any(|hand| !hand.is_empty()) {
            self.table.phase = Phase::Choose;
            return;
        }
        let table = &mut self.table;
        // Only a snapshot from outside can be at the last number.
        table.round = table.round.saturating_add(1);
        table.phase = phase_after(&table.rules, table.round, &table.scores);
        events.send(Event::RoundOver { scores: table.scores });
        if let Some(outcome) = self.outcome() {
            events.send(Event::GameOver(outcome));
        }
    }
}

/// What follows `rounds` whole rounds.
pub(super) fn phase_after(rules: &Rules, rounds: u32, scores: &SeatMap<i32>) -> Phase {
    let highest = scores.values().iter().copied().max().unwrap_or_default();
    let capped = rules.max_rounds.is_some_and(|most| rounds >= most.into());
    let ended = match (rules.end_score, rules.end_when) {
        (Some(end), Some(EndWhen::Exceed)) => highest > end.into(),
        (Some(end), Some(EndWhen::AtLeast) | None) => highest >= end.into(),
        (None, _) => rules.max_rounds.is_none() || capped,
    };
    if ended || capped {
        Phase::Over { truncated: !ended }
    } else {
        Phase::Deal
    }
}

impl Game for Nimmt {
    type Rules = Rules;
    type Action = Action;
    type Deal = Deal;
    type View = View;
    type Event = Event;

    const NAME: &'static str = "nimmt";
    const SCORE: Score = Score {
        unit: "bulls",
        better: Better::Lower,
    };

    fn new(rules: &Rules) -> Self {
        Self {
            table: Table::new(*rules),
            hands: SeatMap::new(rules.players.into(), CardSet::EMPTY),
        }
    }

    fn rules(&self) -> &Rules {
        &self.table.rules
    }

    #[inline]
    fn players(&self) -> usize {
        self.table.players()
    }

    fn round(&self) -> u32 {
        self.table.round
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    #[inline]
    fn legal(&self, seat: Seat) -> ActionSet<Action> {
        self.table.legal(seat, self.hands[seat])
    }

    fn sample_deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Deal {
        Deal::sample(&self.table.rules, rng)
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), PlayError> {
        if self.table.phase != Phase::Deal {
            return Err(PlayError::NoDealDue);
        }
        deal.check(&self.table.rules)?;
        let players = self.players();
        let table = &mut self.table;
        table.rows = Rows::new(deal.rows);
        table.taken = SeatMap::new(players, CardSet::EMPTY);
        table.holds = SeatMap::new(players, table.rules.hand_size);
        table.turn = 0;
        table.phase = Phase::Choose;
        self.hands = deal.hands;
        Ok(())
    }

    #[inline]
    fn play(&mut self, joint: &[(Seat, Action)], events: &mut impl Sink<Event>) -> Result<(), PlayError> {
        match self.table.phase {
            Phase::Deal => Err(PlayError::DealDue),
            Phase::Over { .. } => Err(PlayError::Over),
            Phase::Choose => {
                let chosen = self.check_cards(joint)?;
                for (seat, card) in chosen.iter() {
                    if let Some(card) = *card {
                        self.hands[seat].remove(card);
                        self.table.holds[seat] -= 1;
                        events.send(Event::Revealed { seat, card });
                    }
                }
                self.place_waiting(chosen, events);
                Ok(())
            }
            Phase::TakeRow(taker) => {
                let row = self.check_row(taker, joint)?;
                let mut waiting = self.table.waiting;
                if let Some(card) = waiting[taker].take() {
                    self.take_row(taker, card, row, events);
                }
                self.place_waiting(waiting, events);
                Ok(())
            }
        }
    }

    fn scores(&self) -> SeatMap<i32> {
        self.table.scores
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.table.phase {
            Phase::Over { truncated } => {
                let scores = &self.table.scores;
                let fewest = scores.values().iter().min();
                let winners = scores.iter().filter(|(_, score)| Some(*score) == fewest);
                Some(Outcome {
                    winners: winners.map(|(seat, _)| seat).collect::<SeatSet>(),
                    truncated,
                })
            }
            Phase::Deal | Phase::Choose | Phase::TakeRow(_) => None,
        }
    }

    fn view(&self, seat: Seat) -> View {
        View {
            seat,
            hand: self.hands[seat],
            table: self.table,
        }
    }
}
