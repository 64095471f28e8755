//! Whatever a checkpoint's manifest holds, nothing panics, and what is accepted is a manifest of its game.

#![no_main]

use hornox_agents::neural::{Manifest, Members};
use hornox_env::Game;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("hornox-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    std::fs::write(folder.join("manifest.toml"), bytes).expect("a temporary file can be written");
    if let Ok(Some(members)) = Members::read(&folder) {
        assert!(members.members.iter().all(|seats| (2..=10).contains(seats)));
    }
    if let Ok(manifest) = Manifest::read(&folder) {
        if manifest.check::<Nimmt>(&folder).is_ok() {
            assert_eq!(manifest.game, Nimmt::NAME);
        }
        if manifest.check::<Sixes>(&folder).is_ok() {
            assert_eq!(manifest.game, Sixes::NAME);
        }
    }
});
