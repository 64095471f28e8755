//! The value net as fused CPU code.

use super::encoder::{Encoder, EncoderTape, cut, cut_mut, repeat, transpose};
use super::lanes::{LANE, Lane, ZERO, lanes, lanes_mut, multiply, multiply_transposed};
use super::segments::{output_backward, output_forward, sum_rows};
use super::{BLOCK_ROWS, check_decisions, check_widths};
use crate::neural::decisions::Decisions;
use crate::neural::described::Described;
use crate::neural::error::NetworkError;
use crate::neural::flat::flatten;
use crate::neural::network::{NetworkConfig, ValueNet};

/// A [`ValueNet`]'s weights, ready to value decisions and to take gradients.
/// Valuing borrows it: any number of threads may share one.
#[derive(Clone, Debug)]
pub struct ValueKernel {
    encoder: Encoder,
    /// Units of the second layer, in lanes.
    second: usize,
    weights: Vec<f32>,
    /// `Wᵀ [V, H]`, kept in step with `weights`.
    second_transposed: Vec<f32>,
}

/// The intermediate values of one run of decisions, and the memory they are kept in. Reuse it.
#[derive(Clone, Debug, Default)]
pub struct ValueTape {
    encoder: EncoderTape,
    /// The second layer after its relu, later its gradient, `[B, V]`.
    second: Vec<Lane>,
    /// The gradient of the pooled actions, `[B, H]`.
    pooled: Vec<Lane>,
    values: Vec<f32>,
}

impl ValueTape {
    /// The values `[B]` of the decisions last run.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

impl ValueKernel {
    /// The kernel of a net of these sizes.
    ///
    /// # Errors
    /// Where the sizes are out of range or not the net's.
    pub fn new(config: &NetworkConfig, net: &ValueNet) -> Result<Self, NetworkError> {
        config.check()?;
        let mut kernel = Self {
            encoder: Encoder::new(config),
            second: config.value_hidden / LANE,
            weights: flatten(net),
            second_transposed: Vec::new(),
        };
        let expected = kernel.sizes().iter().sum();
        NetworkError::expect_equal("value weights", expected, kernel.weights.len())?;
        kernel.transpose();
        Ok(kernel)
    }

    /// The weights, in the order of [`ValueNet`].
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Lets `change` rewrite the weights.
    pub fn change(&mut self, change: impl FnOnce(&mut [f32])) {
        change(&mut self.weights);
        self.transpose();
    }

    fn transpose(&mut self) {
        let second = cut(&self.weights, self.sizes())[3];
        transpose(second, self.second * LANE, &mut self.second_transposed);
    }

    fn sizes(&self) -> [usize; 7] {
        let (hidden, second) = (self.encoder.hidden * LANE, self.second * LANE);
        let [action, bias, globals] = self.encoder.sizes();
        [action, bias, globals, hidden * second, second, second, 1]
    }

    /// Values `[B]` of all decisions, in the batch's order. A decision's value does not depend on
    /// the rest of the batch.
    ///
    /// # Errors
    /// Where the batch's widths are not the net's.
    pub fn values(&self, batch: &Described) -> Result<Vec<f32>, NetworkError> {
        check_widths(self.encoder, batch)?;
        let mut tape = ValueTape::default();
        let mut values = Vec::with_capacity(batch.len());
        for block in batch.blocks(BLOCK_ROWS) {
            self.forward(block, &mut tape)?;
            values.extend_from_slice(&tape.values);
        }
        Ok(values)
    }

    /// Runs some decisions; the tape then holds their values and what [`backward`](Self::backward)
    /// needs. Efficient on a few hundred action rows at a time.
    ///
    /// # Errors
    /// Where the decisions' widths are not the net's.
    pub fn forward(&self, batch: Decisions<'_>, tape: &mut ValueTape) -> Result<(), NetworkError> {
        check_decisions(self.encoder, batch)?;
        let [action, bias, globals, second, second_bias, out, out_bias] = cut(&self.weights, self.sizes());
        self.encoder
            .forward([action, bias, globals], batch, &mut tape.encoder);
        let (n, hidden) = (self.second, self.encoder.hidden * LANE);
        repeat(lanes(second_bias), batch.len(), &mut tape.second);
        let pooled = tape.encoder.pooled.as_flattened();
        multiply(pooled, hidden, lanes(second), n, &mut tape.second);
        output_forward(n, &mut tape.second, lanes(out), &mut tape.values);
        let bias: f32 = out_bias.iter().sum();
        for value in &mut tape.values {
            *value += bias;
        }
        Ok(())
    }

    /// Adds to `gradient`, laid out as [`weights`](Self::weights), the gradient of a loss whose
    /// derivatives by the values are `upstream [B]`. The tape is that of the same decisions'
    /// [`forward`](Self::forward), and used up.
    ///
    /// # Errors
    /// Where a length does not fit; the gradient is unchanged then.
    pub fn backward(
        &self,
        batch: Decisions<'_>,
        upstream: &[f32],
        tape: &mut ValueTape,
        gradient: &mut [f32],
    ) -> Result<(), NetworkError> {
        check_decisions(self.encoder, batch)?;
        NetworkError::expect_equal("values of the tape", batch.len(), tape.values.len())?;
        NetworkError::expect_equal("derivatives", batch.len(), upstream.len())?;
        NetworkError::expect_equal("gradient", self.weights.len(), gradient.len())?;
        let out = cut(&self.weights, self.sizes())[5];
        let [action, bias, globals, second, second_bias, d_out, out_bias] = cut_mut(gradient, self.sizes());
        let (n, hidden) = (self.second, self.encoder.hidden);
        let encoder = &mut tape.encoder;
        for bias in out_bias {
            *bias += upstream.iter().sum::<f32>();
        }
        output_backward(n, upstream, lanes(out), &mut tape.second, lanes_mut(d_out));
        sum_rows(n, &tape.second, lanes_mut(second_bias));
        let pooled = encoder.pooled.as_flattened();
        multiply_transposed(pooled, hidden * LANE, &tape.second, n, lanes_mut(second));

        tape.pooled.clear();
        tape.pooled.resize(batch.len() * hidden, ZERO);
        let transposed = lanes(&self.second_transposed);
        multiply(
            tape.second.as_flattened(),
            n * LANE,
            transposed,
            hidden,
            &mut tape.pooled,
        );
        self.encoder.through_pool(&mut tape.pooled, batch, encoder);
        self.encoder.backward(batch, encoder, [action, bias, globals]);
        Ok(())
    }
}
