//! What holds for every agent, over random games.

mod common;
mod every_game;
mod lookahead;
#[cfg(feature = "neural")]
mod nets;
mod nimmt;
mod search;
mod sixes;
