//! Every rule of both games trains, matches of several rounds among them, and goes on after a stop.

use super::{run_in, workplace};

/// Trains a few iterations by these rules, and then, as if it had been stopped, some more.
fn trains(rules: &[&str]) {
    let folder = workplace();
    let mut args = vec!["train", "--quiet"];
    let small = [
        "ppo.tables=6",
        "evaluation.every=0",
        "evaluation.final_deals=1",
        "evaluation.against=[\"random\"]",
    ];
    for change in rules.iter().chain(&small) {
        args.extend(["--set", change]);
    }
    let shorter = [&args[..], &["--set", "ppo.iterations=3"]].concat();
    assert!(
        run_in(folder.path(), &shorter).done().contains("3 iterations"),
        "{rules:?}"
    );
    let config = folder.path().join("runs/run-1/config.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, text.replace("iterations = 3", "iterations = 5")).unwrap();
    let resumed = run_in(folder.path(), &["train", "--quiet", "--resume", "runs/run-1"]).done();
    assert!(resumed.contains("5 iterations"), "{rules:?}: {resumed}");
}

#[test]
fn every_rule_of_nimmt_trains() {
    for rules in [
        &["rules.preset=sei-prendi", "rules.players=3"][..],
        &["rules.preset=6-fuori", "rules.zero_cards=true"],
        &["rules.preset=bsw", "rules.sides=both", "rules.players=2"],
        &["rules.preset=amigo", "rules.deal=draft"],
        &["rules.preset=amigo", "rules.selection=open", "ppo.reward=win"],
        &[
            "rules.preset=amigo",
            "rules.deal=choose",
            "rules.cards_per_turn=2",
        ],
        &["rules.preset=round", "rules.take_to_hand=true"],
        &["rules.deck=tactic", "rules.players=2", "rules.hand_size=50"],
    ] {
        trains(rules);
    }
}

#[test]
fn sixes_trains_over_rounds() {
    for rules in [
        &["rules.preset=sixes"][..],
        &[
            "rules.preset=sixes",
            "rules.must_play=false",
            "rules.players=2",
            "ppo.reward=win",
        ],
        &["rules.preset=sixes", "rules.players=3", "rules.chips=3"],
        &[
            "rules.preset=sixes-round",
            "rules.players=10",
            "ppo.reward=relative",
        ],
    ] {
        trains(rules);
    }
}
