//! What each preset plays, and what of it gives way to what is asked for.

use hornox_env::nimmt::{Preset, Rules, resolve};
use hornox_env::{Resolved, RulesError};
use serde_json::{Value, json};

use crate::common::rules;

fn with(preset: Preset, wishes: &Value) -> Result<Resolved<Rules>, RulesError> {
    let wishes = wishes.as_object().unwrap().clone();
    resolve(
        *preset.rules(),
        Some(preset),
        &wishes.into_iter().collect::<Vec<_>>(),
    )
}

#[test]
fn presets_differ_from_the_defaults_as_the_rules_say() {
    let table = [
        ("amigo", json!({"end_score": 66, "end_when": "at_least"})),
        ("6-fuori", json!({"low_card": "cheapest"})),
        (
            "sei-prendi",
            json!({"fives": 1, "end_score": 66, "end_when": "exceed", "carry_rows": true}),
        ),
        ("bsw", json!({"end_score": 66, "end_when": "exceed"})),
        ("round", json!({})),
        ("bench", json!({"low_card": "auto"})),
    ];
    assert_eq!(table.len(), Preset::ALL.len());
    for (name, fields) in table {
        let preset: Preset = name.parse().unwrap();
        assert_eq!(preset.rules(), rules(fields), "{name}");
        assert_eq!(with(preset, &json!({})).unwrap().notes, [""; 0]);
    }
    assert_eq!(Preset::default(), Preset::Amigo);
}

/// The preset with these wishes plays by these rules, and a note names each of these fields of its own that give way.
fn gives_way(preset: Preset, wishes: &Value, resolved: Value, yielding: &[&str]) {
    let found = with(preset, wishes).unwrap();
    assert_eq!(found.rules, rules(resolved), "{preset} with {wishes}");
    assert_eq!(found.notes.len(), yielding.len(), "{:?}", found.notes);
    for (note, field) in found.notes.iter().zip(yielding) {
        let start = format!("{preset}: its own `{field}` gives way: with `");
        assert!(note.starts_with(&start), "{note}");
    }
}

#[test]
fn sei_prendi_gives_up_carried_rows() {
    let plain = |more: Value| {
        let mut fields = json!({"fives": 1, "end_score": 66, "end_when": "exceed"});
        fields
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        fields
    };
    let wishes = [
        json!({"players": 9}),
        json!({"players": 10}),
        json!({"deck": "tactic"}),
        json!({"deal": "draft"}),
        json!({"deal": "draft", "deck": "tactic"}),
    ];
    for wish in wishes {
        gives_way(Preset::SeiPrendi, &wish, plain(wish.clone()), &["carry_rows"]);
    }
    // Nothing collides here.
    let kept = [
        json!({"players": 8}),
        json!({"players": 10, "hand_size": 8}),
        json!({"deal": "choose"}),
        json!({"cards_per_turn": 2}),
        json!({"zero_cards": true}),
        json!({"sides": "both", "selection": "open"}),
    ];
    for wish in kept {
        let mut fields = plain(wish.clone());
        fields["carry_rows"] = true.into();
        gives_way(Preset::SeiPrendi, &wish, fields, &[]);
    }
}

#[test]
fn take_to_hand_makes_way_for_itself() {
    let wish = json!({"take_to_hand": true});
    let three = ["end_score", "carry_rows", "end_when"];
    let found = with(Preset::SeiPrendi, &wish).unwrap();
    assert_eq!(found.rules, rules(json!({"fives": 1, "take_to_hand": true})));
    assert_eq!(found.notes.len(), 3, "{:?}", found.notes);
    for field in three {
        assert!(
            found
                .notes
                .iter()
                .any(|note| note.contains(&format!("its own `{field}` gives way")))
        );
    }
    for preset in [Preset::Amigo, Preset::Bsw] {
        let found = with(preset, &wish).unwrap();
        assert_eq!(found.rules, rules(wish.clone()), "{preset}");
        assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    }
    for preset in [Preset::SeiFuori, Preset::Bench] {
        gives_way(preset, &wish, wish.clone(), &["low_card"]);
    }
    gives_way(Preset::Round, &wish, wish.clone(), &[]);
}

#[test]
fn without_an_end_score_a_presets_end_when_gives_way() {
    for preset in [Preset::Amigo, Preset::Bsw] {
        gives_way(preset, &json!({"end_score": "none"}), json!({}), &["end_when"]);
    }
}

#[test]
fn two_values_asked_for_that_collide_are_an_error() {
    let cases = [
        (Preset::SeiPrendi, json!({"carry_rows": true, "players": 10})),
        (Preset::SeiPrendi, json!({"carry_rows": true, "deck": "tactic"})),
        (Preset::SeiPrendi, json!({"end_score": 66, "take_to_hand": true})),
        (Preset::Bench, json!({"low_card": "auto", "take_to_hand": true})),
        (
            Preset::SeiFuori,
            json!({"low_card": "cheapest", "take_to_hand": true}),
        ),
        (
            Preset::Amigo,
            json!({"end_when": "at_least", "end_score": "none"}),
        ),
        (Preset::Amigo, json!({"zero_cards": true, "cards_per_turn": 2})),
        (Preset::Round, json!({"take_to_hand": true, "max_rounds": 2})),
        (Preset::Bsw, json!({"selection": "open", "cards_per_turn": 2})),
    ];
    for (preset, wishes) in cases {
        let refused = with(preset, &wishes);
        let Err(RulesError::Collision { fields, .. }) = refused else {
            panic!("{preset} with {wishes}: {refused:?}");
        };
        let wished = |name: &str| wishes.get(name).is_some();
        assert!(
            fields
                .iter()
                .all(|(name, _)| wished(name) || *name == "hand_size"),
            "{fields:?}"
        );
    }
}

/// A base that is no preset's stands as if all of it had been asked for.
#[test]
fn a_rules_file_gives_nothing_up() {
    let file = *rules(json!({"carry_rows": true, "end_score": 66}));
    let wish = [("players".to_owned(), json!(10))];
    assert!(matches!(
        resolve(file, None, &wish),
        Err(RulesError::Collision { .. })
    ));
    assert!(Rules::check(file).is_ok());
}
