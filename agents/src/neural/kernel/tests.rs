//! The kernels against Burn's forward pass and autodiff, and the properties they promise.

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::{Device, Gradients, Tensor, TensorData};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::neural::flat::{flatten, unflatten};
use crate::neural::{Decisions, NetworkConfig, PolicyNet, ValueNet};

const COUNTS: [usize; 9] = [3, 1, 10, 7, 120, 2, 5, 1, 4];

fn config() -> NetworkConfig {
    NetworkConfig {
        hidden: 48,
        reply: 32,
        value_hidden: 16,
        ..NetworkConfig::new(7, 13)
    }
}

fn batch(rng: &mut impl Rng) -> Described {
    let mut batch = Described::new(7, 13);
    for count in COUNTS {
        let mut draw = |n: usize| (0..n).map(|_| rng.random_range(-1.0..1.0)).collect::<Vec<f32>>();
        batch.push(&draw(7), &draw(13 * count)).unwrap();
    }
    batch
}

/// Nets on a device with autodiff, the logits' weights large enough to matter.
fn nets(rng: &mut ChaCha8Rng) -> (PolicyNet, ValueNet) {
    let device = Device::flex().autodiff();
    let policy = config().policy(&device, rng).unwrap();
    let mut weights = flatten(&policy);
    for weight in &mut weights {
        *weight += rng.random_range(-0.3..0.3);
    }
    (
        unflatten(policy, &weights).unwrap(),
        config().value(&device, rng).unwrap(),
    )
}

fn tensors(one: Decisions<'_>) -> (Tensor<2>, Tensor<3>) {
    let device = Device::flex().autodiff();
    let (g, k) = (one.globals().to_vec(), one.rows());
    (
        Tensor::from_data(TensorData::new(g, [1, 7]), &device),
        Tensor::from_data(TensorData::new(one.actions().to_vec(), [1, k, 13]), &device),
    )
}

fn floats<const D: usize>(tensor: &Tensor<D>) -> Vec<f32> {
    tensor.clone().into_data().iter::<f32>().collect()
}

fn close(left: &[f32], right: &[f32]) {
    assert_eq!(left.len(), right.len());
    for (i, (l, r)) in left.iter().zip(right).enumerate() {
        assert!((l - r).abs() <= 1e-4 * (1.0 + r.abs()), "at {i}: {l} and {r}");
    }
}

struct FlatGradient<'a>(&'a Gradients, Vec<f32>);

impl ModuleVisitor for FlatGradient<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.1.extend(floats(&param.val().grad(self.0).unwrap()));
    }
}

fn flat_gradient(net: &impl Module, loss: &Tensor<1>) -> Vec<f32> {
    let gradients = loss.backward();
    let mut flat = FlatGradient(&gradients, Vec::new());
    net.visit(&mut flat);
    flat.1
}

#[test]
fn logits_and_values_are_burns() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (batch, (policy, value)) = (batch(&mut rng), nets(&mut rng));
    let logits = PolicyKernel::new(&config(), &policy)
        .unwrap()
        .logits(&batch)
        .unwrap();
    let values = ValueKernel::new(&config(), &value)
        .unwrap()
        .values(&batch)
        .unwrap();
    for i in 0..batch.len() {
        let (globals, actions) = tensors(batch.range(i, i + 1));
        let expected = floats(&policy.forward(globals.clone(), actions.clone()));
        close(&logits[batch.starts()[i]..batch.starts()[i + 1]], &expected);
        close(&values[i..=i], &floats(&value.forward(globals, actions)));
    }
}

#[test]
fn gradients_are_autodiffs() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (batch, (policy, value)) = (batch(&mut rng), nets(&mut rng));
    let mut upstream = |n: usize| (0..n).map(|_| rng.random_range(-1.0..1.0)).collect::<Vec<f32>>();
    let (by_logit, by_value) = (upstream(batch.rows()), upstream(batch.len()));

    let device = Device::flex().autodiff();
    let weighted = |up: &[f32]| Tensor::<1>::from_data(TensorData::new(up.to_vec(), [up.len()]), &device);
    let (mut logits, mut values) = (Vec::new(), Vec::new());
    for i in 0..batch.len() {
        let (globals, actions) = tensors(batch.range(i, i + 1));
        logits.push(
            policy
                .forward(globals.clone(), actions.clone())
                .flatten::<1>(0, 1),
        );
        values.push(value.forward(globals, actions));
    }
    let loss = (Tensor::cat(logits, 0) * weighted(&by_logit)).sum();
    let expected_policy = flat_gradient(&policy, &loss);
    let loss = (Tensor::cat(values, 0) * weighted(&by_value)).sum();
    let expected_value = flat_gradient(&value, &loss);

    let kernel = PolicyKernel::new(&config(), &policy).unwrap();
    let (mut tape, mut gradient) = (PolicyTape::default(), vec![0.0; kernel.weights().len()]);
    kernel.forward(batch.all(), &mut tape).unwrap();
    kernel
        .backward(batch.all(), &by_logit, &mut tape, &mut gradient)
        .unwrap();
    close(&gradient, &expected_policy);

    let kernel = ValueKernel::new(&config(), &value).unwrap();
    let (mut tape, mut gradient) = (ValueTape::default(), vec![0.0; kernel.weights().len()]);
    // In two runs: gradients add up, and a tape may be used again.
    for (from, to) in [(0, 4), (4, 9)] {
        let part = batch.range(from, to);
        kernel.forward(part, &mut tape).unwrap();
        kernel
            .backward(part, &by_value[from..to], &mut tape, &mut gradient)
            .unwrap();
    }
    close(&gradient, &expected_value);
}

#[test]
fn a_decision_does_not_depend_on_its_batch() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (batch, (policy, value)) = (batch(&mut rng), nets(&mut rng));
    let policy = PolicyKernel::new(&config(), &policy).unwrap();
    let value = ValueKernel::new(&config(), &value).unwrap();
    let (logits, values) = (policy.logits(&batch).unwrap(), value.values(&batch).unwrap());
    assert_eq!(logits, policy.logits(&batch).unwrap());
    for i in 0..batch.len() {
        let alone = batch.select([i]);
        let own = &logits[batch.starts()[i]..batch.starts()[i + 1]];
        assert_eq!(policy.logits(&alone).unwrap(), own, "bit for bit");
        assert_eq!(value.values(&alone).unwrap(), values[i..=i], "bit for bit");
    }
}

#[test]
fn the_order_of_the_actions_only_permutes_the_logits() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (batch, (policy, value)) = (batch(&mut rng), nets(&mut rng));
    let policy = PolicyKernel::new(&config(), &policy).unwrap();
    let value = ValueKernel::new(&config(), &value).unwrap();
    let mut reversed = Described::new(7, 13);
    for i in 0..batch.len() {
        let one = batch.range(i, i + 1);
        let rows: Vec<f32> = one.actions().chunks(13).rev().flatten().copied().collect();
        reversed.push(one.globals(), &rows).unwrap();
    }
    let mut back = Vec::new();
    let logits = policy.logits(&reversed).unwrap();
    for ends in batch.starts().windows(2) {
        back.extend(logits[ends[0]..ends[1]].iter().rev());
    }
    close(&back, &policy.logits(&batch).unwrap());
    close(&value.values(&reversed).unwrap(), &value.values(&batch).unwrap());
}

#[test]
fn threads_may_share_a_kernel() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (batch, (policy, _)) = (batch(&mut rng), nets(&mut rng));
    let policy = PolicyKernel::new(&config(), &policy).unwrap();
    let expected = policy.logits(&batch).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(policy.logits(&batch).unwrap(), expected));
        }
    });
}

#[test]
fn other_widths_and_sizes_are_refused() {
    let (policy, value) = nets(&mut ChaCha8Rng::seed_from_u64(6));
    let larger = NetworkConfig {
        hidden: 64,
        ..config()
    };
    assert!(PolicyKernel::new(&larger, &policy).is_err());
    assert!(ValueKernel::new(&larger, &value).is_err());
    let policy = PolicyKernel::new(&config(), &policy).unwrap();
    assert!(policy.logits(&Described::new(13, 7)).is_err());
    let batch = batch(&mut ChaCha8Rng::seed_from_u64(7));
    let (mut tape, mut gradient) = (PolicyTape::default(), vec![0.0; policy.weights().len()]);
    let upstream = vec![1.0; batch.rows()];
    let backward = |upstream: &[f32], gradient: &mut [f32], tape: &mut PolicyTape| {
        policy.backward(batch.all(), upstream, tape, gradient).is_err()
    };
    assert!(backward(&upstream, &mut gradient, &mut tape), "nothing was run");
    policy.forward(batch.all(), &mut tape).unwrap();
    assert!(backward(&upstream[1..], &mut gradient, &mut tape));
    assert!(backward(&upstream, &mut gradient[1..], &mut tape));
    assert!(!backward(&upstream, &mut gradient, &mut tape));
    assert!(policy.logits(&Described::new(7, 13)).unwrap().is_empty());
}
