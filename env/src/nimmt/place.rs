//! Placing the cards of a turn, and what follows it.

use super::choice::{Placing, Revealed, waiting};
use super::{Card, CardSet, EndWhen, Event, LowCard, Move, Nimmt, Phase, Row, RowIndex, Rules, Side};
use crate::core::{Game, Seat, SeatMap, SeatSet, Sink};

impl Nimmt {
    /// Places revealed cards until none is left, one fits nowhere and its player must choose a row, or a seat wins
    /// by emptying its hand.
    #[inline]
    pub(super) fn place(&mut self, mut placing: Placing<'_>, events: &mut impl Sink<Event>) {
        while let Some((card, seat)) = placing.next() {
            match self.table.rows.join(card, self.table.rules.sides) {
                Some((row, side, taken)) => self.collect(seat, card, row, side, taken, events),
                None => match self.table.rules.low_card {
                    LowCard::Auto => {
                        self.take_row(seat, card, self.table.rows.cheapest(&self.table.rules), events);
                    }
                    LowCard::Free | LowCard::Cheapest => {
                        self.table.phase = Phase::TakeRow(seat);
                        let left = std::iter::once((card, seat)).chain(placing);
                        self.table.waiting = waiting(left, self.players());
                        return;
                    }
                },
            }
            if self.wins_by_empty_hand(seat) {
                self.table.waiting = waiting(placing, self.players());
                self.end_game(false, events);
                return;
            }
        }
        self.table.waiting = SeatMap::defaults(self.players());
        self.end_turn(events);
    }

    /// The card that waits for a row starts the one its player took; the others follow.
    pub(super) fn go_on(&mut self, taker: Seat, row: RowIndex, events: &mut impl Sink<Event>) {
        let mut revealed = Revealed::from_waiting(&self.table.waiting);
        let mut placing = revealed.lowest_first();
        if let Some((card, _)) = placing.next() {
            self.take_row(taker, card, row, events);
            if self.wins_by_empty_hand(taker) {
                self.table.waiting = waiting(placing, self.players());
                self.end_game(false, events);
                return;
            }
        }
        self.place(placing, events);
    }

    fn take_row(&mut self, seat: Seat, card: Card, row: RowIndex, events: &mut impl Sink<Event>) {
        let taken = self.table.rows.take(row, card);
        self.collect(seat, card, row, Side::Take, Some(taken), events);
    }

    #[inline]
    fn collect(
        &mut self,
        seat: Seat,
        card: Card,
        row: RowIndex,
        side: Side,
        taken: Option<Row>,
        events: &mut impl Sink<Event>,
    ) {
        let (cards, points) = taken.map_or((CardSet::EMPTY, 0), |row| self.gain(seat, &row));
        events.send(Event::Moved(Move {
            seat,
            card,
            row,
            side,
            taken: cards,
            points,
        }));
    }

    /// A seat gets the cards of a row; gives them and what they cost.
    fn gain(&mut self, seat: Seat, row: &Row) -> (CardSet, u32) {
        let table = &mut self.table;
        let cards = row.cards();
        if table.rules.take_to_hand {
            self.hands[seat] = self.hands[seat].union(cards);
            table.shown[seat] = table.shown[seat].union(cards);
            table.holds[seat] += cards.len() as u8;
            return (cards, 0);
        }
        let points = table.rules.row_bulls(row);
        table.taken[seat] = table.taken[seat].union(cards);
        table.scores[seat] += points as i32;
        (cards, points)
    }

    #[inline]
    fn wins_by_empty_hand(&self, seat: Seat) -> bool {
        self.table.rules.take_to_hand && self.hands[seat].is_empty()
    }

    #[inline]
    fn end_turn(&mut self, events: &mut impl Sink<Event>) {
        let table = &mut self.table;
        table.turn += 1;
        table.selected = SeatSet::EMPTY;
        if table.holds.values().iter().any(|&cards| cards > 0) {
            table.phase = Phase::Choose;
            if table.rules.take_to_hand && table.turn >= table.rules.max_turns {
                self.end_game(true, events);
            }
            return;
        }
        // Only a snapshot from outside can be at the last number.
        table.round = table.round.saturating_add(1);
        table.phase = phase_after(&table.rules, table.round, &table.scores);
        events.send(Event::RoundOver { scores: table.scores });
        if let Some(outcome) = self.outcome() {
            events.send(Event::GameOver(outcome));
        }
    }

    /// Ends a game in which taken rows go to the hand.
    fn end_game(&mut self, truncated: bool, events: &mut impl Sink<Event>) {
        let table = &mut self.table;
        table.selected = SeatSet::EMPTY;
        table.round = 1;
        table.phase = Phase::Over { truncated };
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
