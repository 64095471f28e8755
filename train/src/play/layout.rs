//! Cards and tables that fit 80 columns.

use std::fmt::{Display, Write};

use hornox_env::Seat;

use super::Names;

/// The longest line; a terminal of 80 columns may wrap at the last one.
pub(super) const WIDTH: usize = 79;
/// How wide the label before cells is.
const LABEL: usize = 12;
/// How wide a card's cell is.
const CELL: usize = 5;

/// A line that sets apart what follows.
pub(super) fn heading(text: &str) -> String {
    format!("{:-<WIDTH$}", format!("-- {text} "))
}

/// A number with its unit, given in the singular: `1 bull`, `2 bulls`.
pub(super) fn count(number: impl Into<i64>, unit: &str) -> String {
    let number = number.into();
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// `1st`, `2nd`, `3rd`, `4th`.
pub(super) fn nth(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Items one after the other, with a space between.
pub(super) fn spaced<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, " ", " ")
}

/// Items as in a sentence: `r0, r1 or r2`.
pub(super) fn listed<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    joined(items, ", ", &format!(" {last} "))
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str, last: &str) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, rest)) => rest.join(between) + last + end,
        None => String::new(),
    }
}

/// Items behind a label, on as many lines as they need.
pub(super) fn wrapped<T: Display>(label: &str, items: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut lines = vec![label.to_owned()];
    for item in items {
        let item = item.to_string();
        match lines.last_mut() {
            Some(line) if line.len() + 1 + item.len() <= WIDTH => {
                line.push(' ');
                *line += &item;
            }
            _ => lines.push(format!("{:width$} {item}", "", width = label.len())),
        }
    }
    lines
}

/// The same with commas between the items.
pub(super) fn wrapped_list(label: &str, mut items: Vec<String>) -> Vec<String> {
    let last = items.len().saturating_sub(1);
    for item in items.iter_mut().take(last) {
        item.push(',');
    }
    wrapped(label, items)
}

/// Cards in cells behind a label, on as many lines as they need; where given, a second line of cells under each.
pub(super) fn cells(label: &str, cards: &[String], under: Option<(&str, &[String])>) -> Vec<String> {
    let a_line = (WIDTH - LABEL) / CELL;
    let mut lines = Vec::new();
    for (index, part) in cards.chunks(a_line).enumerate() {
        let name = |name| if index == 0 { name } else { "" };
        lines.push(line_of(name(label), part, CELL));
        if let Some((label, below)) = under {
            let part = below.chunks(a_line).nth(index).unwrap_or_default();
            lines.push(line_of(name(label), part, CELL));
        }
    }
    if lines.is_empty() {
        lines.push(format!("{label:<LABEL$} none"));
    }
    lines
}

/// A column for each seat, and a line for each kind of value.
pub(super) fn seats(players: usize, names: Names, rows: &[(&str, Vec<String>)]) -> Vec<String> {
    const WIDE: usize = 6;
    let head: Vec<_> = Seat::all(players)
        .map(|seat| {
            if seat == names.you() {
                "you".to_owned()
            } else {
                seat.to_string()
            }
        })
        .collect();
    let mut lines = vec![line_of("seat", &head, WIDE)];
    lines.extend(rows.iter().map(|(label, values)| line_of(label, values, WIDE)));
    lines
}

fn line_of(label: &str, cells: &[String], width: usize) -> String {
    let mut line = format!("{label:<LABEL$}");
    for cell in cells {
        // Writing to a string does not fail.
        let _ = write!(line, "{cell:>width$}");
    }
    line
}

/// A text of at most `width` characters; where it was longer, its end is dots.
pub(super) fn cropped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.to_owned()
    } else {
        let kept: String = text.chars().take(width.saturating_sub(3)).collect();
        kept + "..."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_in_a_sentence() {
        let texts = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(nth);
        assert_eq!(
            texts.join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th"
        );
        assert_eq!([count(1, "bull"), count(0, "bull")], ["1 bull", "0 bulls"]);
        assert_eq!(listed(["r0", "r1", "r2"], "or"), "r0, r1 or r2");
        assert_eq!(listed(["r0"], "or"), "r0");
        assert_eq!(listed([0; 0], "or"), "");
        assert_eq!(cropped("net:checkpoints", 10), "net:che...");
    }

    #[test]
    fn every_line_fits() {
        let cards: Vec<_> = (1..=104).map(|card| card.to_string()).collect();
        let names = Names::new(Seat::default());
        let mut lines = wrapped("open:", &cards);
        lines.extend(cells("your hand", &cards, Some(("  bulls", &cards))));
        lines.extend(seats(10, names, &[("bulls", vec!["10270".to_owned(); 10])]));
        lines.push(heading("Round 1, turn 1"));
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{lines:#?}");
        assert_eq!(spaced(lines).matches("104").count(), 3);
    }
}
