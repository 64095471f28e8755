//! Views in one line.

use std::fmt::{Display, Write as _};

use hornox_env::nimmt::{self, Nimmt, Phase};
use hornox_env::sixes::{self, Rank, Sixes, Suit};
use hornox_env::{Game, Seat};

/// A game whose views can be told in one line.
pub trait Brief: Game {
    /// Round and turn, from 1 as people count.
    fn when(view: &Self::View) -> String;

    /// The turn of its round, from 1; 0 for the drafting and keeping before.
    fn turn_number(view: &Self::View) -> u32;

    /// What lies, and the own cards.
    fn brief(view: &Self::View) -> String;
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}

impl Brief for Nimmt {
    fn when(view: &nimmt::View) -> String {
        let table = view.table();
        let round = u64::from(table.round()) + 1;
        match table.phase() {
            Phase::Draft => format!("round {round}, draft"),
            Phase::Keep => format!("round {round}, keeping"),
            Phase::Deal | Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) | Phase::Over { .. } => {
                format!("round {round}, turn {}", Self::turn_number(view))
            }
        }
    }

    fn turn_number(view: &nimmt::View) -> u32 {
        let table = view.table();
        match table.phase() {
            Phase::Draft | Phase::Keep => 0,
            Phase::Deal | Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) | Phase::Over { .. } => {
                u32::from(table.turn_number()) + 1
            }
        }
    }

    fn brief(view: &nimmt::View) -> String {
        let table = view.table();
        let rows: Vec<_> = table
            .rows()
            .all()
            .iter()
            .map(|row| list(row.cards().iter()))
            .collect();
        let mut text = format!("rows {} | hand {}", rows.join(", "), list(view.hand().iter()));
        // Writing to a string does not fail.
        let _ = match table.phase() {
            Phase::Draft => write!(text, " | open {}", list(table.pool().iter())),
            Phase::Keep => write!(text, " | to keep from {}", list(view.aside().iter())),
            Phase::ChooseSecond => write!(text, " | chosen {}", list(view.pending())),
            Phase::TakeRow(_) | Phase::Choose if !table.waiting_cards().is_empty() => {
                write!(text, " | revealed {}", waiting(table))
            }
            Phase::Deal | Phase::Choose | Phase::TakeRow(_) | Phase::Over { .. } => Ok(()),
        };
        text
    }
}

/// The revealed cards with their seats.
fn waiting(table: &nimmt::Table) -> String {
    let cards = Seat::all(table.players()).flat_map(|seat| {
        let cards = table.waiting()[seat].into_iter().flatten();
        cards.map(move |card| format!("{card} of seat {seat}"))
    });
    cards.collect::<Vec<_>>().join(", ")
}

impl Brief for Sixes {
    fn when(view: &sixes::View) -> String {
        let table = view.table();
        format!("round {}, turn {}", table.round() + 1, Self::turn_number(view))
    }

    fn turn_number(view: &sixes::View) -> u32 {
        view.table().turn_number() + 1
    }

    fn brief(view: &sixes::View) -> String {
        let columns = view.table().columns();
        let column = |suit: Suit| {
            let letter = sixes::Card::of(suit, Rank::SIX).to_string().split_off(1);
            match columns.column(suit) {
                Some(sixes::Column { low, high }) if low == high => format!("{low}{letter}"),
                Some(sixes::Column { low, high }) => format!("{low}{letter}-{high}{letter}"),
                None => "-".to_owned(),
            }
        };
        let columns: Vec<_> = Suit::ALL.map(column).to_vec();
        format!(
            "columns {} | pot {} | hand {}",
            columns.join(", "),
            view.table().pot(),
            list(view.hand().iter())
        )
    }
}
