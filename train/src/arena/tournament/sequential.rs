//! A sequential test of which of two agents is better.

use serde::Serialize;

use crate::arena::interval::Estimate;

/// No verdict before so many deals: the variance is unknown and must first be seen.
const FEWEST_DEALS: u64 = 64;

/// A sequential test on the mean of a paired difference, one observation a deal: is it at most `low`, or at least
/// `high`?
///
/// The generalised sequential probability ratio test with unknown variance: the ratio of the normal likelihoods of
/// both hypotheses, each with the variance that suits it best, against Wald's bounds. Sources: A. Wald, "Sequential
/// Analysis" (1947); X. Li, J. Liu, Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families of
/// Hypotheses", Sequential Analysis 33 (2014).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SequentialTest {
    /// H0: the mean is this at most.
    pub low: f64,
    /// H1: it is this at least.
    pub high: f64,
    /// The chance of taking H1 where H0 holds, below one half.
    pub alpha: f64,
    /// The chance of taking H0 where H1 holds, below one half.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The mean is above `low`: H1 was taken.
    Better,
    /// The mean is below `high`: H0 was taken.
    NotBetter,
    /// The deals ended before either was.
    Undecided,
}

impl SequentialTest {
    /// The logarithm of the likelihood ratio at which H0 is taken, and that at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the likelihood ratio of H1 to H0.
    pub fn log_ratio(&self, lead: &Estimate) -> f64 {
        let deals = lead.deals as f64;
        // The mean squared deviation from each hypothesis is the variance that suits it best.
        let variance = lead.se.powi(2) * (deals - 1.0);
        let off = |mean: f64| variance + (lead.mean - mean).powi(2);
        deals / 2.0 * (off(self.low) / off(self.high)).ln()
    }

    /// The verdict after these deals.
    pub fn verdict(&self, lead: &Estimate) -> Verdict {
        let ratio = self.log_ratio(lead);
        let (low, high) = self.bounds();
        if lead.deals < FEWEST_DEALS {
            Verdict::Undecided
        } else if ratio >= high {
            Verdict::Better
        } else if ratio <= low {
            Verdict::NotBetter
        } else {
            Verdict::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    const TEST: SequentialTest = SequentialTest {
        low: 0.0,
        high: 0.3,
        alpha: 0.05,
        beta: 0.05,
    };

    /// Runs the test on draws, looking after every 16 deals as an arena does, and gives the verdict and the deals.
    fn run(mut draw: impl FnMut() -> f64) -> (Verdict, u64) {
        let (mut sum, mut squares, mut deals) = (0.0, 0.0, 0_u64);
        loop {
            for _ in 0..16 {
                let value = draw();
                sum += value;
                squares += value * value;
                deals += 1;
            }
            let n = deals as f64;
            let mean = sum / n;
            let lead = Estimate {
                mean,
                se: ((squares / n - mean * mean) / (n - 1.0)).sqrt(),
                deals,
            };
            let verdict = TEST.verdict(&lead);
            if verdict != Verdict::Undecided || deals >= 1_000_000 {
                return (verdict, deals);
            }
        }
    }

    /// How often of 2000 runs the verdict was `wrong`, on draws around `mean`: normal ones, and lopsided ones of
    /// skewness 1. (Leads of real agents have at most 0.3.)
    fn wrong(mean: f64, wrong: Verdict, lopsided: bool) -> (usize, u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let normal = Normal::new(0.0, 3.0).unwrap();
        let mut draw = || {
            let mut chance = || -> f64 { rng.random_range(1e-12..1.0) };
            if lopsided {
                // Four exponentials have mean 4 and deviation 2.
                let sum: f64 = (0..4).map(|_| -chance().ln()).sum();
                mean + 1.5 * (sum - 4.0)
            } else {
                mean + normal.inverse_cdf(chance())
            }
        };
        let mut count = 0;
        let mut deals = 0;
        for _ in 0..2000 {
            let (verdict, played) = run(&mut draw);
            assert_ne!(verdict, Verdict::Undecided);
            count += usize::from(verdict == wrong);
            deals += played;
        }
        (count, deals / 2000)
    }

    #[test]
    fn error_rates_are_as_promised() {
        // 100 of 2000 are promised at most; chance adds more than 39, four deviations, once in 30,000 times. What is
        // far from both hypotheses errs hardly ever.
        for lopsided in [false, true] {
            for (mean, verdict, most) in [
                (0.0, Verdict::Better, 139),
                (0.3, Verdict::NotBetter, 139),
                (-0.3, Verdict::Better, 5),
                (0.6, Verdict::NotBetter, 5),
            ] {
                let (count, deals) = wrong(mean, verdict, lopsided);
                assert!(
                    count <= most,
                    "{mean} {lopsided}: {count} of 2000, {deals} deals a run"
                );
                assert!(
                    deals < 1000,
                    "{deals} deals a run are no gain over a fixed number"
                );
            }
        }
    }

    #[test]
    fn what_does_not_scatter_is_decided() {
        let lead = |mean| Estimate {
            mean,
            se: 0.0,
            deals: 64,
        };
        assert_eq!(TEST.verdict(&lead(0.0)), Verdict::NotBetter);
        assert_eq!(TEST.verdict(&lead(0.3)), Verdict::Better);
        assert_eq!(TEST.verdict(&lead(0.15)), Verdict::Undecided);
        let few = Estimate {
            deals: 63,
            ..lead(0.3)
        };
        assert_eq!(TEST.verdict(&few), Verdict::Undecided);
    }
}
