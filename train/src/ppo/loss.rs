//! The losses of one decision and their gradients by the nets' outputs.

use hornox_agents::neural::softmax::log_softmax;

/// What the policy's loss needs to know about a decision.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The place of the chosen action among the legal ones.
    pub chosen: usize,
    /// Its log-probability when it was chosen.
    pub old_log_prob: f32,
    /// Its standardised advantage.
    pub advantage: f32,
}

/// The policy's loss at one decision, in parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyLoss {
    /// The clipped surrogate, to be minimised; without the entropy.
    pub surrogate: f32,
    /// Entropy of the policy, in nats.
    pub entropy: f32,
    /// An estimate of the divergence from the old policy that is never negative: ratio − 1 − ln ratio.
    pub divergence: f32,
    /// Whether the ratio had left 1 ± clip.
    pub clipped: bool,
}

/// The loss `surrogate − entropy_weight · entropy`, and its derivatives by the `logits [K]`, which replace them.
pub fn policy(logits: &mut [f32], choice: Choice, clip: f32, entropy_weight: f32) -> PolicyLoss {
    log_softmax(logits);
    let entropy = -logits.iter().map(|&log_p| log_p.exp() * log_p).sum::<f32>();
    let log_ratio = logits.get(choice.chosen).copied().unwrap_or(0.0) - choice.old_log_prob;
    let (ratio, advantage) = (log_ratio.exp(), choice.advantage);
    let kept = ratio.clamp(1.0 - clip, 1.0 + clip);
    // The minimum of both: leaving the trust region earns nothing, coming back always does.
    let reward = (ratio * advantage).min(kept * advantage);
    let pull = if ratio * advantage <= kept * advantage {
        ratio * advantage
    } else {
        0.0
    };
    for (i, logit) in logits.iter_mut().enumerate() {
        let (log_p, p) = (*logit, logit.exp());
        let taken = if i == choice.chosen { 1.0 } else { 0.0 };
        *logit = -pull * (taken - p) + entropy_weight * p * (log_p + entropy);
    }
    PolicyLoss {
        surrogate: -reward,
        entropy,
        divergence: ratio - 1.0 - log_ratio,
        clipped: (ratio - 1.0).abs() > clip,
    }
}

/// What is said of the policy at a decision that it shall play as a teacher does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImitationLoss {
    /// Cross-entropy of the teacher's probabilities and the policy's, in nats.
    pub cross_entropy: f32,
    /// Entropy of the policy, in nats.
    pub entropy: f32,
}

/// The cross-entropy of a teacher's probabilities `target [K]`, which add up to 1, and the policy's, and its
/// derivatives by the `logits [K]`, which replace them.
pub fn imitation(logits: &mut [f32], target: &[f32]) -> ImitationLoss {
    log_softmax(logits);
    let mut loss = ImitationLoss {
        cross_entropy: 0.0,
        entropy: 0.0,
    };
    for (logit, &wanted) in logits.iter_mut().zip(target) {
        let (log_p, p) = (*logit, logit.exp());
        loss.cross_entropy -= wanted * log_p;
        loss.entropy -= p * log_p;
        *logit = p - wanted;
    }
    loss
}

/// Half the squared error of a value, and its derivative by the value.
#[must_use]
pub fn value(value: f32, target: f32) -> (f32, f32) {
    let error = value - target;
    (0.5 * error * error, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::tensor::activation::log_softmax as burn_log_softmax;
    use burn::tensor::{Device, Tensor, TensorData};

    /// The same loss in Burn, and autodiff's derivatives.
    fn by_burn(logits: [f32; 4], choice: Choice, weight: f32) -> (f32, Vec<f32>) {
        let device = Device::flex().autodiff();
        let logits: Tensor<2> = Tensor::from_data(TensorData::from([logits]), &device);
        let logits = logits.require_grad();
        let log_p = burn_log_softmax(logits.clone(), 1);
        let entropy = -(log_p.clone().exp() * log_p.clone()).sum();
        let chosen = log_p
            .slice([0..1, choice.chosen..choice.chosen + 1])
            .flatten::<1>(0, 1);
        let ratio = (chosen - choice.old_log_prob).exp();
        let kept = ratio.clone().clamp(0.8, 1.2) * choice.advantage;
        let loss = -(ratio * choice.advantage).min_pair(kept) - entropy * weight;
        let gradient = logits.grad(&loss.backward()).unwrap();
        let first = |data: TensorData| data.iter::<f32>().collect::<Vec<_>>();
        (first(loss.into_data())[0], first(gradient.into_data()))
    }

    #[test]
    fn loss_and_gradient_are_burns() {
        let logits = [0.3, -1.2, 2.0, 0.1];
        // Around the present log-probability of each action: inside and outside the clip, both signs.
        for chosen in 0..4 {
            for shift in [-0.5, -0.1, 0.1, 0.5] {
                for advantage in [-1.5, 2.0] {
                    let mut now = logits;
                    log_softmax(&mut now);
                    let old_log_prob = now[chosen] + shift;
                    let choice = Choice {
                        chosen,
                        old_log_prob,
                        advantage,
                    };
                    let mut gradient = logits;
                    let loss = policy(&mut gradient, choice, 0.2, 0.05);
                    let (expected, expected_gradient) = by_burn(logits, choice, 0.05);
                    assert!((loss.surrogate - 0.05 * loss.entropy - expected).abs() < 1e-5);
                    for (ours, burns) in gradient.iter().zip(&expected_gradient) {
                        assert!((ours - burns).abs() < 1e-5, "{choice:?}: {ours} and {burns}");
                    }
                    assert_eq!(loss.clipped, shift.abs() > 0.3);
                    assert!(loss.divergence >= 0.0);
                }
            }
        }
    }

    #[test]
    fn imitation_is_burns_cross_entropy() {
        let (logits, target) = ([0.3, -1.2, 2.0, 0.1], [0.5, 0.0, 0.2, 0.3]);
        let device = Device::flex().autodiff();
        let by_burn: Tensor<2> = Tensor::from_data(TensorData::from([logits]), &device);
        let by_burn = by_burn.require_grad();
        let wanted: Tensor<2> = Tensor::from_data(TensorData::from([target]), &device);
        let expected = -(burn_log_softmax(by_burn.clone(), 1) * wanted).sum();
        let expected_gradient = by_burn.grad(&expected.backward()).unwrap();
        let mut gradient = logits;
        let loss = imitation(&mut gradient, &target);
        let first = |data: TensorData| data.iter::<f32>().collect::<Vec<_>>();
        assert!((loss.cross_entropy - first(expected.into_data())[0]).abs() < 1e-5);
        for (ours, burns) in gradient.iter().zip(first(expected_gradient.into_data())) {
            assert!((ours - burns).abs() < 1e-5, "{ours} and {burns}");
        }
        let mut even = [0.0; 4];
        assert!((imitation(&mut even, &target).entropy - 4.0_f32.ln()).abs() < 1e-6);
    }

    #[test]
    fn value_loss_by_hand() {
        assert_eq!(value(3.0, 1.0), (2.0, 2.0));
    }
}
