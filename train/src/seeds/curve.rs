//! Evaluations of several runs, taken together.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Seeds;
use crate::folder::{PathError, at};
use crate::report::{Table, number};

/// What is measured: own score minus the others' mean or, where scores do not count, the share of the win.
pub const fn measure(has_scores: bool) -> &'static str {
    if has_scores { "diff" } else { "win_share" }
}

/// How the trainings of all seeds went against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// Its spec.
    pub against: String,
    /// The evaluations that every seed has made, in order.
    pub points: Vec<Point>,
}

/// An evaluation of all seeds' agents after the same number of iterations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Iterations of each.
    pub iteration: u64,
    /// Decisions learned from until then, mean over the seeds.
    pub decisions: f64,
    /// Seconds of the processor until then, all threads together, mean over the seeds. Evaluations are left out.
    pub cpu_seconds: f64,
    /// What each seed reached, in their order.
    pub values: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1: how far a single training may be from the mean. None for one seed.
    pub spread: Option<f64>,
}

/// A line of `metrics.jsonl`.
#[derive(Deserialize)]
struct Line {
    step: u64,
    metrics: Map<String, Value>,
}

/// What a run's metrics say after each iteration.
type Run = BTreeMap<u64, Map<String, Value>>;

/// The curves of all opponents, by what is [`measure`]d. A run without metrics has made no evaluation.
///
/// # Errors
/// Where a file of metrics is there and cannot be read.
pub fn curves(seeds: &Seeds, has_scores: bool) -> Result<Vec<Curve>, PathError> {
    let runs: Vec<Run> = seeds
        .runs()
        .into_iter()
        .map(|run| read(&run))
        .collect::<Result<_, _>>()?;
    let suffix = format!("/{}", measure(has_scores));
    let mut curves: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    for (&iteration, first) in runs.first().into_iter().flatten() {
        for tag in first.keys() {
            let against = tag.strip_prefix("evaluation/");
            let Some(against) = against.and_then(|rest| rest.strip_suffix(&suffix)) else {
                continue;
            };
            let of_all = |tag: &str| -> Option<Vec<f64>> {
                runs.iter()
                    .map(|run| run.get(&iteration)?.get(tag)?.as_f64())
                    .collect()
            };
            let Some(values) = of_all(tag) else { continue };
            let mean_of = |tag| of_all(tag).map_or(f64::NAN, |values| mean(&values));
            curves.entry(against.to_owned()).or_default().push(Point {
                iteration,
                decisions: mean_of("progress/decisions"),
                cpu_seconds: mean_of("speed/cpu_seconds"),
                mean: mean(&values),
                spread: spread(&values),
                values,
            });
        }
    }
    let curve = |(against, points)| Curve { against, points };
    Ok(curves.into_iter().map(curve).collect())
}

/// A run's metrics; a last line that is not whole is left out.
fn read(run: &Path) -> Result<Run, PathError> {
    let path = run.join("metrics.jsonl");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(at(&path)(error)),
    };
    let mut steps = Run::new();
    for line in text.split_inclusive('\n').take_while(|line| line.ends_with('\n')) {
        let line: Line = serde_json::from_str(line).map_err(|error| at(&path)(error.into()))?;
        steps.entry(line.step).or_default().extend(line.metrics);
    }
    Ok(steps)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn spread(values: &[f64]) -> Option<f64> {
    let center = mean(values);
    let squares: f64 = values.iter().map(|value| (value - center).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// The curves as a table, a row an evaluation.
pub fn table(curves: &[Curve], has_scores: bool) -> String {
    let (measured, decimals) = if has_scores {
        ("own - others", 2)
    } else {
        ("win share", 3)
    };
    let mut table = Table::new(&[
        "against",
        "iterations",
        "decisions",
        "CPU minutes",
        measured,
        "lowest",
        "highest",
    ]);
    for Curve { against, points } in curves {
        for point in points {
            let ends = point.values.iter();
            let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(*value), high.max(*value))
            });
            let spread = point.spread.unwrap_or(f64::NAN);
            table.push(vec![
                against.clone(),
                point.iteration.to_string(),
                format!("{}M", number(point.decisions / 1e6, 2)),
                number(point.cpu_seconds / 60.0, 2),
                format!("{} ± {}", number(point.mean, decimals), number(spread, decimals)),
                number(low, decimals),
                number(high, decimals),
            ]);
        }
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::Config;

    #[test]
    fn only_what_all_seeds_have_done_is_taken_together() {
        let root = tempfile::tempdir().unwrap();
        let seeds = Seeds::create(root.path(), &Config::default(), &[1, 2]).unwrap();
        let write = |run: &PathBuf, values: &[f64]| {
            let lines = values.iter().zip(1..).map(|(value, at)| {
                format!(
                    "{{\"step\":{0},\"time\":1,\"metrics\":{{\"progress/decisions\":{0}e6,\"speed/cpu_seconds\":{0}}}}}\n\
                     {{\"step\":{0},\"time\":1,\"metrics\":{{\"evaluation/risk/diff\":{value}}}}}\n",
                    at * 10
                )
            });
            let whole: String = lines.collect();
            fs::write(run.join("metrics.jsonl"), whole + "{\"step\":").unwrap();
        };
        assert_eq!(curves(&seeds, true).unwrap(), []);
        let runs = seeds.runs();
        write(&runs[0], &[-1.0, -2.0, -3.0]);
        assert_eq!(curves(&seeds, true).unwrap(), []);
        write(&runs[1], &[-2.0, -4.0]);
        let found = curves(&seeds, true).unwrap();
        let [Curve { against, points }] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!((against.as_str(), points.len()), ("risk", 2));
        let last = &points[1];
        assert_eq!((last.iteration, &last.values), (20, &vec![-2.0, -4.0]));
        let numbers = [last.decisions, last.cpu_seconds, last.mean, last.spread.unwrap()];
        for (found, wanted) in numbers.into_iter().zip([2e7, 20.0, -3.0, 2.0_f64.sqrt()]) {
            assert!((found - wanted).abs() < 1e-9, "{numbers:?}");
        }
        let text = table(&found, true);
        assert!(text.lines().last().unwrap().contains("-3.00 ± 1.41"), "{text}");
        assert_eq!(curves(&seeds, false).unwrap(), []);
    }
}
