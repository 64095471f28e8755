//! Follows games and adds up where score is lost.

use hornox_env::{Game, Seat};
use serde::{Deserialize, Serialize};

use super::{CLASSES, Hands, Studied};
use crate::arena::batch::Follow;

/// Later moments are added to the last of these.
const MOMENTS: usize = 40;

/// A sum with how many rounds or games it is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::arena) struct Sum(pub i64, pub i64);

impl Sum {
    fn add(&mut self, value: i64) {
        self.0 += value;
        self.1 += 1;
    }

    pub fn merge(&mut self, other: Self) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

/// What an agent's games of some deals add up to, in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::arena) struct Sums {
    /// Games.
    pub games: i64,
    /// Rounds.
    pub rounds: i64,
    /// Score by seat.
    pub seats: Vec<Sum>,
    /// Score of a round by the class of its hand.
    pub hands: Vec<Sum>,
    /// What was lost in each moment of a round.
    pub moments: Vec<i64>,
    /// What was lost in each way, and how often.
    pub losses: Vec<Sum>,
}

impl Sums {
    /// Adds another one's.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.rounds += other.rounds;
        for (own, more) in [
            (&mut self.seats, &other.seats),
            (&mut self.hands, &other.hands),
            (&mut self.losses, &other.losses),
        ] {
            own.resize(own.len().max(more.len()), Sum::default());
            for (sum, more) in own.iter_mut().zip(more) {
                sum.merge(*more);
            }
        }
        let moments = self.moments.len().max(other.moments.len());
        self.moments.resize(moments, 0);
        for (sum, more) in self.moments.iter_mut().zip(&other.moments) {
            *sum += more;
        }
    }
}

/// A round that is played.
#[derive(Clone, Copy, Debug)]
struct Round {
    number: u32,
    score: i32,
    class: usize,
}

/// One game, seen from the agent's seat.
#[derive(Clone, Copy, Debug)]
struct Watched {
    agent: Seat,
    round: Option<Round>,
    moment: usize,
}

/// Follows one seat of each game.
pub(in crate::arena) struct Notes<'a, G: Game> {
    rules: &'a G::Rules,
    hands: &'a Hands,
    games: Vec<Watched>,
    sums: Sums,
}

impl<'a, G: Studied> Notes<'a, G> {
    /// Notes on these seats, one a game.
    pub fn new(rules: &'a G::Rules, hands: &'a Hands, agents: impl Iterator<Item = Seat>) -> Self {
        let games = agents.map(|agent| Watched {
            agent,
            round: None,
            moment: 0,
        });
        Self {
            rules,
            hands,
            games: games.collect(),
            sums: Sums {
                hands: vec![Sum::default(); CLASSES],
                losses: vec![Sum::default(); G::LOSSES.len()],
                ..Sums::default()
            },
        }
    }

    /// The sums, once the games are over.
    pub fn finish<'g>(mut self, states: impl Iterator<Item = &'g G>) -> Sums {
        for (index, state) in states.enumerate() {
            self.end_round(index, state);
            let agent = self.games[index].agent;
            let seats = &mut self.sums.seats;
            seats.resize(seats.len().max(state.players()), Sum::default());
            seats[agent.index()].add(state.scores()[agent].into());
            self.sums.games += 1;
        }
        self.sums
    }

    fn end_round(&mut self, index: usize, state: &G) {
        let game = &mut self.games[index];
        if let Some(round) = game.round.take() {
            let score = state.scores()[game.agent] - round.score;
            self.sums.hands[round.class].add(score.into());
            self.sums.rounds += 1;
        }
    }
}

impl<G: Studied> Follow<G> for Notes<'_, G> {
    const WANTS_EVENTS: bool = true;

    fn due(&mut self, index: usize, state: &G) {
        let Watched { agent, round, .. } = self.games[index];
        self.games[index].moment = state.moment().min(MOMENTS - 1);
        if round.is_some_and(|round| round.number == state.round()) {
            return;
        }
        self.end_round(index, state);
        if let Some(hand) = state.hand(agent) {
            self.games[index].round = Some(Round {
                number: state.round(),
                score: state.scores()[agent],
                class: self.hands.class(hand),
            });
        }
    }

    fn happened(&mut self, index: usize, events: &[G::Event]) {
        let Watched { agent, moment, .. } = self.games[index];
        let losses = events.iter().filter_map(|event| G::loss(self.rules, event));
        for loss in losses.filter(|loss| loss.seat == agent) {
            self.sums.losses[loss.way].add(loss.points.into());
            let moments = &mut self.sums.moments;
            moments.resize(moments.len().max(moment + 1), 0);
            moments[moment] += i64::from(loss.points);
        }
    }
}
