//! Passes over action rows that belong to decisions: `counts[i]` rows to decision `i`.
//! Rows are `n` lanes wide, n at least 1.
//!
//! The passes go lane by lane, down the rows, so that a sum stays in a register.

#![expect(
    clippy::inline_always,
    reason = "code is compiled for a level of vector units only where it is inlined into it"
)]

use macerator::AutoArch;

use super::lanes::{Lane, ZERO};

/// Pairs each decision's row in `decisions [B, n]` with its action rows in `actions [ΣK, n]`.
fn each<'a>(
    counts: &'a [u32],
    n: usize,
    decisions: &'a mut [Lane],
    actions: &'a mut [Lane],
) -> impl Iterator<Item = (&'a mut [Lane], &'a mut [Lane])> {
    let mut rest = actions;
    decisions
        .chunks_exact_mut(n)
        .zip(counts)
        .map_while(move |(decision, &count)| {
            let (own, after) = std::mem::take(&mut rest).split_at_mut_checked(count as usize * n)?;
            rest = after;
            Some((decision, own))
        })
}

/// Copies each decision's row to all its action rows.
pub(super) fn spread(counts: &[u32], n: usize, decisions: &[Lane], actions: &mut [Lane]) {
    let mut rows = actions.chunks_exact_mut(n);
    for (decision, &count) in decisions.chunks_exact(n).zip(counts) {
        for row in rows.by_ref().take(count as usize) {
            row.copy_from_slice(decision);
        }
    }
}

/// Lane by lane, with no branches: the compiler makes each of these a few vector instructions.
#[inline(always)]
fn relu(lane: Lane) -> Lane {
    lane.map(|x| if x > 0.0 { x } else { 0.0 })
}

/// The gradient, stopped where the relu had stopped the value.
#[inline(always)]
fn gate(gradient: Lane, value: Lane) -> Lane {
    std::array::from_fn(|i| if value[i] > 0.0 { gradient[i] } else { 0.0 })
}

#[inline(always)]
fn plus(left: Lane, right: Lane) -> Lane {
    std::array::from_fn(|i| left[i] + right[i])
}

#[inline(always)]
fn times(lane: Lane, factor: f32) -> Lane {
    lane.map(|x| x * factor)
}

/// `actions = relu(actions)`; each decision's row becomes `scale` times the sum of its actions'.
pub(super) fn relu_pool(counts: &[u32], n: usize, scale: f32, actions: &mut [Lane], decisions: &mut [Lane]) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            for (decision, own) in each(counts, n, decisions, actions) {
                for (at, pooled) in decision.iter_mut().enumerate() {
                    let mut sum = ZERO;
                    for row in own.chunks_exact_mut(n) {
                        row[at] = relu(row[at]);
                        sum = plus(sum, row[at]);
                    }
                    *pooled = times(sum, scale);
                }
            }
        },
    );
}

/// Stops gradients where the relu had stopped the value; each decision's row becomes the sum of the
/// gradients of its actions.
pub(super) fn gate_sum(
    counts: &[u32],
    n: usize,
    values: &[Lane],
    gradients: &mut [Lane],
    decisions: &mut [Lane],
) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            let mut rest = values;
            for (decision, own) in each(counts, n, decisions, gradients) {
                let (values, after) = rest.split_at(rest.len().min(own.len()));
                rest = after;
                for (at, total) in decision.iter_mut().enumerate() {
                    let mut sum = ZERO;
                    for (row, values) in own.chunks_exact_mut(n).zip(values.chunks_exact(n)) {
                        row[at] = gate(row[at], values[at]);
                        sum = plus(sum, row[at]);
                    }
                    *total = sum;
                }
            }
        },
    );
}

/// The last layer of one output: `output [m]` becomes `relu(values) [m, n] · weights [n]`, with the
/// relu kept in `values`.
pub(super) fn output_forward(n: usize, values: &mut [Lane], weights: &[Lane], output: &mut Vec<f32>) {
    output.clear();
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            output.extend(values.chunks_exact_mut(n).map(|row| {
                let mut sums = ZERO;
                for (lane, weight) in row.iter_mut().zip(weights) {
                    *lane = relu(*lane);
                    sums = std::array::from_fn(|i| sums[i] + lane[i] * weight[i]);
                }
                sums.iter().sum::<f32>()
            }));
        },
    );
}

/// The last layer of one output: each row of `values [m, n]` becomes the gradient of the row before
/// its relu, given `upstream [m]`, the gradient of the row's output; `weights [n]` are the layer's,
/// and `gradient [n]` gets theirs added.
pub(super) fn output_backward(
    n: usize,
    upstream: &[f32],
    weights: &[Lane],
    values: &mut [Lane],
    gradient: &mut [Lane],
) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            for (at, (weight, total)) in weights.iter().zip(gradient).enumerate() {
                let mut sum = *total;
                for (row, &up) in values.chunks_exact_mut(n).zip(upstream) {
                    sum = plus(sum, times(row[at], up));
                    row[at] = gate(times(*weight, up), row[at]);
                }
                *total = sum;
            }
        },
    );
}

/// Adds all rows of `rows [m, n]` to `sum [n]`: the gradient of a bias.
pub(super) fn sum_rows(n: usize, rows: &[Lane], sum: &mut [Lane]) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            for (at, total) in sum.iter_mut().enumerate().take(n) {
                *total = rows.chunks_exact(n).fold(*total, |sum, row| plus(sum, row[at]));
            }
        },
    );
}

/// Each decision's row becomes the sum of its action rows.
pub(super) fn sum_each(counts: &[u32], n: usize, actions: &[Lane], decisions: &mut [Lane]) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            let mut rest = actions;
            for (decision, &count) in decisions.chunks_exact_mut(n).zip(counts) {
                let (own, after) = rest.split_at(rest.len().min(count as usize * n));
                rest = after;
                for (at, total) in decision.iter_mut().enumerate() {
                    *total = own.chunks_exact(n).fold(ZERO, |sum, row| plus(sum, row[at]));
                }
            }
        },
    );
}
