//! Who is whom, inferred from play.

use hornox_agents::Playable;
use hornox_agents::search::{Candidate, Mixture, Recalled, Searched, SplitMix64};
use hornox_env::nimmt::{Nimmt, Preset, Rules};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Game, Resample, Seat, Turn, agent_rng, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_rules, build};

/// Plays a round, each seat by its agent, and shows each turn: before, after, and what happened.
fn each_turn<G: Playable>(
    rules: &G::Rules,
    seed: u64,
    agents: &[&str],
    mut show: impl FnMut(&G, &G, &[G::Event], &[(Seat, G::Action)]),
) {
    let mut agents: Vec<_> = agents.iter().map(|spec| build::<G>(spec)).collect();
    let count = agents.len();
    let mut game = G::new(rules);
    let mut rng = agent_rng(seed, 0, Seat::default());
    let deal = game.sample_deal(&mut deal_rng(seed, 0, 0));
    game.deal(&deal).unwrap();
    while let Turn::Act(seats) = game.turn() {
        let play = |seat: Seat| {
            let agent = agents[seat.index() % count].as_mut();
            (seat, act(agent, &game.view(seat), game.legal(seat), &mut rng))
        };
        let joint: Vec<_> = seats.iter().map(play).collect();
        let (before, mut events) = (game.clone(), Vec::new());
        game.play(&joint, &mut events).unwrap();
        show(&before, &game, &events, &joint);
    }
}

fn mixture(specs: &[&str]) -> Mixture<Nimmt> {
    let candidate = |spec: &&str| Candidate {
        plays: build(spec),
        judges: build(spec),
    };
    Mixture::new(specs.iter().map(candidate).collect())
}

/// The weights of the candidates for each seat, after four turns that seat 0 sees.
fn inferred(candidates: &[&str], players: &[&str], seed: u64) -> Vec<Vec<f64>> {
    let mut mixture = mixture(candidates);
    let own = Seat::default();
    let mut rng = SplitMix64::new(seed);
    mixture.sit(own, true);
    each_turn::<Nimmt>(
        &Preset::Bench.rules(),
        seed,
        players,
        |before, after, events, _| {
            if before.table().turn_number() >= 4 {
                return;
            }
            let then = before.view(own);
            let states =
                (0..12).map(|_| Nimmt::recall(&then, &Nimmt::resample(&after.view(own), &mut rng), events));
            let states: Option<Vec<Recalled<Nimmt>>> = states.collect();
            mixture.learn(&states.unwrap_or_default()).unwrap();
        },
    );
    Seat::all(4).map(|seat| mixture.weights(seat)).collect()
}

const DEALS: u64 = 8;

/// The mean weight, over some deals, of the candidate at `place` for a seat.
fn mean_weight(candidates: &[&str], players: &[&str], seat: usize, place: usize) -> f64 {
    let weights = (0..DEALS).map(|seed| inferred(candidates, players, seed)[seat][place]);
    weights.sum::<f64>() / DEALS as f64
}

#[test]
fn the_right_candidate_is_found_for_each_seat() {
    let players = ["random", "lowest", "highest", "lowest"];
    // Its own seat plays as the first one, by definition.
    for (seat, right) in [(0, 0), (1, 1), (2, 0), (3, 1)] {
        // A seat that was dealt low cards only may play its highest and look as if it played its lowest.
        let weight = mean_weight(&["highest", "lowest"], &players, seat, right);
        assert!(weight > 0.5, "seat {seat}: {weight}");
    }
    // Who reckons is judged by what it reckons.
    for (place, right) in [(0, "risk"), (1, "mcs:100")] {
        let weight = mean_weight(&["risk", "mcs:100"], &["random", right, right, right], 1, place);
        assert!(weight > 0.5, "{right}: {weight}");
    }
}

#[test]
fn seats_that_play_alike_speak_for_each_other() {
    let after_one_turn = |players: &[&str]| {
        let mut mixture = mixture(&["highest", "lowest"]);
        let (own, mut turns) = (Seat::default(), 0);
        mixture.sit(own, true);
        each_turn::<Nimmt>(&Preset::Bench.rules(), 3, players, |before, after, events, _| {
            turns += 1;
            if turns == 1 {
                let state = Nimmt::recall(&before.view(own), after, events).unwrap();
                mixture.learn(&[state]).unwrap();
            }
        });
        mixture.weights(Seat::new(1).unwrap())[1]
    };
    let alike = after_one_turn(&["random", "lowest", "lowest", "lowest"]);
    let apart = after_one_turn(&["random", "lowest", "highest", "highest"]);
    assert!(alike > apart && apart > 0.5, "{alike}, {apart}");
}

#[test]
fn where_it_may_not_infer_all_play_as_the_first_candidate() {
    let rules = Preset::Bench.rules();
    let mut mixture = mixture(&["highest", "lowest"]);
    let seat = Seat::new(1).unwrap();
    assert_eq!(mixture.weights(seat), [0.5, 0.5]);
    mixture.sit(Seat::default(), false);
    assert_eq!(mixture.weights(seat), [1.0, 0.0]);
    each_turn::<Nimmt>(&rules, 1, &["random"], |before, _, _, _| {
        let (view, legal) = (before.view(seat), before.legal(seat));
        let played = act(&mut mixture, &view, legal, &mut agent_rng(5, 0, seat));
        assert_eq!(Some(played), legal.iter().last());
    });
}

/// How many turns of a round are recalled from the state that followed.
fn recalled<G: Playable>(rules: &G::Rules, seed: u64) -> usize {
    let mut count = 0;
    each_turn::<G>(rules, seed, &["random"], |before, after, events, joint| {
        for seat in Seat::all(before.players()) {
            let Some((state, chosen)) = G::recall(&before.view(seat), after, events) else {
                continue;
            };
            assert!(G::recalls(rules));
            assert_eq!(state, *before);
            let mut others: Vec<_> = joint
                .iter()
                .filter(|(other, _)| *other != seat)
                .copied()
                .collect();
            others.sort_by_key(|(other, _)| other.index());
            assert_eq!(chosen, others);
            count += 1;
        }
    });
    count
}

#[test]
fn what_is_recalled_is_what_was() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut some = 0;
    for seed in 0..200 {
        let rules: Rules = any_rules(&mut rng);
        some += usize::from(recalled::<Nimmt>(&rules, seed) > 0);
    }
    assert!(some > 5, "{some}");
    // All turns but the last one, where the round is over, for each of four seats.
    assert_eq!(recalled::<Nimmt>(&Preset::Bench.rules(), 1), 9 * 4);
    assert_eq!(recalled::<Sixes>(&sixes::Preset::SixesRound.rules(), 1), 0);
}
