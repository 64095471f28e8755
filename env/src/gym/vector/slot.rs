//! One of many tables.

use super::Row;
use crate::core::{Game, Outcome, PlayError, Seat, SeatMap};
use crate::gym::Reward;
use crate::gym::episode::Episode;

/// A game that ended in the last step of a [`VecEnv`](super::VecEnv).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    /// Its table.
    pub table: usize,
    /// Its number among the seed's games.
    pub number: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Each seat's final score.
    pub scores: SeatMap<i32>,
    /// What was paid to each seat since its last decision.
    pub rewards: SeatMap<f32>,
}

impl Ended {
    /// Whether the rules ended it.
    pub fn terminated(&self) -> bool {
        !self.outcome.truncated
    }

    /// Whether a cap ended it.
    pub fn truncated(&self) -> bool {
        self.outcome.truncated
    }

    /// Each seat's share of the win.
    pub fn win_shares(&self) -> SeatMap<f64> {
        self.outcome.win_shares(self.scores.players())
    }
}

/// One table.
#[derive(Clone, Debug)]
pub(super) struct Slot<G> {
    pub table: usize,
    pub episode: Episode<G>,
    /// What was paid to each seat since its last decision in this game.
    pub pending: SeatMap<f32>,
    /// What the last step paid.
    pub paid: SeatMap<f32>,
    /// The game that the last step ended.
    pub ended: Option<Ended>,
    /// The place of the first of this table's rows.
    pub first_row: usize,
}

impl<G: Game> Slot<G> {
    pub fn new(rules: &G::Rules, table: usize) -> Self {
        let mut episode = Episode::<G>::new(rules);
        episode.number = table as u64;
        let zeros = SeatMap::new(episode.game.players(), 0.0);
        Self::at_rest(table, episode, zeros)
    }

    /// A table at which no step was made yet.
    pub fn at_rest(table: usize, episode: Episode<G>, pending: SeatMap<f32>) -> Self {
        Self {
            table,
            pending,
            paid: pending.map(|_| 0.0),
            ended: None,
            first_row: 0,
            episode,
        }
    }

    /// This table, of `tables`, at its first game of `seed`, or where none is given at its next game.
    pub fn next(&self, seed: Option<u64>, tables: usize) -> Result<Self, PlayError> {
        let now = &self.episode;
        let (seed, number) = match seed {
            Some(seed) => (seed, self.table as u64),
            None if now.acting().is_empty() => (now.seed, now.number),
            None => (now.seed, now.number.wrapping_add(tables as u64)),
        };
        let episode = Episode::start(now.game.rules(), seed, number)?;
        Ok(Self::at_rest(self.table, episode, self.pending.map(|_| 0.0)))
    }

    /// Plays this table's part of all tables' moves, and starts the next game where that ends one.
    #[inline]
    pub fn step(
        &mut self,
        joint: &[(Seat, G::Action)],
        reward: Reward,
        tables: usize,
    ) -> Result<(), PlayError> {
        let acting = self.episode.acting();
        let joint = &joint[self.first_row..self.first_row + acting.len()];
        self.paid = self.episode.play(joint, reward, &mut ())?;
        for seat in acting.iter() {
            self.pending[seat] = 0.0;
        }
        for (seat, pending) in self.pending.iter_mut() {
            *pending += self.paid[seat];
        }
        self.ended = None;
        if let Some(outcome) = self.episode.game.outcome() {
            self.ended = Some(Ended {
                table: self.table,
                number: self.episode.number,
                outcome,
                scores: self.episode.game.scores(),
                rewards: self.pending,
            });
            self.pending = self.pending.map(|_| 0.0);
            let number = self.episode.number.wrapping_add(tables as u64);
            self.episode = Episode::start(self.episode.game.rules(), self.episode.seed, number)?;
        }
        Ok(())
    }

    /// Adds the seats that must act.
    #[inline]
    pub fn push_rows(&self, rows: &mut Vec<Row<G::Action>>) {
        rows.extend(self.episode.acting().iter().map(|seat| Row {
            table: self.table,
            seat,
            legal: self.episode.game.legal(seat),
            reward: self.pending[seat],
        }));
    }
}
