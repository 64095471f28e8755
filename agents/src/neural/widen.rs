//! The same function in a wider network, as a start for training (after Chen, Goodfellow & Shlens, 2016).
//!
//! New units hear what the old ones hear, by fresh weights, and nobody listens to them yet: so the wider network says
//! what the narrower one says, and learns to use them.

use burn::module::Module;
use burn::tensor::Device;
use rand::Rng;

use super::error::NetworkError;
use super::flat::{flatten, unflatten};
use super::network::{NetworkConfig, PolicyNet, ValueNet};

/// A matrix in a net's flat weights: its rows and columns before and after.
type Shape = ([usize; 2], [usize; 2]);

/// A policy of sizes `from` in the sizes of `to`, none of which may be smaller; the generator draws the new weights.
///
/// # Errors
/// Where the net is not of its sizes, or `to` is smaller somewhere.
pub fn widen_policy(
    net: &PolicyNet,
    from: &NetworkConfig,
    to: &NetworkConfig,
    rng: &mut impl Rng,
) -> Result<PolicyNet, NetworkError> {
    let wide = to.policy(&Device::flex(), rng)?;
    let hidden = [from.hidden, to.hidden];
    let reply = [from.reply, to.reply];
    let mut shapes = encoder(from, to);
    shapes.extend([matrix(hidden, reply), vector(reply)]);
    shapes.extend([matrix(hidden, reply), matrix(reply, [1, 1])]);
    widen(net, wide, &shapes)
}

/// A value net of sizes `from` in the sizes of `to`, none of which may be smaller; the generator draws the new weights.
///
/// # Errors
/// As [`widen_policy`].
pub fn widen_value(
    net: &ValueNet,
    from: &NetworkConfig,
    to: &NetworkConfig,
    rng: &mut impl Rng,
) -> Result<ValueNet, NetworkError> {
    let wide = to.value(&Device::flex(), rng)?;
    let second = [from.value_hidden, to.value_hidden];
    let mut shapes = encoder(from, to);
    shapes.extend([matrix([from.hidden, to.hidden], second), vector(second)]);
    shapes.extend([matrix(second, [1, 1]), vector([1, 1])]);
    widen(net, wide, &shapes)
}

fn encoder(from: &NetworkConfig, to: &NetworkConfig) -> Vec<Shape> {
    let hidden = [from.hidden, to.hidden];
    vec![
        matrix([from.features, to.features], hidden),
        vector(hidden),
        matrix([from.globals, to.globals], hidden),
    ]
}

/// From inputs before and after to units before and after.
const fn matrix(inputs: [usize; 2], units: [usize; 2]) -> Shape {
    ([inputs[0], units[0]], [inputs[1], units[1]])
}

const fn vector(units: [usize; 2]) -> Shape {
    matrix([1, 1], units)
}

fn widen<M: Module>(narrow: &M, wide: M, shapes: &[Shape]) -> Result<M, NetworkError> {
    let (old, mut new) = (flatten(narrow), flatten(&wide));
    let size = |[rows, columns]: [usize; 2]| rows * columns;
    let sizes = |of: fn(&Shape) -> [usize; 2]| shapes.iter().map(|shape| size(of(shape))).sum();
    NetworkError::expect_equal("weights", sizes(|shape| shape.0), old.len())?;
    NetworkError::expect_equal("weights", sizes(|shape| shape.1), new.len())?;
    let (mut old, mut rest) = (old.as_slice(), new.as_mut_slice());
    for &(before, after) in shapes {
        for (before, after) in before.into_iter().zip(after) {
            if after < before {
                return Err(NetworkError::Setting {
                    setting: "wider network",
                    value: after.to_string(),
                    must_be: "at least as wide as the one that it begins with",
                });
            }
        }
        let (own, behind) = old.split_at(size(before));
        let (wide, later) = std::mem::take(&mut rest).split_at_mut(size(after));
        (old, rest) = (behind, later);
        let mut rows = own.chunks_exact(before[1]);
        for row in wide.chunks_exact_mut(after[1]) {
            let known = &mut row[..before[1]];
            match rows.next() {
                Some(weights) => known.copy_from_slice(weights),
                None => known.fill(0.0),
            }
        }
    }
    unflatten(wide, &new)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::neural::{Described, PolicyKernel, ValueKernel};

    #[test]
    fn a_wider_network_says_the_same_and_has_more_to_learn() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let from = NetworkConfig::new(5, 3);
        let to = NetworkConfig {
            hidden: 96,
            reply: 48,
            value_hidden: 80,
            ..from.clone()
        };
        let device = Device::flex();
        let policy = from.policy(&device, &mut rng).unwrap();
        let value = from.value(&device, &mut rng).unwrap();
        let wide_policy = widen_policy(&policy, &from, &to, &mut rng).unwrap();
        let wide_value = widen_value(&value, &from, &to, &mut rng).unwrap();
        let mut decisions = Described::new(5, 3);
        for actions in [1, 2, 10] {
            let mut numbers = |count: usize| -> Vec<f32> { (0..count).map(|_| rng.random()).collect() };
            decisions.push(&numbers(5), &numbers(3 * actions)).unwrap();
        }
        let alike = |one: Vec<f32>, other: Vec<f32>| {
            assert_eq!(one.len(), other.len());
            let near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-5;
            assert!(one.iter().zip(&other).all(near), "{one:?} {other:?}");
        };
        let policies = [(&from, &policy), (&to, &wide_policy)]
            .map(|(sizes, net)| PolicyKernel::new(sizes, net).unwrap().logits(&decisions).unwrap());
        let [narrow, wide] = policies;
        alike(narrow, wide);
        let values = [(&from, &value), (&to, &wide_value)]
            .map(|(sizes, net)| ValueKernel::new(sizes, net).unwrap().values(&decisions).unwrap());
        let [narrow, wide] = values;
        alike(narrow, wide);
        let heard = |weights: Vec<f32>| weights.iter().filter(|weight| **weight != 0.0).count();
        assert!(heard(flatten(&wide_policy)) > heard(flatten(&policy)) + 32 * 8);
    }

    #[test]
    fn narrower_is_refused() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let from = NetworkConfig::new(5, 3);
        let to = NetworkConfig {
            reply: 16,
            ..from.clone()
        };
        let policy = from.policy(&Device::flex(), &mut rng).unwrap();
        let error = widen_policy(&policy, &from, &to, &mut rng).unwrap_err();
        assert!(error.to_string().contains("at least as wide"), "{error}");
    }
}
