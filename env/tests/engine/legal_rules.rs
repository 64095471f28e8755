//! Which rules are legal, and how others are refused.

use hornox_env::nimmt::{EndWhen, RuleFields, Rules};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::rules;
use crate::properties::any_rules;

fn refusal(fields: &Value) -> String {
    serde_json::from_value::<Rules>(fields.clone()).map_or_else(
        |error| error.to_string(),
        |rules| panic!("{fields} was read as {rules}"),
    )
}

#[test]
fn hands_and_rows_must_fit_the_deck() {
    for players in 0..=12_usize {
        for hand_size in 0..=52_usize {
            let fields = json!({"players": players, "hand_size": hand_size});
            let legal = (2..=10).contains(&players)
                && (1..=50).contains(&hand_size)
                && players * hand_size + 4 <= 104;
            assert_eq!(
                serde_json::from_value::<Rules>(fields.clone()).is_ok(),
                legal,
                "{fields}"
            );
        }
    }
}

#[test]
fn what_is_not_played_yet_is_refused_by_name() {
    let unplayed = [
        ("deck", json!("tactic")),
        ("deal", json!("draft")),
        ("deal", json!("choose")),
        ("sides", json!("both")),
        ("fives", json!(1)),
        ("carry_rows", json!(true)),
        ("zero_cards", json!(true)),
        ("cards_per_turn", json!(2)),
        ("take_to_hand", json!(true)),
        ("selection", json!("open")),
    ];
    for (field, value) in unplayed {
        let reason = refusal(&json!({ field: value }));
        assert!(
            reason.contains(&format!("`{field}` = {value} is not played")),
            "{reason}"
        );
    }
}

#[test]
fn what_is_no_rule_is_refused_by_name() {
    assert!(refusal(&json!({"chips": 10})).contains("unknown field `chips`"));
    assert!(refusal(&json!({"low_card": "dear"})).contains("unknown variant `dear`"));
    assert!(refusal(&json!({"end_score": 0})).contains("`end_score` = 0: must be from 1 to 10000"));
    assert!(refusal(&json!({"end_score": 10_001})).contains("`end_score` = 10001"));
    assert!(refusal(&json!({"max_rounds": 0})).contains("`max_rounds` = 0"));
    assert!(refusal(&json!({"max_turns": 0})).contains("`max_turns` = 0"));
    assert!(refusal(&json!({"players": -1})).contains("-1"));
    assert!(refusal(&json!({"players": 4.5})).contains("4.5"));
    assert!(refusal(&json!({"end_when": "exceed"})).contains("`end_when` without `end_score`"));
    assert!(refusal(&json!({"end_score": true})).contains("true"));
}

#[test]
fn fields_left_out_have_their_defaults() {
    assert_eq!(*rules(json!({})), RuleFields::default());
    assert_eq!(
        rules(json!({"end_score": "none", "max_rounds": null})),
        rules(json!({}))
    );
    assert_eq!(rules(json!({"end_score": 66})).end_when, Some(EndWhen::AtLeast));
}

proptest! {
    #[test]
    fn rules_are_written_whole_and_read_back(rules in any_rules()) {
        let value = serde_json::to_value(rules).unwrap();
        prop_assert_eq!(value.as_object().unwrap().len(), 16);
        prop_assert_eq!(serde_json::from_value::<Rules>(value).unwrap(), rules);
    }
}
