//! What is refused, and what the order of rows means.

use hornox_env::nimmt::{Card, CardDeal, CardSet, Deck, LowCard, Row, RuleFields, Rules, Selection, Sides};

use super::super::{ExactError, Position, check_rules, solve};
use super::rules;

fn set(cards: &[u8]) -> CardSet {
    cards.iter().map(|&card| Card::new(card).unwrap()).collect()
}

fn rows(rows: [&[u8]; 4]) -> [Row; 4] {
    rows.map(|row| Row::try_from(set(row)).unwrap())
}

#[test]
fn rules_are_refused_by_name() {
    let tactic = RuleFields {
        players: 2,
        deck: Deck::Tactic,
        ..RuleFields::default()
    };
    type Change = fn(&mut RuleFields);
    let wrong: [(Change, &str); 8] = [
        (
            |rules| rules.players = 3,
            "`players` = 3, but exact play is for 2 seats",
        ),
        (
            |rules| rules.deck = Deck::Full,
            "`deck` = \"full\", but both hands are known only with",
        ),
        (|rules| rules.sides = Sides::Both, "`sides` = \"both\""),
        (|rules| rules.zero_cards = true, "`zero_cards` = true"),
        (|rules| rules.cards_per_turn = 2, "`cards_per_turn` = 2"),
        (|rules| rules.take_to_hand = true, "`take_to_hand` = true"),
        (
            |rules| rules.selection = Selection::Open,
            "`selection` = \"open\"",
        ),
        (
            |rules| rules.hand_size = 11,
            "`hand_size` = 11, but exact play is for at most 10",
        ),
    ];
    for (change, text) in wrong {
        let mut fields = tactic;
        change(&mut fields);
        let error = check_rules(&Rules::check(fields).unwrap())
            .unwrap_err()
            .to_string();
        assert!(error.contains(text), "{error}");
    }
    let drafted = RuleFields {
        deck: Deck::Full,
        deal: CardDeal::Draft,
        ..tactic
    };
    for fields in [tactic, drafted] {
        check_rules(&Rules::check(fields).unwrap()).unwrap();
    }
}

#[test]
fn positions_are_refused_with_the_card() {
    let rules = rules(3, LowCard::Free);
    let good = rows([&[1], &[2], &[3], &[4]]);
    let error =
        |rows, own: &[u8], other: &[u8]| Position::new(&rules, rows, [set(own), set(other)]).unwrap_err();
    let twice = |card| ExactError::Twice {
        card: Card::new(card).unwrap(),
    };
    assert_eq!(error(good, &[5], &[5]), twice(5));
    assert_eq!(error(good, &[5], &[4]), twice(4));
    assert_eq!(error(rows([&[1, 2], &[2], &[3], &[4]]), &[5], &[6]), twice(2));
    assert_eq!(
        error(good, &[5], &[6, 7]),
        ExactError::Hands {
            cards: [1, 2],
            most: 3
        }
    );
    assert_eq!(
        error(good, &[], &[]).to_string(),
        "hands of 0 and 0 cards; both must have as many, 1 to 3"
    );
    assert!(matches!(
        error(good, &[5, 6, 7, 8], &[1, 2, 3, 4]),
        ExactError::Hands { .. }
    ));
    assert_eq!(
        error(good, &[5], &[11]).to_string(),
        "card 11 is not in the deck, which is 1 to 10 by these rules"
    );
    assert_eq!(
        error(rows([&[1], &[], &[3], &[4]]), &[5], &[6]),
        ExactError::Row { row: 1, cards: 0 }
    );
}

/// Two rows cost the same: by `auto` the first on the table goes, otherwise its player chooses.
#[test]
fn the_order_of_rows_matters_where_nobody_chooses() {
    let value = |low_card, rows| {
        let position = Position::new(&rules(10, low_card), rows, [set(&[1]), set(&[9])]).unwrap();
        solve(&position).value
    };
    // Of two rows of five bulls, 9 must take the one of five cards, unless 1 takes it before.
    let (full, short): (&[u8], &[u8]) = (&[2, 3, 4, 6, 7], &[11]);
    let tables = [[full, short], [short, full]].map(|[a, b]| rows([a, b, &[20, 22], &[10, 15, 23]]));
    for (low_card, values) in [
        (LowCard::Auto, [5.0, 0.0]),
        (LowCard::Cheapest, [0.0, 0.0]),
        (LowCard::Free, [0.0, 0.0]),
    ] {
        assert_eq!(tables.map(|rows| value(low_card, rows)), values);
    }
}
