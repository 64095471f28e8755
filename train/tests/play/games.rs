//! Every preset and variant is played to its end.

use hornox_env::{AnyRules, nimmt, sixes};
use hornox_train::play::Ending;

use crate::{Tries, played_by, rules};

/// Plays a game to its end and gives what was written.
fn to_the_end(rules: &AnyRules, you: usize, seed: u64) -> String {
    let start = seed as usize * 7 + you;
    let (ending, text) = match rules {
        AnyRules::Nimmt(_) => played_by(rules, you, seed, Tries::new::<nimmt::Action>(start)),
        AnyRules::Sixes(_) => played_by(rules, you, seed, Tries::new::<sixes::Action>(start)),
    };
    assert_eq!(ending.unwrap(), Ending::Over, "{rules}");
    text
}

/// What holds of every transcript.
fn check(rules: &AnyRules, text: &str) {
    for line in text.lines() {
        assert!(line.is_ascii() && line.len() < 80, "{rules}: {line:?}");
    }
    let (_, end) = text.rsplit_once("\n\n").unwrap();
    let (said, table) = end.split_once("\n  1.  ").unwrap();
    assert!(
        said.contains("The game is over: ") || said.contains("The game was cut off"),
        "{rules}: {end}"
    );
    assert!(table.ends_with("with --seed 5.\n"), "{rules}: {end}");
    assert_eq!(table.lines().count(), rules.players() + 1, "{rules}: {end}");
    // Whoever shares the first place shares the win, and nobody else.
    let won = end.contains("\n  1.  you ");
    assert_eq!(
        won,
        ["over: you", "rules: you"].iter().any(|part| said.contains(part)),
        "{rules}: {end}"
    );
}

#[test]
fn every_preset_and_variant_ends() {
    for (preset, _) in AnyRules::presets() {
        for players in [2, 4, 5, 10] {
            let rules = rules(preset, &[&format!("players={players}")]);
            let you = players / 2;
            check(&rules, &to_the_end(&rules, you, 5));
        }
    }
    let variants: [&[&str]; 20] = [
        &["deck=tactic"],
        &["deck=tactic", "players=2"],
        &["deal=draft"],
        &["deal=draft", "deck=tactic", "selection=open", "sides=both"],
        &["deal=choose", "players=3"],
        &["deal=choose", "take_to_hand=true", "hand_size=4"],
        &["sides=both"],
        &["low_card=cheapest"],
        &["low_card=auto", "sides=both", "zero_cards=true"],
        &["fives=1"],
        &["carry_rows=true", "max_rounds=3"],
        &["zero_cards=true"],
        &["zero_cards=true", "selection=open", "max_rounds=2"],
        &["cards_per_turn=2"],
        &["cards_per_turn=2", "hand_size=5", "deal=choose"],
        &["take_to_hand=true"],
        &["take_to_hand=true", "max_turns=7", "players=10"],
        &["selection=open"],
        &["hand_size=50", "players=2"],
        &["hand_size=1", "end_score=20", "max_rounds=5"],
    ];
    for fields in variants {
        let rules = rules("round", fields);
        for you in 0..rules.players().min(3) {
            check(&rules, &to_the_end(&rules, you, 5));
        }
    }
    for fields in [
        &["must_play=false"][..],
        &["uneven_deal=true", "players=3", "chips=1"],
        &["until_broke=false", "max_rounds=2", "must_play=false", "chips=1"],
    ] {
        let rules = rules("sixes", fields);
        check(&rules, &to_the_end(&rules, 1, 5));
    }
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    for preset in ["amigo", "sixes"] {
        let rules = rules(preset, &[]);
        assert_eq!(to_the_end(&rules, 1, 5), to_the_end(&rules, 1, 5));
        assert_ne!(to_the_end(&rules, 1, 5), to_the_end(&rules, 1, 6));
    }
}
