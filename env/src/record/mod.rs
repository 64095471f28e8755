//! Game records: whole games as values that anyone can check.
//!
//! A record holds all that is needed to play a game again without a random generator, and all that the rules made
//! of it. It is one JSON object; a file of records (`.jsonl`) has one a line. Its fields:
//!
//! | field | meaning |
//! | --- | --- |
//! | `schema` | [`SCHEMA`] |
//! | `rules` | the `game` and every field of its rules, none as `null` |
//! | `seed` | the number from which the deals can be made again, or `null` where they came from outside |
//! | `agents` | the seats' agent names, seat 0 first |
//! | `rounds` | one object a round: [nimmt](crate::nimmt::RoundRecord), [sixes](crate::sixes::RoundRecord) |
//! | `scores` | the final scores, seat 0 first |
//! | `win_share` | 1 for a sole winner, 1/k for each of k tied winners, 0 otherwise |
//! | `truncated` | whether a cap ended the game rather than the rules; may be left out where not |
//!
//! Readers are strict: an unknown or a missing field is an error wherever it is, and so is a fraction where an
//! integer is due. The same as a JSON Schema: `schema/record.schema.json`.
//!
//! - [`Record`], [`AnyRecord`]: a game written down, of one game or of any
//! - [`Recorded`]: what a game brings along to be written down
//! - [`Recorder`]: writes a game down while it is played
//! - [`Record::replay`]: plays it again and compares everything; [`Record::replay_shown`] shows each [`Step`]
//! - [`Record::playthrough`]: the same as text for people
//! - [`Records`]: reads a file a line at a time; [`AnyRecord::write_line`] writes one
//! - [`RecordError`]: where a record is wrong, and how
//!
//! # Seeds
//! The games that this crate's users record have seeds such that the deal of round `r` is
//! `game.sample_deal(&mut deal_rng(seed, 0, r))`, and seat `s` draws from `agent_rng(seed, 0, s)`; each game of a
//! run has a seed of its own, [`game_seed`](crate::game_seed). Replaying does not ask where deals came from: other
//! programs have other generators, and their seeds mean something to them alone.

mod any;
mod error;
mod format;
mod lines;
mod recorder;
mod replay;
mod text;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use any::AnyRecord;
pub use error::{Fault, Item, RecordError};
pub(crate) use format::some;
pub use lines::{MAX_LINE, Records};
pub(crate) use recorder::ids;
pub use recorder::{Recorder, Unfinished};
pub use replay::Step;

use crate::core::{Game, Seat, SeatMap};
use format::Schema;

/// The number of the format that is read and written.
pub const SCHEMA: u32 = 1;

/// A game that can be written down.
pub trait Recorded:
    Game<Rules: fmt::Display + Serialize + DeserializeOwned, Event: fmt::Display> + fmt::Display
{
    /// A round as it is written.
    type Round: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// A round of which nothing is played yet. The deal has been made in this game.
    fn begin_round(&self, deal: &Self::Deal) -> Self::Round;

    /// Adds a move that was just played in this game to the round. `joint` is ascending by seat.
    fn extend_round(&self, round: &mut Self::Round, joint: &[(Seat, Self::Action)], events: &[Self::Event]);

    /// The deal of a recorded round, which is due in this game. Whether it is a legal one is
    /// [`deal`](Game::deal)'s to say.
    ///
    /// # Errors
    /// Where the round holds what no deal here has, or lacks what it has.
    fn recorded_deal(&self, round: &Self::Round) -> Result<Self::Deal, Fault>;

    /// The ids of what seats chose, in the order of decisions. At one decision of several seats, ascending.
    fn actions(round: &Self::Round) -> &[(Seat, u8)];

    /// Compares what a deal or move, which sent `events`, added to the round that is `made` with the one recorded.
    ///
    /// # Errors
    /// The first difference.
    fn compare_step(
        recorded: &Self::Round,
        made: &Self::Round,
        events: &[Self::Event],
    ) -> Result<(), RecordError>;

    /// Compares what is known of a round once it is over.
    ///
    /// # Errors
    /// The first difference.
    fn compare_round(recorded: &Self::Round, made: &Self::Round) -> Result<(), RecordError>;
}

/// A game written down. What it says is only known to be true once it is [replayed](Self::replay).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Record<G: Recorded> {
    schema: Schema,
    /// The rules.
    #[serde(
        serialize_with = "format::write_rules::<G, _>",
        deserialize_with = "format::read_rules::<G, _>"
    )]
    pub rules: G::Rules,
    /// The number from which the deals can be made again, see [the module](self).
    #[serde(deserialize_with = "format::present")]
    pub seed: Option<u64>,
    /// The seats' agent names, seat 0 first.
    pub agents: Vec<String>,
    /// The rounds, in order.
    pub rounds: Vec<G::Round>,
    /// Final scores.
    pub scores: SeatMap<i32>,
    /// Each seat's share of the win: adds up to 1.
    pub win_share: SeatMap<f64>,
    /// Whether a cap ended the game rather than the rules.
    #[serde(default)]
    pub truncated: bool,
}
