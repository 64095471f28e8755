//! Writes a game down while it is played.

use thiserror::Error;

use super::format::Schema;
use super::{Record, Recorded};
use crate::core::{Action as _, PlayError, Seat, Sink};

/// Writes a game down while it is played: deals and moves are made through it.
///
/// ```
/// use hornox_env::nimmt::{Nimmt, Preset};
/// use hornox_env::record::Recorder;
/// use hornox_env::{Game, Turn, deal_rng};
///
/// let mut game = Nimmt::new(&Preset::Round.rules());
/// let mut recorder = Recorder::new();
/// loop {
///     match game.turn() {
///         Turn::Chance => {
///             let deal = game.sample_deal(&mut deal_rng(7, 0, game.round()));
///             recorder.deal(&mut game, &deal)?;
///         }
///         Turn::Act(seats) => {
///             let joint: Vec<_> =
///                 seats.iter().filter_map(|seat| Some((seat, game.legal(seat).first()?))).collect();
///             recorder.play(&mut game, &joint, &mut ())?;
///         }
///         Turn::Over => break,
///     }
/// }
/// let record = recorder.finish(&game, Some(7), vec!["lowest".to_owned(); 4])?;
/// record.replay()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<G: Recorded> {
    rounds: Vec<G::Round>,
    events: Vec<G::Event>,
}

/// The game is not over, so there is nothing to finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a record is written once its game is over; this one is in round {round}")]
pub struct Unfinished {
    /// The round that is played, from 0.
    pub round: u32,
}

impl<G: Recorded> Default for Recorder<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Recorded> Recorder<G> {
    /// A recorder for a game before its first deal.
    pub const fn new() -> Self {
        Self {
            rounds: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Deals, as [`Game::deal`](crate::Game::deal) does, and writes the deal down.
    ///
    /// # Errors
    /// As the game. Nothing is written down then.
    pub fn deal(&mut self, game: &mut G, deal: &G::Deal) -> Result<(), PlayError> {
        game.deal(deal)?;
        self.events.clear();
        self.rounds.push(game.begin_round(deal));
        Ok(())
    }

    /// Plays, as [`Game::play`](crate::Game::play) does, and writes down what was chosen and what came of it.
    ///
    /// # Errors
    /// As the game. Nothing is written down then.
    pub fn play(
        &mut self,
        game: &mut G,
        joint: &[(Seat, G::Action)],
        events: &mut impl Sink<G::Event>,
    ) -> Result<(), PlayError> {
        self.events.clear();
        game.play(joint, &mut self.events)?;
        if let Some(round) = self.rounds.last_mut() {
            let mut ascending = joint.to_vec();
            ascending.sort_unstable_by_key(|(seat, action)| (*seat, action.id()));
            game.extend_round(round, &ascending, &self.events);
        }
        for event in &self.events {
            events.send(event.clone());
        }
        Ok(())
    }

    /// The rounds so far, the last one perhaps not whole.
    pub fn rounds(&self) -> &[G::Round] {
        &self.rounds
    }

    /// What everybody saw happen in the last move; nothing after a deal.
    pub(super) fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The whole record of a game that is over: its seed, see [the module](super), and the seats' agents.
    ///
    /// # Errors
    /// Where the game is not over.
    pub fn finish(self, game: &G, seed: Option<u64>, agents: Vec<String>) -> Result<Record<G>, Unfinished> {
        let Some(outcome) = game.outcome() else {
            return Err(Unfinished { round: game.round() });
        };
        Ok(Record {
            schema: Schema,
            rules: *game.rules(),
            seed,
            agents,
            rounds: self.rounds,
            scores: game.scores(),
            win_share: outcome.win_shares(game.players()),
            truncated: outcome.truncated,
        })
    }
}

/// The actions of a move as they are written.
pub(crate) fn ids<A: crate::core::Action>(joint: &[(Seat, A)]) -> impl Iterator<Item = (Seat, u8)> {
    joint.iter().map(|&(seat, action)| (seat, action.id()))
}
