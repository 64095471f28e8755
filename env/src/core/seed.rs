//! Which generator draws what.
//!
//! A deal depends on (seed, game, round) alone and an agent's draws on (seed, game, seat) alone, each through
//! a ChaCha8 generator of its own. So deals stay common whoever sits at the table, and results depend neither
//! on threads nor on the platform. The values are pinned by tests.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Seat;

#[derive(Clone, Copy)]
enum Purpose {
    Deal = 1,
    Agent = 2,
    Game = 3,
}

/// The generator of the deal of one round.
pub fn deal_rng(seed: u64, game: u64, round: u32) -> ChaCha8Rng {
    rng(Purpose::Deal, seed, game, round.into())
}

/// The generator of an agent at one seat of one game.
pub fn agent_rng(seed: u64, game: u64, seat: Seat) -> ChaCha8Rng {
    rng(Purpose::Agent, seed, game, seat.index() as u64)
}

/// A seed of its own for one game of many, for games that must each be made again alone: records name one number
/// a game. It is the first number of a generator, so that runs with seeds close to each other share no games.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    rng(Purpose::Game, seed, game, 0).next_u64()
}

fn rng(purpose: Purpose, seed: u64, game: u64, part: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, word) in key.chunks_exact_mut(8).zip([seed, game, part, purpose as u64]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}
