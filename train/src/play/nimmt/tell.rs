//! Events in words.

use hornox_env::nimmt::{Event, Move, Rules, Side};

use crate::play::Names;
use crate::play::layout::{count, spaced, wrapped_list};

/// A line for each card placed. Cards that are revealed are not told: they are placed, or drawn as waiting.
pub(super) fn tell(rules: &Rules, events: &[Event], names: Names) -> Vec<String> {
    let mut lines = Vec::new();
    let mut picks = Vec::new();
    for event in events {
        match event {
            Event::Drafted { seat, card } => picks.push(format!("{card} ({})", names.of(*seat))),
            Event::Zero { seat } => {
                let verb = names.verb(*seat, "plays", "play");
                lines.push(format!("    0  {:<6}  {verb} the zero card", names.of(*seat)));
            }
            Event::Moved(placed) => lines.push(line(rules, placed, names)),
            Event::Revealed { .. } | Event::RoundOver { .. } | Event::GameOver(_) => {}
        }
    }
    if !picks.is_empty() {
        lines.extend(wrapped_list("  picked:", picks));
    }
    lines
}

fn line(rules: &Rules, placed: &Move, names: Names) -> String {
    let Move { seat, card, row, .. } = *placed;
    let verb = |other, own| names.verb(seat, other, own);
    let taken = placed.taken;
    let loot = || {
        if rules.take_to_hand {
            format!("{} into {} hand", spaced(taken.iter()), verb("the", "your"))
        } else {
            format!("{} for {}", spaced(taken.iter()), count(placed.points, "bull"))
        }
    };
    let done = match placed.side {
        Side::Take => {
            format!(
                "{} row {row} ({card} fits nowhere): {}",
                verb("takes", "take"),
                loot()
            )
        }
        Side::Right | Side::Left if !taken.is_empty() => {
            format!(
                "{} row {row}'s sixth card, {} {}",
                verb("plays", "play"),
                verb("takes", "take"),
                loot()
            )
        }
        Side::Right => format!("{} row {row}", verb("joins", "join")),
        Side::Left => format!("{} row {row} on the left", verb("joins", "join")),
    };
    format!("{:>5}  {:<6}  {done}", card.to_string(), names.of(seat))
}
