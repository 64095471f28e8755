//! Cards placed, rows taken, rounds and games ended.

use hornox_env::nimmt::{EndWhen, LowCard, Sides};

use super::{Due, Oracle, put_in};

impl Oracle {
    /// Where a card goes: the row, and whether to its left.
    fn place_of(&self, card: u8) -> Option<(usize, bool)> {
        let mut ends = Vec::new();
        for (row, cards) in self.rows.iter().enumerate() {
            let (first, last) = (cards[0], cards[cards.len() - 1]);
            if last < card {
                ends.push((card - last, false, row));
            }
            if self.rules.sides == Sides::Both && first > card {
                ends.push((first - card, true, row));
            }
        }
        // The smallest difference; on equal ones "right", which is false, comes first.
        ends.into_iter().min().map(|(_, left, row)| (row, left))
    }

    /// Rules 3 to 6.
    pub(super) fn place(&mut self) {
        while let Some(&(card, seat)) = self.waiting.first() {
            match self.place_of(card) {
                Some((row, _)) if self.rows[row].len() == 5 => self.take(row, card, seat),
                Some((row, true)) => self.rows[row].insert(0, card),
                Some((row, false)) => self.rows[row].push(card),
                None if self.rules.low_card == LowCard::Auto => {
                    // `min_by_key` gives the first of equals.
                    let row = (0..4).min_by_key(|&row| self.cost(&self.rows[row])).unwrap();
                    self.take(row, card, seat);
                }
                None => {
                    self.due = Due::Row { seat };
                    return;
                }
            }
            self.waiting.remove(0);
            if self.rules.take_to_hand && self.hands[seat].is_empty() {
                self.emptied = Some(seat);
                self.rounds += 1;
                self.due = Due::Nothing { truncated: false };
                return;
            }
        }
        self.turns += 1;
        if self.rules.take_to_hand && self.turns == usize::from(self.rules.max_turns) {
            self.rounds += 1;
            self.due = Due::Nothing { truncated: true };
        } else {
            self.start_turn();
        }
    }

    pub(super) fn take(&mut self, row: usize, card: u8, seat: usize) {
        let taken = std::mem::replace(&mut self.rows[row], vec![card]);
        if self.rules.take_to_hand {
            for card in taken {
                put_in(&mut self.hands[seat], card);
                put_in(&mut self.known[seat], card);
            }
        } else {
            self.scores[seat] += self.cost(&taken);
            self.taken[seat].extend(taken);
        }
    }

    /// Rule 7.
    pub(super) fn end_round(&mut self) {
        self.rounds += 1;
        let most = i64::from(*self.scores.iter().max().unwrap());
        let at_cap = self
            .rules
            .max_rounds
            .is_some_and(|cap| self.rounds >= usize::from(cap));
        let by_rules = match self.rules.end_score.map(i64::from) {
            Some(end) if self.rules.end_when == Some(EndWhen::Exceed) => most > end,
            Some(end) => most >= end,
            None => self.rules.max_rounds.is_none() || at_cap,
        };
        self.due = if by_rules || at_cap {
            Due::Nothing { truncated: !by_rules }
        } else {
            Due::Deal
        };
    }

    /// Rule 8; where taken rows go to the hand, whoever emptied it, or else whoever holds the fewest cards.
    pub fn winners(&self) -> Vec<usize> {
        if let Some(seat) = self.emptied {
            return vec![seat];
        }
        let total = |seat: usize| {
            if self.rules.take_to_hand {
                self.hands[seat].len() as i32
            } else {
                self.scores[seat]
            }
        };
        let fewest = (0..self.players()).map(total).min().unwrap();
        (0..self.players())
            .filter(|&seat| total(seat) == fewest)
            .collect()
    }
}
