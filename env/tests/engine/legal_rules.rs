//! Which rules are legal, and how others are refused.

use std::collections::BTreeSet;

use hornox_env::RulesError;
use hornox_env::nimmt::{CardDeal, Deck, EndWhen, LowCard, RuleFields, Rules, Selection, Sides};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{any_rules, rules};

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

/// Which fields collide, in the words of the rules; an empty list where none do.
fn colliding(rules: &RuleFields) -> Vec<Vec<&'static str>> {
    let hands = u16::from(rules.hand_size) * u16::from(rules.players);
    let tactic = rules.deck == Deck::Tactic;
    let two = rules.cards_per_turn == 2;
    let to_hand = rules.take_to_hand;
    let pairs = [
        (hands + 4 > 104, vec!["hand_size", "players"]),
        (
            rules.carry_rows && 104 - 20 < hands,
            vec!["carry_rows", "hand_size", "players"],
        ),
        (rules.carry_rows && tactic, vec!["carry_rows", "deck"]),
        (
            rules.carry_rows && rules.deal == CardDeal::Draft,
            vec!["carry_rows", "deal"],
        ),
        (rules.zero_cards && two, vec!["cards_per_turn", "zero_cards"]),
        (rules.zero_cards && to_hand, vec!["take_to_hand", "zero_cards"]),
        (to_hand && two, vec!["cards_per_turn", "take_to_hand"]),
        (tactic && rules.deal == CardDeal::Choose, vec!["deal", "deck"]),
        (
            to_hand && rules.end_score.is_some(),
            vec!["end_score", "take_to_hand"],
        ),
        (
            to_hand && rules.max_rounds.is_some(),
            vec!["max_rounds", "take_to_hand"],
        ),
        (to_hand && rules.carry_rows, vec!["carry_rows", "take_to_hand"]),
        (
            to_hand && rules.low_card != LowCard::Free,
            vec!["low_card", "take_to_hand"],
        ),
        (
            two && rules.selection == Selection::Open,
            vec!["cards_per_turn", "selection"],
        ),
        (
            rules.end_when.is_some() && rules.end_score.is_none(),
            vec!["end_score", "end_when"],
        ),
    ];
    pairs
        .into_iter()
        .filter(|(wrong, _)| *wrong)
        .map(|(_, fields)| fields)
        .collect()
}

/// Every combination of options, at seat counts and hands on both sides of what fits.
fn all_fields(mut each: impl FnMut(RuleFields)) {
    let base = RuleFields::default();
    let sizes = [
        (2, 10),
        (8, 10),
        (9, 10),
        (10, 10),
        (4, 21),
        (4, 22),
        (4, 25),
        (4, 26),
        (2, 50),
    ];
    // One bit or two an option.
    for bits in 0..1_u32 << 14 {
        let on = |bit: u32| bits >> bit & 1 == 1;
        let (players, hand_size) = sizes[bits as usize % sizes.len()];
        let fields = RuleFields {
            players,
            hand_size,
            deck: if on(0) { Deck::Tactic } else { Deck::Full },
            deal: [
                CardDeal::Random,
                CardDeal::Draft,
                CardDeal::Choose,
                CardDeal::Random,
            ][(bits >> 1 & 3) as usize],
            low_card: [LowCard::Free, LowCard::Cheapest, LowCard::Auto, LowCard::Free]
                [(bits >> 3 & 3) as usize],
            end_score: on(5).then_some(66),
            end_when: on(6).then_some(EndWhen::Exceed),
            max_rounds: on(7).then_some(3),
            carry_rows: on(8),
            zero_cards: on(9),
            cards_per_turn: 1 + u8::from(on(10)),
            take_to_hand: on(11),
            selection: if on(12) {
                Selection::Open
            } else {
                Selection::Simultaneous
            },
            sides: if on(13) { Sides::Both } else { Sides::Right },
            ..base
        };
        each(fields);
    }
}

#[test]
fn exactly_the_collisions_of_the_rules_are_refused_and_named() {
    let (mut legal, mut refused) = (0, BTreeSet::new());
    all_fields(|rules| {
        let right = colliding(&rules);
        match Rules::check(rules) {
            Ok(_) => {
                legal += 1;
                assert!(right.is_empty(), "{right:?} collide in {rules:?}");
            }
            Err(RulesError::Collision { fields, reason }) => {
                let values = rules.to_map();
                for (name, value) in &fields {
                    assert_eq!(values[*name].to_string().replace("null", "\"none\""), *value);
                }
                let mut named: Vec<_> = fields.into_iter().map(|(name, _)| name).collect();
                named.sort_unstable();
                assert!(
                    right.contains(&named),
                    "{named:?} in {rules:?}, not one of {right:?}"
                );
                assert!(!reason.is_empty());
                refused.insert(named);
            }
            Err(error) => panic!("{error}"),
        }
    });
    assert!(legal > 500, "{legal}");
    // Each of the fourteen is the one that is named, somewhere.
    assert_eq!(refused.len(), 14, "{refused:?}");
}

#[test]
fn a_collision_says_fields_values_and_reason() {
    let fields = json!({"take_to_hand": true, "cards_per_turn": 2});
    let refusal = refusal(&fields);
    assert!(
        refusal.contains("rules `take_to_hand` = true, `cards_per_turn` = 2: a seat could win"),
        "{refusal}"
    );
}

#[test]
fn what_is_no_rule_is_refused_by_name() {
    assert!(refusal(&json!({"chips": 10})).contains("unknown field `chips`"));
    assert!(refusal(&json!({"low_card": "dear"})).contains("unknown variant `dear`"));
    assert!(refusal(&json!({"must_play": true})).contains("unknown field `must_play`"));
    assert!(refusal(&json!({"deal": "picked"})).contains("unknown variant `picked`"));
    assert!(refusal(&json!({"fives": 3})).contains("`fives` = 3: must be from 1 to 2"));
    assert!(refusal(&json!({"fives": 0})).contains("`fives` = 0"));
    assert!(refusal(&json!({"cards_per_turn": 3})).contains("`cards_per_turn` = 3"));
    assert!(refusal(&json!({"max_turns": 10_001})).contains("`max_turns` = 10001"));
    assert!(refusal(&json!({"max_rounds": 10_001})).contains("`max_rounds` = 10001"));
    assert!(refusal(&json!({"end_score": 0})).contains("`end_score` = 0: must be from 1 to 10000"));
    assert!(refusal(&json!({"end_score": 10_001})).contains("`end_score` = 10001"));
    assert!(refusal(&json!({"max_rounds": 0})).contains("`max_rounds` = 0"));
    assert!(refusal(&json!({"max_turns": 0})).contains("`max_turns` = 0"));
    assert!(refusal(&json!({"players": -1})).contains("-1"));
    assert!(refusal(&json!({"players": 4.5})).contains("4.5"));
    assert!(
        refusal(&json!({"end_when": "exceed"}))
            .contains("rules `end_when` = \"exceed\", `end_score` = \"none\"")
    );
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
