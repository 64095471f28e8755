//! What an agent gains in a game against copies of another: `strength AGENT OPPONENT [DEALS [RULE=VALUE …]]`.
//!
//! The agent sits in every seat of each deal. Rules are those of one round of 6 nimmt! in which low cards take the
//! cheapest row, with the rules given in place of their own; `game=sixes` asks for one round of Sixes. The error is
//! one standard error, clustered by deal.

use std::error::Error;
use std::time::{Duration, Instant};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::{self, Nimmt};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Agent, Decision, Seat, SeatMap, Turn, agent_rng, deal_rng};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_sixes = arguments.iter().any(|argument| argument == "game=sixes");
    if is_sixes {
        measure::<Sixes>(&arguments, &sixes::Preset::SixesRound.rules())
    } else {
        measure::<Nimmt>(&arguments, &nimmt::Preset::Bench.rules())
    }
}

fn measure<G: Playable>(arguments: &[String], base: &G::Rules) -> Result<(), Box<dyn Error>> {
    let argument = |index: usize, default: &str| arguments.get(index).cloned().unwrap_or(default.to_owned());
    let agent = argument(0, "mcs:1000").parse::<AgentSpec>()?.build::<G>()?;
    let opponent = argument(1, "random").parse::<AgentSpec>()?.build::<G>()?;
    let deals: u64 = argument(2, "1000").parse()?;
    let mut fields = G::fields_of(base);
    for (field, value) in arguments.iter().filter_map(|argument| argument.split_once('=')) {
        if field != "game" {
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
            fields.insert(field.to_owned(), value);
        }
    }
    let rules = G::rules_with(&fields)?;

    let mut table = Table {
        agents: [agent, opponent],
        time: Duration::ZERO,
        decisions: 0,
    };
    let (mut sum, mut squares) = ([0.0; 3], [0.0; 3]);
    for deal in 0..deals {
        let mut means = [0.0; 3];
        let mut seats = 0.0;
        for own in Seat::all(G::new(&rules).players()) {
            let (scores, shares) = table.play(&rules, deal, own)?;
            let others = scores.values().iter().sum::<i32>() - scores[own];
            let others = f64::from(others) / (scores.players() - 1) as f64;
            means[0] += f64::from(scores[own]);
            means[1] += f64::from(scores[own]) - others;
            means[2] += shares[own];
            seats += 1.0;
        }
        for (index, mean) in means.into_iter().enumerate() {
            sum[index] += mean / seats;
            squares[index] += (mean / seats).powi(2);
        }
    }
    let count = deals as f64;
    for (index, name) in [G::SCORE.unit, "own − others", "win share"]
        .into_iter()
        .enumerate()
    {
        let mean = sum[index] / count;
        let error = ((squares[index] / count - mean * mean) / (count - 1.0)).sqrt();
        println!("{name}: {mean:.3} ± {error:.3}");
    }
    println!("{:?} a real decision", table.time / table.decisions.max(1));
    Ok(())
}

struct Table<G: Playable> {
    agents: [Box<dyn Agent<G>>; 2],
    /// How long the first agent thought, and how often.
    time: Duration,
    decisions: u32,
}

impl<G: Playable> Table<G> {
    /// One game; seat `own` is played by the first agent, all others by the second. Scores and shares of the win.
    fn play(
        &mut self,
        rules: &G::Rules,
        deal: u64,
        own: Seat,
    ) -> Result<(SeatMap<i32>, SeatMap<f64>), Box<dyn Error>> {
        let mut game = G::new(rules);
        let players = game.players();
        let mut rngs: Vec<_> = Seat::all(players)
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
                        let (view, legal) = (game.view(seat), game.legal(seat));
                        let rng = &mut rngs[seat.index()];
                        let start = Instant::now();
                        let agent = &mut self.agents[usize::from(seat != own)];
                        let view = &view;
                        let action = agent.act(Decision { view, legal, rng })?;
                        if seat == own && legal.len() > 1 {
                            self.time += start.elapsed();
                            self.decisions += 1;
                        }
                        joint.push((seat, action));
                    }
                    game.play(&joint, &mut ())?;
                }
                Turn::Over => {
                    let shares = game.outcome().map(|outcome| outcome.win_shares(players));
                    return Ok((game.scores(), shares.unwrap_or_default()));
                }
            }
        }
    }
}
