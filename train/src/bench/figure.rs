//! What came out of a measurement.

use serde::Serialize;

use super::Run;
use crate::report::{Table, three_digits};

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unit {
    /// Single seats' choices a second: more is better.
    #[serde(rename = "decisions/s")]
    DecisionsPerSecond,
    /// Milliseconds a decision: fewer is better.
    #[serde(rename = "ms")]
    Milliseconds,
}

impl Unit {
    /// The unit as tables and JSON have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DecisionsPerSecond => "decisions/s",
            Self::Milliseconds => "ms",
        }
    }

    fn of(self, run: &Run) -> f64 {
        let decisions = run.decisions as f64;
        match self {
            Self::DecisionsPerSecond => decisions / run.seconds,
            Self::Milliseconds => 1e3 * run.seconds / decisions,
        }
    }

    /// A value for a table.
    fn text(self, value: f64) -> String {
        match self {
            Self::DecisionsPerSecond => thousands(value.round() as u64),
            Self::Milliseconds => three_digits(value),
        }
    }
}

/// One figure, out of several runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// What the values count.
    pub unit: Unit,
    /// The median of the runs.
    pub value: f64,
    /// How many runs there were.
    pub runs: usize,
    /// The least of the runs.
    pub min: f64,
    /// The most of the runs.
    pub max: f64,
    /// Threads that did the work.
    pub threads: usize,
}

impl Figure {
    /// The figure of some runs; none without a run.
    pub fn new(name: &str, unit: Unit, threads: usize, runs: &[Run]) -> Option<Self> {
        let mut values: Vec<_> = runs.iter().map(|run| unit.of(run)).collect();
        values.sort_by(f64::total_cmp);
        Some(Self {
            name: name.to_owned(),
            unit,
            value: median(&values)?,
            runs: values.len(),
            min: *values.first()?,
            max: *values.last()?,
            threads,
        })
    }
}

/// The middle of ascending values, the mean of both middle ones where their count is even.
fn median(ascending: &[f64]) -> Option<f64> {
    let upper = *ascending.get(ascending.len() / 2)?;
    let lower = *ascending.get(ascending.len().checked_sub(1)? / 2)?;
    Some(f64::midpoint(lower, upper))
}

/// A line for each figure.
pub fn table(figures: &[Figure]) -> Table {
    let mut table = Table::new(&["figure", "median", "least", "most", "unit", "runs", "threads"]);
    for figure in figures {
        let [value, min, max] = [figure.value, figure.min, figure.max].map(|value| figure.unit.text(value));
        table.push(vec![
            figure.name.clone(),
            value,
            min,
            max,
            figure.unit.name().to_owned(),
            figure.runs.to_string(),
            figure.threads.to_string(),
        ]);
    }
    table
}

/// A whole number with a comma before every three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(all: &[(u64, f64)]) -> Vec<Run> {
        let run = |&(decisions, seconds)| Run { decisions, seconds };
        all.iter().map(run).collect()
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[4.0]), Some(4.0));
        assert_eq!(median(&[1.0, 2.0]), Some(1.5));
        assert_eq!(median(&[1.0, 2.0, 9.0]), Some(2.0));
    }

    #[test]
    fn runs_become_a_figure() {
        let runs = runs(&[(30, 1.0), (10, 1.0), (40, 2.0)]);
        let figure = Figure::new("x", Unit::DecisionsPerSecond, 2, &runs).unwrap();
        assert_eq!(
            serde_json::to_string(&figure).unwrap(),
            r#"{"name":"x","unit":"decisions/s","value":20.0,"runs":3,"min":10.0,"max":30.0,"threads":2}"#
        );
        let figure = Figure::new("x", Unit::Milliseconds, 1, &runs).unwrap();
        assert!((figure.value - 50.0).abs() < 1e-9 && (figure.max - 100.0).abs() < 1e-9);
        assert_eq!(
            serde_json::to_value(figure.unit).unwrap(),
            Unit::Milliseconds.name()
        );
        assert_eq!(Figure::new("x", Unit::Milliseconds, 1, &[]), None);
    }

    #[test]
    fn numbers_are_readable() {
        let texts = [0, 999, 1000, 12_345_678].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "12,345,678"]);
        let figure = Figure::new("mcs.1000", Unit::Milliseconds, 1, &runs(&[(1000, 0.0567)])).unwrap();
        let text = table(&[figure]).to_string();
        assert_eq!(
            text,
            "figure    median   least    most  unit  runs  threads\n\
             mcs.1000  0.0567  0.0567  0.0567    ms     1        1\n"
        );
    }
}
