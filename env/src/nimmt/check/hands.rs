//! How large hands are in each turn, and who can still have a zero card.

use super::{Nimmt, Phase, Seat, ensure};
use crate::core::SeatSet;

impl Nimmt {
    /// Between turns of different rounds, all have their zeros or none has.
    pub(super) fn check_zeros(&self) -> Result<(), String> {
        let table = &self.table;
        let all = SeatSet::all(table.players());
        let right = match table.phase {
            Phase::Draft | Phase::Keep if table.round == 0 => table.zeros == all,
            Phase::Deal | Phase::Draft | Phase::Keep | Phase::Over { .. } => {
                table.zeros == all || table.zeros.is_empty()
            }
            Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) => true,
        };
        ensure(right || !table.rules.zero_cards, || {
            format!("zero cards of {:?}", table.zeros)
        })
    }

    /// All seats hold equally many cards, the zero among them: whoever keeps it must play it in the turn that
    /// another's zero made necessary. So a round starts with all zeros or with none.
    pub(super) fn check_hands(&self) -> Result<(), String> {
        let table = &self.table;
        let zeros: &[i32] = if !table.rules.zero_cards {
            &[0]
        } else if table.round == 0 || !table.zeros.is_empty() {
            &[1]
        } else {
            // Spent in this round, or before.
            &[0, 1]
        };
        ensure(zeros.iter().any(|&zero| self.hands_fit(zero)), || {
            format!("hands of {:?} at turn {}", table.holds, table.turn)
        })
    }

    /// Whether hands are as large as they must be where each began the round with so many zero cards.
    fn hands_fit(&self, zero: i32) -> bool {
        let table = &self.table;
        let each = i32::from(table.rules.cards_per_turn);
        let dealt = i32::from(table.rules.hand_size);
        let at_start = dealt + zero - each * i32::from(table.turn);
        let fits = |seat: Seat| {
            let spent = match table.phase {
                Phase::Choose => i32::from(table.selected.contains(seat)),
                Phase::ChooseSecond => 1,
                Phase::TakeRow(_) => each.min(at_start),
                Phase::Deal | Phase::Draft | Phase::Keep | Phase::Over { .. } => 0,
            };
            let numbers = i32::from(table.holds[seat]);
            let waiting = table.waiting[seat].iter().flatten().count() as i32;
            let held = numbers + i32::from(table.zeros.contains(seat));
            held == at_start - spent && numbers + waiting <= dealt
        };
        at_start > 0 && Seat::all(table.players()).all(fits)
    }

    /// Whether a seat that has played in this turn, without a card that waits, can have played its zero.
    pub(super) fn plays_zero_now(&self, seat: Seat) -> bool {
        let table = &self.table;
        let before = i32::from(table.rules.hand_size) - i32::from(table.turn);
        table.rules.zero_cards
            && !table.zeros.contains(seat)
            && table.waiting[seat][0].is_none()
            && i32::from(table.holds[seat]) == before
    }
}
