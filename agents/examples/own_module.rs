//! Trains a Burn module of your own through `VecEnv`: a plain network on the planes, Burn's Adam, and REINFORCE with
//! the mean return of each turn as its baseline, all seats by the same network. A few seconds make a player of it; a
//! value network, PPO and better inputs, as `hornox train` has them, a much better one.
//!
//! `cargo run --release --example own_module`

use std::error::Error;

use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::optim::{AdamConfig, GradientsParams};
use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::{Device, Int, Tensor, TensorData};
use hornox_env::Action as _;
use hornox_env::gym::{Element, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Preset};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The network: from observations `[B, L]` to one logit for each action id.
#[derive(Debug, Module)]
pub struct Policy {
    first: Linear,
    second: Linear,
}

impl Policy {
    /// A network with weights drawn from the device's generator.
    pub fn new(device: &Device) -> Self {
        let (length, hidden) = (f32::layout::<Nimmt>().len(), 64);
        Self {
            first: LinearConfig::new(length, hidden).init(device),
            second: LinearConfig::new(hidden, Action::COUNT).init(device),
        }
    }

    /// Log-probabilities `[B, A]`; those of illegal actions, where the mask `[B, A]` is 0, are far below all others.
    pub fn forward(&self, observations: Tensor<2>, masks: Tensor<2>) -> Tensor<2> {
        let logits = self.second.forward(relu(self.first.forward(observations)));
        log_softmax(logits.mask_fill(masks.equal_elem(0.0), -1e9), 1)
    }
}

/// Decisions in the order in which they were made: what was seen, what was chosen, and all that was paid afterwards.
#[derive(Default)]
struct Batch {
    observations: Vec<f32>,
    masks: Vec<f32>,
    players: Vec<usize>,
    chosen: Vec<i32>,
    returns: Vec<f32>,
}

impl Batch {
    /// Pays a player for all decisions so far.
    fn pay(&mut self, player: usize, reward: f32) {
        for (own, value) in self.players.iter().zip(&mut self.returns) {
            *value += if *own == player { reward } else { 0.0 };
        }
    }
}

/// Plays one game at every table, all seats by `policy`. Gives its decisions and the mean of bulls a seat.
fn play(
    env: &mut VecEnv<Nimmt>,
    policy: &Policy,
    rng: &mut ChaCha8Rng,
) -> Result<(Batch, f32), Box<dyn Error>> {
    let (length, actions, players) = (f32::layout::<Nimmt>().len(), Action::COUNT, env.players());
    let mut batch = Batch::default();
    let (mut ended, mut bulls) = (0, 0);
    // By these rules every game has ten turns: all tables end at the same time.
    while ended < env.tables() {
        let rows = env.rows().len();
        let (mut observations, mut masks) = (vec![0.0; rows * length], vec![0; rows * actions]);
        env.write_packed(Packed {
            observations: &mut observations,
            masks: &mut masks,
        })?;
        let masks: Vec<_> = masks.into_iter().map(f32::from).collect();
        batch.observations.extend(&observations);
        batch.masks.extend(&masks);
        let device = Device::flex();
        let log_probs = policy
            .forward(matrix(observations, rows, &device), matrix(masks, rows, &device))
            .into_data()
            .try_to_vec::<f32>()?;
        let mut ids = Vec::with_capacity(rows);
        for (row, log_probs) in env.rows().iter().zip(log_probs.chunks_exact(actions)) {
            let mut left: f32 = rng.random();
            let drawn = row.legal.iter().find(|action| {
                left -= log_probs[usize::from(action.id())].exp();
                left < 0.0
            });
            // Rounding can leave a little behind the last one.
            let id = drawn.or(row.legal.first()).ok_or("no legal action")?.id();
            ids.push(id);
            let player = row.table * players + row.seat.index();
            batch.pay(player, row.reward);
            batch.players.push(player);
            batch.chosen.push(id.into());
            batch.returns.push(0.0);
        }
        env.step(&ids)?;
        // What the last step of a game pays is in its end, not in the next game's rows.
        for game in env.ended() {
            ended += 1;
            bulls += game.scores.values().iter().sum::<i32>();
            for (seat, &reward) in game.rewards.iter() {
                batch.pay(game.table * players + seat.index(), reward);
            }
        }
    }
    Ok((batch, bulls as f32 / env.max_rows() as f32))
}

/// Trains a new policy. Gives the mean of bulls a seat in each iteration.
///
/// # Errors
/// Those of the environment and of tensors' shapes; none in a program that uses both rightly.
pub fn train(iterations: usize, rng: &mut ChaCha8Rng) -> Result<Vec<f32>, Box<dyn Error>> {
    let device = Device::flex().autodiff();
    device.seed(rng.random());
    let mut policy = Policy::new(&device);
    let mut adam = AdamConfig::new().init();
    let mut env = VecEnv::<Nimmt>::new(&Preset::Bench.rules(), 64, EnvOptions::default())?;
    env.reset(Some(rng.random()))?;
    let mut bulls = Vec::new();
    for _ in 0..iterations {
        let (batch, mean) = play(&mut env, &policy.valid(), rng)?;
        bulls.push(mean);
        let rows = batch.chosen.len();
        let mut advantages = batch.returns;
        // All decisions of one turn follow each other: less their mean, to about unit size.
        for turn in advantages.chunks_mut(env.max_rows()) {
            let mean = turn.iter().sum::<f32>() / turn.len() as f32;
            for gain in turn {
                *gain = (*gain - mean) / 10.0;
            }
        }
        let log_probs = policy.forward(
            matrix(batch.observations, rows, &device),
            matrix(batch.masks, rows, &device),
        );
        let chosen = Tensor::<2, Int>::from_data(TensorData::new(batch.chosen, [rows, 1]), &device);
        let loss = -(log_probs.gather(1, chosen) * matrix(advantages, rows, &device)).mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &policy);
        policy = adam.step(3e-3, policy, gradients);
    }
    Ok(bulls)
}

/// Numbers as a tensor of so many rows.
fn matrix(numbers: Vec<f32>, rows: usize, device: &Device) -> Tensor<2> {
    let columns = numbers.len() / rows;
    Tensor::from_data(TensorData::new(numbers, [rows, columns]), device)
}

fn main() -> Result<(), Box<dyn Error>> {
    for (number, part) in train(150, &mut ChaCha8Rng::seed_from_u64(1))?
        .chunks(15)
        .enumerate()
    {
        let mean = part.iter().sum::<f32>() / part.len() as f32;
        println!("from iteration {:3}: {mean:.2} bulls a seat", 15 * number);
    }
    Ok(())
}
