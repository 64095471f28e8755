//! Events in words.

use hornox_env::sixes::Event;

use crate::play::Names;
use crate::play::layout::{count, spaced};

/// A line for an event; none for the end of the game, which has a table of its own.
pub(super) fn line(event: &Event, names: Names) -> Option<String> {
    match *event {
        Event::Played { seat, card } => {
            let verb = names.verb(seat, "plays", "play");
            Some(format!("  {:<6}  {verb} {card}", names.of(seat)))
        }
        Event::Passed { seat, paid, lacks } => {
            let verb = names.verb(seat, "passes", "pass");
            let chip = match (paid, names.verb(seat, "pays", "pay")) {
                (true, pays) => format!(" and {pays} a chip"),
                (false, _) => " for free".to_owned(),
            };
            let shown = if lacks.is_empty() || seat == names.you() {
                String::new()
            } else {
                format!(" (has none of {})", spaced(lacks.iter()))
            };
            Some(format!("  {:<6}  {verb}{chip}{shown}", names.of(seat)))
        }
        Event::RoundOver { winner, pot, .. } => Some(format!(
            "  {:<6}  {} no card left and {} the pot of {}",
            names.of(winner),
            names.verb(winner, "has", "have"),
            names.verb(winner, "wins", "win"),
            count(pot, "chip")
        )),
        Event::GameOver(_) => None,
    }
}
