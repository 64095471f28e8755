//! What holds for every agent of every game under any rules.

use hornox_agents::Playable;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{ActionSet, Agent, Seat, agent_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_rules, any_sixes, build, each_decision};

/// Agents answer with legal actions that agree with their probabilities.
pub fn plays_legally<G: Playable>(
    agent: &mut dyn Agent<G>,
    view: &G::View,
    legal: ActionSet<G::Action>,
    rng: &mut ChaCha8Rng,
) {
    let action = act(agent, view, legal, rng);
    assert!(legal.contains(action), "{} plays {action}", agent.name());
    let chances = agent.probabilities(view, legal).unwrap().unwrap();
    assert_eq!(chances.len(), legal.len());
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let index = legal.iter().position(|other| other == action).unwrap();
    assert!(
        chances[index] > 0.0,
        "{} plays {action} against its chances",
        agent.name()
    );
}

fn encoded<G: Playable>(view: &G::View, legal: ActionSet<G::Action>) -> (Vec<f32>, Vec<f32>) {
    let (mut globals, mut actions) = (Vec::new(), Vec::new());
    G::encode(view, legal, &mut globals, &mut actions);
    (globals, actions)
}

/// Encodings are whole, of moderate size, and the same whatever is hidden.
fn is_encoded<G: Playable>(game: &G, view: &G::View, legal: ActionSet<G::Action>, rng: &mut ChaCha8Rng) {
    let (globals, actions) = encoded::<G>(view, legal);
    assert_eq!(globals.len(), G::GLOBALS);
    assert_eq!(actions.len(), legal.len() * G::FEATURES);
    let moderate = |number: &f32| (-2.0..=5.5).contains(number);
    assert!(globals.iter().all(moderate), "{globals:?} of {view:?}");
    assert!(actions.iter().all(moderate), "{actions:?} of {view:?}");
    let other = G::resample(view, rng);
    assert_eq!(other.turn(), game.turn());
    let seat = G::seat_of(view);
    assert_eq!(
        encoded::<G>(&other.view(seat), other.legal(seat)),
        (globals, actions)
    );
}

fn check<G: Playable>(rules: &G::Rules, seed: u64) {
    let mut scripted: Vec<_> = G::scripts().map(|script| G::scripted(script).unwrap()).collect();
    let mut search = build::<G>("mcs:4");
    let mut rng = agent_rng(seed, 1, Seat::default());
    let mut count = 0;
    each_decision::<G>(rules, seed, |game, view, legal| {
        for agent in &mut scripted {
            plays_legally(agent.as_mut(), view, legal, &mut rng);
        }
        is_encoded(game, view, legal, &mut rng);
        // Search takes longer: now and then is enough, in every phase of the many games.
        if count % 11 == 0 {
            plays_legally(search.as_mut(), view, legal, &mut rng);
        }
        count += 1;
    });
    assert!(count > 0, "nobody had to act");
}

#[test]
fn agents_and_encoders_know_all_rules_of_nimmt() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for seed in 0..400 {
        check::<Nimmt>(&any_rules(&mut rng), seed);
    }
}

#[test]
fn agents_and_encoders_know_all_rules_of_sixes() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for players in 2..=10 {
        for seed in 0..3 {
            check::<Sixes>(&any_sixes(players, &mut rng), seed);
        }
    }
}
