//! Means with their errors, and intervals.

use serde::{Serialize, Serializer};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; not a number for fewer than two deals.
    pub se: f64,
    /// How many independent observations it rests on: deals, or blocks of them.
    pub deals: u64,
}

/// The share of intervals that hold the truth.
pub const LEVEL: f64 = 0.95;

impl Estimate {
    /// Half the width of the interval at [`LEVEL`].
    pub fn half_width(&self) -> f64 {
        self.half_width_at(LEVEL)
    }

    /// Half the width of an interval that holds the truth with probability `level`, by Student's t with one degree of
    /// freedom less than deals; not a number where there is no standard error.
    pub fn half_width_at(&self, level: f64) -> f64 {
        quantile(level, self.deals) * self.se
    }

    /// The interval at [`LEVEL`].
    pub fn interval(&self) -> Interval {
        let half = self.half_width();
        Interval(self.mean - half, self.mean + half)
    }
}

/// With more degrees of freedom Student's t is the normal distribution to five digits (and the search for its
/// quantile does not end where they are very many).
const NEARLY_NORMAL: u64 = 100_000;

/// The quantile of Student's t, two-sided, for a mean of so many deals; not a number for fewer than two.
fn quantile(level: f64, deals: u64) -> f64 {
    let freedom = deals.saturating_sub(1);
    let below = 0.5 + level / 2.0;
    if freedom > NEARLY_NORMAL {
        return Normal::standard().inverse_cdf(below);
    }
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::NAN, |t| t.inverse_cdf(below))
}

/// From where to where: a list of two numbers in JSON, `null` where they are not numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval(pub f64, pub f64);

impl Interval {
    /// Whether a number is in it.
    pub fn contains(&self, value: f64) -> bool {
        (self.0..=self.1).contains(&value)
    }
}

impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0, self.1].serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_students() {
        // From tables of the t distribution.
        for (deals, wanted) in [
            (2, 12.706),
            (5, 2.776),
            (11, 2.228),
            (31, 2.042),
            (100_001, 1.960),
            (u64::MAX, 1.960),
        ] {
            let found = quantile(0.95, deals);
            assert!((found - wanted).abs() < 5e-4, "{deals}: {found}");
        }
        assert!(quantile(0.95, 1).is_nan() && quantile(0.95, 0).is_nan());
        let estimate = Estimate {
            mean: 1.0,
            se: 0.5,
            deals: 11,
        };
        let Interval(low, high) = estimate.interval();
        assert!(
            (low + 0.114).abs() < 1e-3 && (high - 2.114).abs() < 1e-3,
            "{low} {high}"
        );
    }
}
