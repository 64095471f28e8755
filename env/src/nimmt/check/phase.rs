//! What each phase needs: who holds how many cards, and which cards wait.

use super::{CardDeal, Nimmt, Phase, Row, Seat, ensure};
use crate::core::SeatSet;
use crate::nimmt::place::phase_after;
use crate::nimmt::{LowCard, Selection, Sides};

impl Nimmt {
    pub(super) fn check_phase(&self) -> Result<(), String> {
        let table = &self.table;
        let no_rows_yet = self.before_first_deal() || table.phase == Phase::Draft;
        ensure(
            table
                .rows
                .all()
                .iter()
                .all(|row| Row::is_empty(row) == no_rows_yet),
            || "a row is empty, or there are rows too early".to_owned(),
        )?;
        let second = table.phase == Phase::ChooseSecond;
        ensure(
            self.pending.values().iter().all(|card| card.is_some() == second),
            || "a first card was chosen by some, or out of its time".to_owned(),
        )?;
        self.check_waiting()?;
        self.check_selected()?;
        self.check_zeros()?;
        self.check_nothing_taken_yet()?;
        match table.phase {
            Phase::Deal if table.round == 0 => self.check_unplayed(),
            Phase::Draft => self.check_draft(),
            Phase::Keep => self.check_keep(),
            Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) => self.check_turn(),
            Phase::Deal | Phase::Over { .. } if table.rules.take_to_hand => self.check_ended_by_hand(),
            Phase::Deal | Phase::Over { .. } => self.check_ended(),
        }
    }

    fn check_waiting(&self) -> Result<(), String> {
        let table = &self.table;
        let two = table.rules.cards_per_turn == 2;
        for (seat, waiting) in table.waiting.iter() {
            let ordered = match waiting {
                [_, None] => true,
                [None, Some(_)] => false,
                [Some(low), Some(high)] => two && low < high,
            };
            ensure(ordered, || format!("{waiting:?} wait for seat {seat}"))?;
        }
        ensure(table.may_wait() || table.waiting_cards().is_empty(), || {
            "cards wait out of turn".to_owned()
        })
    }

    /// Where selection is open, seats select in turn; elsewhere nobody does.
    fn check_selected(&self) -> Result<(), String> {
        let table = &self.table;
        let open = table.rules.selection == Selection::Open;
        let in_turn = matches!(table.phase, Phase::Choose | Phase::TakeRow(_));
        if !(open && in_turn) {
            return ensure(table.selected.is_empty(), || "a seat has selected".to_owned());
        }
        let players = table.players();
        let start = table.first.after(table.turn.into(), players);
        let order = (0..players).map(|steps| start.after(steps, players));
        let selected: Vec<_> = order.map(|seat| table.selected.contains(seat)).collect();
        ensure(selected.is_sorted_by(|earlier, later| earlier >= later), || {
            "a seat has selected before its turn".to_owned()
        })?;
        let over = table.selector().is_none();
        ensure(over == (table.phase != Phase::Choose), || {
            "everybody has selected, or not yet".to_owned()
        })?;
        let waits = |seat: Seat| table.waiting[seat][0].is_some();
        for seat in Seat::all(players) {
            let right = if !table.selected.contains(seat) {
                !waits(seat)
            } else if table.phase == Phase::Choose {
                waits(seat) || self.plays_zero_now(seat)
            } else {
                true
            };
            ensure(right, || format!("seat {seat} selected nothing, or too early"))?;
        }
        Ok(())
    }

    /// Nobody takes a card before the first turn places one.
    fn check_nothing_taken_yet(&self) -> Result<(), String> {
        let table = &self.table;
        let too_early = match table.phase {
            Phase::Draft | Phase::Keep => true,
            Phase::Choose | Phase::ChooseSecond => table.turn == 0,
            Phase::Deal | Phase::TakeRow(_) | Phase::Over { .. } => false,
        };
        let nothing = table.taken.values().iter().all(|cards| cards.is_empty());
        ensure(nothing || !too_early, || {
            format!("{:?} were taken before the first turn", table.taken)
        })
    }

    fn check_unplayed(&self) -> Result<(), String> {
        let table = &self.table;
        let all = if table.rules.zero_cards {
            SeatSet::all(table.players())
        } else {
            SeatSet::EMPTY
        };
        ensure(table.turn == 0 && table.zeros == all, || {
            "a turn before a deal".to_owned()
        })
    }

    fn check_draft(&self) -> Result<(), String> {
        let table = &self.table;
        let players = table.players();
        let picked: usize = table.holds.values().iter().map(|&cards| usize::from(cards)).sum();
        let in_turn = table.holds.iter().all(|(seat, &cards)| {
            let place = seat.relative_to(table.first, players);
            usize::from(cards) == (picked + players - 1 - place) / players
        });
        let right = table.rules.deal == CardDeal::Draft && table.turn == 0 && in_turn;
        ensure(right, || format!("a draft with hands of {:?}", table.holds))
    }

    fn check_keep(&self) -> Result<(), String> {
        let table = &self.table;
        let kept = table.holds[Seat::default()];
        let right = table.rules.deal == CardDeal::Choose
            && table.turn == 0
            && kept < table.rules.hand_size
            && table.holds.values().iter().all(|&cards| cards == kept);
        ensure(right, || format!("cards are kept, {:?} so far", table.holds))
    }

    fn check_turn(&self) -> Result<(), String> {
        let table = &self.table;
        let two = table.rules.cards_per_turn == 2;
        ensure(two || table.phase != Phase::ChooseSecond, || {
            "a second card".to_owned()
        })?;
        if table.rules.take_to_hand {
            ensure(table.turn < table.rules.max_turns, || {
                format!("turn {}", table.turn)
            })?;
            // A seat with neither a card in hand nor one that waits has won.
            let has_cards = |seat| table.holds[seat] > 0 || table.waiting[seat][0].is_some();
            ensure(Seat::all(table.players()).all(has_cards), || {
                "a seat has won already".to_owned()
            })?;
        } else {
            self.check_hands()?;
        }
        let any = table.holds.values().iter().any(|&cards| cards > 0);
        ensure(
            any || !table.waiting_cards().is_empty() || table.phase == Phase::ChooseSecond,
            || "a turn without a card".to_owned(),
        )?;
        match table.phase {
            Phase::TakeRow(taker) => self.check_taker(taker),
            Phase::Choose => ensure(any || !table.waiting_cards().is_empty(), || "no card".to_owned()),
            Phase::ChooseSecond => ensure(any, || "a second card without a hand".to_owned()),
            Phase::Deal | Phase::Draft | Phase::Keep | Phase::Over { .. } => Ok(()),
        }
    }

    fn check_taker(&self, taker: Seat) -> Result<(), String> {
        let table = &self.table;
        let players = table.players();
        ensure(table.rules.low_card != LowCard::Auto, || {
            "rows are taken without a choice".to_owned()
        })?;
        let lowest = table.waiting_cards().first();
        let right = taker.index() < players
            && lowest.is_some()
            && table.waiting[taker][0] == lowest
            && lowest.is_none_or(|card| table.rows.fit(card, table.rules.sides).is_none());
        ensure(right, || format!("seat {taker} has no card that waits for a row"))?;
        match table.rules.sides {
            // Placed lowest first, a card can only fit nowhere before any other of its turn lies.
            Sides::Right => {
                let all_wait = Seat::all(players).all(|seat| self.all_wait(seat));
                ensure(all_wait, || "a card was placed before the row choice".to_owned())
            }
            Sides::Both => Ok(()),
        }
    }

    /// Whether all that a seat played in this turn waits.
    fn all_wait(&self, seat: Seat) -> bool {
        let table = &self.table;
        let waiting = table.waiting[seat].iter().flatten().count();
        let due = if table.rules.take_to_hand || table.rules.zero_cards {
            1
        } else {
            let left = i32::from(table.rules.hand_size)
                - i32::from(table.rules.cards_per_turn) * i32::from(table.turn);
            left.clamp(0, table.rules.cards_per_turn.into()) as usize
        };
        waiting == due || self.plays_zero_now(seat)
    }

    fn check_ended(&self) -> Result<(), String> {
        let table = &self.table;
        let turns = u16::from(table.rules.hand_size.div_ceil(table.rules.cards_per_turn));
        // A zero that was played has made the round a turn longer.
        let more = if !table.rules.zero_cards || !table.zeros.is_empty() {
            0..=0
        } else if table.round > 1 {
            0..=1
        } else {
            1..=1
        };
        let right = table
            .turn
            .checked_sub(turns)
            .is_some_and(|left| more.contains(&left));
        ensure(right, || format!("round over at turn {}", table.turn))?;
        ensure(table.holds.values().iter().all(|&cards| cards == 0), || {
            format!("round over with hands of {:?}", table.holds)
        })?;
        let phase = phase_after(&table.rules, table.round, &table.scores);
        ensure(table.round > 0 && phase == table.phase, || {
            format!(
                "after round {} comes {phase:?}, not {:?}",
                table.round, table.phase
            )
        })
    }

    /// A game in which taken rows go to the hand.
    fn check_ended_by_hand(&self) -> Result<(), String> {
        let table = &self.table;
        let empty = |seat: Seat| table.holds[seat] == 0 && table.waiting[seat][0].is_none();
        let emptied = Seat::all(table.players()).filter(|&seat| empty(seat)).count();
        let right = match table.phase {
            Phase::Over { truncated: true } => table.turn == table.rules.max_turns && emptied == 0,
            Phase::Over { truncated: false } => table.turn < table.rules.max_turns && emptied == 1,
            Phase::Deal
            | Phase::Draft
            | Phase::Keep
            | Phase::Choose
            | Phase::ChooseSecond
            | Phase::TakeRow(_) => false,
        };
        ensure(right && table.round == 1, || {
            format!("over at turn {}", table.turn)
        })
    }
}
