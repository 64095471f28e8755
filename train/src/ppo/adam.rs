//! Adam (Kingma and Ba 2015) over weights as one slice, and the global norm of a gradient.

use burn::module::{Module, Param};
use burn::tensor::{Device, Tensor, TensorData};
use hornox_agents::neural::NetworkError;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;

/// The optimizer's state for the weights of one net.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u64,
}

impl Adam {
    /// A fresh state for so many weights.
    #[must_use]
    pub fn new(weights: usize) -> Self {
        Self {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Steps made so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of weights it is for.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.first.len()
    }

    /// Moves the weights against the gradient. What the shorter of the slices lacks stays.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, epsilon: f32) {
        self.steps += 1;
        // Beyond any step count that fits an `i32` the corrections are 1 anyway.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let first_scale = 1.0 / (1.0 - FIRST_DECAY.powi(steps));
        let second_scale = 1.0 / (1.0 - SECOND_DECAY.powi(steps));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &g), (first, second)) in weights.iter_mut().zip(gradient).zip(moments) {
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * g;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * g * g;
            *weight -= rate * *first * first_scale / ((*second * second_scale).sqrt() + epsilon);
        }
    }

    /// The moments as a module, to be saved.
    pub(super) fn to_moments(&self, device: &Device) -> Moments {
        let tensor = |numbers: &[f32]| {
            let data = TensorData::new(numbers.to_vec(), [numbers.len()]);
            Param::from_tensor(Tensor::from_data(data, device))
        };
        Moments {
            first: tensor(&self.first),
            second: tensor(&self.second),
        }
    }

    /// The state with these moments after so many steps.
    pub(super) fn from_moments(moments: &Moments, steps: u64, weights: usize) -> Result<Self, NetworkError> {
        let floats = |tensor: &Param<Tensor<1>>| tensor.val().into_data().iter().collect();
        let (first, second): (Vec<f32>, Vec<f32>) = (floats(&moments.first), floats(&moments.second));
        NetworkError::expect_equal("first moments", weights, first.len())?;
        NetworkError::expect_equal("second moments", weights, second.len())?;
        Ok(Self { first, second, steps })
    }
}

/// Adam's running means of the gradient and of its square, `[W]` each.
#[derive(Debug, Module)]
pub(super) struct Moments {
    first: Param<Tensor<1>>,
    second: Param<Tensor<1>>,
}

/// The Euclidean norm of a whole gradient.
#[must_use]
pub fn norm(gradient: &[f32]) -> f64 {
    gradient.iter().map(|&g| f64::from(g).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::optim::{AdamConfig, GradientsParams};

    #[derive(Debug, Module)]
    struct Weights {
        weights: Param<Tensor<1>>,
    }

    #[test]
    fn steps_are_burns() {
        let start = vec![0.5, -1.0, 2.0];
        let gradients = [[0.1, -3.0, 1e-4], [0.2, 2.0, 0.0], [-0.4, 1.0, 5.0]];
        let tensor = |v: &[f32], device| Tensor::<1>::from_data(TensorData::from(v), &device);
        let mut net = Weights {
            weights: Param::from_tensor(tensor(&start, Device::flex().autodiff())),
        };
        let mut burns = AdamConfig::new().with_epsilon(1e-5).init();
        let (mut weights, mut ours) = (start, Adam::new(3));
        for gradient in gradients {
            let mut registered = GradientsParams::new();
            registered.register(net.weights.id, tensor(&gradient, Device::flex()));
            net = burns.step(0.01, net, registered);
            ours.step(&mut weights, &gradient, 0.01, 1e-5);
            for (ours, burns) in weights.iter().zip(net.weights.val().into_data().iter::<f32>()) {
                assert!((ours - burns).abs() < 1e-6, "{ours} and {burns}");
            }
        }
        assert_eq!(ours.steps(), 3);
    }

    #[test]
    fn norm_by_hand() {
        assert!((norm(&[3.0, 0.0, -4.0]) - 5.0).abs() < 1e-12);
    }
}
