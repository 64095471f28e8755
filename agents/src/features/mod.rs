//! What a seat can work out from its view, as numbers.
//!
//! - [`Describe`]: a game whose decisions can be described to a network that scores actions
//! - [`nimmt`]: 6 nimmt!: the rows, the hand and the unseen cards, counted; what each legal action leads to
//! - [`sixes`]: the same of Sixes
//! - `layout`: named places of the numbers
//!
//! Scripted players and networks share these quantities.

mod layout;
pub mod nimmt;
pub mod sixes;

use hornox_env::observe::Layout;
use hornox_env::{ActionSet, Game};

/// A game whose decisions are described as numbers: the globals `[G]` once, and one row of features `[C]` for
/// each of the `K` legal actions. The widths are the same for all rules and seats of the game.
pub trait Describe: Game {
    /// The encoder's name, which checkpoints hold.
    const ENCODER: &'static str;
    /// Its version. Any change of meaning raises it, and a network is tied to its own.
    const ENCODER_VERSION: u32;
    /// How many numbers describe the situation (G).
    const GLOBALS: usize;
    /// How many numbers describe one legal action (C).
    const FEATURES: usize;

    /// What is where in the globals.
    fn globals_layout() -> &'static Layout;

    /// What is where in an action's features.
    fn features_layout() -> &'static Layout;

    /// Appends the globals of the situation to `globals` and, for each legal action ascending by id, its
    /// features to `actions`. Almost all numbers lie between −1 and 2.
    fn encode(
        view: &Self::View,
        legal: ActionSet<Self::Action>,
        globals: &mut Vec<f32>,
        actions: &mut Vec<f32>,
    );
}
