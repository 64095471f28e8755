//! What holds for every agent, over random games.

mod common;
mod every_game;
mod nimmt;
mod search;
mod sixes;
