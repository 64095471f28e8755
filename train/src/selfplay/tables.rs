//! The tables at which the policy plays, alone or with frozen agents.

use hornox_agents::Playable;
use hornox_agents::neural::{PolicyKernel, ValueKernel};
use hornox_env::RuleSet as _;
use hornox_env::gym::Reward;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::frozen::Frozen;
use super::segment::Segment;
use super::task::{Chairs, Task};

/// Tables that one task plays side by side: a batch that suits the nets. Fixed, so that results do not depend
/// on the number of threads.
const TABLES_A_TASK: usize = 32;

/// How a segment is played and paid.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The seed of deals and draws.
    pub seed: u64,
    /// What is paid.
    pub reward: Reward,
    /// What it is multiplied with.
    pub reward_scale: f32,
}

/// The tables. Table t of T plays games t, t + T, t + 2T, … of the seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables<G>(Vec<Table<G>>);

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Table<G> {
    pub number: u64,
    pub game: G,
}

impl<G: Playable> Tables<G> {
    /// `count` tables before their first deals.
    pub fn new(rules: &G::Rules, count: usize) -> Self {
        Self::balanced(&[*rules], count)
    }

    /// `count` tables before their first deals, by several rules. A rules' share of the tables is in inverse proportion
    /// to its seats, so that each gives about as many decisions, and spread evenly over them.
    pub fn balanced(rules: &[G::Rules], count: usize) -> Self {
        let weights: Vec<_> = rules.iter().map(|rules| 1.0 / rules.players() as f64).collect();
        let sum: f64 = weights.iter().sum();
        let mut due = vec![0.0; rules.len()];
        let mut tables = Vec::new();
        for number in 0..count as u64 {
            let mut next = 0;
            for (place, weight) in weights.iter().enumerate() {
                due[place] += weight / sum;
                if due[place] > due[next] {
                    next = place;
                }
            }
            let Some(rules) = rules.get(next) else {
                break;
            };
            due[next] -= 1.0;
            tables.push(Table {
                number,
                game: G::new(rules),
            });
        }
        Self(tables)
    }

    /// So many others by the same rules.
    pub fn as_many_as(&self, count: usize) -> Self {
        let mut rules = Vec::new();
        for one in self.rules() {
            if !rules.contains(one) {
                rules.push(*one);
            }
        }
        Self::balanced(&rules, count)
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no table.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rules at each of them.
    pub fn rules(&self) -> impl Iterator<Item = &G::Rules> {
        self.0.iter().map(|table| table.game.rules())
    }

    /// Plays a round at every table, the seats that are not a `frozen` agent's by `policy` at temperature 1. Only
    /// they are in the segment. Where there is a teacher, it says at each of their decisions what it would do, and at
    /// its own tables that is what they do. A seat's draws depend on the seed, the iteration, the table and the seat.
    ///
    /// # Errors
    /// Where the nets do not fit the encoding, or a frozen agent fails.
    pub fn play(
        &mut self,
        policy: &PolicyKernel,
        value: &ValueKernel,
        frozen: &Frozen<G>,
        iteration: u64,
        terms: &Terms,
    ) -> anyhow::Result<Segment> {
        let count = self.0.len() as u64;
        let parts: Vec<_> = self
            .0
            .par_chunks_mut(TABLES_A_TASK)
            .enumerate()
            .map(|(task, tables)| {
                let first = iteration * count + (task * TABLES_A_TASK) as u64;
                let chairs = tables.iter().zip(task * TABLES_A_TASK..).map(|(table, place)| {
                    let opponent = frozen.at(place, terms.seed, iteration);
                    let players = table.game.players();
                    let learners = frozen.learners(opponent, table.number, count, players);
                    let teacher = frozen.teacher().is_some_and(|teacher| teacher.plays(place));
                    Chairs {
                        opponent,
                        learners,
                        teacher,
                    }
                });
                let chairs = chairs.collect();
                let mut task = Task::new(tables, chairs, frozen, first, terms);
                task.play(policy, value)?;
                task.finish(value, count)
            })
            .collect();
        let mut segment = Segment::new(G::GLOBALS, G::FEATURES);
        for part in parts {
            segment.append(part?)?;
        }
        Ok(segment)
    }
}
