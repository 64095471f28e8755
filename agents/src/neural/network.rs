//! The networks: a scorer shared over the legal actions, and a value net on the same inputs.
//!
//! Policy: `h1 = relu(action·Wc + globals·Wg + b)`, `context = scale · Σ h1` over the legal actions,
//! `h2 = relu(h1·W2 + context·Wx + b2)`, `logit = h2·w`. The context lets an action's score depend
//! on what else may be played, whatever the order. Value: an encoder of its own, its scaled sum, one
//! hidden layer, one number.
//!
//! The modules here define the nets, on any Burn device and with autodiff; [`kernel`](super::kernel)
//! computes the same on a CPU, faster.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::error::NetworkError;

/// Sizes of both nets. The hidden sizes are multiples of 16, the width of a CPU vector.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkConfig {
    /// Numbers that describe a decision (G), at least 1.
    pub globals: usize,
    /// Numbers that describe an action (C), at least 1.
    pub features: usize,
    /// Units of each net's encoder.
    #[serde(default = "default_hidden")]
    pub hidden: usize,
    /// Units of the policy's second layer.
    #[serde(default = "default_reply")]
    pub reply: usize,
    /// What the sum of the encoded actions is multiplied by.
    #[serde(default = "default_context_scale")]
    pub context_scale: f32,
    /// Units of the value net's second layer.
    #[serde(default = "default_hidden")]
    pub value_hidden: usize,
}

fn default_hidden() -> usize {
    64
}

fn default_reply() -> usize {
    32
}

fn default_context_scale() -> f32 {
    0.2
}

impl NetworkConfig {
    /// The usual sizes for `globals` (G) numbers a decision and `features` (C) an action.
    #[must_use]
    pub fn new(globals: usize, features: usize) -> Self {
        Self {
            globals,
            features,
            hidden: default_hidden(),
            reply: default_reply(),
            context_scale: default_context_scale(),
            value_hidden: default_hidden(),
        }
    }

    /// `Ok` where nets of these sizes can be built.
    ///
    /// # Errors
    /// [`NetworkError::Setting`] names the first setting outside its range.
    pub fn check(&self) -> Result<(), NetworkError> {
        const MOST: usize = 1 << 14;
        let bad = |setting, value: String, must_be| {
            Err(NetworkError::Setting {
                setting,
                value,
                must_be,
            })
        };
        for (setting, value) in [("globals", self.globals), ("features", self.features)] {
            if !(1..=MOST).contains(&value) {
                return bad(setting, value.to_string(), "from 1 to 16384");
            }
        }
        let hidden = [
            ("hidden", self.hidden),
            ("reply", self.reply),
            ("value_hidden", self.value_hidden),
        ];
        for (setting, value) in hidden {
            if !(1..=MOST).contains(&value) || value % 16 != 0 {
                return bad(setting, value.to_string(), "a multiple of 16 up to 16384");
            }
        }
        if !self.context_scale.is_finite() {
            return bad("context_scale", self.context_scale.to_string(), "a finite number");
        }
        Ok(())
    }

    /// A policy with fresh weights: nearly uniform over the legal actions. The weights depend on
    /// the generator alone, not on the device.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn policy(&self, device: &Device, rng: &mut impl Rng) -> Result<PolicyNet, NetworkError> {
        self.check()?;
        let both = 2 * self.hidden;
        Ok(PolicyNet {
            encoder: self.encoder(device, rng),
            reply: linear([self.hidden, self.reply], spread(6.0, both), true, device, rng),
            context: linear([self.hidden, self.reply], spread(6.0, both), false, device, rng),
            logit: linear([self.reply, 1], 0.01, false, device, rng),
        })
    }

    /// A value net with fresh weights, from the generator alone.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn value(&self, device: &Device, rng: &mut impl Rng) -> Result<ValueNet, NetworkError> {
        self.check()?;
        let (hidden, second) = (self.hidden, self.value_hidden);
        Ok(ValueNet {
            encoder: self.encoder(device, rng),
            second: linear([hidden, second], spread(6.0, hidden), true, device, rng),
            out: linear([second, 1], spread(3.0, second), true, device, rng),
        })
    }

    fn encoder(&self, device: &Device, rng: &mut impl Rng) -> Encoder {
        let bound = spread(6.0, self.globals + self.features);
        Encoder {
            action: linear([self.features, self.hidden], bound, true, device, rng),
            globals: linear([self.globals, self.hidden], bound, false, device, rng),
            scale: self.context_scale,
        }
    }
}

/// The bound of a uniform distribution that keeps the variance over a layer of `inputs`: with 6
/// where a relu follows (He), with 3 where none does.
fn spread(numerator: f32, inputs: usize) -> f32 {
    (numerator / inputs as f32).sqrt()
}

/// Weights uniform in ± `bound`, biases 0.
fn linear(
    [inputs, outputs]: [usize; 2],
    bound: f32,
    bias: bool,
    device: &Device,
    rng: &mut impl Rng,
) -> Linear {
    let weights: Vec<f32> = (0..inputs * outputs)
        .map(|_| bound * (2.0 * rng.random::<f32>() - 1.0))
        .collect();
    let weights = TensorData::new(weights, [inputs, outputs]);
    Linear {
        weight: Param::from_tensor(Tensor::from_data(weights, device)),
        bias: bias.then(|| Param::from_tensor(Tensor::zeros([outputs], device))),
    }
}

/// What both nets open with: each action in the light of its decision.
#[derive(Debug, Module)]
pub struct Encoder {
    action: Linear,
    globals: Linear,
    scale: f32,
}

impl Encoder {
    /// From globals `[B, G]` and actions `[B, K, C]` to the encoded actions `[B, K, H]` and their
    /// scaled sum `[B, H]`.
    fn forward(&self, globals: Tensor<2>, actions: Tensor<3>) -> (Tensor<3>, Tensor<2>) {
        let globals = self.globals.forward(globals).unsqueeze_dim::<3>(1);
        let hidden = relu(self.action.forward(actions) + globals);
        let pooled = hidden.clone().sum_dim(1).squeeze_dim::<2>(1) * self.scale;
        (hidden, pooled)
    }
}

/// The policy. Its weights in the order of [`flat`](super::flat): `Wc [C, H]`, `b [H]`, `Wg [G, H]`,
/// `W2 [H, R]`, `b2 [R]`, `Wx [H, R]`, `w [R, 1]`.
#[derive(Debug, Module)]
pub struct PolicyNet {
    encoder: Encoder,
    reply: Linear,
    context: Linear,
    logit: Linear,
}

impl PolicyNet {
    /// Logits `[B, K]` of decisions that all have K legal actions: globals `[B, G]`, actions
    /// `[B, K, C]`.
    #[must_use]
    pub fn forward(&self, globals: Tensor<2>, actions: Tensor<3>) -> Tensor<2> {
        let (hidden, pooled) = self.encoder.forward(globals, actions);
        let context = self.context.forward(pooled).unsqueeze_dim::<3>(1);
        let reply = relu(self.reply.forward(hidden) + context);
        self.logit.forward(reply).squeeze_dim::<2>(2)
    }
}

/// The value net. Its weights in the order of [`flat`](super::flat): `Wc [C, H]`, `b [H]`,
/// `Wg [G, H]`, `W [H, V]`, `b2 [V]`, `w [V, 1]`, `b3 [1]`.
#[derive(Debug, Module)]
pub struct ValueNet {
    encoder: Encoder,
    second: Linear,
    out: Linear,
}

impl ValueNet {
    /// Values `[B]` of decisions that all have K legal actions: globals `[B, G]`, actions `[B, K, C]`.
    #[must_use]
    pub fn forward(&self, globals: Tensor<2>, actions: Tensor<3>) -> Tensor<1> {
        let (_, pooled) = self.encoder.forward(globals, actions);
        self.out
            .forward(relu(self.second.forward(pooled)))
            .squeeze_dim::<1>(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_sizes_out_of_range() {
        let good = NetworkConfig::new(3, 4);
        assert_eq!(good.check(), Ok(()));
        for bad in [
            NetworkConfig {
                globals: 0,
                ..good.clone()
            },
            NetworkConfig {
                features: 1 << 20,
                ..good.clone()
            },
            NetworkConfig {
                hidden: 20,
                ..good.clone()
            },
            NetworkConfig {
                reply: 0,
                ..good.clone()
            },
            NetworkConfig {
                context_scale: f32::NAN,
                ..good.clone()
            },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn reads_a_short_description_and_refuses_unknown_fields() {
        let config: NetworkConfig = toml::from_str("globals = 3\nfeatures = 4").unwrap();
        assert_eq!(config, NetworkConfig::new(3, 4));
        assert!(toml::from_str::<NetworkConfig>("globals = 3\nfeatures = 4\nheads = 2").is_err());
    }
}
