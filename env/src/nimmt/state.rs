//! The table and the hands; the flow of the game.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::check::Unchecked;
use super::choice::{Choice, Revealed};
use super::view::Own;
use super::{
    Action, Card, CardDeal, CardSet, Deal, Event, Phase, ROWS, Row, Rows, Rules, Selection, Table, View,
};
use crate::core::{ActionSet, Better, Game, Outcome, PlayError, Score, Seat, SeatMap, Sink, Turn};

/// A game of 6 nimmt! A round is dealt (`Chance`), where the rules say so drafted (`Act(one)`, seat after seat)
/// or chosen from shares (`Act(all)`, card after card), and played in turns of `Act(all)` (with open selection
/// `Act(one)`, seat after seat), each followed by `Act(one)` where a card fits nowhere; then comes the next
/// round or `Over`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct Nimmt {
    pub(super) table: Table,
    pub(super) hands: SeatMap<CardSet>,
    /// The first of two cards, chosen and not yet revealed.
    pub(super) pending: SeatMap<Option<Card>>,
    /// What is left of each seat's share: to keep from, later out of the round.
    pub(super) aside: SeatMap<CardSet>,
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

    /// What `seat` knows alone.
    pub(super) fn own(&self, seat: Seat) -> Own {
        Own {
            seat,
            hand: self.hands[seat],
            pending: self.pending[seat],
            aside: self.aside[seat],
        }
    }

    /// A seat plays its choice openly, before the others of the turn have chosen.
    fn select(&mut self, seat: Seat, choice: Choice, events: &mut impl Sink<Event>) {
        self.table.selected.insert(seat);
        match choice {
            Choice::Zero => self.discard_zero(seat, events),
            Choice::Card(card) => {
                self.hands[seat].remove(card);
                self.reveal(seat, card, events);
                self.table.waiting[seat][0] = Some(card);
            }
        }
        if self.table.selector().is_none() {
            self.place_waiting(events);
        }
    }

    /// A [usual turn](Self::is_usual_turn).
    #[inline]
    fn play_usual_turn(&mut self, joint: &[(Seat, Action)], events: &mut impl Sink<Event>) {
        let mut revealed = Revealed::new();
        for &(seat, action) in joint {
            if let Action::Card(card) = action {
                self.hands[seat].remove(card);
                self.reveal(seat, card, events);
                revealed.add(seat, card);
            }
        }
        self.place(revealed.lowest_first(), events);
    }

    /// Every seat's choice of the turn is revealed; the cards are placed.
    fn choose(&mut self, choices: &SeatMap<Option<Choice>>, events: &mut impl Sink<Event>) {
        let mut revealed = Revealed::new();
        for (seat, choice) in choices.iter() {
            match *choice {
                Some(Choice::Card(card)) => {
                    self.hands[seat].remove(card);
                    self.reveal(seat, card, events);
                    revealed.add(seat, card);
                }
                Some(Choice::Zero) => self.discard_zero(seat, events),
                None => {}
            }
        }
        self.place(revealed.lowest_first(), events);
    }

    /// Every seat has chosen the first of two cards; it stays hidden.
    fn choose_first(&mut self, choices: &SeatMap<Option<Choice>>, events: &mut impl Sink<Event>) {
        for (seat, card) in cards(choices) {
            self.hands[seat].remove(card);
            self.table.holds[seat] -= 1;
            self.pending[seat] = Some(card);
        }
        if self.hands.values().iter().all(|hand| hand.is_empty()) {
            self.reveal_pairs(events);
        } else {
            self.table.phase = Phase::ChooseSecond;
        }
    }

    fn choose_second(&mut self, choices: &SeatMap<Option<Choice>>, events: &mut impl Sink<Event>) {
        let mut seconds = SeatMap::new(self.players(), None);
        for (seat, card) in cards(choices) {
            self.hands[seat].remove(card);
            self.table.holds[seat] -= 1;
            seconds[seat] = Some(card);
        }
        for (seat, second) in seconds.iter() {
            // Both are revealed together: which was chosen first stays hidden.
            if let (Some(first), Some(second)) = (self.pending[seat], *second) {
                self.table.waiting[seat] = [Some(first.min(second)), Some(first.max(second))];
            }
        }
        self.reveal_pairs(events);
    }

    fn reveal_pairs(&mut self, events: &mut impl Sink<Event>) {
        for (seat, first) in self.pending.iter_mut() {
            let first = first.take();
            let waiting = &mut self.table.waiting[seat];
            if waiting[0].is_none() {
                waiting[0] = first;
            }
            for card in waiting.iter().flatten() {
                self.table.shown[seat].remove(*card);
                events.send(Event::Revealed { seat, card: *card });
            }
        }
        self.place_waiting(events);
    }

    fn place_waiting(&mut self, events: &mut impl Sink<Event>) {
        self.place(Revealed::from_waiting(&self.table.waiting).lowest_first(), events);
    }

    #[inline]
    fn reveal(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) {
        self.table.holds[seat] -= 1;
        if self.table.rules.shows_hands() {
            self.table.shown[seat].remove(card);
        }
        events.send(Event::Revealed { seat, card });
    }

    fn discard_zero(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.table.zeros.remove(seat);
        events.send(Event::Zero { seat });
    }

    /// A seat picks a card that lies open. The last four start the rows.
    fn draft(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) {
        let table = &mut self.table;
        table.pool.remove(card);
        table.shown[seat].insert(card);
        table.holds[seat] += 1;
        self.hands[seat].insert(card);
        events.send(Event::Drafted { seat, card });
        if table.pool.len() == ROWS {
            let mut rows = [Row::default(); ROWS];
            for (row, card) in rows.iter_mut().zip(table.pool.iter()) {
                *row = Row::new(card);
            }
            table.rows = Rows::from_rows(rows);
            table.pool = CardSet::EMPTY;
            table.phase = Phase::Choose;
        }
    }

    /// Every seat keeps one more card of its share.
    fn keep(&mut self, choices: &SeatMap<Option<Choice>>) {
        for (seat, card) in cards(choices) {
            self.aside[seat].remove(card);
            self.hands[seat].insert(card);
            self.table.holds[seat] += 1;
        }
        let full = self.table.rules.hand_size;
        if self.table.holds.values().iter().all(|&cards| cards == full) {
            self.table.phase = Phase::Choose;
        }
    }
}

/// The cards among choices. Zero cards are only chosen where one card is played.
fn cards(choices: &SeatMap<Option<Choice>>) -> impl Iterator<Item = (Seat, Card)> {
    choices.iter().filter_map(|(seat, choice)| match *choice {
        Some(Choice::Card(card)) => Some((seat, card)),
        Some(Choice::Zero) | None => None,
    })
}

impl Game for Nimmt {
    type Rules = Rules;
    type Action = Action;
    type Deal = Deal;
    type View = View;
    type Event = Event;

    const SCORE: Score = Score {
        unit: "bulls",
        better: Better::Lower,
    };

    #[inline]
    fn new(rules: &Rules) -> Self {
        let players = rules.players.into();
        Self {
            table: Table::new(*rules),
            hands: SeatMap::defaults(players),
            pending: SeatMap::defaults(players),
            aside: SeatMap::defaults(players),
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
        self.table.legal(seat, self.hands[seat], self.aside[seat])
    }

    fn sample_deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Deal {
        self.table.sample_deal(rng)
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), PlayError> {
        if self.table.phase != Phase::Deal {
            return Err(PlayError::NoDealDue);
        }
        self.table.check_deal(deal)?;
        let players = self.players();
        let table = &mut self.table;
        if let Some(rows) = deal.rows {
            table.rows = Rows::new(rows);
        } else if !table.carries_rows() {
            table.rows = Rows::default();
        }
        table.taken = SeatMap::defaults(players);
        table.shown = SeatMap::defaults(players);
        table.pool = deal.pool;
        table.first = deal.first.unwrap_or_default();
        table.turn = 0;
        let (phase, dealt) = match table.rules.deal {
            CardDeal::Random => (Phase::Choose, table.rules.hand_size),
            CardDeal::Draft => (Phase::Draft, 0),
            CardDeal::Choose => (Phase::Keep, 0),
        };
        table.phase = phase;
        table.holds = SeatMap::new(players, dealt);
        let nothing = SeatMap::defaults(players);
        (self.hands, self.aside) = if phase == Phase::Keep {
            (nothing, deal.hands)
        } else {
            (deal.hands, nothing)
        };
        Ok(())
    }

    #[inline]
    fn play(&mut self, joint: &[(Seat, Action)], events: &mut impl Sink<Event>) -> Result<(), PlayError> {
        match self.table.phase {
            Phase::Deal => return Err(PlayError::DealDue),
            Phase::Over { .. } => return Err(PlayError::Over),
            Phase::Choose if self.is_usual_turn(joint) => self.play_usual_turn(joint, events),
            Phase::Choose => {
                let (rules, choices) = (self.table.rules, self.check_choices(joint)?);
                if rules.selection == Selection::Open {
                    for (seat, choice) in choices.iter() {
                        if let Some(choice) = *choice {
                            self.select(seat, choice, events);
                        }
                    }
                } else if rules.cards_per_turn == 2 {
                    self.choose_first(&choices, events);
                } else {
                    self.choose(&choices, events);
                }
            }
            Phase::ChooseSecond => {
                let choices = self.check_choices(joint)?;
                self.choose_second(&choices, events);
            }
            Phase::Keep => {
                let choices = self.check_choices(joint)?;
                self.keep(&choices);
            }
            Phase::Draft => {
                let choices = self.check_choices(joint)?;
                for (seat, card) in cards(&choices) {
                    self.draft(seat, card, events);
                }
            }
            Phase::TakeRow(taker) => {
                let row = self.check_row(taker, joint)?;
                self.go_on(taker, row, events);
            }
        }
        Ok(())
    }

    fn scores(&self) -> SeatMap<i32> {
        self.table.scores
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.table.phase {
            Phase::Over { truncated } => {
                let winners = self.table.winners();
                Some(Outcome { winners, truncated })
            }
            Phase::Deal
            | Phase::Draft
            | Phase::Keep
            | Phase::Choose
            | Phase::ChooseSecond
            | Phase::TakeRow(_) => None,
        }
    }

    fn view(&self, seat: Seat) -> View {
        View {
            own: self.own(seat),
            table: self.table,
        }
    }
}
