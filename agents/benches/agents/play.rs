//! Agents' answers, and encoding, by rules and hands. Means over 64 views.

use std::error::Error;
use std::hint::black_box;

use criterion::Criterion;
use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Decision, Seat, agent_rng};
use serde_json::{Value, json};

use crate::views::views;

pub fn all(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    for cards in [10, 6, 2] {
        let positions = Positions {
            name: &format!("bench/{cards}-cards"),
            preset: "bench",
            fields: json!({}),
            choices: cards,
        };
        answers::<Nimmt>(criterion, &positions, &["nearest", "risk", "mcs:100", "mcs:1000"])?;
    }
    // `mcs` has a quicker way where rules are simple. These are not, but for the first.
    for (name, fields) in [
        ("ten-seats", json!({"players": 10})),
        ("profi", json!({"sides": "both"})),
        ("draft", json!({"deal": "draft"})),
        ("two-cards", json!({"cards_per_turn": 2})),
        ("open", json!({"selection": "open"})),
        ("zero", json!({"zero_cards": true})),
        ("to-hand", json!({"take_to_hand": true})),
    ] {
        let positions = Positions {
            name,
            preset: "round",
            fields,
            choices: 6,
        };
        answers::<Nimmt>(criterion, &positions, &["risk", "mcs:100", "mcs:1000"])?;
    }
    let positions = Positions {
        name: "sixes",
        preset: "sixes-round",
        fields: json!({}),
        choices: 3,
    };
    answers::<Sixes>(criterion, &positions, &["longest", "mcs:100", "mcs:1000"])
}

/// What is asked.
struct Positions<'a> {
    name: &'a str,
    preset: &'a str,
    fields: Value,
    /// Legal actions of seat 0.
    choices: usize,
}

/// Encoding, and the answers of agents.
fn answers<G: Playable>(
    criterion: &mut Criterion,
    positions: &Positions<'_>,
    specs: &[&str],
) -> Result<(), Box<dyn Error>> {
    let Positions {
        name,
        preset,
        fields,
        choices,
    } = positions;
    let views = views::<G>(preset, fields, *choices)?;
    let mut next = views.iter().cycle();
    let (mut globals, mut actions) = (Vec::new(), Vec::new());
    criterion.bench_function(&format!("encode/{name}"), |bencher| {
        bencher.iter(|| {
            globals.clear();
            actions.clear();
            if let Some((view, legal)) = next.next() {
                G::encode(view, *legal, &mut globals, &mut actions);
            }
            black_box((&globals, &actions));
        });
    });
    for spec in specs {
        let mut agent = spec.parse::<AgentSpec>()?.build::<G>()?;
        let mut rng = agent_rng(0, 0, Seat::default());
        let mut next = views.iter().cycle();
        criterion.bench_function(&format!("{spec}/{name}"), |bencher| {
            bencher.iter(|| {
                let &(ref view, legal) = next.next()?;
                let rng = &mut rng;
                agent.act(Decision { view, legal, rng }).ok()
            });
        });
    }
    Ok(())
}
