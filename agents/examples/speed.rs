//! How long one decision takes: encoding a view, the scripted agents, and search, by several rules.

use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use hornox_agents::scripted::Script;
use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::{Nimmt, Preset};
use hornox_env::sixes::Sixes;
use hornox_env::{Decision, Game, Seat, Turn, agent_rng, deal_rng};
use serde_json::json;

/// A game, and what seat 0 sees of it.
type Seen<G> = (G, <G as Game>::View);

fn main() -> Result<(), Box<dyn Error>> {
    println!("rules `bench`, 4 seats; means over 64 views");
    let rules = Preset::Bench.rules();
    for cards in [10, 6, 2] {
        let views = views::<Nimmt>(&rules, |view| view.hand().len() == cards)?;
        let times = times(
            &views,
            &["nearest", "risk", "mcs:100", "mcs:1000", "mcs:1000?rollouts=risk"],
        )?;
        println!("{cards:2} cards: {times}");
    }
    for fields in [
        json!({"sides": "both"}),
        json!({"deal": "draft"}),
        json!({"cards_per_turn": 2}),
        json!({"selection": "open"}),
        json!({"zero_cards": true}),
        json!({"take_to_hand": true}),
    ] {
        let name = fields.to_string();
        let rules = serde_json::from_value(fields)?;
        let views = views::<Nimmt>(&rules, |view| view.hand().len() == 6)?;
        println!("{name}, 6 cards: {}", times(&views, &["risk", "mcs:1000"])?);
    }
    let rules = hornox_env::sixes::Preset::SixesRound.rules();
    let views = views::<Sixes>(&rules, |view| view.hand().len() == 5 && view.legal().len() > 1)?;
    println!(
        "sixes, 5 seats, 5 cards: {}",
        times(&views, &["longest", "mcs:1000"])?
    );
    Ok(())
}

/// What encoding and the agents take.
fn times<G: Playable>(views: &[Seen<G>], specs: &[&str]) -> Result<String, Box<dyn Error>> {
    let (mut globals, mut actions) = (Vec::new(), Vec::new());
    let encode = least(views, |game, view| {
        globals.clear();
        actions.clear();
        G::encode(view, game.legal(Seat::default()), &mut globals, &mut actions);
        black_box((&globals, &actions));
    });
    let mut text = format!("encode {encode:?}");
    for spec in specs {
        let mut agent = spec.parse::<AgentSpec>()?.build::<G>()?;
        let mut rng = agent_rng(0, 0, Seat::default());
        let time = least(views, |game, view| {
            let legal = game.legal(Seat::default());
            let rng = &mut rng;
            black_box(agent.act(Decision { view, legal, rng }).ok());
        });
        // Writing to a string can't fail.
        let _ = write!(text, ", {spec} {time:?}");
    }
    Ok(text)
}

/// The mean over views of the least time that one call took: others may be using the processor, too.
fn least<G: Playable>(views: &[Seen<G>], mut call: impl FnMut(&G, &G::View)) -> Duration {
    const CALLS: u32 = 4;
    let mut one_view = |(game, view): &Seen<G>| {
        let times = (0..10).map(|_| {
            let start = Instant::now();
            (0..CALLS).for_each(|_| call(black_box(game), black_box(view)));
            start.elapsed() / CALLS
        });
        times.min().unwrap_or_default()
    };
    views.iter().map(&mut one_view).sum::<Duration>() / views.len().max(1) as u32
}

/// Views in which seat 0 must act, such as asked for, one a game in which everybody plays at random.
fn views<G: Playable>(
    rules: &G::Rules,
    wanted: impl Fn(&G::View) -> bool,
) -> Result<Vec<Seen<G>>, Box<dyn Error>> {
    let mut random = AgentSpec::Scripted(Script::Random).build::<G>()?;
    let mut views = Vec::new();
    for deal in 0..64 {
        let mut game = G::new(rules);
        let mut rng = agent_rng(1, deal, Seat::default());
        loop {
            match game.turn() {
                Turn::Chance => {
                    let hands = game.sample_deal(&mut deal_rng(1, deal, 0));
                    game.deal(&hands)?;
                }
                Turn::Act(seats) => {
                    let view = game.view(Seat::default());
                    if seats.contains(Seat::default()) && wanted(&view) {
                        views.push((game, view));
                        break;
                    }
                    let mut joint = Vec::new();
                    for seat in seats.iter() {
                        let (view, legal) = (&game.view(seat), game.legal(seat));
                        let rng = &mut rng;
                        joint.push((seat, random.act(Decision { view, legal, rng })?));
                    }
                    game.play(&joint, &mut ())?;
                }
                Turn::Over => break,
            }
        }
    }
    Ok(views)
}
