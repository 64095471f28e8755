//! Binomial chances, by products alone: no logarithm or power whose last bit depends on the platform.

use hornox_env::MAX_SEATS;
use hornox_env::nimmt::CAPACITY;

/// How many cards other seats can play in a turn, and one: up to two from each.
const MANY: usize = 2 * MAX_SEATS - 1;

/// `CHOOSE[n][k]` is n over k, for n below 19 and k below 5.
const CHOOSE: [[f32; CAPACITY]; MANY] = {
    let mut table = [[0.0; CAPACITY]; MANY];
    let mut n = 0;
    while n < MANY {
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

/// The chances that exactly `hits` of `trials` (at most 18) succeed, and that fewer do, where each succeeds with
/// chance `share`; `hits` is below 5.
#[inline]
pub(super) fn exactly_and_fewer(hits: usize, trials: usize, share: f32) -> (f32, f32) {
    if hits > trials {
        (0.0, 1.0)
    } else if trials < MAX_SEATS {
        binomial::<MAX_SEATS>(hits, trials, share)
    } else {
        binomial::<MANY>(hits, trials, share)
    }
}

/// The same for up to `N − 1` trials, of which `hits` are no more.
#[inline]
fn binomial<const N: usize>(hits: usize, trials: usize, share: f32) -> (f32, f32) {
    let powers = powers::<N>(1.0 - share);
    let (mut fewer, mut chance, mut power) = (0.0, powers[trials % N], 1.0);
    for k in 1..=hits {
        fewer += chance;
        power *= share;
        chance = CHOOSE[trials % N][k % CAPACITY] * power * powers[(trials - k) % N];
    }
    (chance, fewer)
}

/// The chance that none of `trials` (at most 18) succeeds.
#[inline]
pub(super) fn none(trials: usize, share: f32) -> f32 {
    exactly_and_fewer(0, trials, share).0
}

/// `base` to the powers 0 to `N − 1`.
#[inline]
fn powers<const N: usize>(base: f32) -> [f32; N] {
    let mut powers = [1.0; N];
    powers[1] = base;
    for exponent in 2..N {
        // Halves keep the chain of products short.
        powers[exponent] = powers[exponent / 2] * powers[exponent - exponent / 2];
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trial by trial: the chances of each number of successes so far.
    fn by_enumeration(hits: usize, trials: usize, share: f64) -> (f64, f64) {
        let mut chances = [0.0; MANY];
        chances[0] = 1.0;
        for _ in 0..trials {
            for count in (0..MANY).rev() {
                let one_more = if count > 0 {
                    chances[count - 1] * share
                } else {
                    0.0
                };
                chances[count] = chances[count] * (1.0 - share) + one_more;
            }
        }
        (chances[hits], chances[..hits].iter().sum())
    }

    #[test]
    fn chances_equal_those_of_all_outcomes() {
        for trials in 1..MANY {
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
