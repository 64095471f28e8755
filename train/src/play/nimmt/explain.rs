//! What a choice would do.

use hornox_env::nimmt::{Action, CAPACITY, Card, LowCard, Phase, RowIndex, Side, Table, View};

use super::cost;
use crate::play::layout::{nth, spaced};

pub(super) fn effect(view: &View, action: Action) -> String {
    let table = view.table();
    match action {
        Action::Zero => "places nothing; you have it only once a game".to_owned(),
        Action::Row(row) => {
            let cards = table.rows().get(row).cards();
            format!("takes {}: {}", spaced(cards.iter()), cost(table.rules(), cards))
        }
        Action::Card(card) if table.phase() == Phase::Draft => {
            format!(
                "goes into your hand, for all to see; {}",
                cost(table.rules(), std::iter::once(card).collect())
            )
        }
        Action::Card(card) => place(table, card),
    }
}

/// Where a card would go now.
fn place(table: &Table, card: Card) -> String {
    let rules = table.rules();
    let Some((index, side)) = table.rows().fit(card, rules.sides) else {
        return nowhere(table);
    };
    let row = table.rows().get(index);
    if row.len() == CAPACITY {
        return format!(
            "would take row {index} as its sixth card: {}",
            cost(rules, row.cards())
        );
    }
    let end = match side {
        Side::Left => " on the left",
        Side::Right | Side::Take => "",
    };
    format!("joins row {index}{end} as its {} card", nth(row.len() + 1))
}

/// What a card would do that fits nowhere.
fn nowhere(table: &Table) -> String {
    let rules = table.rules();
    let row = |index| table.rows().get(index).cards();
    let cheapest = table.rows().cheapest(rules);
    match rules.low_card {
        LowCard::Auto => {
            format!(
                "fits nowhere: would take row {cheapest}, the cheapest: {}",
                cost(rules, row(cheapest))
            )
        }
        LowCard::Cheapest => {
            format!(
                "fits nowhere: you would take a cheapest row, for {}",
                cost(rules, row(cheapest))
            )
        }
        LowCard::Free if rules.take_to_hand => "fits nowhere: you would choose a row to take".to_owned(),
        LowCard::Free => {
            let bulls = RowIndex::ALL.map(|index| rules.bulls(row(index)));
            let (least, most) = (
                rules.bulls(row(cheapest)),
                bulls.into_iter().max().unwrap_or_default(),
            );
            let to_most = if most > least {
                format!(" to {most}")
            } else {
                String::new()
            };
            let unit = if most == 1 { "bull" } else { "bulls" };
            format!("fits nowhere: you would choose a row, for {least}{to_most} {unit}")
        }
    }
}
