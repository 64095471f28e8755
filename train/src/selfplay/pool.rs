//! Past versions of the agent, whom it meets again.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use hornox_agents::neural::files::{load_weights, save_weights};
use hornox_agents::neural::{CheckpointError, NetworkConfig, PolicyNet};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The latest versions of the averaged policy, with the iterations that they are from, ascending.
#[derive(Clone, Debug, Default)]
pub struct Pool(Vec<(u64, PolicyNet)>);

impl Pool {
    /// Keeps one more, and the latest `size` of all.
    pub fn keep(&mut self, iteration: u64, policy: PolicyNet, size: usize) {
        self.0.push((iteration, policy));
        self.0.drain(..self.0.len().saturating_sub(size));
    }

    /// Iterations and policies, ascending.
    pub fn versions(&self) -> impl Iterator<Item = (u64, &PolicyNet)> {
        self.0.iter().map(|(iteration, policy)| (*iteration, policy))
    }

    /// Writes a file for each version into `folder`, which is made where there are any.
    ///
    /// # Errors
    /// Where the file system refuses.
    pub fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        if self.0.is_empty() {
            return Ok(());
        }
        fs::create_dir_all(folder).map_err(|source| CheckpointError::Io {
            path: folder.to_owned(),
            source,
        })?;
        self.versions()
            .try_for_each(|(iteration, policy)| save_weights(policy, &folder.join(file(iteration))))
    }

    /// Reads the versions of these `iterations` that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// Where one is missing, damaged, or not of these sizes.
    pub fn load(folder: &Path, iterations: &[u64], network: &NetworkConfig) -> Result<Self, CheckpointError> {
        let mut versions = Vec::new();
        for &iteration in iterations {
            // The fresh weights are all written over.
            let fresh = network.policy(&Device::flex(), &mut ChaCha8Rng::seed_from_u64(0))?;
            versions.push((iteration, load_weights(fresh, &folder.join(file(iteration)))?));
        }
        Ok(Self(versions))
    }
}

fn file(iteration: u64) -> String {
    format!("{iteration:09}.bpk")
}

#[cfg(test)]
mod tests {
    use hornox_agents::neural::flat::flatten;

    use super::*;

    #[test]
    fn the_latest_are_kept_and_come_back_from_disk() {
        let network = NetworkConfig::new(3, 4);
        let policy = |seed| {
            network
                .policy(&Device::flex(), &mut ChaCha8Rng::seed_from_u64(seed))
                .unwrap()
        };
        let mut pool = Pool::default();
        for iteration in [10, 20, 30] {
            pool.keep(iteration, policy(iteration), 2);
        }
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("pool");
        pool.save(&at).unwrap();
        let again = Pool::load(&at, &[20, 30], &network).unwrap();
        for pool in [&pool, &again] {
            let versions: Vec<_> = pool
                .versions()
                .map(|(iteration, policy)| (iteration, flatten(policy)))
                .collect();
            assert_eq!(versions, [(20, flatten(&policy(20))), (30, flatten(&policy(30)))]);
        }
        assert!(Pool::load(&at, &[10], &network).is_err());
        assert!(Pool::load(&at, &[20], &NetworkConfig::new(4, 4)).is_err());
    }
}
