//! How long one decision takes: encoding a view, the scripted agents, and search.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use hornox_agents::AgentSpec;
use hornox_agents::features::Describe;
use hornox_agents::scripted::Script;
use hornox_env::nimmt::{Nimmt, Preset, View};
use hornox_env::{Decision, Game, Seat, Turn, agent_rng, deal_rng};

fn main() -> Result<(), Box<dyn Error>> {
    println!("rules `bench`, 4 seats; means over 64 views");
    for cards in [10, 6, 2] {
        let views = views(cards)?;
        let (mut globals, mut actions) = (Vec::new(), Vec::new());
        let time = least(&views, |view| {
            globals.clear();
            actions.clear();
            Nimmt::encode(view, view.legal(), &mut globals, &mut actions);
            black_box((&globals, &actions));
        });
        println!("{cards:2} cards: encode {time:?}");
        for spec in ["nearest", "risk", "mcs:100", "mcs:1000"] {
            let mut agent = spec.parse::<AgentSpec>()?.build::<Nimmt>()?;
            let mut rng = agent_rng(0, 0, Seat::default());
            let time = least(&views, |view| {
                let legal = view.legal();
                let rng = &mut rng;
                black_box(agent.act(Decision { view, legal, rng }).ok());
            });
            println!("{cards:2} cards: {spec} {time:?}");
        }
    }
    Ok(())
}

/// The mean over views of the least time that one call took: others may be using the processor, too.
fn least(views: &[View], mut call: impl FnMut(&View)) -> Duration {
    const CALLS: u32 = 8;
    let mut one_view = |view: &View| {
        let times = (0..20).map(|_| {
            let start = Instant::now();
            (0..CALLS).for_each(|_| call(black_box(view)));
            start.elapsed() / CALLS
        });
        times.min().unwrap_or_default()
    };
    views.iter().map(&mut one_view).sum::<Duration>() / views.len() as u32
}

/// Views of seat 0 with so many cards in hand, out of games in which everybody plays at random.
fn views(cards: usize) -> Result<Vec<View>, Box<dyn Error>> {
    let mut random = AgentSpec::Scripted(Script::Random).build::<Nimmt>()?;
    let mut views = Vec::new();
    for deal in 0..64 {
        let mut game = Nimmt::new(&Preset::Bench.rules());
        let hands = game.sample_deal(&mut deal_rng(1, deal, 0));
        game.deal(&hands)?;
        let mut rng = agent_rng(1, deal, Seat::default());
        while let Turn::Act(seats) = game.turn() {
            let view = game.view(Seat::default());
            if view.hand().len() == cards {
                views.push(view);
                break;
            }
            let mut joint = Vec::new();
            for seat in seats.iter() {
                let view = &game.view(seat);
                let legal = view.legal();
                let rng = &mut rng;
                joint.push((seat, random.act(Decision { view, legal, rng })?));
            }
            game.play(&joint, &mut ())?;
        }
    }
    Ok(views)
}
