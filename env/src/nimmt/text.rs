//! A view or a state for a terminal.

use std::fmt;

use super::{CAPACITY, CardSet, Nimmt, Phase, RowIndex, Table, View};

impl fmt::Display for Table {
    /// Round and turn, the rows, and a line a seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // From 1, as people count; between rounds the table shows the round before.
        match self.phase {
            Phase::Deal => write!(f, "before round {}", u64::from(self.round) + 1)?,
            Phase::Choose | Phase::TakeRow(_) => {
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
            writeln!(f, "{:width$}  ({} bulls)", "", row.bulls())?;
        }
        for (seat, score) in self.scores.iter() {
            write!(f, "seat {seat}: {score:>3} bulls, {} cards", self.holds[seat])?;
            if let Some(card) = self.waiting[seat] {
                write!(f, ", played {card}")?;
            }
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
            Phase::Choose => f.write_str("every seat chooses a card"),
            Phase::TakeRow(seat) => write!(f, "seat {seat} takes a row"),
            Phase::Over { truncated: false } => f.write_str("the game is over"),
            Phase::Over { truncated: true } => f.write_str("the game was cut off"),
        }
    }
}

fn write_hand(f: &mut fmt::Formatter<'_>, hand: CardSet) -> fmt::Result {
    for card in hand.iter() {
        write!(f, " {card}")?;
    }
    writeln!(f)
}

impl fmt::Display for View {
    /// The table and the own hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        write!(f, "your hand (seat {}):", self.seat)?;
        write_hand(f, self.hand)
    }
}

impl fmt::Display for Nimmt {
    /// The table and all hands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        for (seat, hand) in self.hands.iter() {
            write!(f, "hand of seat {seat}:")?;
            write_hand(f, *hand)?;
        }
        Ok(())
    }
}
