//! Views, states and events for a terminal.

use std::fmt;

use super::{Card, CardSet, Event, Phase, Rank, Sixes, Suit, Table, View};

impl fmt::Display for Table {
    /// Round and turn, the columns, the pot, and a line a seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // From 1, as people count; between rounds the table shows the round before.
        match self.phase {
            Phase::Deal => write!(f, "before round {}", self.round + 1)?,
            Phase::Play(_) => write!(f, "round {}, turn {}", self.round + 1, self.turn + 1)?,
            Phase::Over { .. } => write!(f, "after round {}", self.round)?,
        }
        writeln!(f, ": {}", PhaseText(self.phase))?;
        for suit in Suit::ALL {
            write!(f, "{suit:<8}")?;
            for rank in Rank::ALL {
                if self.columns.cards().contains(Card::of(suit, rank)) {
                    write!(f, "  {rank}")?;
                } else {
                    f.write_str("  .")?;
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "chips in the pot: {}", self.pot)?;
        for (seat, chips) in self.chips.iter() {
            write!(f, "seat {seat}: {chips:>3} chips, {} cards", self.holds[seat])?;
            if !self.lacks[seat].is_empty() {
                f.write_str(", lacks")?;
                write_cards(f, self.lacks[seat])?;
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
            Phase::Play(seat) => write!(f, "seat {seat} plays or passes"),
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

impl fmt::Display for View {
    /// The table and the own hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        write!(f, "your hand (seat {}):", self.seat)?;
        write_cards(f, self.hand)?;
        writeln!(f)
    }
}

impl fmt::Display for Sixes {
    /// The table and all hands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)?;
        for (seat, hand) in self.hands.iter() {
            write!(f, "hand of seat {seat}:")?;
            write_cards(f, *hand)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Event {
    /// A sentence without an end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played { seat, card } => write!(f, "seat {seat} plays {card}"),
            Self::Passed { seat, paid: true, .. } => write!(f, "seat {seat} passes and pays a chip"),
            Self::Passed {
                seat, paid: false, ..
            } => write!(f, "seat {seat} passes and has no chip to pay"),
            Self::RoundOver { winner, pot, chips } => write!(
                f,
                "the round is over; seat {winner} wins {pot} chips; chips: {chips:?}"
            ),
            Self::GameOver(outcome) => outcome.fmt(f),
        }
    }
}
