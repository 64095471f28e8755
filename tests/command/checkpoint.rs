//! Checkpoints on the command line: shown, played, and refused where they are not whole.

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use hornox_agents::features::Describe;
use hornox_agents::neural::checkpoint::{PanelResult, Training};
use hornox_agents::neural::{Checkpoint, Manifest, Nets, NetworkConfig};
use hornox_env::RuleSet as _;
use hornox_env::nimmt::{Nimmt, Preset, Rules};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::run_in;

/// Writes the checkpoint of an untrained agent for four seats.
fn save(at: &Path) {
    save_for(at, 4);
}

/// Writes the checkpoint of an untrained agent for so many seats.
pub(super) fn save_for(at: &Path, seats: usize) {
    let network = NetworkConfig::new(Nimmt::GLOBALS, Nimmt::FEATURES);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let device = Device::flex();
    let nets = Nets {
        policy: network.policy(&device, &mut rng).unwrap(),
        value: network.value(&device, &mut rng).unwrap(),
    };
    let training = Training {
        name: "untrained".to_owned(),
        reward_scale: 0.1,
        ..Training::default()
    };
    let players = [("players".to_owned(), seats.into())];
    let rules = Rules::resolve(Some(Preset::Bench.name()), &players)
        .unwrap()
        .rules;
    let mut manifest = Manifest::new::<Nimmt>(&rules, network, training);
    manifest.results.push(PanelResult {
        against: "risk".to_owned(),
        games: 400,
        score: 12.5,
        score_se: 0.25,
        diff: -1.5,
        diff_se: 0.125,
        win_share: 0.3,
        win_share_se: 0.01,
    });
    Checkpoint { manifest, nets }.save(at).unwrap();
}

#[test]
fn a_checkpoint_is_shown_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    save(&folder.path().join("net"));
    let text = run_in(folder.path(), &["inspect", "net"]).done();
    for part in [
        "name = \"untrained\"",
        "low_card = \"auto\"",
        "hidden = 64",
        "-1.50 ± 0.1",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let json: Value =
        serde_json::from_str(&run_in(folder.path(), &["inspect", "net", "--json"]).done()).unwrap();
    assert_eq!(json["results"][0]["diff"], -1.5);
    assert_eq!(json["rules"]["players"], 4);
    let eval = [
        "eval",
        "net:net",
        "--against",
        "net:net?temperature=0.5",
        "--deals",
        "20",
        "--json",
    ];
    let json: Value = serde_json::from_str(&run_in(folder.path(), &eval).done()).unwrap();
    assert_eq!(json["agent"], "net:net");
    assert_eq!(json["rows"][0]["against"], "net:net?temperature=0.5");
    assert_eq!(json["rows"][0]["games"], 80);
}

/// Damages a checkpoint and expects one line that names the file, from `eval` and, where the manifest alone shows
/// it, from `inspect`.
fn refused(damage: impl Fn(&Path), part: &str, inspect_too: bool) {
    let folder = tempfile::tempdir().unwrap();
    let net = folder.path().join("net");
    save(&net);
    damage(&net);
    let mut runs = vec![&["eval", "net:net", "--against", "random", "--deals", "5"][..]];
    if inspect_too {
        runs.push(&["inspect", "net"]);
    }
    for args in runs {
        let said = run_in(folder.path(), args);
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(1), ""),
            "{args:?}: {}",
            said.err
        );
        assert_eq!(said.err.lines().count(), 1, "{args:?}: {}", said.err);
        assert!(
            said.err.starts_with("error: ") && said.err.contains("net"),
            "{args:?}: {}",
            said.err
        );
        assert!(said.err.contains(part), "{args:?}: {:?} lacks {part:?}", said.err);
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    refused(|net| fs::remove_dir_all(net).unwrap(), "no checkpoint", true);
    refused(
        |net| fs::remove_file(net.join("manifest.toml")).unwrap(),
        "manifest.toml",
        true,
    );
    refused(
        |net| fs::remove_file(net.join("weights.bpk")).unwrap(),
        "weights.bpk",
        false,
    );
    let cut = |name: &'static str| {
        move |net: &Path| {
            let bytes = fs::read(net.join(name)).unwrap();
            fs::write(net.join(name), &bytes[..bytes.len() / 2]).unwrap();
        }
    };
    refused(cut("manifest.toml"), "manifest.toml", true);
    refused(cut("weights.bpk"), "weights.bpk", false);
    let edit = |from: &'static str, to: &'static str| {
        move |net: &Path| {
            let path = net.join("manifest.toml");
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{text}");
            fs::write(path, text.replacen(from, to, 1)).unwrap();
        }
    };
    refused(edit("schema = 1", "schema = 99"), "schema 99", true);
    refused(edit("game = \"nimmt\"", "game = \"chess\""), "chess", true);
    refused(edit("version = ", "version = 9"), "encoder", true);
    refused(
        |net| fs::write(net.join("manifest.toml"), "a picture").unwrap(),
        "manifest.toml",
        true,
    );
}
