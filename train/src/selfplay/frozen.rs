//! Frozen agents, who do not learn: opponents at some of the tables, and a teacher.

use std::fmt;

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::{NetAgent, NetworkConfig, PolicyKernel};
use hornox_env::{ActionSet, Decision, Seat, SeatSet, game_seed};
use rand_chacha::ChaCha8Rng;

use super::askable::Askable;
use super::pool::Pool;
use super::teacher::Teacher;
use crate::config::{Config, borders, learners_at};
use crate::ppo::Learner;

/// Neighbouring tables that meet the same past version of the agent: a batch that suits a net.
const TABLES_A_VERSION: usize = 8;

/// The frozen agents of a training: who plays where, and the agents themselves, to be asked from any thread.
///
/// Which tables an opponent has depends on the config alone, and which seats it has on the number of the game, so
/// nothing of it is in a saved state. The past versions of the agent are, as its [`Pool`].
#[derive(Debug)]
pub struct Frozen<G: Playable> {
    /// The config's, in the order of their tables.
    opponents: Vec<Opponent<G>>,
    /// The table behind the last one of each; behind them, those of the exploiter and of the pool.
    ends: Vec<usize>,
    /// The seats of the config's rules.
    players: usize,
    /// The learner's seats at the tables of the pool.
    pool_learners: usize,
    temperature: f32,
    /// The agent's adversary as it is.
    exploiter: Option<Opponent<G>>,
    /// Versions of the agent, with the iterations that they are from.
    past: Vec<(u64, Opponent<G>)>,
    teacher: Option<Teacher<G>>,
}

struct Opponent<G: Playable> {
    agents: Askable<G>,
    /// The learner's seats at a table of the config's rules.
    learners: usize,
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
            ends: Vec::new(),
            players: 1,
            pool_learners: 0,
            temperature: 0.0,
            exploiter: None,
            past: Vec::new(),
            teacher: None,
        }
    }

    /// The teacher of a config alone, playing at every table; none where the config has none.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn teacher_alone(config: &Config) -> anyhow::Result<Option<Self>> {
        let teacher = Teacher::new(config)?;
        Ok(teacher.map(|teacher| Self {
            teacher: Some(teacher.everywhere()),
            ..Self::none()
        }))
    }

    /// One seat for the policy at every table of `players`, and copies of an agent in the others.
    pub(super) fn copies(agent: NetAgent<G>, players: usize) -> Self {
        Self {
            opponents: vec![Opponent {
                agents: Askable::net("copies".to_owned(), agent),
                learners: 1,
            }],
            ends: vec![usize::MAX],
            players,
            ..Self::none()
        }
    }

    /// Those of a config; the pool is empty, and the exploiter not yet there.
    ///
    /// # Errors
    /// Where an agent can't be made, or plays by what it remembers of the past: its memory would belong to the state
    /// of a training.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let ends = borders(&config.shares(), config.ppo.tables);
        let mut opponents = Vec::new();
        for opponent in &config.opponents {
            opponents.push(Opponent {
                agents: Askable::new(&opponent.agent)?,
                learners: opponent.learners,
            });
        }
        Ok(Self {
            opponents,
            ends: ends.into_iter().skip(1).collect(),
            players: config.rules.players(),
            pool_learners: config.pool.learners,
            temperature: config.pool.temperature as f32,
            exploiter: None,
            past: Vec::new(),
            teacher: Teacher::new(config)?,
        })
    }

    /// Who says what the learner should play, if anybody does.
    pub(super) const fn teacher(&self) -> Option<&Teacher<G>> {
        self.teacher.as_ref()
    }

    /// Takes the versions of a pool as they are now.
    ///
    /// # Errors
    /// Where a net is not of these sizes.
    pub fn follow(&mut self, pool: &Pool, network: &NetworkConfig, rules: &G::Rules) -> anyhow::Result<()> {
        self.past
            .retain(|(iteration, _)| pool.versions().any(|(kept, _)| kept == *iteration));
        for (iteration, policy) in pool.versions() {
            if self.past.iter().any(|(known, _)| *known == iteration) {
                continue;
            }
            let name = format!("iteration {iteration}");
            let kernel = PolicyKernel::new(network, policy)?;
            let agent = NetAgent::new(name.clone(), kernel, *rules, self.temperature);
            let opponent = Opponent {
                agents: Askable::net(name, agent),
                learners: self.pool_learners,
            };
            self.past.push((iteration, opponent));
        }
        Ok(())
    }

    /// Takes the exploiter as it is now: its averaged policy, greedily, which is more dangerous than the one that learns.
    ///
    /// # Errors
    /// None for a learner that was built.
    pub fn meet(&mut self, exploiter: &Learner, rules: &G::Rules) -> anyhow::Result<()> {
        let kernel = PolicyKernel::new(exploiter.config(), exploiter.average_policy())?;
        let agent = NetAgent::new("exploiter".to_owned(), kernel, *rules, 0.0);
        self.exploiter = Some(Opponent {
            agents: Askable::net("exploiter".to_owned(), agent),
            // All seats but one.
            learners: self.players,
        });
        Ok(())
    }

    /// The opponent at a table in an iteration of a training of this seed; none where the learner plays by itself.
    /// Which past version a table of the pool meets is drawn anew in each iteration.
    pub(super) fn at(&self, table: usize, seed: u64, iteration: u64) -> Option<usize> {
        let place = self.ends.iter().position(|end| table < *end)?;
        let exploiter = self.opponents.len();
        if place < exploiter {
            return Some(place);
        }
        if place == exploiter {
            return self.exploiter.is_some().then_some(place);
        }
        let block = (table / TABLES_A_VERSION) as u64;
        let draw = game_seed(game_seed(seed, iteration), block);
        let version = draw.checked_rem(self.past.len() as u64)?;
        Some(place + version as usize)
    }

    /// The config's opponents, behind them the exploiter, and then the versions of the pool.
    fn opponent(&self, number: usize) -> Option<&Opponent<G>> {
        let Some(behind) = number.checked_sub(self.opponents.len()) else {
            return self.opponents.get(number);
        };
        match behind.checked_sub(1) {
            None => self.exploiter.as_ref(),
            Some(version) => self.past.get(version).map(|(_, opponent)| opponent),
        }
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
        let Some(opponent) = opponent.and_then(|number| self.opponent(number)) else {
            return SeatSet::all(players);
        };
        let learners = learners_at(opponent.learners, players, self.players);
        let first = (game + game / tables.max(1)) % players as u64;
        Seat::all(players)
            .take(learners)
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
        let Opponent { agents, .. } = self.opponent(opponent).context("no such opponent")?;
        let decisions = questions.iter().zip(rngs).map(|(question, rng)| Decision {
            view: &question.view,
            legal: question.legal,
            rng,
        });
        let answers = agents.with(|agent| Ok(agent.act_batch(decisions.collect())?))?;
        anyhow::ensure!(
            answers.len() == questions.len(),
            "agent `{}`: {} answers to {} questions",
            agents.name(),
            answers.len(),
            questions.len()
        );
        Ok(answers)
    }
}

impl<G: Playable> fmt::Debug for Opponent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agents, learners } = self;
        write!(f, "{agents:?}, {learners} learners")
    }
}

#[cfg(test)]
mod tests;
