//! The policy as fused CPU code.

use super::encoder::{Encoder, EncoderTape, cut, cut_mut, repeat, transpose};
use super::lanes::{LANE, Lane, ZERO, lanes, lanes_mut, multiply, multiply_transposed};
use super::segments::{output_backward, output_forward, spread, sum_each, sum_rows};
use super::{BLOCK_ROWS, check_decisions, check_widths};
use crate::neural::decisions::Decisions;
use crate::neural::described::Described;
use crate::neural::error::NetworkError;
use crate::neural::flat::flatten;
use crate::neural::network::{NetworkConfig, PolicyNet};

/// A [`PolicyNet`]'s weights, ready to score decisions and to take gradients.
/// Scoring borrows it: any number of threads may share one.
#[derive(Clone, Debug)]
pub struct PolicyKernel {
    encoder: Encoder,
    /// Units of the second layer, in lanes.
    reply: usize,
    weights: Vec<f32>,
    /// `W2ᵀ [R, H]` and `Wxᵀ [R, H]`, kept in step with `weights`.
    reply_transposed: Vec<f32>,
    context_transposed: Vec<f32>,
}

/// The intermediate values of one run of decisions, and the memory they are kept in. Reuse it.
#[derive(Clone, Debug, Default)]
pub struct PolicyTape {
    encoder: EncoderTape,
    /// The second layer after its relu, later its gradient, `[ΣK, R]`.
    reply: Vec<Lane>,
    /// Per decision: the context's part of it, later its gradient, `[B, R]`.
    decisions: Vec<Lane>,
    /// The gradient of the context, `[B, H]`.
    context: Vec<Lane>,
    logits: Vec<f32>,
}

impl PolicyTape {
    /// The logits `[ΣK]` of the decisions last run.
    #[must_use]
    pub fn logits(&self) -> &[f32] {
        &self.logits
    }
}

impl PolicyKernel {
    /// The kernel of a net of these sizes.
    ///
    /// # Errors
    /// Where the sizes are out of range or not the net's.
    pub fn new(config: &NetworkConfig, net: &PolicyNet) -> Result<Self, NetworkError> {
        config.check()?;
        let mut kernel = Self {
            encoder: Encoder::new(config),
            reply: config.reply / LANE,
            weights: flatten(net),
            reply_transposed: Vec::new(),
            context_transposed: Vec::new(),
        };
        let expected = kernel.sizes().iter().sum();
        NetworkError::expect_equal("policy weights", expected, kernel.weights.len())?;
        kernel.transpose();
        Ok(kernel)
    }

    /// The weights, in the order of [`PolicyNet`].
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
        let [.., reply, _, context, _] = cut(&self.weights, self.sizes());
        transpose(reply, self.reply * LANE, &mut self.reply_transposed);
        transpose(context, self.reply * LANE, &mut self.context_transposed);
    }

    fn sizes(&self) -> [usize; 7] {
        let (hidden, reply) = (self.encoder.hidden * LANE, self.reply * LANE);
        let [action, bias, globals] = self.encoder.sizes();
        [
            action,
            bias,
            globals,
            hidden * reply,
            reply,
            hidden * reply,
            reply,
        ]
    }

    /// Logits `[ΣK]` of all legal actions, in the batch's order. A decision's logits do not depend
    /// on the rest of the batch.
    ///
    /// # Errors
    /// Where the batch's widths are not the net's.
    pub fn logits(&self, batch: &Described) -> Result<Vec<f32>, NetworkError> {
        check_widths(self.encoder, batch)?;
        let mut tape = PolicyTape::default();
        let mut logits = Vec::with_capacity(batch.rows());
        for block in batch.blocks(BLOCK_ROWS) {
            self.forward(block, &mut tape)?;
            logits.extend_from_slice(&tape.logits);
        }
        Ok(logits)
    }

    /// Runs some decisions; the tape then holds their logits and what [`backward`](Self::backward)
    /// needs. Efficient on a few hundred action rows at a time.
    ///
    /// # Errors
    /// Where the decisions' widths are not the net's.
    pub fn forward(&self, batch: Decisions<'_>, tape: &mut PolicyTape) -> Result<(), NetworkError> {
        check_decisions(self.encoder, batch)?;
        let [action, bias, globals, reply, reply_bias, context, logit] = cut(&self.weights, self.sizes());
        self.encoder
            .forward([action, bias, globals], batch, &mut tape.encoder);
        let (n, hidden) = (self.reply, self.encoder.hidden * LANE);
        repeat(lanes(reply_bias), batch.len(), &mut tape.decisions);
        let pooled = tape.encoder.pooled.as_flattened();
        multiply(pooled, hidden, lanes(context), n, &mut tape.decisions);
        tape.reply.resize(batch.rows() * n, ZERO);
        spread(batch.counts(), n, &tape.decisions, &mut tape.reply);
        multiply(
            tape.encoder.hidden.as_flattened(),
            hidden,
            lanes(reply),
            n,
            &mut tape.reply,
        );
        output_forward(n, &mut tape.reply, lanes(logit), &mut tape.logits);
        Ok(())
    }

    /// Adds to `gradient`, laid out as [`weights`](Self::weights), the gradient of a loss whose
    /// derivatives by the logits are `upstream [ΣK]`. The tape is that of the same decisions'
    /// [`forward`](Self::forward), and used up.
    ///
    /// # Errors
    /// Where a length does not fit; the gradient is unchanged then.
    pub fn backward(
        &self,
        batch: Decisions<'_>,
        upstream: &[f32],
        tape: &mut PolicyTape,
        gradient: &mut [f32],
    ) -> Result<(), NetworkError> {
        check_decisions(self.encoder, batch)?;
        NetworkError::expect_equal("logits of the tape", batch.rows(), tape.logits.len())?;
        NetworkError::expect_equal("derivatives", batch.rows(), upstream.len())?;
        NetworkError::expect_equal("gradient", self.weights.len(), gradient.len())?;
        let logit = cut(&self.weights, self.sizes())[6];
        let [action, bias, globals, reply, reply_bias, context, d_logit] = cut_mut(gradient, self.sizes());
        let (n, hidden) = (self.reply, self.encoder.hidden);
        let encoder = &mut tape.encoder;
        output_backward(n, upstream, lanes(logit), &mut tape.reply, lanes_mut(d_logit));
        let d_reply = &tape.reply;
        sum_each(batch.counts(), n, d_reply, &mut tape.decisions);
        sum_rows(n, &tape.decisions, lanes_mut(reply_bias));
        let pooled = encoder.pooled.as_flattened();
        multiply_transposed(pooled, hidden * LANE, &tape.decisions, n, lanes_mut(context));
        let actions = encoder.hidden.as_flattened();
        multiply_transposed(actions, hidden * LANE, d_reply, n, lanes_mut(reply));

        tape.context.clear();
        tape.context.resize(batch.len() * hidden, ZERO);
        let decisions = tape.decisions.as_flattened();
        let transposed = lanes(&self.context_transposed);
        multiply(decisions, n * LANE, transposed, hidden, &mut tape.context);
        self.encoder.through_pool(&mut tape.context, batch, encoder);
        let transposed = lanes(&self.reply_transposed);
        multiply(
            d_reply.as_flattened(),
            n * LANE,
            transposed,
            hidden,
            &mut encoder.gradient,
        );
        self.encoder.backward(batch, encoder, [action, bias, globals]);
        Ok(())
    }
}
