//! Which rules are legal, and how others are refused.

use hornox_env::sixes::{RuleFields, Rules};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::properties::any_rules;
use super::rules;

fn refusal(fields: &Value) -> String {
    serde_json::from_value::<Rules>(fields.clone()).map_or_else(
        |error| error.to_string(),
        |rules| panic!("{fields} was read as {rules}"),
    )
}

#[test]
fn an_uneven_deal_must_be_asked_for() {
    for players in 0..=12 {
        let even = [2, 4, 5, 8, 10].contains(&players);
        let fields = json!({"players": players});
        assert_eq!(serde_json::from_value::<Rules>(fields).is_ok(), even, "{players}");
        let fields = json!({"players": players, "uneven_deal": true});
        let legal = (2..=10).contains(&players);
        assert_eq!(
            serde_json::from_value::<Rules>(fields).is_ok(),
            legal,
            "{players}"
        );
    }
    let reason = refusal(&json!({"players": 3}));
    assert!(
        reason.contains("`players` = 3, `uneven_deal` = false") && reason.contains("40 cards"),
        "{reason}"
    );
}

#[test]
fn what_is_no_rule_is_refused_by_name() {
    assert!(refusal(&json!({"low_card": "free"})).contains("unknown field `low_card`"));
    assert!(refusal(&json!({"chips": 0})).contains("`chips` = 0: must be from 1 to 1000"));
    assert!(refusal(&json!({"chips": 1001})).contains("`chips` = 1001"));
    assert!(refusal(&json!({"max_rounds": 0})).contains("`max_rounds` = 0: must be from 1 to 10000"));
    assert!(refusal(&json!({"max_rounds": null})).contains("null"));
    assert!(refusal(&json!({"must_play": 1})).contains('1'));
    assert!(refusal(&json!({"players": 4.5})).contains("4.5"));
}

#[test]
fn fields_left_out_have_their_defaults() {
    assert_eq!(*rules(json!({})), RuleFields::default());
    assert_eq!(rules(json!({})).to_string(), "players = 5");
    let text = rules(json!({"players": 4, "must_play": false})).to_string();
    assert!(
        text.contains("players = 4") && text.contains("must_play = false") && text.len() == 30,
        "{text}"
    );
}

proptest! {
    #[test]
    fn rules_are_written_whole_and_read_back(rules in any_rules()) {
        let value = serde_json::to_value(rules).unwrap();
        prop_assert_eq!(value.as_object().unwrap().len(), 6);
        prop_assert_eq!(serde_json::from_value::<Rules>(value).unwrap(), rules);
    }
}
