//! Weights in files: a module's parameters in Burn's own format.

use std::path::Path;

use burn::module::{Module, ModuleMapper, Param, ParamId};
use burn::tensor::Tensor;

use super::error::CheckpointError;

/// Writes a module's weights to `path`, over what was there. The file depends on the weights alone: the random
/// numbers by which Burn tells parameters apart are replaced by their places.
///
/// # Errors
/// Where the file can't be written.
pub fn save_weights(module: &impl Module, path: &Path) -> Result<(), CheckpointError> {
    module
        .clone()
        .map(&mut Numberer { next: 1 })
        .save_file(path)
        .map_err(|source| CheckpointError::Weights {
            path: path.into(),
            source,
        })
}

struct Numberer {
    next: u64,
}

impl ModuleMapper for Numberer {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (_, tensor, mapper) = param.consume();
        let id = ParamId::from(self.next);
        self.next += 1;
        Param::from_mapped_value(id, tensor, mapper)
    }
}

/// The module with the weights of a file in place of its own.
///
/// # Errors
/// Where the file is missing, damaged, or of a module with other parameters or shapes.
pub fn load_weights<M: Module>(module: M, path: &Path) -> Result<M, CheckpointError> {
    module
        .try_load_file(path)
        .map_err(|source| CheckpointError::Weights {
            path: path.into(),
            source,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neural::NetworkConfig;
    use crate::neural::flat::{flatten, unflatten};
    use burn::tensor::Device;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::fs;

    #[test]
    fn weights_come_back_and_damage_is_refused() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut net = |features| {
            NetworkConfig::new(3, features)
                .value(&Device::flex(), &mut rng)
                .unwrap()
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value.bpk");
        let saved = net(5);
        save_weights(&saved, &path).unwrap();
        let bytes = fs::read(&path).unwrap();
        save_weights(&unflatten(net(5), &flatten(&saved)).unwrap(), &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "the same weights, the same file");
        assert_eq!(flatten(&load_weights(net(5), &path).unwrap()), flatten(&saved));

        assert!(load_weights(net(6), &path).is_err(), "another shape");
        assert!(
            load_weights(net(5), &folder.path().join("none.bpk")).is_err(),
            "missing"
        );
        assert!(save_weights(&saved, &folder.path().join("no/folder.bpk")).is_err());
        let whole = fs::read(&path).unwrap();
        for kept in [0, 1, 10, 100, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..kept]).unwrap();
            assert!(
                load_weights(net(5), &path).is_err(),
                "{kept} of {} bytes",
                whole.len()
            );
        }
        fs::write(&path, vec![0xFF; whole.len()]).unwrap();
        assert!(load_weights(net(5), &path).is_err(), "noise");
    }
}
