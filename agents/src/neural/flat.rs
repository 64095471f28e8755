//! A module's weights as one slice, in the order of its fields, and back.
//!
//! Averages, optimizers and fused kernels are simple over one slice; the module stays what is
//! defined, saved and loaded.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Tensor, TensorData};

use super::error::NetworkError;

/// All float parameters of a module, one after the other, each row by row.
#[must_use]
pub fn flatten(module: &impl Module) -> Vec<f32> {
    let mut reader = Reader {
        weights: Vec::with_capacity(module.num_params()),
    };
    module.visit(&mut reader);
    reader.weights
}

/// The module with the given weights in place of its own, in the order of [`flatten`].
///
/// # Errors
/// Where their number is not the module's.
pub fn unflatten<M: Module>(module: M, weights: &[f32]) -> Result<M, NetworkError> {
    NetworkError::expect_equal("weights", module.num_params(), weights.len())?;
    Ok(module.map(&mut Writer { weights }))
}

struct Reader {
    weights: Vec<f32>,
}

impl ModuleVisitor for Reader {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.weights.extend(param.val().into_data().iter::<f32>());
    }
}

struct Writer<'a> {
    weights: &'a [f32],
}

impl ModuleMapper for Writer<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, tensor, mapper) = param.consume();
        let (shape, device) = (tensor.shape(), tensor.device());
        let (own, rest) = self
            .weights
            .split_at(shape.num_elements().min(self.weights.len()));
        self.weights = rest;
        let grad = tensor.is_require_grad();
        let tensor = Tensor::from_data(TensorData::new(own.to_vec(), shape), &device);
        let tensor = if grad { tensor.require_grad() } else { tensor };
        Param::from_mapped_value(id, tensor, mapper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neural::NetworkConfig;
    use burn::tensor::Device;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn weights_survive_the_round_trip() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let device = Device::flex();
        let net = NetworkConfig::new(3, 5).policy(&device, &mut rng).unwrap();
        let weights = flatten(&net);
        assert_eq!(weights.len(), 64 * (3 + 5 + 1) + 32 * (64 + 64 + 1) + 32);
        let changed: Vec<f32> = weights.iter().map(|weight| weight + 1.0).collect();
        let net = unflatten(net, &changed).unwrap();
        assert_eq!(flatten(&net), changed);
        assert!(unflatten(net, &weights[1..]).is_err());
    }

    #[test]
    fn the_generator_decides_the_weights() {
        let net = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            flatten(&NetworkConfig::new(3, 5).value(&Device::flex(), &mut rng).unwrap())
        };
        assert_eq!(net(7), net(7));
        assert_ne!(net(7), net(8));
    }
}
