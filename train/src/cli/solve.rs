//! `hornox solve`

mod cards;
mod random;

use std::fmt::Write;

use hornox_agents::exact::{Position, Solution, solve};
use hornox_env::RuleSet;
use hornox_env::nimmt::{Card, Row, Rules};
use serde::Serialize;
use serde_json::{Map, Value};

use super::Failure;
use super::two_hands::{RuleArgs, hand_size};
use crate::report::{Table, number, print};

/// Solve positions of 6 nimmt! between two seats that know both hands
///
/// The value is what seat 0 takes minus what seat 1 takes in the rest of the round, in bulls, if both play their
/// equilibrium mixes: fewer are better for seat 0. With 6 cards a hand it takes milliseconds, with 8 seconds, with
/// 10 minutes and gigabytes.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["rows", "random"]))]
pub(super) struct Args {
    /// The four rows as they lie, separated by commas: "3 7,12,40,55"
    #[arg(long, value_name = "ROWS", requires = "hands")]
    rows: Option<String>,
    /// The hands of seats 0 and 1: "1 2 3,4 5 6"
    #[arg(long, value_name = "HANDS", requires = "rows")]
    hands: Option<String>,
    /// Solve so many random deals of the tactic deck instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    random: Option<u64>,
    /// Cards a hand of random deals, 1 to 10
    #[arg(long, value_name = "H", default_value = "5", value_parser = hand_size, conflicts_with = "rows")]
    hand_size: u8,
    /// Where random deals come from
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "rows")]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    /// Threads for random deals; 0 for one a core
    #[arg(long, value_name = "T", default_value_t = 0, conflicts_with = "rows", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=1024))]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match (&args.rows, &args.hands, args.random) {
        (Some(rows), Some(hands), _) => run_given(args, rows, hands),
        (_, _, Some(deals)) => random::run(args, deals),
        // The parser has refused all else.
        (_, _, None) => Err(Failure::failed("solve: nothing to solve".to_owned())),
    }
}

fn run_given(args: &Args, rows: &str, hands: &str) -> Result<(), Failure> {
    let rules = args.rules.given()?;
    let position = cards::position(&rules, rows, hands)?;
    let solution = solve(&position);
    print(&if args.json {
        as_json(&rules, &position, &solution)
    } else {
        as_text(&rules, &solution)
    })?;
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    rules: Map<String, Value>,
    rows: Vec<Vec<Card>>,
    hands: Vec<Vec<Card>>,
    unit: &'static str,
    better: &'static str,
    value: f64,
    saddle: bool,
    mixes: Vec<Vec<Chance>>,
}

/// A card of a mix.
#[derive(Serialize)]
struct Chance {
    card: Card,
    chance: f64,
}

fn as_json(rules: &Rules, position: &Position, solution: &Solution) -> String {
    let rows = position.rows().iter().map(Row::cards);
    let chances = |mix: &Vec<(Card, f64)>| {
        let chances = mix.iter().map(|&(card, chance)| Chance { card, chance });
        chances.collect()
    };
    let report = Report {
        rules: rules.to_map_with_game(),
        rows: rows.map(|row| row.iter().collect()).collect(),
        hands: position
            .hands()
            .iter()
            .map(|hand| hand.iter().collect())
            .collect(),
        unit: "bulls",
        better: "lower",
        value: solution.value,
        saddle: solution.saddle,
        mixes: solution.mixes.iter().map(chances).collect(),
    };
    // Numbers, words and lists: JSON can hold them.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

fn as_text(rules: &Rules, solution: &Solution) -> String {
    let mut table = Table::new(&["seat", "card", "chance"]);
    for (seat, mix) in solution.mixes.iter().enumerate() {
        for (card, chance) in mix {
            table.push(vec![seat.to_string(), card.to_string(), number(*chance, 4)]);
        }
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "value {:+.4}: what seat 0 takes minus what seat 1 takes ({rules}); fewer bulls are better\n{table}",
        solution.value
    );
    text
}
