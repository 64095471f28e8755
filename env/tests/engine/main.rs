//! The engine against its rules, through the public interface alone.
//!
//! - `common`: short ways to write cards, deals and rules, random rules, and random play
//! - `oracle`: the rules once more, as plainly as they can be written, to compare with
//! - `conformance`: what every game must do, asked of each by one suite; `nimmt_conforms` asks it of 6 nimmt!
//! - `legal_rules`: which rules are legal, and how others are refused; `presets`: what presets play and give up
//! - `options`: each option, sentence by sentence
//! - `worked_examples`: the examples of the rules; `endings`: when games end, and who wins
//! - `properties`: what holds in every state of random games by random rules; `row_choices`: one a turn at most
//! - `lengths`: how long games can last
//! - `resample`: hidden hands are drawn uniformly
//! - `perft`: numbers of move sequences
//! - `figures`: what random play costs
//! - `snapshots`: states and observations from outside, damaged ones
//! - `seeding`, `playthrough`, `checksum`: values and texts that must not change unnoticed
//! - `sixes`: all this for Sixes
//! - `documents`: documents that are written from the code
//! - `golden`: generated texts that lie in the repository, compared with what the code gives now

mod checksum;
mod common;
mod conformance;
mod documents;
mod endings;
mod figures;
#[expect(clippy::disallowed_methods, reason = "golden files lie in the repository")]
mod golden;
mod legal_rules;
mod lengths;
mod nimmt_conforms;
mod options;
mod oracle;
mod perft;
mod playthrough;
mod presets;
mod properties;
mod resample;
mod row_choices;
mod seeding;
mod sixes;
mod snapshots;
mod worked_examples;
