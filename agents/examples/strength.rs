//! How many bulls an agent takes in a round against copies of another: `strength AGENT OPPONENT [DEALS [SEATS]]`.
//!
//! The agent sits in every seat of each deal. Rules `bench`; the error is one standard error, clustered by deal.

use std::error::Error;
use std::time::{Duration, Instant};

use hornox_agents::AgentSpec;
use hornox_env::nimmt::{Nimmt, Preset, Rules};
use hornox_env::{Agent, Decision, Game, Seat, Turn, agent_rng, deal_rng};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &str| arguments.get(index).cloned().unwrap_or(default.to_owned());
    let agent = argument(0, "mcs:1000").parse::<AgentSpec>()?.build::<Nimmt>()?;
    let opponent = argument(1, "random").parse::<AgentSpec>()?.build::<Nimmt>()?;
    let mut agents = [agent, opponent];
    let deals: u64 = argument(2, "1000").parse()?;
    let mut fields = *Preset::Bench.rules();
    fields.players = argument(3, "4").parse()?;
    let rules = Rules::check(fields)?;

    let mut time = Duration::ZERO;
    let mut decisions = 0_u32;
    let (mut sum, mut squares) = ([0.0; 2], [0.0; 2]);
    for deal in 0..deals {
        let mut means = [0.0; 2];
        for seat in Seat::all(fields.players.into()) {
            let scores = play(&rules, deal, seat, &mut agents, &mut time, &mut decisions)?;
            let own = f64::from(scores[seat.index()]);
            let others = f64::from(scores.iter().sum::<i32>()) - own;
            let seats = f64::from(fields.players);
            means[0] += own / seats;
            means[1] += (own - others / (seats - 1.0)) / seats;
        }
        for index in 0..2 {
            sum[index] += means[index];
            squares[index] += means[index] * means[index];
        }
    }
    let count = deals as f64;
    for (index, name) in ["bulls", "own − others"].into_iter().enumerate() {
        let mean = sum[index] / count;
        let error = ((squares[index] / count - mean * mean) / (count - 1.0)).sqrt();
        println!("{name}: {mean:.3} ± {error:.3}");
    }
    println!("{:?} a real decision", time / decisions.max(1));
    Ok(())
}

/// One game; seat `own` is played by the first agent, all others by the second.
fn play(
    rules: &Rules,
    deal: u64,
    own: Seat,
    agents: &mut [Box<dyn Agent<Nimmt>>; 2],
    time: &mut Duration,
    decisions: &mut u32,
) -> Result<Vec<i32>, Box<dyn Error>> {
    let mut game = Nimmt::new(rules);
    let mut rngs: Vec<_> = Seat::all(game.players())
        .map(|seat| agent_rng(own.index() as u64, deal, seat))
        .collect();
    loop {
        match game.turn() {
            Turn::Chance => {
                let cards = game.sample_deal(&mut deal_rng(0, deal, game.round()));
                game.deal(&cards)?;
            }
            Turn::Act(seats) => {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let view = game.view(seat);
                    let legal = view.legal();
                    let rng = &mut rngs[seat.index()];
                    let start = Instant::now();
                    let agent = &mut agents[usize::from(seat != own)];
                    let view = &view;
                    let action = agent.act(Decision { view, legal, rng })?;
                    if seat == own && legal.len() > 1 {
                        *time += start.elapsed();
                        *decisions += 1;
                    }
                    joint.push((seat, action));
                }
                game.play(&joint, &mut ())?;
            }
            Turn::Over => return Ok(game.scores().values().to_vec()),
        }
    }
}
