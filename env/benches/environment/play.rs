//! Rules by name, and random play.

use hornox_env::{Game, MAX_SEATS, PlayError, RuleSet, RulesError, Seat, Turn};
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

/// The rules of a preset with single fields changed.
pub fn rules<R: RuleSet>(preset: &str, fields: &Value) -> Result<R, RulesError> {
    let fields = fields.as_object().into_iter().flatten();
    let wishes: Vec<_> = fields
        .map(|(field, value)| (field.clone(), value.clone()))
        .collect();
    Ok(R::resolve(Some(preset), &wishes)?.rules)
}

/// A game of random moves until it is over, or until `enough` says so.
pub fn play_until<G: Game>(
    rules: &G::Rules,
    rng: &mut Xoshiro256PlusPlus,
    enough: impl Fn(&G) -> bool,
) -> Result<G, PlayError> {
    let mut game = G::new(rules);
    let mut joint = Vec::with_capacity(MAX_SEATS);
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(rng);
                game.deal(&deal)?;
            }
            Turn::Act(_) if enough(&game) => return Ok(game),
            Turn::Act(seats) => {
                joint.clear();
                for seat in seats.iter() {
                    joint.extend(game.legal(seat).pick(rng.next_u32()).map(|action| (seat, action)));
                }
                game.play(&joint, &mut ())?;
            }
            Turn::Over => return Ok(game),
        }
    }
}

/// A game in which seat 0 must act and has so many legal actions.
pub fn with_choices<G: Game>(
    rules: &G::Rules,
    rng: &mut Xoshiro256PlusPlus,
    choices: usize,
) -> Result<G, PlayError> {
    loop {
        let found = play_until::<G>(rules, rng, |game| game.legal(Seat::default()).len() == choices)?;
        if found.turn() != Turn::Over {
            return Ok(found);
        }
    }
}
