//! Sixes
//!
//! - [`suit`](Suit): suits and ranks
//! - [`card`](Card): cards and sets of cards
//! - [`rules`](Rules): every field of the rules, checked into a valid value
//! - [`preset`](Preset): named rule sets, and what gives way when single fields are asked for
//! - [`action`](Action): cards and the pass as actions with ids
//! - [`columns`](Columns): what lies on the table, and what may join it
//! - [`deal`](Deal): the dealer and the hands
//! - [`table`](Table): everything that all seats know
//! - [`state`](Sixes): the table and the hands; the flow of the game
//! - [`view`](View): what one seat knows; drawing the rest anew
//! - `spread`: hidden cards over hands, uniformly, where passes have shown who can't hold what
//! - [`event`](Event): what everybody sees happen
//! - `observe`: a view as bytes or bitmaps, and back
//! - `check`: the invariant of every state
//! - `text`: views, states and events for a terminal
//! - [`record`](RoundRecord): rounds as they are written down
//!
//! The rules are those of *Altılar*, a relative of Fan Tan and Card Dominoes: all 40 cards of four suits (ace,
//! 2 to 7, jack, queen, king) are dealt. The holder of the six of diamonds leads it; in turn, each seat adds one
//! card to the table, a six at any time and otherwise the next card up or down of a suit whose six lies. Whoever
//! cannot play puts a chip into the pot. The first empty hand wins the pot. When a seat has no chips left after
//! a round, the game is over, and most chips win.

mod action;
mod card;
mod check;
mod columns;
mod deal;
mod event;
mod observe;
mod preset;
mod record;
mod rules;
mod spread;
mod state;
mod suit;
mod table;
mod text;
mod view;

pub use action::Action;
pub use card::{Card, CardSet, DECK_SIZE};
pub use columns::{Column, Columns};
pub use deal::Deal;
pub use event::Event;
pub use preset::{Preset, resolve};
pub use record::RoundRecord;
pub use rules::{RuleFields, Rules};
pub use state::Sixes;
pub use suit::{RANKS, Rank, SUITS, Suit};
pub use table::{Phase, Table};
pub use view::View;
