//! Members come back for their seats, and sets that are not whole are refused.

use std::fs;

use burn::tensor::Device;
use hornox_env::RuleSet as _;
use hornox_env::gym::Reward;
use hornox_env::nimmt::{Nimmt, Preset, Rules};
use hornox_env::sixes::Sixes;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::features::Describe as _;
use crate::neural::checkpoint::Training;
use crate::neural::{Nets, NetworkConfig};

fn rules(seats: usize) -> Rules {
    let players = [("players".to_owned(), json!(seats))];
    Rules::resolve(Some(Preset::Bench.name()), &players)
        .unwrap()
        .rules
}

/// Saves an untrained checkpoint for so many seats.
fn save(at: &Path, seats: usize) -> PathBuf {
    save_for(at, seats, &[])
}

/// Saves one that was trained at tables of several seat counts.
fn save_for(at: &Path, seats: usize, players: &[usize]) -> PathBuf {
    let network = NetworkConfig {
        hidden: 16,
        reply: 16,
        value_hidden: 16,
        ..NetworkConfig::new(Nimmt::GLOBALS, Nimmt::FEATURES)
    };
    let (device, mut rng) = (Device::flex(), ChaCha8Rng::seed_from_u64(seats as u64));
    let nets = Nets {
        policy: network.policy(&device, &mut rng).unwrap(),
        value: network.value(&device, &mut rng).unwrap(),
    };
    let training = Training {
        reward: Reward::Penalty,
        reward_scale: 0.1,
        players: players.to_vec(),
        ..Training::default()
    };
    let manifest = Manifest::new::<Nimmt>(&rules(seats), network, training);
    Checkpoint { manifest, nets }.save(at).unwrap();
    at.to_owned()
}

/// A folder in which `all` has members for 2, 4 and 10 seats.
fn assembled() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let paths = [4, 10, 2].map(|seats| save(&folder.path().join(format!("for-{seats}")), seats));
    let at = folder.path().join("all");
    let members = Members::assemble::<Nimmt>(&at, &paths).unwrap();
    assert_eq!(members.members, [2, 4, 10]);
    (folder, at)
}

fn message<T: std::fmt::Debug>(result: Result<T, CheckpointError>) -> String {
    let message = result.unwrap_err().to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn members_are_found_by_the_seats_of_the_table() {
    let (folder, at) = assembled();
    let members = Members::read(&at).unwrap().unwrap();
    assert_eq!(members.folders::<Nimmt>(&at).unwrap().len(), 3);
    for seats in [2, 4, 10] {
        let (own, source) = (
            at.join(seats.to_string()),
            folder.path().join(format!("for-{seats}")),
        );
        assert_eq!(for_table::<Nimmt>(&at, seats).unwrap(), own);
        for file in ["manifest.toml", "weights.bpk"] {
            assert_eq!(
                fs::read(own.join(file)).unwrap(),
                fs::read(source.join(file)).unwrap()
            );
        }
        // One checkpoint plays at any table.
        assert_eq!(Members::read(&own).unwrap(), None);
        assert_eq!(for_table::<Nimmt>(&own, 7).unwrap(), own);
    }
    let none = message(for_table::<Nimmt>(&at, 3));
    assert!(
        none.contains("no network for 3 seats; there is one each for 2, 4, 10"),
        "{none}"
    );
}

#[test]
fn a_checkpoint_for_several_counts_leaves_those_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [two, all, some] = [
        save(&path("two"), 2),
        save_for(&path("all"), 4, &[2, 3, 5]),
        save_for(&path("some"), 4, &[3, 7, 10]),
    ];
    for (name, order) in [("one", [&all, &two]), ("other", [&two, &all])] {
        let at = path(name);
        let members = Members::assemble::<Nimmt>(&at, &order.map(Clone::clone)).unwrap();
        assert_eq!(members.members, [2, 3, 5]);
        let manifest = |seats: usize| Manifest::read(&for_table::<Nimmt>(&at, seats).unwrap()).unwrap();
        assert!(manifest(2).training.players.is_empty());
        assert_eq!(
            [3, 5].map(|seats| manifest(seats).training.players),
            [[2, 3, 5], [2, 3, 5]]
        );
    }
    let both = message(Members::assemble::<Nimmt>(&path("no"), &[all, some]));
    assert!(both.contains("it was trained for 3 seats, as "), "{both}");
    for wrong in [&[3, 2][..], &[2, 11], &[0]] {
        let bad = save_for(&path("bad"), 4, wrong);
        let said = message(Members::assemble::<Nimmt>(&path("no"), &[bad]));
        assert!(said.contains("players"), "{said}");
    }
}

#[test]
fn what_can_not_be_assembled_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| save(&folder.path().join(name), 4));
    let at = folder.path().join("all");
    let refused = |paths: &[&PathBuf], part: &str| {
        let paths: Vec<_> = paths.iter().map(|&path| path.clone()).collect();
        let message = message(Members::assemble::<Nimmt>(&at, &paths));
        assert!(message.contains(part), "{message:?} lacks {part:?}");
        assert!(!at.exists());
    };
    refused(&[], "at least one");
    refused(&[&one, &other], "it was trained for 4 seats, as ");
    refused(&[&one, &folder.path().join("none")], "no checkpoint folder");
    fs::write(other.join("weights.bpk"), "damaged").unwrap();
    refused(&[&other], "SHA-256");
    let game = message(Members::assemble::<Sixes>(&at, &[one]));
    assert!(game.contains("not \"sixes\""), "{game}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn sets_that_are_not_whole_are_refused() {
    let refused = |damage: &dyn Fn(&Path), part: &str| {
        let (_folder, at) = assembled();
        damage(&at);
        let looked = Members::read(&at).and_then(|members| members.unwrap().folders::<Nimmt>(&at));
        let message = message(looked);
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    };
    let edit = |from: &'static str, to: &'static str| {
        move |at: &Path| {
            let path = at.join("manifest.toml");
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{text}");
            fs::write(path, text.replacen(from, to, 1)).unwrap();
        }
    };
    refused(
        &|at| fs::remove_dir_all(at.join("4")).unwrap(),
        "no checkpoint folder",
    );
    refused(
        &|at| fs::remove_file(at.join("2/manifest.toml")).unwrap(),
        "manifest.toml",
    );
    refused(
        &|at| {
            fs::remove_dir_all(at.join("4")).unwrap();
            fs::rename(at.join("2"), at.join("4")).unwrap();
            fs::create_dir(at.join("2")).unwrap();
            save(&at.join("2"), 2);
        },
        "it was trained for 2 seats, and stands for 4",
    );
    refused(
        &|at| {
            fs::remove_dir_all(at.join("4")).unwrap();
            Members::assemble::<Nimmt>(&at.join("4"), &[at.join("2")]).unwrap();
        },
        "this is several checkpoints",
    );
    refused(&edit("game = \"nimmt\"", "game = \"chess\""), "plays \"chess\"");
    refused(&edit("schema = 1", "schema = 2"), "schema 2");
    refused(&edit("4,", "4,\n    4,"), "ascending, each once");
    refused(&edit("2,", "1,"), "from 2 to 10");
    refused(&edit("2,", "\"two\","), "manifest.toml");
    refused(&edit("game", "mood = 1\ngame"), "mood");
    let (_folder, at) = assembled();
    let one = message(Checkpoint::load::<Nimmt>(&at));
    assert!(one.contains("several checkpoints"), "{one}");
}
