//! Generalised advantage estimation (Schulman et al. 2016).

use super::hyper::Hyper;

/// The advantages `[T]` of one seat's trajectory of T decisions, in order of time.
///
/// `rewards[t]` is what the seat got after decision t and before its next one (or the end);
/// `values[t]` what the value net expected at decision t; `last` what it expects after the last
/// decision: 0 where the episode ended, the next value where it was cut off. The value's target is
/// advantage plus value. What the shorter of the two slices lacks is left out.
#[must_use]
pub fn gae(rewards: &[f32], values: &[f32], last: f32, hyper: &Hyper) -> Vec<f32> {
    let mut next_value = last;
    let mut next_advantage = 0.0;
    let steps = rewards.len().min(values.len());
    let mut advantages = vec![0.0; steps];
    for t in (0..steps).rev() {
        let error = rewards[t] + hyper.gamma * next_value - values[t];
        next_advantage = error + hyper.gamma * hyper.lambda * next_advantage;
        next_value = values[t];
        advantages[t] = next_advantage;
    }
    advantages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: &[f32], right: &[f32]) {
        assert_eq!(left.len(), right.len());
        for (l, r) in left.iter().zip(right) {
            assert!((l - r).abs() < 1e-6, "{left:?} and {right:?}");
        }
    }

    #[test]
    fn agrees_with_a_computation_by_hand() {
        let hyper = Hyper {
            gamma: 0.5,
            lambda: 0.8,
            ..Hyper::default()
        };
        // Errors: 1 + .5·4 − 2 = 1; 0 + .5·1 − 4 = −3.5; −1 + .5·6 − 1 = 1.
        // Advantages, backwards with .5·.8 = .4: 1; −3.5 + .4 = −3.1; 1 − 1.24 = −0.24.
        let advantages = gae(&[1.0, 0.0, -1.0], &[2.0, 4.0, 1.0], 6.0, &hyper);
        close(&advantages, &[-0.24, -3.1, 1.0]);
    }

    #[test]
    fn lambda_one_is_the_outcome_and_zero_the_next_value() {
        let (rewards, values) = ([1.0, 2.0, 3.0], [0.5, 0.25, 0.125]);
        let all = Hyper {
            lambda: 1.0,
            ..Hyper::default()
        };
        close(
            &gae(&rewards, &values, 0.0, &all),
            &[6.0 - 0.5, 5.0 - 0.25, 3.0 - 0.125],
        );
        let next = Hyper {
            lambda: 0.0,
            ..Hyper::default()
        };
        close(&gae(&rewards, &values, 0.0, &next), &[0.75, 1.875, 2.875]);
        assert!(gae(&[], &[], 1.0, &all).is_empty());
    }
}
