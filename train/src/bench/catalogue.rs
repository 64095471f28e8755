//! What there is to measure, by name.

use std::thread;

use hornox_env::nimmt::{self, Nimmt};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{AnyRules, RuleSet, RulesError};
use serde_json::{Value, json};

use super::training::quickstart;
use super::{Figure, Meter, Unit, engine, inference, search, training, vector};

/// Seats of figures that name none.
const SEATS: usize = 4;
/// Tables of an environment where the name says nothing else.
const TABLES: usize = 1024;
/// Rollouts of a decision where growth is not the question.
const ROLLOUTS: u32 = 1000;

/// Something to measure.
#[derive(Clone, Debug)]
pub struct Benchmark {
    name: String,
    work: Work,
    threads: usize,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    /// The bare engine.
    Engine(AnyRules),
    /// A `VecEnv` of so many tables.
    Vector { rules: nimmt::Rules, tables: usize },
    /// Self-play and learning.
    Training,
    /// Greedy answers of a network.
    Inference,
    /// Flat Monte-Carlo search with so many rollouts.
    Search { rules: nimmt::Rules, rollouts: u32 },
}

/// The figures, in the order in which they are measured; with `scaling`, also how cost grows with seats, tables and
/// rollouts.
///
/// # Errors
/// Where the rules that are measured are refused.
pub fn catalogue(scaling: bool) -> Result<Vec<Benchmark>, RulesError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let bench = bench(&[])?;
    let mut all = Vec::new();
    let mut add = |name: String, work, threads| all.push(Benchmark { name, work, threads });
    for seats in [SEATS, 2, 10] {
        let rules = self::bench(&[("players", json!(seats))])?;
        add(format!("engine.nimmt.{seats}"), Work::Engine(rules.into()), 1);
    }
    for (name, field, value) in [("profi", "sides", "both"), ("tactic", "deck", "tactic")] {
        let rules = self::bench(&[(field, json!(value))])?;
        add(format!("engine.{name}.{SEATS}"), Work::Engine(rules.into()), 1);
    }
    let sixes = sixes::Preset::SixesRound.rules();
    let name = format!("engine.sixes.{}", sixes.players);
    add(name, Work::Engine(sixes.into()), 1);
    let vector = |tables| Work::Vector { rules: bench, tables };
    add(format!("vector.nimmt.{SEATS}"), vector(TABLES), 1);
    add(format!("vector.nimmt.{SEATS}.threads"), vector(TABLES), cores);
    add("train.quickstart".to_owned(), Work::Training, cores);
    add("infer.quickstart".to_owned(), Work::Inference, cores);
    let search = |rollouts| Work::Search {
        rules: bench,
        rollouts,
    };
    add(format!("mcs.{ROLLOUTS}"), search(ROLLOUTS), 1);
    if scaling {
        for seats in [3, 5, 6, 7, 8, 9] {
            let rules = self::bench(&[("players", json!(seats))])?;
            add(format!("engine.nimmt.{seats}"), Work::Engine(rules.into()), 1);
        }
        for tables in [1, 4, 16, 64, 256, 1024, 4096] {
            add(format!("vector.nimmt.{SEATS}.tables.{tables}"), vector(tables), 1);
        }
        for rollouts in [100, 10_000, 100_000] {
            add(format!("mcs.{rollouts}"), search(rollouts), 1);
        }
    }
    Ok(all)
}

/// Rules `bench` with single fields asked for.
fn bench(fields: &[(&str, Value)]) -> Result<nimmt::Rules, RulesError> {
    let wishes: Vec<_> = fields
        .iter()
        .map(|(field, value)| ((*field).to_owned(), value.clone()))
        .collect();
    Ok(nimmt::Rules::resolve(Some(nimmt::Preset::Bench.name()), &wishes)?.rules)
}

impl Benchmark {
    /// The figure's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Measures it. None where a stop was asked for.
    ///
    /// # Errors
    /// Where what is measured fails.
    pub fn run(&self, meter: &Meter) -> anyhow::Result<Option<Figure>> {
        let (threads, unit) = (self.threads, self.unit());
        let runs = match &self.work {
            Work::Engine(AnyRules::Nimmt(rules)) => engine::measure::<Nimmt>(meter, rules),
            Work::Engine(AnyRules::Sixes(rules)) => engine::measure::<Sixes>(meter, rules),
            Work::Vector { rules, tables } => vector::measure(meter, rules, *tables, threads),
            Work::Training => training::measure(meter, &quickstart()?, threads),
            Work::Inference => inference::measure(meter, &quickstart()?, threads),
            Work::Search { rules, rollouts } => search::measure(meter, rules, *rollouts),
        }?;
        Ok(runs.and_then(|runs| Figure::new(&self.name, unit, threads, &runs)))
    }

    const fn unit(&self) -> Unit {
        match self.work {
            Work::Engine(_) | Work::Vector { .. } | Work::Training | Work::Inference => {
                Unit::DecisionsPerSecond
            }
            Work::Search { .. } => Unit::Milliseconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use super::*;
    use crate::interrupt::Stop;

    fn names(scaling: bool) -> Vec<String> {
        let all = catalogue(scaling).unwrap();
        all.iter().map(|benchmark| benchmark.name().to_owned()).collect()
    }

    #[test]
    fn names_stay() {
        let names = names(false);
        assert_eq!(
            names,
            [
                "engine.nimmt.4",
                "engine.nimmt.2",
                "engine.nimmt.10",
                "engine.profi.4",
                "engine.tactic.4",
                "engine.sixes.5",
                "vector.nimmt.4",
                "vector.nimmt.4.threads",
                "train.quickstart",
                "infer.quickstart",
                "mcs.1000"
            ]
        );
    }

    #[test]
    fn growth_has_a_name_for_every_size() {
        let all = names(true);
        let distinct: BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        let has = |name: String| assert!(distinct.contains(&name), "{name}");
        (2..=10).for_each(|seats| has(format!("engine.nimmt.{seats}")));
        (0..=6).for_each(|power| has(format!("vector.nimmt.4.tables.{}", 4_u32.pow(power))));
        (2..=5).for_each(|power| has(format!("mcs.{}", 10_u32.pow(power))));
    }

    #[test]
    fn rules_are_those_of_the_names() {
        let all = catalogue(true).unwrap();
        for benchmark in &all {
            let (Work::Engine(rules), Some((_, seats))) = (benchmark.work, benchmark.name.rsplit_once('.'))
            else {
                continue;
            };
            assert_eq!(rules.players().to_string(), seats, "{}", benchmark.name);
        }
    }

    #[test]
    fn a_figure_comes_out_of_each_kind_of_work() {
        let meter = Meter::new(Duration::from_millis(8), Stop::new());
        for name in [
            "engine.sixes.5",
            "vector.nimmt.4.tables.4",
            "infer.quickstart",
            "mcs.100",
        ] {
            let all = catalogue(true).unwrap();
            let benchmark = all.iter().find(|benchmark| benchmark.name() == name).unwrap();
            let figure = benchmark.run(&meter).unwrap().unwrap();
            assert!(figure.min > 0.0 && figure.min <= figure.value && figure.value <= figure.max);
            assert_eq!((figure.name.as_str(), figure.threads), (name, benchmark.threads));
        }
    }
}
