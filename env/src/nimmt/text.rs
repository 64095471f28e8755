//! Views, states and events for a terminal.

use std::fmt;

use super::view::Own;
use super::{CAPACITY, CardSet, Event, Move, Nimmt, Phase, RowIndex, Side, Table, View};

impl fmt::Display for Table {
    /// Round and turn, the rows, and a line a seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // From 1, as people count; between rounds the table shows the round before.
        match self.phase {
            Phase::Deal => write!(f, "before round {}", u64::from(self.round) + 1)?,
            Phase::Draft | Phase::Keep => write!(f, "round {}", u64::from(self.round) + 1)?,
            Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) => {
                write!(f, "round {}, turn {}", u64::from(self.round) + 1, self.turn + 1)?;
            }
            Phase::Over { .. } => write!(f, "after round {}", self.round)?,
        }
        writeln!(f, ": {}", PhaseText(self.phase))?;
        for index in RowIndex::ALL {
            let row = self.rows.get(index);
            write!(f, "row {index} ")?;
            for card in row.cards().iter() {
                write!(f, "{card:>4}")?;
            }
            let width = 4 * (CAPACITY - row.len());
            writeln!(f, "{:width$}  ({} bulls)", "", self.rules.row_bulls(row))?;
        }
        for (seat, score) in self.scores.iter() {
            write!(f, "seat {seat}: {score:>3} bulls, {} cards", self.holds[seat])?;
            if self.zeros.contains(seat) {
                write!(f, " and the zero")?;
            }
            for card in self.waiting[seat].iter().flatten() {
                write!(f, ", played {card}")?;
            }
            if !self.shown[seat].is_empty() {
                write!(f, ", known:")?;
                write_cards(f, self.shown[seat])?;
            }
            writeln!(f)?;
        }
        if !self.pool.is_empty() {
            write!(f, "open:")?;
            write_cards(f, self.pool)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

struct PhaseText(Phase);

impl fmt::Display for PhaseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Phase::Deal => f.write_str("a deal is due"),
            Phase::Draft => f.write_str("cards are drafted"),
            Phase::Keep => f.write_str("every seat keeps a card"),
            Phase::Choose => f.write_str("every seat chooses a card"),
            Phase::ChooseSecond => f.write_str("every seat chooses a second card"),
            Phase::TakeRow(seat) => write!(f, "seat {seat} takes a row"),
            Phase::Over { truncated: false } => f.write_str("the game is over"),
            Phase::Over { truncated: true } => f.write_str("the game was cut off"),
        }
    }
}

fn write_cards(f: &mut fmt::Formatter<'_>, cards: CardSet) -> fmt::Result {
    for card in cards.iter() {
        write!(f, " {card}")?;
    }
    Ok(())
}

/// What a seat knows alone, behind `name`.
fn write_own(f: &mut fmt::Formatter<'_>, name: &str, own: &Own) -> fmt::Result {
    write!(f, "{name}:")?;
    write_cards(f, own.hand)?;
    if let Some(card) = own.pending {
        write!(f, ", chosen {card}")?;
    }
    if !own.aside.is_empty() {
        write!(f, ", aside:")?;
        write_cards(f, own.aside)?;
    }
    writeln!(f)
}

impl fmt::Display for View {
    /// The table and the own hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        write_own(f, &format!("your hand (seat {})", self.own.seat), &self.own)
    }
}

impl fmt::Display for Nimmt {
    /// The table and all hands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        for (seat, _) in self.hands.iter() {
            write_own(f, &format!("hand of seat {seat}"), &self.own(seat))?;
        }
        Ok(())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, card, row, .. } = self;
        let to = match self.side {
            Side::Right => "joins",
            Side::Left => "joins the left of",
            Side::Take => "replaces",
        };
        write!(f, "{card} of seat {seat} {to} row {row}")?;
        if !self.taken.is_empty() {
            write!(f, ", whose cards the seat takes:")?;
            write_cards(f, self.taken)?;
            write!(f, " ({} bulls)", self.points)?;
        }
        Ok(())
    }
}

impl fmt::Display for Event {
    /// A sentence without an end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drafted { seat, card } => write!(f, "seat {seat} picks {card}"),
            Self::Revealed { seat, card } => write!(f, "seat {seat} plays {card}"),
            Self::Zero { seat } => write!(f, "seat {seat} plays its zero"),
            Self::Moved(placed) => placed.fmt(f),
            Self::RoundOver { scores } => write!(f, "the round is over; bulls: {scores:?}"),
            Self::GameOver(outcome) => outcome.fmt(f),
        }
    }
}
