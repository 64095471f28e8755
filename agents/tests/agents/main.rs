//! What holds for every agent, over random games.

mod common;
mod every_game;
#[cfg(unix)]
mod external;
#[cfg(unix)]
#[path = "../../../env/tests/engine/golden.rs"]
mod golden;
mod lookahead;
mod mixture;
#[cfg(feature = "neural")]
mod net_search;
#[cfg(feature = "neural")]
mod nets;
mod nimmt;
#[cfg(unix)]
mod protocol;
mod search;
mod sixes;
