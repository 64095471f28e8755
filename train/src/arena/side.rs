//! One side's players.

use std::time::{Duration, Instant};

use hornox_env::{Agent, AgentError, Decision, Game};

use super::chair::Chair;
use super::evaluate::{ArenaError, Factory};
use super::lapses::Lapses;

/// One side's players. A player that remembers gets a value for each chair; others share one.
pub(super) struct Side<'a, G: Game> {
    build: &'a Factory<'a, G>,
    pub shared: Box<dyn Agent<G>>,
    remembers: bool,
    /// Time spent in real decisions, and how many there were.
    pub spent: Duration,
    pub decisions: u64,
    /// How often its seats failed.
    pub lapses: Lapses,
}

impl<'a, G: Game> Side<'a, G> {
    pub fn new(build: &'a Factory<'a, G>) -> Result<Self, ArenaError> {
        let shared = build().map_err(ArenaError::Build)?;
        Ok(Self {
            build,
            remembers: shared.remembers(),
            shared,
            spent: Duration::ZERO,
            decisions: 0,
            lapses: Lapses::default(),
        })
    }

    pub fn name(&self) -> &str {
        self.shared.name()
    }

    pub fn mind(&self) -> Result<Option<Box<dyn Agent<G>>>, ArenaError> {
        if self.remembers {
            (self.build)().map(Some).map_err(ArenaError::Build)
        } else {
            Ok(None)
        }
    }

    /// Asks every chair that has a question.
    pub fn ask<'c>(&mut self, chairs: impl Iterator<Item = &'c mut Chair<G>>) -> Result<(), ArenaError>
    where
        G: 'c,
    {
        let mut answers = Vec::new();
        let mut decisions = Vec::new();
        let started = Instant::now();
        for chair in chairs {
            if chair.question.is_some() && chair.mind.is_some() {
                self.decisions += 1;
                chair.think()?;
                continue;
            }
            let Some((view, legal)) = &chair.question else {
                continue;
            };
            self.decisions += 1;
            decisions.push(Decision {
                view,
                legal: *legal,
                rng: &mut chair.rng,
            });
            answers.push(&mut chair.answer);
        }
        let asked = decisions.len();
        let given = if asked == 0 {
            Vec::new()
        } else {
            self.shared.act_batch(decisions)?
        };
        self.spent += started.elapsed();
        if given.len() != asked {
            return Err(ArenaError::Agent(AgentError {
                agent: self.name().to_owned(),
                reason: format!("{} answers to {asked} questions", given.len()),
            }));
        }
        for (place, action) in answers.into_iter().zip(given) {
            *place = Some(action);
        }
        Ok(())
    }
}
