//! A fixed number of random decisions, for a profiler that counts instructions:
//!
//! ```sh
//! cargo build --release -p hornox-env --example fixed_work
//! valgrind --tool=callgrind target/release/examples/fixed_work engine bench 4 200000
//! ```
//!
//! `engine` plays games through `Game`, `vector` 1024 tables through `VecEnv`, `observed` the same with every
//! observation and mask. Then come a preset, the number of seats, and the number of decisions.

use std::hint::black_box;

use hornox_env::gym::{Element, EnvOptions, Packed, VecEnv};
use hornox_env::nimmt::{Action, Nimmt, Rules};
use hornox_env::{Action as _, Game, MAX_SEATS, RuleSet, Seat, Turn, deal_rng};
use rand::Rng;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [work, preset, players, decisions] = arguments.as_slice() else {
        return Err("usage: fixed_work engine|vector|observed PRESET SEATS DECISIONS".into());
    };
    let players = ("players".to_owned(), players.parse::<u8>()?.into());
    let rules = Rules::resolve(Some(preset), &[players])?.rules;
    let decisions = decisions.parse()?;
    let played = match work.as_str() {
        "engine" => engine(&rules, decisions)?,
        "vector" => vector(&rules, decisions, false)?,
        "observed" => vector(&rules, decisions, true)?,
        other => return Err(format!("work `{other}`: must be engine, vector or observed").into()),
    };
    println!("{played} decisions");
    Ok(())
}

fn engine(rules: &Rules, decisions: usize) -> Result<usize, Failure> {
    let mut rng = deal_rng(1, 0, 0);
    let mut joint = [(Seat::default(), Action::Zero); MAX_SEATS];
    let mut played = 0;
    while played < decisions {
        let mut game = Nimmt::new(rules);
        loop {
            match game.turn() {
                Turn::Chance => {
                    let deal = game.sample_deal(&mut rng);
                    game.deal(&deal)?;
                }
                Turn::Act(seats) => {
                    for (seat, place) in seats.iter().zip(&mut joint) {
                        let action = game.legal(seat).pick(rng.next_u32());
                        *place = (seat, action.ok_or("a seat that must act has an action")?);
                    }
                    game.play(&joint[..seats.len()], &mut ())?;
                    played += seats.len();
                }
                Turn::Over => break,
            }
        }
        black_box(game.scores());
    }
    Ok(played)
}

fn vector(rules: &Rules, decisions: usize, observed: bool) -> Result<usize, Failure> {
    let mut env = VecEnv::<Nimmt>::new(rules, 1024, EnvOptions::default())?;
    env.reset(Some(1))?;
    let length = u8::layout::<Nimmt>().len();
    let mut observations = vec![0; env.max_rows() * length];
    let mut masks = vec![0; env.max_rows() * Action::COUNT];
    let mut ids = Vec::with_capacity(env.max_rows());
    let mut rng = deal_rng(1, 0, 0);
    let mut played = 0;
    while played < decisions {
        let rows = env.rows().len();
        if observed {
            env.write_packed(Packed {
                observations: &mut observations[..rows * length],
                masks: &mut masks[..rows * Action::COUNT],
            })?;
        }
        ids.clear();
        let actions = env.rows().iter().map(|row| row.legal.pick(rng.next_u32()));
        ids.extend(actions.map(|action| action.map_or(0, Action::id)));
        env.step(&ids)?;
        played += ids.len();
    }
    black_box((&observations, &masks));
    Ok(played)
}
