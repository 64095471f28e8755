//! Passes over action rows that belong to decisions: `counts[i]` rows to decision `i`.
//! Rows are `n` lanes wide, n at least 1.

use macerator::AutoArch;

use super::lanes::{LANE, Lane, ZERO};

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

/// `actions = relu(actions)`; each decision's row becomes `scale` times the sum of its actions'.
pub(super) fn relu_pool(counts: &[u32], n: usize, scale: f32, actions: &mut [Lane], decisions: &mut [Lane]) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            for (decision, own) in each(counts, n, decisions, actions) {
                decision.fill(ZERO);
                for row in own.chunks_exact_mut(n) {
                    for (sum, lane) in decision.iter_mut().zip(row) {
                        for i in 0..LANE {
                            lane[i] = if lane[i] > 0.0 { lane[i] } else { 0.0 };
                            sum[i] += lane[i];
                        }
                    }
                }
                for sum in decision.as_flattened_mut() {
                    *sum *= scale;
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
            let mut values = values.chunks_exact(n);
            for (decision, own) in each(counts, n, decisions, gradients) {
                decision.fill(ZERO);
                for (row, values) in own.chunks_exact_mut(n).zip(values.by_ref()) {
                    for ((sum, lane), value) in decision.iter_mut().zip(row).zip(values) {
                        for i in 0..LANE {
                            lane[i] = if value[i] > 0.0 { lane[i] } else { 0.0 };
                            sum[i] += lane[i];
                        }
                    }
                }
            }
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
            for (row, &up) in values.chunks_exact_mut(n).zip(upstream) {
                for ((lane, weight), gradient) in row.iter_mut().zip(weights).zip(gradient.iter_mut()) {
                    for i in 0..LANE {
                        gradient[i] += up * lane[i];
                        lane[i] = if lane[i] > 0.0 { up * weight[i] } else { 0.0 };
                    }
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
                    for i in 0..LANE {
                        lane[i] = if lane[i] > 0.0 { lane[i] } else { 0.0 };
                        sums[i] += lane[i] * weight[i];
                    }
                }
                sums.iter().sum::<f32>()
            }));
        },
    );
}

/// Adds all rows of `rows [m, n]` to `sum [n]`: the gradient of a bias.
pub(super) fn sum_rows(n: usize, rows: &[Lane], sum: &mut [Lane]) {
    AutoArch::new().dispatch(
        #[inline(always)]
        || {
            for row in rows.chunks_exact(n) {
                for (sum, lane) in sum.iter_mut().zip(row) {
                    for i in 0..LANE {
                        sum[i] += lane[i];
                    }
                }
            }
        },
    );
}

/// Each decision's row becomes the sum of its action rows.
pub(super) fn sum_each(counts: &[u32], n: usize, actions: &[Lane], decisions: &mut [Lane]) {
    let mut rest = actions;
    for (decision, &count) in decisions.chunks_exact_mut(n).zip(counts) {
        let (own, after) = rest.split_at(rest.len().min(count as usize * n));
        rest = after;
        decision.fill(ZERO);
        sum_rows(n, own, decision);
    }
}
