//! What a game tells a person, and how it reads an answer.

use hornox_env::Game;

use super::{Names, Standing};

/// A game as a person plays it. All that is told comes from the person's view and from public events. Lines fit
/// 80 columns.
pub trait Tabletop: Game {
    /// What the game is called.
    const TITLE: &'static str;
    /// What it is about, and what can be typed where an action is asked for; the commands of every game are the
    /// [`Session`](super::Session)'s.
    const HELP: &'static [&'static str];

    /// What events are told under that come in this situation. Neighbours with the same text are told together.
    fn chapter(view: &Self::View) -> String;

    /// Events in words, in their order.
    fn tell(rules: &Self::Rules, events: &[Self::Event], names: Names) -> Vec<String>;

    /// What lies on the table, scores, the own hand.
    fn draw(view: &Self::View, names: Names) -> Vec<String>;

    /// What is asked of the person, who must act.
    fn question(view: &Self::View) -> String;

    /// The legal action that an answer means.
    ///
    /// # Errors
    /// A sentence that says why it means none, and what would.
    fn read(view: &Self::View, answer: &str) -> Result<Self::Action, String>;

    /// What [`effect`](Self::effect) takes for granted, if it must be said.
    fn caption(view: &Self::View) -> Option<&'static str>;

    /// What a legal action would do.
    fn effect(view: &Self::View, action: Self::Action) -> String;

    /// Who is ahead.
    fn standing(view: &Self::View, names: Names) -> Standing;
}
