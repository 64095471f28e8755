//! The rules once more, on plain lists, from their text: slow, and sharing nothing with the engine but its
//! action ids.

mod choices;
mod placing;

use hornox_env::nimmt::{Card, CardDeal, CardSet, Deal, Rules, Selection};

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    Deal,
    /// An open card, from the seat whose pick it is.
    Pick {
        seat: usize,
    },
    /// A card of the share from every seat.
    Keep,
    /// A card from every seat that holds one, the first of two where two are played.
    Cards,
    /// The second of two.
    SecondCards,
    /// A card from the seat whose turn it is.
    OpenCard {
        seat: usize,
    },
    Row {
        seat: usize,
    },
    Nothing {
        truncated: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Oracle {
    rules: Rules,
    pub due: Due,
    pub rounds: usize,
    /// Turns of this round that are over.
    pub turns: usize,
    /// The first seat of round 0.
    first: usize,
    /// Left to right.
    pub rows: [Vec<u8>; 4],
    pub hands: Vec<Vec<u8>>,
    /// What is left of each share.
    pub shares: Vec<Vec<u8>>,
    /// First cards of two, not revealed.
    pub hidden: Vec<Option<u8>>,
    pub zeros: Vec<bool>,
    pub pool: Vec<u8>,
    /// Seats that have still to select openly in this turn, in their order.
    to_select: Vec<usize>,
    /// Revealed and not placed, lowest first: card and seat.
    pub waiting: Vec<(u8, usize)>,
    pub taken: Vec<Vec<u8>>,
    /// Cards in hand that all have seen coming there.
    pub known: Vec<Vec<u8>>,
    pub scores: Vec<i32>,
    emptied: Option<usize>,
}

fn numbers(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::number).collect()
}

/// Rule 1.
pub fn bulls(card: u8, fives: u8) -> i32 {
    match card {
        55 => 7,
        11 | 22 | 33 | 44 | 66 | 77 | 88 | 99 => 5,
        10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 => 3,
        5 | 15 | 25 | 35 | 45 | 65 | 75 | 85 | 95 => fives.into(),
        _ => 1,
    }
}

/// Takes a card out of a list that has it.
fn take_out(list: &mut Vec<u8>, card: u8) {
    let place = list.iter().position(|&other| other == card).unwrap();
    list.remove(place);
}

fn put_in(list: &mut Vec<u8>, card: u8) {
    list.push(card);
    list.sort_unstable();
}

impl Oracle {
    pub fn new(rules: Rules) -> Self {
        let players = usize::from(rules.players);
        let nothing = vec![Vec::new(); players];
        Self {
            rules,
            due: Due::Deal,
            rounds: 0,
            turns: 0,
            first: 0,
            rows: Default::default(),
            hands: nothing.clone(),
            shares: nothing.clone(),
            hidden: vec![None; players],
            zeros: vec![rules.zero_cards; players],
            pool: Vec::new(),
            to_select: Vec::new(),
            waiting: Vec::new(),
            taken: nothing.clone(),
            known: nothing,
            scores: vec![0; players],
            emptied: None,
        }
    }

    fn players(&self) -> usize {
        self.hands.len()
    }

    fn cost(&self, row: &[u8]) -> i32 {
        row.iter().map(|&card| bulls(card, self.rules.fives)).sum()
    }

    pub fn deal(&mut self, deal: &Deal) {
        if let (0, Some(first)) = (self.rounds, deal.first) {
            self.first = first.index();
        }
        let nothing = vec![Vec::new(); self.players()];
        (self.taken, self.known) = (nothing.clone(), nothing.clone());
        (self.hands, self.shares) = (nothing.clone(), nothing);
        self.turns = 0;
        self.pool = numbers(deal.pool);
        if self.rules.deal == CardDeal::Draft {
            self.rows = Default::default();
        } else if self.rounds == 0 || !self.rules.carry_rows {
            self.rows = deal.rows.unwrap().map(|card| vec![card.number()]);
        }
        let dealt = deal.hands.values().iter().map(|hand| numbers(*hand)).collect();
        match self.rules.deal {
            CardDeal::Random => {
                self.hands = dealt;
                self.start_turn();
            }
            CardDeal::Choose => {
                self.shares = dealt;
                self.due = Due::Keep;
            }
            CardDeal::Draft => {
                let seat = (self.first + self.rounds) % self.players();
                self.due = Due::Pick { seat };
            }
        }
    }

    /// Plays seats with action ids.
    pub fn play(&mut self, joint: &[(usize, u8)]) {
        let actors: Vec<_> = joint.iter().map(|(seat, _)| *seat).collect();
        assert_eq!(actors, self.acting());
        match self.due.clone() {
            Due::Deal | Due::Nothing { .. } => panic!("no move is due"),
            Due::Pick { seat } => self.pick(seat, joint[0].1),
            Due::Keep => {
                for &(seat, card) in joint {
                    take_out(&mut self.shares[seat], card);
                    put_in(&mut self.hands[seat], card);
                }
                if self.hands[0].len() == usize::from(self.rules.hand_size) {
                    self.start_turn();
                }
            }
            Due::Cards if self.rules.cards_per_turn == 2 => {
                for &(seat, card) in joint {
                    take_out(&mut self.hands[seat], card);
                    self.hidden[seat] = Some(card);
                }
                if self.hands[0].is_empty() {
                    self.reveal_hidden();
                } else {
                    self.due = Due::SecondCards;
                }
            }
            Due::SecondCards => {
                for &(seat, card) in joint {
                    self.reveal(seat, card);
                }
                self.reveal_hidden();
            }
            Due::Cards => {
                for &(seat, card) in joint {
                    self.reveal(seat, card);
                }
                self.place();
            }
            Due::OpenCard { seat } => {
                self.reveal(seat, joint[0].1);
                self.to_select.remove(0);
                match self.to_select.first() {
                    Some(&seat) => self.due = Due::OpenCard { seat },
                    None => self.place(),
                }
            }
            Due::Row { seat } => {
                let (card, owner) = self.waiting.remove(0);
                assert_eq!(owner, seat);
                self.take(usize::from(joint[0].1 - 105), card, seat);
                self.place();
            }
        }
    }

    fn pick(&mut self, seat: usize, card: u8) {
        take_out(&mut self.pool, card);
        put_in(&mut self.hands[seat], card);
        put_in(&mut self.known[seat], card);
        if self.pool.len() == 4 {
            for row in &mut self.rows {
                *row = vec![self.pool.remove(0)];
            }
            self.start_turn();
        } else {
            let seat = (seat + 1) % self.players();
            self.due = Due::Pick { seat };
        }
    }

    fn reveal(&mut self, seat: usize, card: u8) {
        if card == 0 {
            self.zeros[seat] = false;
            return;
        }
        take_out(&mut self.hands[seat], card);
        self.show(seat, card);
    }

    fn reveal_hidden(&mut self) {
        for seat in 0..self.players() {
            let card = self.hidden[seat].take().unwrap();
            self.show(seat, card);
        }
        self.place();
    }

    fn show(&mut self, seat: usize, card: u8) {
        self.known[seat].retain(|&other| other != card);
        self.waiting.push((card, seat));
        self.waiting.sort_unstable();
    }

    fn start_turn(&mut self) {
        let players = self.players();
        if self.hands.iter().all(Vec::is_empty) {
            self.end_round();
        } else if self.rules.selection == Selection::Open {
            let start = self.first + self.rounds + self.turns;
            let order = (0..players).map(|step| (start + step) % players);
            self.to_select = order.filter(|&seat| self.has_card(seat)).collect();
            self.due = Due::OpenCard {
                seat: self.to_select[0],
            };
        } else {
            self.due = Due::Cards;
        }
    }
}
