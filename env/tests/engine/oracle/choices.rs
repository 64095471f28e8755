//! Who must act, what it may do, and what it cannot see.

use hornox_env::nimmt::{Deck, LowCard};

use super::{Due, Oracle};

impl Oracle {
    pub(super) fn has_card(&self, seat: usize) -> bool {
        self.zeros[seat] || !self.hands[seat].is_empty()
    }

    /// The seats that must act.
    pub fn acting(&self) -> Vec<usize> {
        match self.due {
            Due::Deal | Due::Nothing { .. } => Vec::new(),
            Due::Pick { seat } | Due::OpenCard { seat } | Due::Row { seat } => vec![seat],
            Due::Keep | Due::SecondCards => (0..self.players()).collect(),
            Due::Cards => (0..self.players()).filter(|&seat| self.has_card(seat)).collect(),
        }
    }

    /// The ids of a seat's legal actions, ascending.
    pub fn legal(&self, seat: usize) -> Vec<u8> {
        if !self.acting().contains(&seat) {
            return Vec::new();
        }
        match self.due {
            Due::Deal | Due::Nothing { .. } => Vec::new(),
            Due::Pick { .. } => self.pool.clone(),
            Due::Keep => self.shares[seat].clone(),
            Due::Cards | Due::SecondCards | Due::OpenCard { .. } => {
                let zero = self.zeros[seat].then_some(0);
                zero.into_iter().chain(self.hands[seat].iter().copied()).collect()
            }
            Due::Row { .. } => {
                let fewest = self.rows.iter().map(|row| self.cost(row)).min();
                let free = self.rules.low_card == LowCard::Free;
                (0..4)
                    .filter(|&row: &u8| free || Some(self.cost(&self.rows[usize::from(row)])) == fewest)
                    .map(|row| 105 + row)
                    .collect()
            }
        }
    }

    /// Every card that this seat knows no place of.
    pub fn unseen(&self, seat: usize) -> Vec<u8> {
        let highest = match self.rules.deck {
            Deck::Full => 104,
            Deck::Tactic => self.rules.players * self.rules.hand_size + 4,
        };
        let own = [&self.hands[seat], &self.shares[seat], &self.pool];
        let public = self.rows.iter().chain(&self.taken).chain(&self.known);
        let known: Vec<u8> = own
            .into_iter()
            .chain(public)
            .flatten()
            .copied()
            .chain(self.waiting.iter().map(|(card, _)| *card))
            .chain(self.hidden[seat])
            .collect();
        (1..=highest).filter(|card| !known.contains(card)).collect()
    }
}
