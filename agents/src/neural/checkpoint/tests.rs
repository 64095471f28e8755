//! Checkpoints come back as they were, and what is not whole or not ours is refused.

use std::path::PathBuf;

use hornox_env::nimmt::{Nimmt, Preset};
use tempfile::TempDir;

use super::*;
use crate::neural::flat::flatten;

fn made() -> Checkpoint {
    let network = NetworkConfig {
        hidden: 16,
        reply: 32,
        value_hidden: 48,
        ..NetworkConfig::new(Nimmt::GLOBALS, Nimmt::FEATURES)
    };
    let (device, mut rng) = (Device::flex(), ChaCha8Rng::seed_from_u64(3));
    let nets = Nets {
        policy: network.policy(&device, &mut rng).unwrap(),
        value: network.value(&device, &mut rng).unwrap(),
    };
    let training = Training {
        name: "made".to_owned(),
        seed: 7,
        iterations: 11,
        decisions: 1 << 33,
        seconds: 12.5,
        program: "test".to_owned(),
        reward: Reward::Relative,
        reward_scale: 0.25,
        players: vec![3, 10],
        parent: Some("elsewhere".to_owned()),
    };
    let mut manifest = Manifest::new::<Nimmt>(&Preset::Amigo.rules(), network, training);
    manifest.results.push(PanelResult {
        against: "risk".to_owned(),
        games: 400,
        score: 0.1,
        score_se: 0.2,
        diff: -1.5,
        diff_se: 1.0 / 3.0,
        win_share: 0.25,
        win_share_se: 1e-3,
    });
    Checkpoint { manifest, nets }
}

/// A folder with a saved checkpoint in it.
fn saved() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("agent");
    made().save(&at).unwrap();
    (folder, at)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_checkpoint_comes_back_bit_for_bit() {
    let (folder, at) = saved();
    let (loaded, made) = (Checkpoint::load::<Nimmt>(&at).unwrap(), made());
    assert_eq!(flatten(&loaded.nets), flatten(&made.nets));
    let weights = loaded.manifest.weights.clone();
    assert_eq!((weights.file.as_str(), weights.sha256.len()), (WEIGHTS, 64));
    assert_eq!(
        loaded.manifest,
        Manifest {
            weights,
            ..made.manifest
        }
    );
    // Saved again it gives the same files, and leaves nothing beside them.
    let bytes = |name: &str| fs::read(at.join(name)).unwrap();
    let before = (bytes(WEIGHTS), bytes(MANIFEST));
    loaded.save(&at).unwrap();
    assert_eq!((bytes(WEIGHTS), bytes(MANIFEST)), before);
    assert_eq!(names(folder.path()), ["agent"]);
    assert_eq!(names(&at), [MANIFEST, WEIGHTS]);
}

/// Damages a saved checkpoint; loading it must give an error of one line that holds all of `parts`.
fn refused(damage: impl FnOnce(&Path), parts: &[&str]) {
    let (_folder, at) = saved();
    damage(&at);
    let error = Checkpoint::load::<Nimmt>(&at).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    for part in parts {
        assert!(error.contains(part), "{error:?} lacks {part:?}");
    }
}

#[test]
fn what_is_not_whole_is_refused() {
    refused(
        |at| fs::remove_dir_all(at).unwrap(),
        &["agent", "no checkpoint folder"],
    );
    for name in [MANIFEST, WEIGHTS] {
        refused(|at| fs::remove_file(at.join(name)).unwrap(), &[name]);
        for part in [0, 1, 2, 3] {
            let cut = |at: &Path| {
                let bytes = fs::read(at.join(name)).unwrap();
                fs::write(at.join(name), &bytes[..bytes.len() * part / 4]).unwrap();
            };
            refused(cut, &[name]);
        }
    }
    let flip = |at: &Path| {
        let mut bytes = fs::read(at.join(WEIGHTS)).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(at.join(WEIGHTS), bytes).unwrap();
    };
    refused(flip, &[WEIGHTS, "SHA-256", "damaged"]);
}

/// Changes the manifest's text.
fn edit<'a>(from: &'a str, to: &'a str) -> impl FnOnce(&Path) + 'a {
    move |at| {
        let path = at.join(MANIFEST);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
}

#[test]
fn what_is_not_ours_is_refused() {
    refused(
        edit("schema = 1", "schema = 2"),
        &[MANIFEST, "schema 2", "schema 1"],
    );
    refused(edit("schema = 1", "sorts = 1"), &[MANIFEST, "no schema"]);
    refused(
        edit("game = \"nimmt\"", "game = \"chess\""),
        &[MANIFEST, "chess", "nimmt"],
    );
    refused(edit("nimmt-described", "nimmt-other"), &[MANIFEST, "nimmt-other"]);
    let version = format!("version = {}", Nimmt::ENCODER_VERSION);
    refused(edit(&version, "version = 77"), &[MANIFEST, "encoder", "77"]);
    refused(edit("seed = 7", "seed = 7\nmood = 1"), &[MANIFEST, "mood"]);
    refused(edit("players = 4", "players = 1"), &[MANIFEST, "players"]);
    refused(edit("hidden = 16", "hidden = 17"), &["hidden", "17"]);
    let globals = format!("globals = {}", Nimmt::GLOBALS);
    refused(edit(&globals, "globals = 5"), &[MANIFEST, "5 globals"]);
    // Nets of another size than the file's.
    refused(edit("reply = 32", "reply = 48"), &[WEIGHTS]);
    let outside = edit("file = \"weights.bpk\"", "file = \"../../weights.bpk\"");
    refused(outside, &[MANIFEST, "../../weights.bpk"]);
    let absolute = edit("file = \"weights.bpk\"", "file = \"/dev/zero\"");
    refused(absolute, &[MANIFEST, "/dev/zero"]);
    refused(
        |at| fs::write(at.join(MANIFEST), [0xFF, 0xFE, 0]).unwrap(),
        &[MANIFEST],
    );
}
