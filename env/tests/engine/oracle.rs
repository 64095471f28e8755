//! The base game once more, on plain lists, from the text of the rules: slow, and sharing nothing with the
//! engine but its action ids.

use hornox_env::nimmt::{Card, CardSet, Deal, EndWhen, LowCard, Rules};

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    Deal,
    Cards,
    Row { seat: usize },
    Nothing { truncated: bool },
}

#[derive(Clone, Debug)]
pub struct Oracle {
    rules: Rules,
    pub due: Due,
    pub rounds: u32,
    /// Left to right.
    pub rows: [Vec<u8>; 4],
    pub hands: Vec<Vec<u8>>,
    /// Revealed and not placed, lowest first: card and seat.
    pub waiting: Vec<(u8, usize)>,
    pub taken: Vec<Vec<u8>>,
    pub scores: Vec<i32>,
}

fn numbers(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::number).collect()
}

/// Rule 1.
pub fn bulls(card: u8) -> i32 {
    match card {
        55 => 7,
        11 | 22 | 33 | 44 | 66 | 77 | 88 | 99 => 5,
        10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 => 3,
        5 | 15 | 25 | 35 | 45 | 65 | 75 | 85 | 95 => 2,
        _ => 1,
    }
}

fn cost(row: &[u8]) -> i32 {
    row.iter().map(|&card| bulls(card)).sum()
}

impl Oracle {
    pub fn new(rules: Rules) -> Self {
        let players = usize::from(rules.players);
        Self {
            rules,
            due: Due::Deal,
            rounds: 0,
            rows: Default::default(),
            hands: vec![Vec::new(); players],
            waiting: Vec::new(),
            taken: vec![Vec::new(); players],
            scores: vec![0; players],
        }
    }

    pub fn deal(&mut self, deal: &Deal) {
        self.rows = deal.rows.map(|card| vec![card.number()]);
        self.hands = deal.hands.values().iter().map(|hand| numbers(*hand)).collect();
        self.taken.iter_mut().for_each(Vec::clear);
        self.due = Due::Cards;
    }

    /// The ids of a seat's legal actions, ascending.
    pub fn legal(&self, seat: usize) -> Vec<u8> {
        match self.due {
            Due::Cards => self.hands[seat].clone(),
            Due::Row { seat: taker } if taker == seat => {
                let fewest = self.rows.iter().map(|row| cost(row)).min();
                let free = self.rules.low_card == LowCard::Free;
                (0..4)
                    .filter(|&row: &u8| free || Some(cost(&self.rows[usize::from(row)])) == fewest)
                    .map(|row| 105 + row)
                    .collect()
            }
            Due::Deal | Due::Row { .. } | Due::Nothing { .. } => Vec::new(),
        }
    }

    /// Plays seats with action ids.
    pub fn play(&mut self, joint: &[(usize, u8)]) {
        if let Due::Row { seat } = self.due {
            let (card, owner) = self.waiting.remove(0);
            assert_eq!((joint.len(), joint[0].0, owner), (1, seat, seat));
            self.take(usize::from(joint[0].1 - 105), card, seat);
        } else {
            for &(seat, card) in joint {
                self.hands[seat].retain(|&held| held != card);
                self.waiting.push((card, seat));
            }
            self.waiting.sort_unstable();
        }
        self.place();
    }

    /// Rules 3 to 6.
    fn place(&mut self) {
        while let Some(&(card, seat)) = self.waiting.first() {
            let difference = |row: &Vec<u8>| i32::from(card) - i32::from(row[row.len() - 1]);
            let best = (0..4)
                .filter(|&row| difference(&self.rows[row]) > 0)
                .min_by_key(|&row| difference(&self.rows[row]));
            match best {
                Some(row) if self.rows[row].len() < 5 => self.rows[row].push(card),
                Some(row) => self.take(row, card, seat),
                None if self.rules.low_card == LowCard::Auto => {
                    // `min_by_key` gives the first of equals.
                    let row = (0..4).min_by_key(|&row| cost(&self.rows[row])).unwrap();
                    self.take(row, card, seat);
                }
                None => {
                    self.due = Due::Row { seat };
                    return;
                }
            }
            self.waiting.remove(0);
        }
        self.due = Due::Cards;
        if self.hands.iter().all(Vec::is_empty) {
            self.end_round();
        }
    }

    fn take(&mut self, row: usize, card: u8, seat: usize) {
        let taken = std::mem::replace(&mut self.rows[row], vec![card]);
        self.scores[seat] += cost(&taken);
        self.taken[seat].extend(taken);
    }

    /// Rule 7.
    fn end_round(&mut self) {
        self.rounds += 1;
        let most = i64::from(*self.scores.iter().max().unwrap());
        let at_cap = self
            .rules
            .max_rounds
            .is_some_and(|cap| self.rounds >= u32::from(cap));
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

    /// Rule 8.
    pub fn winners(&self) -> Vec<usize> {
        let fewest = self.scores.iter().min().unwrap();
        (0..self.scores.len())
            .filter(|&seat| self.scores[seat] == *fewest)
            .collect()
    }
}
