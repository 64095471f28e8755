//! Curves of several seeds as a picture.

use super::Curve;
use crate::report::page::{Alone, PageError, Spread};

/// A picture for itself: over CPU time and over decisions, for each opponent the mean of the seeds and, thinner, each of
/// them. `measured` says what its height means.
///
/// # Errors
/// Where it can't be drawn.
pub fn picture(curves: &[Curve], measured: &str) -> Result<String, PageError> {
    let by = |across: fn(&super::Point) -> f64| {
        let spread = |curve: &Curve| {
            let seeds = curve.points.first().map_or(0, |point| point.values.len());
            let line = |value: &dyn Fn(&super::Point) -> f64| {
                let points = curve.points.iter();
                points.map(|point| (across(point), value(point))).collect()
            };
            Spread {
                name: curve.against.clone(),
                mean: line(&|point| point.mean),
                each: (0..seeds).map(|seed| line(&|point| point.values[seed])).collect(),
            }
        };
        curves.iter().map(spread).collect::<Vec<_>>()
    };
    Alone {
        label: "Learning curves: the mean of the seeds and, thinner, each of them",
        up: measured,
        panels: vec![
            ("CPU minutes", by(|point| point.cpu_seconds / 60.0)),
            ("million decisions", by(|point| point.decisions / 1e6)),
        ],
    }
    .draw()
}
