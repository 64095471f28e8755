//! 6 nimmt!
//!
//! - [`card`](Card): cards, their bulls, sets of cards
//! - [`rules`](Rules): every field of the rules, checked into a valid value
//! - [`preset`](Preset): named rule sets, and what gives way when single fields are asked for
//! - [`action`](Action): cards and rows as actions with ids
//! - [`rows`](Rows): where a card goes and what it takes
//! - [`deal`](Deal): hands and the first cards of the rows
//! - [`table`](Table): everything that all seats know
//! - [`state`](Nimmt): the table and the hands; the flow of the game
//! - [`view`](View): what one seat knows; drawing the rest anew
//! - [`event`](Event): what everybody sees happen
//! - `observe`: a view as bytes or bitmaps, and back
//! - `place`: placing the cards of a turn, and what follows it
//! - `choice`: what seats chose in a turn: checked, and revealed
//! - `check`: the invariant of every state
//! - `ends`: where rows end, in one word
//! - `sort`: a few numbers in order
//! - `text`: views, states and events for a terminal
//! - [`record`](RoundRecord): rounds as they are written down
//!
//! The rules are those of the published game (Amigo): cards 1 to 104 carry 1, 2, 3, 5 or 7 bulls; all seats
//! choose a card at the same time, and the cards are placed lowest first, each in the row whose last card is
//! the largest below it. The sixth card of a row takes the five others; a card below every row takes a row of
//! its player's choice. Fewest bulls wins.

mod action;
mod card;
mod check;
mod choice;
mod deal;
mod ends;
mod event;
mod observe;
mod place;
mod preset;
mod record;
mod rows;
mod rules;
mod sort;
mod state;
mod table;
mod text;
mod view;

pub use action::{Action, RowIndex};
pub use card::{Card, CardSet, DECK_SIZE};
pub use deal::Deal;
pub use event::{Event, Move, Side};
pub use preset::{Preset, resolve};
pub use record::RoundRecord;
pub use rows::{CAPACITY, ROWS, Row, Rows};
pub use rules::{CardDeal, Deck, EndWhen, LowCard, RuleFields, Rules, Selection, Sides};
pub use state::Nimmt;
pub use table::{Phase, Table, Waiting};
pub use view::View;
