//! Networks that look a turn ahead.

use std::path::Path;

use hornox_agents::Playable;
use hornox_env::nimmt::{self, Nimmt, Preset};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Agent, Game, Seat, Turn, agent_rng, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_rules, any_sixes, build, each_decision};
use crate::every_game::plays_legally;
use crate::nets::fresh;

/// The network that is shipped.
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../checkpoints/quickstart");

fn plays<G: Playable>(rules: &G::Rules, seed: u64, spec: &str) {
    let (mut one, mut other) = (build::<G>(spec), build::<G>(spec));
    let mut count = 0;
    each_decision::<G>(rules, seed, |_, view, legal| {
        count += 1;
        if count % 13 != 1 {
            return;
        }
        let seat = G::seat_of(view);
        plays_legally(one.as_mut(), view, legal, &mut agent_rng(1, 0, seat));
        // The view alone decides, whatever was asked before and whatever else draws.
        let first = act(one.as_mut(), view, legal, &mut agent_rng(1, 0, seat));
        let second = act(other.as_mut(), view, legal, &mut agent_rng(2, 0, seat));
        assert_eq!(first, second);
        if let Some(values) = one.action_values(view, legal).unwrap() {
            assert_eq!(values.len(), legal.len());
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let place = legal.iter().position(|action| action == first).unwrap();
            assert!(
                best.is_finite() && values[place].to_bits() == best.to_bits(),
                "{values:?}"
            );
        }
    });
}

#[test]
fn all_rules_are_played_and_the_view_decides() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fresh::<Nimmt>(&Preset::Round.rules())
        .save(Path::new(&at("nimmt")))
        .unwrap();
    let rules = sixes::Preset::SixesRound.rules();
    fresh::<Sixes>(&rules).save(Path::new(&at("sixes"))).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let options = [
        "samples=3&prior=0",
        "samples=2&temperature=2&prior=0",
        "samples=2&model=risk&prior=0",
        "samples=1&model=itself,mcs:4&prior=0",
    ];
    for seed in 0..24 {
        let spec = format!("search:{}?{}", at("nimmt"), options[seed as usize % 4]);
        plays::<Nimmt>(&any_rules(&mut rng), seed, &spec);
    }
    for players in 2..=10 {
        let spec = format!("search:{}?samples=2&model=far&prior=0", at("sixes"));
        plays::<Sixes>(&any_sixes(players, &mut rng), 0, &spec);
    }
}

#[test]
fn by_the_clock_it_plays_and_tells_no_probabilities() {
    let spec = format!("search:{SHIPPED}?ms=1");
    let mut agent = build::<Nimmt>(&spec);
    let mut count = 0;
    each_decision::<Nimmt>(&Preset::Bench.rules(), 3, |_, view, legal| {
        count += 1;
        if count % 7 == 1 {
            let action = act(agent.as_mut(), view, legal, &mut agent_rng(1, 0, view.seat()));
            assert!(legal.contains(action));
            assert_eq!(agent.probabilities(view, legal).unwrap(), None);
        }
    });
}

/// Decisions of three games, and how many of them a search answers otherwise than its network does by itself.
fn differing(options: &str) -> (usize, usize) {
    let mut bare = build::<Nimmt>(&format!("net:{SHIPPED}"));
    let mut search = build::<Nimmt>(&format!("search:{SHIPPED}?samples=20&{options}"));
    let (mut count, mut others) = (0, 0);
    for seed in 0..3 {
        each_decision::<Nimmt>(&Preset::Bench.rules(), seed, |_, view, legal| {
            let play =
                |agent: &mut dyn Agent<Nimmt>| act(agent, view, legal, &mut agent_rng(1, 0, view.seat()));
            count += 1;
            others += usize::from(play(bare.as_mut()) != play(search.as_mut()));
        });
    }
    (count, others)
}

#[test]
fn the_prior_weighs_the_networks_own_choice() {
    let (count, by_gains) = differing("prior=0");
    let (_, with_prior) = differing("prior=3");
    let (_, by_prior) = differing("prior=1000");
    assert!(
        by_prior * 20 < count && by_prior < with_prior && with_prior < by_gains,
        "{by_prior}, {with_prior}, {by_gains} of {count}"
    );
}

/// What a search plays in seat 0 against three others, after what it has seen; `twice` asks it more often.
fn against(other: &str, model: &str, twice: bool) -> Vec<nimmt::Action> {
    let rules = Preset::Bench.rules();
    let spec = format!("search:{SHIPPED}?samples=20&prior=0{model}");
    let (mut search, mut others) = (build::<Nimmt>(&spec), build::<Nimmt>(other));
    let (mut game, mut played) = (Nimmt::new(&rules), Vec::new());
    let deal = game.sample_deal(&mut deal_rng(6, 0, 0));
    game.deal(&deal).unwrap();
    while let Turn::Act(seats) = game.turn() {
        let joint: Vec<_> = seats
            .iter()
            .map(|seat| {
                let agent = if seat.index() == 0 {
                    &mut search
                } else {
                    &mut others
                };
                let (view, legal) = (game.view(seat), game.legal(seat));
                if twice && seat.index() == 0 {
                    agent.probabilities(&view, legal).unwrap();
                    agent.action_values(&view, legal).unwrap();
                }
                (
                    seat,
                    act(agent.as_mut(), &view, legal, &mut agent_rng(3, 0, seat)),
                )
            })
            .collect();
        played.push(joint[0].1);
        let mut events = Vec::new();
        game.play(&joint, &mut events).unwrap();
        search.watch(Seat::default(), &events);
    }
    played
}

#[test]
fn a_search_that_infers_goes_by_what_it_saw_alone() {
    for model in ["", "&model=itself,lowest"] {
        let once = against("lowest", model, false);
        assert_eq!(once, against("lowest", model, false));
        assert_eq!(once, against("lowest", model, true));
    }
    // Seats that turn out to play their lowest cards are answered as such.
    assert_ne!(
        against("lowest", "&model=itself,lowest", false),
        against("lowest", "&model=itself", false)
    );
}

#[test]
fn only_a_search_that_infers_remembers() {
    let remembers = |options: &str| build::<Nimmt>(&format!("search:{SHIPPED}{options}")).remembers();
    assert!(remembers("") && remembers("?model=risk,itself"));
    assert!(!remembers("?model=itself") && !remembers("?model=mcs:10"));
    let folder = tempfile::tempdir().unwrap();
    let rules = sixes::Preset::SixesRound.rules();
    fresh::<Sixes>(&rules).save(&folder.path().join("net")).unwrap();
    assert!(!build::<Sixes>(&format!("search:{}", folder.path().join("net").display())).remembers());
}
