//! Networks that look a turn ahead.

use std::path::Path;

use hornox_agents::Playable;
use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Agent, Game, Seat, SeatMap, Turn, agent_rng, deal_rng};
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
        "samples=3",
        "samples=2&temperature=2",
        "samples=2&model=risk",
        "samples=1&model=mcs:4",
    ];
    for seed in 0..24 {
        let spec = format!("search:{}?{}", at("nimmt"), options[seed as usize % 4]);
        plays::<Nimmt>(&any_rules(&mut rng), seed, &spec);
    }
    for players in 2..=10 {
        let spec = format!("search:{}?samples=2&model=far", at("sixes"));
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

/// The bulls of a round in which one agent sits in `seat` and copies of another in the other seats.
fn round(
    rules: &Rules,
    deal: u64,
    seat: Seat,
    one: &mut dyn Agent<Nimmt>,
    others: &mut dyn Agent<Nimmt>,
) -> SeatMap<i32> {
    let mut game = Nimmt::new(rules);
    let cards = game.sample_deal(&mut deal_rng(6, deal, 0));
    game.deal(&cards).unwrap();
    while let Turn::Act(seats) = game.turn() {
        let mut joint = Vec::new();
        for actor in seats.iter() {
            let (view, legal) = (game.view(actor), game.legal(actor));
            let rng = &mut agent_rng(1, deal, actor);
            let action = act(
                if actor == seat { &mut *one } else { &mut *others },
                &view,
                legal,
                rng,
            );
            joint.push((actor, action));
        }
        game.play(&joint, &mut ()).unwrap();
    }
    game.scores()
}

/// The own bulls of an agent, in all rounds, against seats that play their highest card.
fn bulls(rules: &Rules, spec: &str) -> i32 {
    let (mut one, mut others) = (build::<Nimmt>(spec), build::<Nimmt>("highest"));
    let seat = Seat::default();
    (0..60)
        .map(|deal| round(rules, deal, seat, one.as_mut(), others.as_mut())[seat])
        .sum()
}

#[test]
fn it_makes_use_of_what_it_knows_of_others() {
    let fields = RuleFields {
        players: 3,
        ..*Preset::Bench.rules().fields()
    };
    let rules = Rules::check(fields).unwrap();
    let bare = bulls(&rules, &format!("net:{SHIPPED}"));
    let searched = bulls(&rules, &format!("search:{SHIPPED}?samples=30&model=highest"));
    assert!(
        searched + 60 < bare,
        "{searched} against {bare}: less than a bull a round"
    );
}
