//! Agents that play 6 nimmt! and Sixes.
//!
//! - [`spec`]: one syntax that names every agent, such as `random`, `mcs:1000` or `net:PATH`
//! - [`scripted`]: players that follow a simple rule
//! - [`search`]: players that play the round to its end many times before they choose
//! - [`exact`]: 6 nimmt! between two seats that know both hands, solved
//! - [`features`]: what a seat can work out from its view, as numbers; the inputs of networks
//! - [`neural`], behind the feature of that name: networks that score described actions, and checkpoints
//! - [`rules_to_toml`], [`rules_from_toml`], with it: rules as manifests and configs hold them
//! - [`Playable`]: a game that every kind of agent plays
//!
//! All of them see a [view](hornox_env::Game::View) and no more. An agent is made from its spec:
//!
//! ```
//! use hornox_agents::AgentSpec;
//! use hornox_env::nimmt::{Nimmt, Preset};
//! use hornox_env::{Decision, Game, Seat, Turn, agent_rng, deal_rng};
//!
//! let mut risk = "risk".parse::<AgentSpec>()?.build::<Nimmt>()?;
//! let mut random = "random".parse::<AgentSpec>()?.build::<Nimmt>()?;
//! let mut game = Nimmt::new(&Preset::Round.rules());
//! let mut rngs: Vec<_> = Seat::all(game.players()).map(|seat| agent_rng(7, 0, seat)).collect();
//! loop {
//!     match game.turn() {
//!         Turn::Chance => {
//!             let deal = game.sample_deal(&mut deal_rng(7, 0, game.round()));
//!             game.deal(&deal)?;
//!         }
//!         Turn::Act(seats) => {
//!             let mut joint = Vec::new();
//!             for seat in seats.iter() {
//!                 // Seat 0 thinks, the others do not.
//!                 let agent = if seat.index() == 0 { &mut risk } else { &mut random };
//!                 let view = game.view(seat);
//!                 let rng = &mut rngs[seat.index()];
//!                 let action = agent.act(Decision { view: &view, legal: view.legal(), rng })?;
//!                 joint.push((seat, action));
//!             }
//!             game.play(&joint, &mut ())?;
//!         }
//!         Turn::Over => break,
//!     }
//! }
//! println!("bulls: {:?}", game.scores());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod exact;
pub mod features;
#[cfg(feature = "neural")]
pub mod neural;
pub mod playable;
#[cfg(feature = "neural")]
mod rules_toml;
pub mod scripted;
pub mod search;
pub mod spec;

pub use playable::Playable;
#[cfg(feature = "neural")]
pub use rules_toml::{rules_from_toml, rules_to_toml};
pub use spec::{AgentSpec, SpecError};
