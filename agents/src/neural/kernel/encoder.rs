//! The encoder both nets open with, forward and backward.

use super::lanes::{LANE, Lane, ZERO, lanes, lanes_mut, multiply, multiply_transposed};
use super::segments::{gate_sum, relu_pool, spread, sum_rows};
use crate::neural::decisions::Decisions;
use crate::neural::network::NetworkConfig;

/// Sizes of an encoder, the hidden one in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encoder {
    pub(super) globals: usize,
    pub(super) features: usize,
    pub(super) hidden: usize,
    scale: f32,
}

/// What the forward pass leaves for the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct EncoderTape {
    /// Encoded actions after the relu, `[ΣK, H]`.
    pub(super) hidden: Vec<Lane>,
    /// Their scaled sum per decision, `[B, H]`.
    pub(super) pooled: Vec<Lane>,
    /// Gradients of `hidden`, `[ΣK, H]`.
    pub(super) gradient: Vec<Lane>,
    /// Per decision: the globals' part of the sum, later its gradient, `[B, H]`.
    decisions: Vec<Lane>,
}

impl Encoder {
    pub(super) fn new(config: &NetworkConfig) -> Self {
        Self {
            globals: config.globals,
            features: config.features,
            hidden: config.hidden / LANE,
            scale: config.context_scale,
        }
    }

    /// How many floats its three weights have: `Wc`, `b`, `Wg`.
    pub(super) fn sizes(self) -> [usize; 3] {
        let hidden = self.hidden * LANE;
        [self.features * hidden, hidden, self.globals * hidden]
    }

    /// Fills `hidden` and `pooled`.
    pub(super) fn forward(
        self,
        [action, bias, globals]: [&[f32]; 3],
        batch: Decisions<'_>,
        tape: &mut EncoderTape,
    ) {
        let n = self.hidden;
        repeat(lanes(bias), batch.len(), &mut tape.decisions);
        multiply(
            batch.globals(),
            self.globals,
            lanes(globals),
            n,
            &mut tape.decisions,
        );
        tape.hidden.resize(batch.rows() * n, ZERO);
        spread(batch.counts(), n, &tape.decisions, &mut tape.hidden);
        multiply(batch.actions(), self.features, lanes(action), n, &mut tape.hidden);
        tape.pooled.resize(batch.len() * n, ZERO);
        relu_pool(batch.counts(), n, self.scale, &mut tape.hidden, &mut tape.pooled);
    }

    /// Begins the gradient of `hidden` with what reaches it through `pooled`, whose gradient
    /// `[B, H]` is scaled on the way.
    pub(super) fn through_pool(self, pooled: &mut [Lane], batch: Decisions<'_>, tape: &mut EncoderTape) {
        for x in pooled.as_flattened_mut() {
            *x *= self.scale;
        }
        tape.gradient.resize(batch.rows() * self.hidden, ZERO);
        spread(batch.counts(), self.hidden, pooled, &mut tape.gradient);
    }

    /// Adds the gradients of its weights, given that of `hidden` in the tape, which is used up.
    pub(super) fn backward(
        self,
        batch: Decisions<'_>,
        tape: &mut EncoderTape,
        [action, bias, globals]: [&mut [f32]; 3],
    ) {
        let n = self.hidden;
        let (gradient, decisions) = (&mut tape.gradient, &mut tape.decisions);
        gate_sum(batch.counts(), n, &tape.hidden, gradient, decisions);
        sum_rows(n, decisions, lanes_mut(bias));
        multiply_transposed(batch.actions(), self.features, gradient, n, lanes_mut(action));
        multiply_transposed(batch.globals(), self.globals, decisions, n, lanes_mut(globals));
    }
}

/// Makes `rows` `count` copies of `row`.
pub(super) fn repeat(row: &[Lane], count: usize, rows: &mut Vec<Lane>) {
    rows.clear();
    for _ in 0..count {
        rows.extend_from_slice(row);
    }
}

/// The transpose of `matrix [rows, columns]`, row by row.
pub(super) fn transpose(matrix: &[f32], columns: usize, transposed: &mut Vec<f32>) {
    transposed.clear();
    for column in 0..columns {
        transposed.extend(matrix.iter().skip(column).step_by(columns));
    }
}

/// Cuts a slice into pieces of the given sizes; a piece beyond the end is empty.
pub(super) fn cut<const N: usize>(slice: &[f32], sizes: [usize; N]) -> [&[f32]; N] {
    let mut rest = slice;
    sizes.map(|size| {
        let (piece, after) = rest.split_at(size.min(rest.len()));
        rest = after;
        piece
    })
}

/// As [`cut`], to write to.
pub(super) fn cut_mut<const N: usize>(slice: &mut [f32], sizes: [usize; N]) -> [&mut [f32]; N] {
    let mut rest = slice;
    sizes.map(|size| {
        let whole = std::mem::take(&mut rest);
        let size = size.min(whole.len());
        let (piece, after) = whole.split_at_mut(size);
        rest = after;
        piece
    })
}
