//! Sixes once more, on plain lists, from the text of the rules: slow, and sharing nothing with the engine but its
//! action ids.

use hornox_env::sixes::{Card, CardSet, Deal, Rules};

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    Deal,
    Turn { seat: usize },
    Nothing { truncated: bool },
}

#[derive(Clone, Debug)]
pub struct Oracle {
    rules: Rules,
    pub due: Due,
    pub rounds: u32,
    pub dealer: usize,
    pub leader: usize,
    /// Ranks that lie, by suit.
    pub columns: [Vec<u8>; 4],
    pub hands: Vec<Vec<u8>>,
    pub chips: Vec<i32>,
    pub pot: i32,
    /// Seats and action ids of this round.
    pub history: Vec<(usize, u8)>,
    /// Cards that each seat has shown not to hold, played ones too.
    lacks: Vec<Vec<u8>>,
}

pub const PASS: u8 = 40;

fn ids(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::id).collect()
}

impl Oracle {
    pub fn new(rules: Rules) -> Self {
        let players = usize::from(rules.players);
        Self {
            rules,
            due: Due::Deal,
            rounds: 0,
            dealer: 0,
            leader: 0,
            columns: Default::default(),
            hands: vec![Vec::new(); players],
            chips: vec![i32::from(rules.chips); players],
            pot: 0,
            history: Vec::new(),
            lacks: vec![Vec::new(); players],
        }
    }

    pub fn deal(&mut self, deal: &Deal) {
        self.dealer = deal.dealer.index();
        let hands = deal.hands.values().iter().map(|hand| ids(*hand)).collect();
        self.start(hands);
    }

    /// Starts a round with these hands.
    pub fn start(&mut self, hands: Vec<Vec<u8>>) {
        self.hands = hands;
        self.columns = Default::default();
        self.history.clear();
        self.leader = self.hands.iter().position(|hand| hand.contains(&5)).unwrap();
        self.lacks = vec![Vec::new(); self.hands.len()];
        for seat in 0..self.hands.len() {
            if seat != self.leader {
                self.lacks[seat].push(5);
            }
        }
        self.due = Due::Turn { seat: self.leader };
    }

    /// Whether a card may lie next: rules 4 and 5.
    fn is_open(&self, card: u8) -> bool {
        if self.history.is_empty() {
            return card == 5;
        }
        let column = &self.columns[usize::from(card / 10)];
        let rank = card % 10;
        if column.contains(&rank) {
            return false;
        }
        rank == 5 || column.iter().any(|&lies| lies.abs_diff(rank) == 1)
    }

    /// The ids of a seat's legal actions, ascending: rules 4 to 6.
    pub fn legal(&self, seat: usize) -> Vec<u8> {
        if self.due != (Due::Turn { seat }) {
            return Vec::new();
        }
        let hand = self.hands[seat].iter().copied();
        let mut legal: Vec<u8> = hand.filter(|&card| self.is_open(card)).collect();
        let voluntary = !self.rules.must_play && self.chips[seat] > 0 && !self.history.is_empty();
        if legal.is_empty() || voluntary {
            legal.push(PASS);
        }
        legal
    }

    pub fn play(&mut self, seat: usize, action: u8) {
        assert!(self.legal(seat).contains(&action));
        if action == PASS {
            if self.rules.must_play || self.chips[seat] == 0 {
                let open: Vec<u8> = (0..40).filter(|&card| self.is_open(card)).collect();
                self.lacks[seat].extend(open);
            }
            if self.chips[seat] > 0 {
                self.chips[seat] -= 1;
                self.pot += 1;
            }
        } else {
            self.hands[seat].retain(|&card| card != action);
            self.columns[usize::from(action / 10)].push(action % 10);
        }
        self.history.push((seat, action));
        self.due = Due::Turn {
            seat: (seat + 1) % self.hands.len(),
        };
        if self.hands[seat].is_empty() {
            self.end_round(seat);
        }
    }

    /// Rule 7.
    fn end_round(&mut self, winner: usize) {
        self.chips[winner] += self.pot;
        self.pot = 0;
        self.rounds += 1;
        let at_cap = self.rounds == u32::from(self.rules.max_rounds);
        let by_rules = if self.rules.until_broke {
            self.chips.contains(&0)
        } else {
            at_cap
        };
        self.due = if by_rules || at_cap {
            Due::Nothing { truncated: !by_rules }
        } else {
            Due::Deal
        };
    }

    /// Cards that do not lie and that all know a seat not to hold, ascending.
    pub fn lacks(&self, seat: usize) -> Vec<u8> {
        let lies = |card: u8| self.columns[usize::from(card / 10)].contains(&(card % 10));
        (0..40)
            .filter(|card| self.lacks[seat].contains(card) && !lies(*card))
            .collect()
    }

    pub fn winners(&self) -> Vec<usize> {
        let most = self.chips.iter().max().unwrap();
        (0..self.chips.len())
            .filter(|&seat| self.chips[seat] == *most)
            .collect()
    }
}
