//! Log-probabilities over one decision's legal actions.

/// Turns the logits `[K]` of one decision into log-probabilities (natural logarithm), in place.
pub fn log_softmax(logits: &mut [f32]) {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = logits.iter().map(|&logit| (logit - highest).exp()).sum();
    let shift = highest + total.ln();
    for logit in logits {
        *logit -= shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_to_one_whatever_the_size_of_the_logits() {
        for shift in [0.0, 500.0, -500.0] {
            let mut logits = [1.0, 2.0, -3.0].map(|logit| logit + shift);
            log_softmax(&mut logits);
            let total: f32 = logits.iter().map(|logit| logit.exp()).sum();
            assert!((total - 1.0).abs() < 1e-5, "{total}");
        }
        log_softmax(&mut []);
    }
}
