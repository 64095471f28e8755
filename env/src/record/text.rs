//! Records for people to read.

use std::fmt::Write as _;

use super::error::RecordError;
use super::replay::Step;
use super::{Record, Recorded};
use crate::core::Seat;

impl<G: Recorded> Record<G> {
    /// The game as text: the rules, who played, every state with all hands, and what happened. Where the record
    /// is not true the text ends there, and the first difference comes with it.
    pub fn playthrough(&self) -> (String, Result<(), RecordError>) {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_head(&mut text);
        let replayed = self.replay_shown(&mut |step| {
            let _ = write_step(&mut text, &step);
        });
        if replayed.is_ok() {
            let _ = self.write_end(&mut text);
        }
        (text, replayed)
    }

    fn write_head(&self, text: &mut String) -> std::fmt::Result {
        let game = G::new(&self.rules);
        writeln!(text, "{}: {}", G::NAME, self.rules)?;
        match self.seed {
            Some(seed) => writeln!(text, "seed {seed}")?,
            None => writeln!(text, "no seed: the deals came from outside")?,
        }
        for (seat, agent) in Seat::all(game.players()).zip(&self.agents) {
            writeln!(text, "seat {seat}: {agent}")?;
        }
        Ok(())
    }

    fn write_end(&self, text: &mut String) -> std::fmt::Result {
        let ended = if self.truncated { "is cut off" } else { "is over" };
        writeln!(text, "\nthe game {ended}")?;
        for (seat, score) in self.scores.iter() {
            let share = self.win_share[seat];
            let won = if share > 0.0 {
                format!(", win share {share:.3}")
            } else {
                String::new()
            };
            writeln!(text, "seat {seat}: {score} {}{won}", G::SCORE.unit)?;
        }
        Ok(())
    }
}

fn write_step<G: Recorded>(text: &mut String, step: &Step<'_, G>) -> std::fmt::Result {
    match step {
        Step::Dealt(game) => write!(text, "\n{game}"),
        Step::Played { game, joint, events } => {
            // What events show need not be said twice; hidden choices send none.
            if events.is_empty() {
                for (seat, action) in *joint {
                    writeln!(text, "  seat {seat} chooses {action}")?;
                }
            }
            for event in *events {
                writeln!(text, "  {event}")?;
            }
            write!(text, "\n{game}")
        }
    }
}
