//! Trains a Burn module of your own through `VecEnv`: a plain network on the planes, Burn's Adam, and REINFORCE with
//! the average return of equally long games as its baseline. It learns from nothing but play against itself.
//!
//! `cargo run --release --example own_module`

use std::error::Error;

use burn::module::{AutodiffModule, Module};
use burn::nn::{Linear, LinearConfig};
use burn::optim::{AdamConfig, GradientsParams, Optimizer};
use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::{Device, Int, Tensor, TensorData};
use hornox_env::Action as _;
use hornox_env::gym::{Element, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Preset};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The network: observation `[B, L]` to one logit for each action id, `[B, A]`.
#[derive(Debug, Module)]
pub struct Policy {
    first: Linear,
    second: Linear,
}

impl Policy {
    /// A network with weights drawn from the device's generator.
    pub fn new(device: &Device) -> Self {
        let hidden = 64;
        Self {
            first: LinearConfig::new(f32::layout::<Nimmt>().len(), hidden).init(device),
            second: LinearConfig::new(hidden, Action::COUNT).init(device),
        }
    }

    /// Log-probabilities `[B, A]` of the actions, those that are not legal far below all others.
    pub fn forward(&self, observations: Tensor<2>, masks: Tensor<2>) -> Tensor<2> {
        let logits = self.second.forward(relu(self.first.forward(observations)));
        log_softmax(logits.mask_fill(masks.equal_elem(0.0), -1e9), 1)
    }
}

/// What the seats saw, did and earned afterwards.
#[derive(Default)]
struct Batch {
    observations: Vec<f32>,
    masks: Vec<f32>,
    actions: Vec<i32>,
    returns: Vec<f32>,
    /// The place of a decision among those of its seat.
    turns: Vec<usize>,
}

/// Plays one game at every table, all seats by `policy`, and gives it with the mean of bulls a seat.
fn play(
    env: &mut VecEnv<Nimmt>,
    policy: &Policy,
    rng: &mut ChaCha8Rng,
) -> Result<(Batch, f32), Box<dyn Error>> {
    let (length, actions, players) = (f32::layout::<Nimmt>().len(), Action::COUNT, env.players());
    let device = Device::flex();
    let mut batch = Batch::default();
    // Each seat's decisions so far, as places in the batch.
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); env.max_rows()];
    let (mut ended, mut bulls) = (0, 0);
    // By these rules every game has equally many steps, so that all end together.
    while ended < env.tables() {
        let rows = env.rows().len();
        let (mut observations, mut masks) = (vec![0.0; rows * length], vec![0; rows * actions]);
        env.write_packed(Packed {
            observations: &mut observations,
            masks: &mut masks,
        })?;
        let masks: Vec<f32> = masks.into_iter().map(f32::from).collect();
        let log_probs = policy.forward(
            Tensor::from_data(TensorData::new(observations.clone(), [rows, length]), &device),
            Tensor::from_data(TensorData::new(masks.clone(), [rows, actions]), &device),
        );
        let log_probs = log_probs.into_data().to_vec::<f32>()?;
        let mut ids = Vec::with_capacity(rows);
        for (row, log_probs) in env.rows().iter().zip(log_probs.chunks_exact(actions)) {
            let mut left: f32 = rng.random();
            let drawn = row.legal.iter().find(|action| {
                left -= log_probs[usize::from(action.id())].exp();
                left < 0.0
            });
            // Rounding can leave a little behind the last one.
            let action = drawn.or(row.legal.first()).ok_or("no legal action")?;
            let own = &mut own[row.table * players + row.seat.index()];
            // The reward belongs to the seat's last decision, and to all before it.
            own.iter()
                .for_each(|&earlier| batch.returns[earlier] += row.reward);
            own.push(batch.returns.len());
            batch.turns.push(own.len() - 1);
            batch.returns.push(0.0);
            batch.actions.push(action.id().into());
            ids.push(action.id());
        }
        batch.observations.extend(observations);
        batch.masks.extend(masks);
        env.step(&ids)?;
        for game in env.ended() {
            ended += 1;
            for (seat, reward) in game.rewards.iter() {
                let own = &own[game.table * players + seat.index()];
                own.iter().for_each(|&earlier| batch.returns[earlier] += reward);
                bulls += game.scores[seat];
            }
        }
    }
    Ok((batch, bulls as f32 / env.max_rows() as f32))
}

/// Returns less the mean return at the same turn.
fn advantages(batch: &Batch) -> Vec<f32> {
    let turns = batch.turns.iter().max().map_or(0, |last| last + 1);
    let mut sums = vec![(0.0, 0.0_f32); turns];
    for (&turn, value) in batch.turns.iter().zip(&batch.returns) {
        sums[turn].0 += value;
        sums[turn].1 += 1.0;
    }
    let means: Vec<f32> = sums.iter().map(|(sum, count)| sum / count.max(1.0)).collect();
    let all = batch.turns.iter().zip(&batch.returns);
    all.map(|(&turn, value)| (value - means[turn]) / 10.0).collect()
}

/// Trains a new policy for some iterations and gives the mean of bulls a seat in each of them.
pub fn train(iterations: usize, rng: &mut ChaCha8Rng) -> Result<Vec<f32>, Box<dyn Error>> {
    let device = Device::flex().autodiff();
    device.seed(rng.random());
    let mut policy = Policy::new(&device);
    let mut adam = AdamConfig::new().init();
    let mut env = VecEnv::<Nimmt>::new(&Preset::Bench.rules(), 128, EnvOptions::default())?;
    env.reset(Some(rng.random()))?;
    let mut bulls = Vec::new();
    for _ in 0..iterations {
        let (batch, mean) = play(&mut env, &policy.valid(), rng)?;
        bulls.push(mean);
        let (rows, advantages) = (batch.actions.len(), advantages(&batch));
        let input =
            |data: Vec<f32>| Tensor::<2>::from_data(TensorData::new(data, [rows, data_width]), &device);
        let _ = (input, advantages);
    }
    Ok(bulls)
}

fn main() {}
