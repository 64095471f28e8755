//! What seat 0 sees in games played at random.

use std::error::Error;

use hornox_agents::Playable;
use hornox_agents::search::SplitMix64;
use hornox_env::{ActionSet, RuleSet, Seat, Turn};
use rand::RngExt;
use serde_json::Value;

/// A view of seat 0, and what it may do.
pub type Seen<G> = (
    <G as hornox_env::Game>::View,
    ActionSet<<G as hornox_env::Game>::Action>,
);

/// 64 views in which seat 0 has so many legal actions, one a game.
pub fn views<G: Playable>(
    preset: &str,
    fields: &Value,
    choices: usize,
) -> Result<Vec<Seen<G>>, Box<dyn Error>> {
    let fields = fields.as_object().into_iter().flatten();
    let wishes: Vec<_> = fields
        .map(|(field, value)| (field.clone(), value.clone()))
        .collect();
    let rules = G::Rules::resolve(Some(preset), &wishes)?.rules;
    let mut rng = SplitMix64::new(1);
    let mut views = Vec::new();
    while views.len() < 64 {
        views.extend(one::<G>(&rules, &mut rng, choices)?);
    }
    Ok(views)
}

/// The first such view of a game; none where the game has none.
fn one<G: Playable>(
    rules: &G::Rules,
    rng: &mut SplitMix64,
    choices: usize,
) -> Result<Option<Seen<G>>, Box<dyn Error>> {
    let mut game = G::new(rules);
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(rng);
                game.deal(&deal)?;
            }
            Turn::Act(seats) => {
                let own = game.legal(Seat::default());
                if own.len() == choices {
                    return Ok(Some((game.view(Seat::default()), own)));
                }
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let legal = game.legal(seat);
                    let place = rng.random_range(0..legal.len() as u32) as usize;
                    joint.extend(legal.nth(place).map(|action| (seat, action)));
                }
                game.play(&joint, &mut ())?;
            }
            Turn::Over => return Ok(None),
        }
    }
}
