//! Frozen agents, who play seats at some of the tables and do not learn.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::{ActionSet, Agent, Decision, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;

use crate::config::{Config, borders};

/// The frozen agents of a training: who plays where, and the agents themselves, to be asked from any thread.
///
/// Which tables an opponent has depends on the config alone, and which seats it has on the number of the game, so
/// nothing of it is in a saved state.
#[derive(Debug, Default)]
pub struct Frozen<G: Playable> {
    opponents: Vec<Opponent<G>>,
}

struct Opponent<G: Playable> {
    spec: AgentSpec,
    /// The table behind its last one.
    end: usize,
    learners: usize,
    /// Agents that nobody asks now. There come to be as many as threads.
    idle: Mutex<Vec<Box<dyn Agent<G>>>>,
}

/// A decision that waits for a frozen agent.
pub(super) struct Question<G: Playable> {
    pub opponent: usize,
    pub table: usize,
    pub seat: Seat,
    pub view: G::View,
    pub legal: ActionSet<G::Action>,
}

impl<G: Playable> Frozen<G> {
    /// Nobody: the policy plays all seats.
    pub const fn none() -> Self {
        Self {
            opponents: Vec::new(),
        }
    }

    /// Those of a config.
    ///
    /// # Errors
    /// Where an agent can't be made, or plays by what it remembers of the past: its memory would belong to the state
    /// of a training.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let ends = borders(&config.opponents, config.ppo.tables);
        let mut opponents = Vec::new();
        for (opponent, end) in config.opponents.iter().zip(ends.into_iter().skip(1)) {
            let agent = opponent.agent.build::<G>()?;
            anyhow::ensure!(
                !agent.remembers(),
                "agent `{}` plays by what it remembers, and such agents can't be met in training",
                opponent.agent
            );
            opponents.push(Opponent {
                spec: opponent.agent.clone(),
                end,
                learners: opponent.learners,
                idle: Mutex::new(vec![agent]),
            });
        }
        Ok(Self { opponents })
    }

    /// The opponent at a table; none where the learner plays by itself.
    pub(super) fn at(&self, table: usize) -> Option<usize> {
        self.opponents.iter().position(|opponent| table < opponent.end)
    }

    /// The learner's seats in a game at a table of `players`: with an opponent, so many seats next to each other,
    /// moving on by one from table to table and from game to game.
    pub(super) fn learners(
        &self,
        opponent: Option<usize>,
        game: u64,
        tables: u64,
        players: usize,
    ) -> SeatSet {
        let Some(opponent) = opponent else {
            return SeatSet::all(players);
        };
        let first = (game + game / tables.max(1)) % players as u64;
        Seat::all(players)
            .take(self.opponents[opponent].learners)
            .map(|seat| seat.after(first as usize, players))
            .collect()
    }

    /// The answers to questions to one opponent, in their order; each seat draws from the generator beside its
    /// question.
    pub(super) fn ask(
        &self,
        opponent: usize,
        questions: &[Question<G>],
        rngs: &mut [ChaCha8Rng],
    ) -> anyhow::Result<Vec<G::Action>> {
        let Opponent { spec, idle, .. } = &self.opponents[opponent];
        let free = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = match free {
            Some(agent) => agent,
            None => spec.build()?,
        };
        let decisions = questions.iter().zip(rngs).map(|(question, rng)| Decision {
            view: &question.view,
            legal: question.legal,
            rng,
        });
        let answers = agent.act_batch(decisions.collect())?;
        anyhow::ensure!(
            answers.len() == questions.len(),
            "agent `{spec}`: {} answers to {} questions",
            answers.len(),
            questions.len()
        );
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(agent);
        Ok(answers)
    }
}

impl<G: Playable> fmt::Debug for Opponent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            spec, end, learners, ..
        } = self;
        write!(f, "{spec} up to table {end}, {learners} learners")
    }
}
