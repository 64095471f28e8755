//! Binomial chances, by products alone: no logarithm or power whose last bit depends on the platform.

use hornox_env::MAX_SEATS;
use hornox_env::nimmt::CAPACITY;

/// `CHOOSE[n][k]` is n over k, for n below 10 and k below 5.
const CHOOSE: [[f32; CAPACITY]; MAX_SEATS] = {
    let mut table = [[0.0; CAPACITY]; MAX_SEATS];
    let mut n = 0;
    while n < MAX_SEATS {
        table[n][0] = 1.0;
        let mut k = 1;
        while n > 0 && k < CAPACITY {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The chances that exactly `hits` of `trials` (below 10) succeed, and that fewer do, where each succeeds with
/// chance `share`; `hits` is below 5.
#[inline]
pub(super) fn exactly_and_fewer(hits: usize, trials: usize, share: f32) -> (f32, f32) {
    if hits > trials {
        return (0.0, 1.0);
    }
    let powers = powers(1.0 - share);
    let (mut fewer, mut chance, mut power) = (0.0, powers[trials % MAX_SEATS], 1.0);
    for k in 1..=hits {
        fewer += chance;
        power *= share;
        chance = CHOOSE[trials % MAX_SEATS][k % CAPACITY] * power * powers[(trials - k) % MAX_SEATS];
    }
    (chance, fewer)
}

/// The chance that none of `trials` (below 10) succeeds.
#[inline]
pub(super) fn none(trials: usize, share: f32) -> f32 {
    powers(1.0 - share)[trials % MAX_SEATS]
}

/// `base` to the powers 0 to 9.
#[inline]
fn powers(base: f32) -> [f32; MAX_SEATS] {
    let mut powers = [1.0; MAX_SEATS];
    powers[1] = base;
    for exponent in 2..MAX_SEATS {
        // Halves keep the chain of products short.
        powers[exponent] = powers[exponent / 2] * powers[exponent - exponent / 2];
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every outcome of the trials, one by one.
    fn by_enumeration(hits: usize, trials: usize, share: f64) -> (f64, f64) {
        let (mut exactly, mut fewer) = (0.0, 0.0);
        for outcome in 0_u32..1 << trials {
            let count = outcome.count_ones() as usize;
            let chance: f64 = (0..trials)
                .map(|trial| {
                    if outcome >> trial & 1 == 1 {
                        share
                    } else {
                        1.0 - share
                    }
                })
                .product();
            if count == hits {
                exactly += chance;
            } else if count < hits {
                fewer += chance;
            }
        }
        (exactly, fewer)
    }

    #[test]
    fn chances_equal_those_of_all_outcomes() {
        for trials in 1..MAX_SEATS {
            for hits in 0..CAPACITY {
                for share in [0.0_f32, 0.03, 0.25, 0.7, 1.0] {
                    let (exactly, fewer) = exactly_and_fewer(hits, trials, share);
                    let (right_exactly, right_fewer) = by_enumeration(hits, trials, share.into());
                    assert!((f64::from(exactly) - right_exactly).abs() < 1e-5);
                    assert!((f64::from(fewer) - right_fewer).abs() < 1e-5);
                    if hits == 0 {
                        assert!((f64::from(none(trials, share)) - right_exactly).abs() < 1e-5);
                    }
                }
            }
        }
    }
}
