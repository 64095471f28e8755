//! Rows, scores, hands.

use hornox_env::Seat;
use hornox_env::nimmt::{CAPACITY, CardSet, Phase, RowIndex, Table, View};

use super::cost;
use crate::play::Names;
use crate::play::layout::{cells, heading, seats, wrapped, wrapped_list};

pub(super) fn draw(view: &View, names: Names) -> Vec<String> {
    let table = view.table();
    let mut lines = vec![heading(&title(table))];
    if table.phase() == Phase::Draft {
        lines.extend(cards(table, "open", table.pool()));
    } else {
        lines.extend(RowIndex::ALL.map(|index| row(table, index)));
    }
    lines.push(String::new());
    lines.extend(seats(table.players(), names, &rows_of_seats(table)));
    lines.push(String::new());
    lines.extend(open_cards(table, names));
    lines.extend(own(view));
    lines.push(String::new());
    lines
}

fn title(table: &Table) -> String {
    let round = u64::from(table.round()) + 1;
    match table.phase() {
        Phase::Draft => format!("Round {round}, the draft"),
        Phase::Keep => format!("Round {round}, before the first turn"),
        Phase::Deal | Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) | Phase::Over { .. } => {
            format!("Round {round}, turn {}", table.turn_number() + 1)
        }
    }
}

fn row(table: &Table, index: RowIndex) -> String {
    let row = table.rows().get(index);
    let mut line = format!("{:<12}", format!("row {index}"));
    for place in 0..CAPACITY {
        let card = row.cards().iter().nth(place);
        line += &card.map_or("    .".to_owned(), |card| format!("{card:>5}"));
    }
    let full = if row.len() == CAPACITY { ", full" } else { "" };
    format!("{line}   {}{full}", cost(table.rules(), row.cards()))
}

/// What is worth a line: the bulls, hands of different sizes, zero cards.
fn rows_of_seats(table: &Table) -> Vec<(&'static str, Vec<String>)> {
    let all = || Seat::all(table.players());
    let holds = table.holds().values();
    let mut rows = Vec::new();
    if !table.rules().take_to_hand {
        rows.push((
            "bulls",
            all().map(|seat| table.scores()[seat].to_string()).collect(),
        ));
    }
    if table.rules().take_to_hand || holds.iter().any(|cards| *cards != holds[0]) {
        rows.push((
            "cards",
            all().map(|seat| table.holds()[seat].to_string()).collect(),
        ));
    }
    if table.rules().zero_cards {
        let held = |seat| if table.zeros().contains(seat) { "yes" } else { "-" };
        rows.push(("zero card", all().map(|seat| held(seat).to_owned()).collect()));
    }
    rows
}

/// Cards that all know: in the hands of others, and played but not placed.
fn open_cards(table: &Table, names: Names) -> Vec<String> {
    let mut lines = Vec::new();
    for (seat, shown) in table.shown().iter() {
        if seat != names.you() && !shown.is_empty() {
            let label = format!("{} holds:", names.of(seat));
            lines.extend(wrapped(&label, shown.iter()));
        }
    }
    let waiting = waiting(table, names);
    if !waiting.is_empty() {
        lines.extend(wrapped_list("still to be placed:", waiting));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// Cards that are played and not placed, with their seats, lowest first.
pub(super) fn waiting(table: &Table, names: Names) -> Vec<String> {
    let seats = table.waiting().iter();
    let mut waiting: Vec<_> = seats
        .flat_map(|(seat, cards)| cards.iter().flatten().map(move |card| (*card, seat)))
        .collect();
    waiting.sort_unstable();
    let text = |(card, seat)| format!("{card} ({})", names.of(seat));
    waiting.into_iter().map(text).collect()
}

fn own(view: &View) -> Vec<String> {
    let table = view.table();
    let mut lines = Vec::new();
    if table.phase() == Phase::Keep {
        lines.extend(cards(table, "your share", view.aside()));
        lines.extend(cards(table, "you keep", view.hand()));
    } else {
        lines.extend(cards(table, "your hand", view.hand()));
    }
    if let Some(card) = view.pending() {
        lines.push(format!("{:<12}{card:>5}", "first card"));
    }
    lines
}

/// Cards with their bulls.
fn cards(table: &Table, label: &str, cards: CardSet) -> Vec<String> {
    let numbers: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
    let bulls: Vec<_> = cards
        .iter()
        .map(|card| table.rules().card_bulls(card).to_string())
        .collect();
    let under = (!table.rules().take_to_hand).then_some(("  bulls", &bulls[..]));
    cells(label, &numbers, under)
}
