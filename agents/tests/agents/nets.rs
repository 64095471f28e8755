//! Networks at the table, and their checkpoints.

use hornox_agents::Playable;
use hornox_agents::neural::checkpoint::Training;
use hornox_agents::neural::{Checkpoint, Manifest, NetAgent, Nets, NetworkConfig, PolicyKernel};
use hornox_env::nimmt::{self, Nimmt};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Seat, agent_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{any_rules, any_sixes, each_decision};
use crate::every_game::plays_legally;

/// A checkpoint of networks that learned nothing.
pub fn fresh<G: Playable>(rules: &G::Rules) -> Checkpoint {
    let device = burn::tensor::Device::flex();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let network = NetworkConfig::new(G::GLOBALS, G::FEATURES);
    Checkpoint {
        nets: Nets {
            policy: network.policy(&device, &mut rng).unwrap(),
            value: network.value(&device, &mut rng).unwrap(),
        },
        manifest: Manifest::new::<G>(
            rules,
            network,
            Training {
                reward_scale: 0.1,
                ..Training::default()
            },
        ),
    }
}

fn plays<G: Playable>(rules: &G::Rules, seed: u64) {
    let Checkpoint { manifest, nets } = fresh::<G>(rules);
    let policy = PolicyKernel::new(&manifest.network, &nets.policy).unwrap();
    let mut rng = agent_rng(1, 0, Seat::default());
    for temperature in [0.0, 1.0] {
        let mut agent = NetAgent::<G>::new("net".to_owned(), policy.clone(), *rules, temperature);
        each_decision::<G>(rules, seed, |_, view, legal| {
            plays_legally(&mut agent, view, legal, &mut rng);
        });
    }
}

#[test]
fn networks_play_all_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for seed in 0..20 {
        plays::<Nimmt>(&any_rules(&mut rng), seed);
    }
    for players in 2..=10 {
        plays::<Sixes>(&any_sixes(players, &mut rng), 0);
    }
}

#[test]
fn checkpoints_are_tied_to_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let (nimmt, sixes) = (folder.path().join("nimmt"), folder.path().join("sixes"));
    fresh::<Nimmt>(&nimmt::Preset::Round.rules())
        .save(&nimmt)
        .unwrap();
    fresh::<Sixes>(&sixes::Preset::SixesRound.rules())
        .save(&sixes)
        .unwrap();
    assert!(Checkpoint::load::<Nimmt>(&nimmt).is_ok());
    let rules = Manifest::read(&sixes).unwrap().check::<Sixes>(&sixes).unwrap();
    assert_eq!(rules, sixes::Preset::SixesRound.rules());
    let error = Checkpoint::load::<Sixes>(&nimmt)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("it plays \"nimmt\", not \"sixes\""), "{error}");
    assert!(NetAgent::<Nimmt>::load("net".to_owned(), &sixes, 0.0).is_err());
}
