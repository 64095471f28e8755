//! Whole games of random moves; deals; hidden hands drawn anew.

use std::error::Error;

use criterion::Criterion;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Game, Resample, Seat};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::play::{play_until, rules, with_choices};

pub fn all(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    for (name, preset, fields) in [
        ("nimmt.2", "bench", json!({"players": 2})),
        ("nimmt.4", "bench", json!({})),
        ("nimmt.10", "bench", json!({"players": 10})),
        ("profi.4", "bench", json!({"sides": "both"})),
        ("tactic.4", "bench", json!({"deck": "tactic"})),
        ("round.4", "round", json!({})),
        ("draft.4", "round", json!({"deal": "draft"})),
        ("choose.4", "round", json!({"deal": "choose"})),
        ("two-cards.4", "round", json!({"cards_per_turn": 2})),
        ("open.4", "round", json!({"selection": "open"})),
        ("zero.4", "round", json!({"zero_cards": true})),
        ("to-hand.4", "round", json!({"take_to_hand": true})),
    ] {
        game::<Nimmt>(criterion, name, preset, &fields)?;
    }
    game::<Sixes>(criterion, "sixes.5", "sixes-round", &json!({}))?;
    for (name, fields) in [
        ("nimmt.4", json!({})),
        ("nimmt.10", json!({"players": 10})),
        ("draft.4", json!({"deal": "draft"})),
    ] {
        deal::<Nimmt>(criterion, name, "round", &fields)?;
    }
    deal::<Sixes>(criterion, "sixes.5", "sixes-round", &json!({}))?;
    for cards in [10, 5, 2] {
        resample::<Nimmt>(criterion, &format!("nimmt.4/{cards}-cards"), "bench", cards)?;
    }
    resample::<Sixes>(criterion, "sixes.5", "sixes-round", 2)
}

/// One game, deals included.
fn game<G: Game>(
    criterion: &mut Criterion,
    name: &str,
    preset: &str,
    fields: &Value,
) -> Result<(), Box<dyn Error>> {
    let rules = rules::<G::Rules>(preset, fields)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    // What fails would look quick.
    play_until::<G>(&rules, &mut rng, |_| false)?;
    criterion.bench_function(&format!("game/{name}"), |bencher| {
        bencher.iter(|| play_until::<G>(&rules, &mut rng, |_| false).map(|game| game.scores()));
    });
    Ok(())
}

/// A deal drawn and dealt.
fn deal<G: Game>(
    criterion: &mut Criterion,
    name: &str,
    preset: &str,
    fields: &Value,
) -> Result<(), Box<dyn Error>> {
    let fresh = G::new(&rules::<G::Rules>(preset, fields)?);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    criterion.bench_function(&format!("deal/{name}"), |bencher| {
        bencher.iter(|| {
            let mut game = fresh.clone();
            let deal = game.sample_deal(&mut rng);
            game.deal(&deal).map(|()| game)
        });
    });
    Ok(())
}

/// A state drawn anew from the view of a seat with so many legal actions.
fn resample<G: Resample>(
    criterion: &mut Criterion,
    name: &str,
    preset: &str,
    choices: usize,
) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let game = with_choices::<G>(&rules::<G::Rules>(preset, &json!({}))?, &mut rng, choices)?;
    let view = game.view(Seat::default());
    criterion.bench_function(&format!("resample/{name}"), |bencher| {
        bencher.iter(|| G::resample(&view, &mut rng));
    });
    Ok(())
}
