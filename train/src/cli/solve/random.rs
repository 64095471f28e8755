//! Many random deals.

use std::time::Instant;

use hornox_agents::exact::{ExactError, Position, Solution, solve};
use hornox_env::nimmt::{Nimmt, Rules};
use hornox_env::{Game, RuleSet, deal_rng};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use serde_json::{Map, Value};

use super::Args;
use crate::cli::Failure;
use crate::exploit::Mean;
use crate::interrupt::Stop;
use crate::report::{Progress, Table, number, plus_minus, print, three_digits};

/// What the deals come to. Ratios of nothing are not numbers (`null` in JSON).
#[derive(Serialize)]
struct Report {
    rules: Map<String, Value>,
    hand_size: u8,
    deals: u64,
    seed: u64,
    unit: &'static str,
    better: &'static str,
    /// Of seat 0.
    value: Mean,
    /// The share of the deals whose value is a pure saddle point.
    pure: f64,
    /// The same share of all positions of three or more cards a hand whose exact value was found.
    pure_positions: f64,
    /// Positions of three or more cards a hand that a deal took.
    positions: f64,
    /// How often one was looked at.
    nodes: f64,
    /// Milliseconds of one thread.
    ms: f64,
}

pub(super) fn run(args: &Args, deals: u64) -> Result<(), Failure> {
    let rules = args.rules.dealt(args.hand_size)?;
    let stop = Stop::on_ctrl_c()?;
    let progress = Progress::new(deals, 0, "deals", args.quiet);
    let solved = crate::cli::pool(args.threads)?.install(|| {
        let one = |deal| {
            if stop.requested() {
                return Ok(None);
            }
            let solved = solve_deal(&rules, args.seed, deal)?;
            progress.advance(1);
            Ok(Some(solved))
        };
        (0..deals)
            .into_par_iter()
            .map(one)
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    progress.finish();
    let solved: Vec<_> = solved.into_iter().flatten().collect();
    let report = Report::new(args, &rules, &solved);
    if !solved.is_empty() || args.json {
        print(&if args.json {
            report.as_json()
        } else {
            report.as_text(&rules)
        })?;
    }
    Failure::unless_all(report.deals, deals, "deals")
}

/// A solved deal, and how many milliseconds it took.
fn solve_deal(rules: &Rules, seed: u64, deal: u64) -> Result<(Solution, f64), Failure> {
    let mut game = Nimmt::new(rules);
    let cards = game.sample_deal(&mut deal_rng(seed, deal, 0));
    game.deal(&cards).map_err(|error| Failure::Failed(error.into()))?;
    let position = Position::of(&game).map_err(|error: ExactError| Failure::from(error))?;
    let start = Instant::now();
    let solution = solve(&position);
    Ok((solution, start.elapsed().as_secs_f64() * 1e3))
}

impl Report {
    fn new(args: &Args, rules: &Rules, solved: &[(Solution, f64)]) -> Self {
        let n = solved.len() as f64;
        let mean = |number: &dyn Fn(&Solution) -> f64| {
            solved.iter().map(|(solution, _)| number(solution)).sum::<f64>() / n
        };
        let values: Vec<_> = solved.iter().map(|(solution, _)| solution.value).collect();
        let saddles = mean(&|solution| solution.work.saddles as f64);
        let mixed = mean(&|solution| solution.work.mixed as f64);
        Self {
            rules: rules.to_map_with_game(),
            hand_size: args.hand_size,
            deals: solved.len() as u64,
            seed: args.seed,
            unit: "bulls",
            better: "lower",
            value: Mean::of(&values),
            pure: mean(&|solution| f64::from(u8::from(solution.saddle))),
            pure_positions: saddles / (saddles + mixed),
            positions: mean(&|solution| solution.positions as f64),
            nodes: mean(&|solution| solution.work.nodes as f64),
            ms: solved.iter().map(|(_, ms)| ms).sum::<f64>() / n,
        }
    }

    fn as_json(&self) -> String {
        // Numbers, words and lists: JSON can hold them.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    fn as_text(&self, rules: &Rules) -> String {
        let mut table = Table::new(&[
            "cards",
            "value",
            "pure deals",
            "pure positions",
            "positions a deal",
            "looked at",
            "ms a deal",
        ]);
        table.push(vec![
            self.hand_size.to_string(),
            plus_minus(self.value.mean, self.value.se, 2),
            number(self.pure, 2),
            number(self.pure_positions, 2),
            number(self.positions, 0),
            number(self.nodes, 0),
            three_digits(self.ms),
        ]);
        format!(
            "{rules}; {} deals, seed {}\n{table}value: what seat 0 takes minus what seat 1 takes, in bulls, ± one \
             standard error; pure: solved by a pure saddle point;\npositions: of three or more cards a hand\n",
            self.deals, self.seed
        )
    }
}
