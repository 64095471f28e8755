//! At most one row is chosen in a turn.

use hornox_env::nimmt::{Event, LowCard, Phase, RuleFields, Rules, Selection, Sides};
use proptest::prelude::*;
use serde_json::json;

use crate::common::{any_rules, rules};
use crate::properties::{config, play_through};

/// Any legal rules in which rows are chosen, with cards on both sides more often than not.
fn row_choice_rules() -> impl Strategy<Value = Rules> {
    (any_rules(), any::<bool>()).prop_filter_map("rows are taken without a choice", |(rules, both)| {
        let fields = RuleFields {
            sides: if both { Sides::Both } else { rules.sides },
            ..*rules
        };
        (rules.low_card != LowCard::Auto).then(|| Rules::check(fields).unwrap())
    })
}

proptest! {
    #![proptest_config(config(3000))]

    /// Where cards are placed lowest first there is at most one row choice a turn: the card whose player chose
    /// starts a row that any later, higher card can join. On one side only it comes first of all.
    #[test]
    fn a_turn_has_at_most_one_row_choice(rules in row_choice_rules(), seed: u64) {
        let mut choice = false;
        play_through(&rules, seed, |game, events, _| {
            let table = game.table();
            match table.phase() {
                Phase::TakeRow(taker) => {
                    assert!(!choice, "a second row choice in one turn");
                    choice = true;
                    assert_eq!(table.waiting()[taker][0], table.waiting_cards().first());
                    let nothing_placed = !events.iter().any(|event| matches!(event, Event::Moved(_)));
                    assert!(nothing_placed || rules.sides == Sides::Both);
                }
                Phase::Choose if rules.selection == Selection::Open && !table.selected().is_empty() => {}
                Phase::Draft | Phase::Keep | Phase::Choose | Phase::ChooseSecond | Phase::Deal | Phase::Over { .. } => {
                    choice = false;
                }
            }
        });
    }
}

/// Row choices in the middle of a turn do occur, and by others than the lowest card's player.
#[test]
fn with_both_sides_a_row_may_be_chosen_after_cards_were_placed() {
    let rules = rules(json!({"players": 6, "sides": "both"}));
    let mut in_the_middle = 0;
    for seed in 0..40 {
        play_through(&rules, seed, |game, events, _| {
            let chooses = matches!(game.table().phase(), Phase::TakeRow(_));
            if chooses && events.iter().any(|event| matches!(event, Event::Moved(_))) {
                in_the_middle += 1;
                assert!(game.table().waiting_cards().len() < 6);
            }
        });
    }
    assert!(in_the_middle > 0);
}
