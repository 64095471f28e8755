//! Whatever a file of rules holds, nothing panics, and rules that are accepted are written and read back as they were.

#![no_main]

use hornox_agents::{rules_from_toml, rules_to_toml};
use hornox_env::{RuleSet, nimmt, sixes};
use libfuzzer_sys::fuzz_target;

fn read<R: RuleSet>(table: &toml::Table) {
    if let Ok(rules) = rules_from_toml::<R>(table) {
        let written = rules_to_toml(rules.to_map_with_game());
        assert_eq!(rules_from_toml::<R>(&written), Ok(rules));
    }
}

fuzz_target!(|text: &str| {
    if let Ok(table) = text.parse() {
        read::<nimmt::Rules>(&table);
        read::<sixes::Rules>(&table);
    }
});
