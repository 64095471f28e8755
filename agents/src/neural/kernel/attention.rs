//! One head of attention among the actions of each decision, forward and backward.
//!
//! Queries, keys and values are a lane each. The scores of an action lie side by side, 16 to a lane, so that
//! their exponentials are vectors too: keys (backward, values) are turned for that, one decision at a time.

#![expect(
    clippy::inline_always,
    reason = "code is compiled for a level of vector units only where it is inlined into it"
)]

use macerator::{AutoArch, Simd, WithSimd};

use super::lanes::{LANE, Lane, ZERO, add_scaled};

/// One over the square root of a key's units.
const SCALE: f32 = 0.25;

/// What the forward pass leaves for the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct AttentionTape {
    /// Query, key and value of each action, `[ΣK, 3]`.
    pub(super) projected: Vec<Lane>,
    /// What each action gathers, later its gradient, `[ΣK]`.
    pub(super) attended: Vec<Lane>,
    /// The gradient of `projected`.
    pub(super) gradient: Vec<Lane>,
    /// The share that each action of a decision has for each: ⌈K / 16⌉ lanes an action.
    shares: Vec<Lane>,
    /// The keys or values of a decision, turned: `[16, ⌈K / 16⌉]`.
    turned: Vec<Lane>,
}

/// Fills `attended` from `projected`.
pub(super) fn attend(counts: &[u32], tape: &mut AttentionTape) {
    tape.attended.resize(tape.projected.len() / 3, ZERO);
    tape.shares.clear();
    AutoArch::new().dispatch(Forward { counts, tape });
}

/// Fills `gradient`, given the gradient of `attended` in its place.
pub(super) fn attend_backward(counts: &[u32], tape: &mut AttentionTape) {
    tape.gradient.clear();
    tape.gradient.resize(tape.projected.len(), ZERO);
    AutoArch::new().dispatch(Backward { counts, tape });
}

struct Forward<'a> {
    counts: &'a [u32],
    tape: &'a mut AttentionTape,
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let tape = self.tape;
        let (mut projected, mut attended) = (tape.projected.as_slice(), tape.attended.as_mut_slice());
        for &count in self.counts {
            let count = count as usize;
            let across = count.div_ceil(LANE);
            let own;
            (own, projected) = projected.split_at(3 * count);
            let (results, after) = std::mem::take(&mut attended).split_at_mut(count);
            attended = after;
            turn(own, 1, across, &mut tape.turned);
            for (row, result) in own.chunks_exact(3).zip(results) {
                let from = tape.shares.len();
                for part in 0..across {
                    tape.shares
                        .push(products::<S>(&row[0], &tape.turned, across, part, SCALE));
                }
                let shares = &mut tape.shares[from..];
                softmax(shares, count);
                *result = ZERO;
                for (&share, row) in shares.as_flattened().iter().zip(own.chunks_exact(3)) {
                    add_scaled::<S>(share, &row[2], result);
                }
            }
        }
    }
}

struct Backward<'a> {
    counts: &'a [u32],
    tape: &'a mut AttentionTape,
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let tape = self.tape;
        let (mut projected, mut gradients) = (tape.projected.as_slice(), tape.gradient.as_mut_slice());
        let (mut upstream, mut shares) = (tape.attended.as_slice(), tape.shares.as_mut_slice());
        for &count in self.counts {
            let count = count as usize;
            let across = count.div_ceil(LANE);
            let (own, ups);
            (own, projected) = projected.split_at(3 * count);
            (ups, upstream) = upstream.split_at(count);
            let (gradient, after) = std::mem::take(&mut gradients).split_at_mut(3 * count);
            gradients = after;
            let (own_shares, after) = std::mem::take(&mut shares).split_at_mut(across * count);
            shares = after;
            turn(own, 2, across, &mut tape.turned);
            for (i, (shares, up)) in own_shares.chunks_exact_mut(across).zip(ups).enumerate() {
                for (&share, row) in shares.as_flattened().iter().zip(gradient.chunks_exact_mut(3)) {
                    add_scaled::<S>(share, up, &mut row[2]);
                }
                let mut mean = ZERO;
                for (part, lane) in shares.iter().enumerate() {
                    let by_share = products::<S>(up, &tape.turned, across, part, 1.0);
                    mean = std::array::from_fn(|j| mean[j] + lane[j] * by_share[j]);
                }
                let mean = fold(mean, |a, b| a + b);
                for (part, lane) in shares.iter_mut().enumerate() {
                    let by_share = products::<S>(up, &tape.turned, across, part, 1.0);
                    *lane = std::array::from_fn(|j| SCALE * lane[j] * (by_share[j] - mean));
                }
                let query = own[3 * i];
                let mut d_query = ZERO;
                for (j, &by_score) in shares.as_flattened()[..count].iter().enumerate() {
                    add_scaled::<S>(by_score, &own[3 * j + 1], &mut d_query);
                    add_scaled::<S>(by_score, &query, &mut gradient[3 * j + 1]);
                }
                gradient[3 * i] = d_query;
            }
        }
    }
}

/// Turns part `which` of a decision's actions: unit by unit, the actions side by side, zeros behind them.
#[inline(always)]
fn turn(own: &[Lane], which: usize, across: usize, turned: &mut Vec<Lane>) {
    turned.clear();
    turned.resize(across * LANE, ZERO);
    for (j, row) in own.chunks_exact(3).enumerate() {
        let (part, place) = (j / LANE, j % LANE);
        for (unit, &x) in row[which].iter().enumerate() {
            turned[unit * across + part][place] = x;
        }
    }
}

/// The products of `row` with 16 turned rows.
#[inline(always)]
fn products<S: Simd>(row: &Lane, turned: &[Lane], across: usize, part: usize, scale: f32) -> Lane {
    let mut sums = ZERO;
    for (&x, lane) in row.iter().zip(turned[part..].iter().step_by(across)) {
        add_scaled::<S>(scale * x, lane, &mut sums);
    }
    sums
}

/// The first `count` scores become shares of 1.
#[inline(always)]
fn softmax(scores: &mut [Lane], count: usize) {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    scores.as_flattened_mut()[count..].fill(f32::NEG_INFINITY);
    let mut most = [f32::NEG_INFINITY; LANE];
    for lane in scores.iter() {
        most = std::array::from_fn(|j| larger(lane[j], most[j]));
    }
    let most = fold(most, larger);
    let mut sum = ZERO;
    for lane in scores.iter_mut() {
        *lane = lane.map(|x| exp(x - most));
        sum = std::array::from_fn(|j| sum[j] + lane[j]);
    }
    let sum = 1.0 / fold(sum, |a, b| a + b);
    for lane in scores {
        *lane = lane.map(|x| x * sum);
    }
}

/// All of a lane in one, by halves.
#[inline(always)]
fn fold(lane: Lane, with: impl Fn(f32, f32) -> f32) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|i| with(lane[i], lane[i + 8]));
    let four: [f32; 4] = std::array::from_fn(|i| with(eight[i], eight[i + 4]));
    with(with(four[0], four[2]), with(four[1], four[3]))
}

/// e to a number of 0 at most, to seven digits, with no branches; e⁻⁸⁷ for all below.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2²³: a sum with it is rounded to a whole number in its last bits.
    let x = if x > -87.0 { x } else { -87.0 };
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let whole = rounded - ROUND;
    let r = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = 1.0 / 120.0 + r * (1.0 / 720.0);
    let series = 0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * series));
    let series = 1.0 + r * (1.0 + r * series);
    series * f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23))
}
