//! Columns, chips, the hand.

use std::fmt::Write;

use hornox_env::Seat;
use hornox_env::sixes::{Action, Card, CardSet, Phase, Rank, Suit, Table, View};

use crate::play::Names;
use crate::play::layout::{count, heading, seats, spaced, wrapped};

pub(super) fn draw(view: &View, names: Names) -> Vec<String> {
    let table = view.table();
    let mut lines = vec![heading(&title(table))];
    for suit in Suit::ALL {
        lines.push(on_ranks(suit, table.columns().cards(), "."));
    }
    lines.push(String::new());
    let all = || Seat::all(table.players());
    let chips = all().map(|seat| table.chips()[seat].to_string()).collect();
    let holds = all().map(|seat| table.holds()[seat].to_string()).collect();
    lines.extend(seats(
        table.players(),
        names,
        &[("chips", chips), ("cards", holds)],
    ));
    lines.push(format!("in the pot: {}", count(table.pot(), "chip")));
    lines.extend(passes(table, names));
    lines.push(String::new());
    lines.push("your hand".to_owned());
    for suit in Suit::ALL {
        if !view.hand().is_disjoint(CardSet::of_suit(suit)) {
            lines.push(on_ranks(suit, view.hand(), ""));
        }
    }
    let playable = view.legal().iter().filter(|action| *action != Action::Pass);
    let playable: Vec<_> = playable.collect();
    if !playable.is_empty() {
        lines.push(format!("you can play: {}", spaced(playable)));
    }
    lines.push(String::new());
    lines
}

fn title(table: &Table) -> String {
    let round = u64::from(table.round()) + 1;
    match table.phase() {
        Phase::Deal | Phase::Over { .. } => format!("Round {round}"),
        Phase::Play(_) => format!("Round {round}, turn {}", table.turn_number() + 1),
    }
}

/// The cards of a suit, each in the column of its rank.
fn on_ranks(suit: Suit, cards: CardSet, otherwise: &str) -> String {
    let mut line = format!("  {suit:<10}");
    for rank in Rank::ALL {
        let card = Card::of(suit, rank);
        let text = if cards.contains(card) {
            card.to_string()
        } else {
            otherwise.to_owned()
        };
        // Writing to a string does not fail.
        let _ = write!(line, "{text:>4}");
    }
    line
}

/// What passes have shown of the others.
fn passes(table: &Table, names: Names) -> Vec<String> {
    // Before the lead only its own seat is known to hold it: no news.
    if table.columns().cards().is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (seat, lacks) in table.lacks().iter() {
        if seat != names.you() && !lacks.is_empty() {
            lines.extend(wrapped(&format!("{} has none of:", names.of(seat)), lacks.iter()));
        }
    }
    lines
}
