//! The decisions of an iteration, with what happened.

use hornox_agents::neural::{Described, NetworkError};

use super::error::PpoError;

/// Checked decisions to learn from, all as the net that played them saw them.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) described: Described,
    pub(super) chosen: Vec<u32>,
    pub(super) log_probs: Vec<f32>,
    pub(super) values: Vec<f32>,
    pub(super) advantages: Vec<f32>,
    /// By action row, as they are in `described`; empty where nobody teaches.
    pub(super) targets: Vec<f32>,
    /// Decisions with more than one legal action.
    pub(super) choices: usize,
}

impl Samples {
    /// Puts B decisions together: for each the place of the chosen action among the legal ones, its
    /// log-probability when it was chosen, the value expected then, and the advantage (not yet
    /// standardised; see [`gae`](super::gae())). The value's target is value plus advantage.
    /// Decisions with one legal action train the value only.
    ///
    /// # Errors
    /// Where lengths differ, a chosen action is not there, or a number is not finite.
    pub fn new(
        described: Described,
        chosen: Vec<u32>,
        log_probs: Vec<f32>,
        values: Vec<f32>,
        advantages: Vec<f32>,
    ) -> Result<Self, PpoError> {
        let decisions = described.len();
        NetworkError::expect_equal("chosen actions", decisions, chosen.len())?;
        NetworkError::expect_equal("log-probabilities", decisions, log_probs.len())?;
        NetworkError::expect_equal("values", decisions, values.len())?;
        NetworkError::expect_equal("advantages", decisions, advantages.len())?;
        for (decision, (&chosen, &count)) in chosen.iter().zip(described.counts()).enumerate() {
            if chosen >= count {
                return Err(PpoError::Chosen {
                    decision,
                    chosen,
                    count,
                });
            }
        }
        let numbers = [
            ("a log-probability", &log_probs),
            ("a value", &values),
            ("an advantage", &advantages),
        ];
        for (what, numbers) in numbers {
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(PpoError::NotFinite { what });
            }
        }
        let choices = described.counts().iter().filter(|&&count| count > 1).count();
        Ok(Self {
            described,
            chosen,
            log_probs,
            values,
            advantages,
            targets: Vec::new(),
            choices,
        })
    }

    /// The same decisions with the probabilities of a teacher, one for each action row. Where those of a decision are
    /// not all 0, the policy learns to play by them, and nothing from the advantage. Empty: nobody teaches.
    ///
    /// # Errors
    /// Where there are more or fewer than rows, or a number is not finite.
    pub fn taught(mut self, targets: Vec<f32>) -> Result<Self, PpoError> {
        if !targets.is_empty() {
            NetworkError::expect_equal("teacher's probabilities", self.described.rows(), targets.len())?;
        }
        if !targets.iter().all(|number| number.is_finite()) {
            let what = "a teacher's probability";
            return Err(PpoError::NotFinite { what });
        }
        self.targets = targets;
        Ok(self)
    }

    /// The teacher's probabilities at a decision; none where it says nothing.
    pub(super) fn target(&self, decision: usize) -> Option<&[f32]> {
        let starts = self.described.starts();
        let own = self.targets.get(starts[decision]..starts[decision + 1])?;
        own.iter().any(|&chance| chance > 0.0).then_some(own)
    }

    /// The decisions (B).
    #[must_use]
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there is no decision.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The advantages with mean 0 and standard deviation 1 over the decisions that were a choice;
    /// only those meet the policy. A spread near 0 is not blown up.
    pub(super) fn standardised(&self) -> Vec<f32> {
        let counts = self.described.counts().iter();
        let choices = counts
            .zip(&self.advantages)
            .filter(|(count, _)| **count > 1)
            .map(|(_, advantage)| f64::from(*advantage));
        let (mean, variance) = mean_and_variance(choices);
        let scale = if variance > 1e-16 {
            1.0 / variance.sqrt()
        } else {
            1.0
        };
        #[expect(clippy::cast_possible_truncation, reason = "advantages are f32")]
        let standardise = |advantage: &f32| ((f64::from(*advantage) - mean) * scale) as f32;
        self.advantages.iter().map(standardise).collect()
    }

    /// The share of the targets' variance that the values at play time explained: 1 at best, 0 for a
    /// constant. 0 where the targets do not vary.
    pub(super) fn explained_variance(&self) -> f64 {
        let errors = self.advantages.iter().map(|&advantage| f64::from(advantage));
        let targets = self.values.iter().zip(errors.clone());
        let (_, spread) = mean_and_variance(targets.map(|(&value, error)| f64::from(value) + error));
        let (_, left) = mean_and_variance(errors);
        if spread > 0.0 { 1.0 - left / spread } else { 0.0 }
    }
}

fn mean_and_variance(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let variance = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / n;
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(advantages: [f32; 3], chosen: u32) -> Result<Samples, PpoError> {
        let mut described = Described::new(1, 1);
        for count in [2, 1, 3] {
            described.push_with(count, |_, _| {});
        }
        let values = vec![1.0, 2.0, 3.0];
        Samples::new(
            described,
            vec![0, 0, chosen],
            vec![0.0; 3],
            values,
            advantages.to_vec(),
        )
    }

    #[test]
    fn forced_decisions_do_not_count_in_the_standardisation() {
        let samples = samples([1.0, 100.0, 5.0], 2).unwrap();
        assert_eq!(samples.choices, 2);
        assert_eq!(samples.standardised(), [-1.0, 48.5, 1.0]);
    }

    #[test]
    fn explained_variance_is_one_for_perfect_values_and_negative_for_bad_ones() {
        assert!((samples([0.0; 3], 0).unwrap().explained_variance() - 1.0).abs() < 1e-12);
        assert!(samples([5.0, 0.0, -5.0], 0).unwrap().explained_variance() < 0.0);
    }

    #[test]
    fn a_teacher_speaks_at_some_decisions() {
        let samples = || samples([0.0; 3], 2).unwrap();
        assert_eq!(samples().target(0), None);
        let taught = samples().taught(vec![0.25, 0.75, 0.0, 0.0, 0.0, 1.0]).unwrap();
        assert_eq!(
            [0, 1, 2].map(|decision| taught.target(decision)),
            [Some(&[0.25, 0.75][..]), None, Some(&[0.0, 0.0, 1.0])]
        );
        assert!(samples().taught(vec![1.0; 5]).is_err());
        assert!(samples().taught(vec![f32::NAN; 6]).is_err());
    }

    #[test]
    fn bad_samples_are_refused() {
        let chosen = PpoError::Chosen {
            decision: 2,
            chosen: 3,
            count: 3,
        };
        assert_eq!(samples([0.0; 3], 3).unwrap_err(), chosen);
        assert!(samples([0.0, f32::NAN, 0.0], 0).is_err());
        let described = Described::new(1, 1);
        assert!(Samples::new(described, vec![0], vec![], vec![], vec![]).is_err());
    }
}
