//! The table and the hands; the flow of the game.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::check::Unchecked;
use super::{Action, Card, CardSet, Columns, Deal, Event, Phase, Rules, Table, View};
use crate::core::{
    ActionSet, Better, Game, Outcome, PlayError, Score, Seat, SeatMap, SeatSet, Sink, Turn, sole_action,
};

/// A game of Sixes: `Chance`, then turns of `Act(one)` around the table until a hand is empty; the next round or
/// `Over`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct Sixes {
    pub(super) table: Table,
    pub(super) hands: SeatMap<CardSet>,
}

impl Sixes {
    /// What all seats know.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Every seat's hand: for tools that may see everything. Agents get a [`View`].
    pub const fn hands(&self) -> &SeatMap<CardSet> {
        &self.hands
    }

    #[inline]
    fn play_card(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) {
        self.hands[seat].remove(card);
        let table = &mut self.table;
        table.holds[seat] -= 1;
        table.columns.push(card);
        for (_, lacks) in table.lacks.iter_mut() {
            lacks.remove(card);
        }
        events.send(Event::Played { seat, card });
        if self.hands[seat].is_empty() {
            self.end_round(seat, events);
        }
    }

    #[inline]
    fn pass(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let table = &mut self.table;
        let lacks = if table.pass_is_forced(seat) {
            table.columns.open()
        } else {
            CardSet::EMPTY
        };
        table.lacks[seat] = table.lacks[seat].union(lacks);
        let paid = table.chips[seat] > 0;
        table.chips[seat] -= i32::from(paid);
        table.pot += i32::from(paid);
        events.send(Event::Passed { seat, paid, lacks });
    }

    fn end_round(&mut self, winner: Seat, events: &mut impl Sink<Event>) {
        let table = &mut self.table;
        let pot = std::mem::take(&mut table.pot);
        table.chips[winner] += pot;
        table.round += 1;
        table.phase = phase_after(table.rules, table.round, &table.chips);
        events.send(Event::RoundOver {
            winner,
            pot,
            chips: table.chips,
        });
        if let Some(outcome) = self.outcome() {
            events.send(Event::GameOver(outcome));
        }
    }
}

/// What follows `rounds` whole rounds.
pub(super) fn phase_after(rules: Rules, rounds: u32, chips: &SeatMap<i32>) -> Phase {
    let capped = rounds >= rules.max_rounds.into();
    let ended = if rules.until_broke {
        chips.values().contains(&0)
    } else {
        capped
    };
    if ended || capped {
        Phase::Over { truncated: !ended }
    } else {
        Phase::Deal
    }
}

impl Game for Sixes {
    type Rules = Rules;
    type Action = Action;
    type Deal = Deal;
    type View = View;
    type Event = Event;

    const SCORE: Score = Score {
        unit: "chips",
        better: Better::Higher,
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
        Deal::sample(&self.table, rng)
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), PlayError> {
        if self.table.phase != Phase::Deal {
            return Err(PlayError::NoDealDue);
        }
        deal.check(&self.table)?;
        let table = &mut self.table;
        table.turn = 0;
        table.dealer = deal.dealer;
        table.columns = Columns::default();
        table.holds = deal.hands.map(|hand| hand.len() as u8);
        for (seat, hand) in deal.hands.iter() {
            // Whose turn it is shows who holds the six of diamonds, and that nobody else does.
            table.lacks[seat] = CardSet::EMPTY;
            if hand.contains(Card::SIX_OF_DIAMONDS) {
                table.leader = seat;
            } else {
                table.lacks[seat].insert(Card::SIX_OF_DIAMONDS);
            }
        }
        table.phase = Phase::Play(table.leader);
        self.hands = deal.hands;
        Ok(())
    }

    #[inline]
    fn play(&mut self, joint: &[(Seat, Action)], events: &mut impl Sink<Event>) -> Result<(), PlayError> {
        let seat = match self.table.phase {
            Phase::Deal => return Err(PlayError::DealDue),
            Phase::Over { .. } => return Err(PlayError::Over),
            Phase::Play(seat) => seat,
        };
        let action = sole_action(seat, joint)?;
        let legal = self.legal(seat);
        if !legal.contains(action) {
            return Err(PlayError::Illegal {
                seat,
                action: action.to_string(),
                legal: legal.to_string(),
            });
        }
        self.table.turn += 1;
        self.table.phase = Phase::Play(seat.after(1, self.players()));
        match action {
            Action::Card(card) => self.play_card(seat, card, events),
            Action::Pass => self.pass(seat, events),
        }
        Ok(())
    }

    fn scores(&self) -> SeatMap<i32> {
        self.table.chips
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.table.phase {
            Phase::Over { truncated } => {
                let chips = &self.table.chips;
                let most = chips.values().iter().max();
                let winners = chips.iter().filter(|(_, held)| Some(*held) == most);
                Some(Outcome {
                    winners: winners.map(|(seat, _)| seat).collect::<SeatSet>(),
                    truncated,
                })
            }
            Phase::Deal | Phase::Play(_) => None,
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
