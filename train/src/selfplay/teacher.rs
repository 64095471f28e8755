//! The agent that a training imitates.

use std::fmt;

use hornox_agents::Playable;
use hornox_agents::neural::agent::sample;
use hornox_env::{ActionSet, Agent, Decision};
use rand_chacha::ChaCha8Rng;

use super::askable::Askable;
use crate::config::Config;

/// Says what it would play at each of the learner's decisions, and plays some tables by itself, so that the learner
/// meets both the positions that a good player comes to and those that it comes to by its own mistakes.
pub(super) struct Teacher<G: Playable> {
    agents: Askable<G>,
    /// The share of the tables at which the teacher plays instead of the learner.
    share: f64,
}

/// What a teacher said at a decision.
pub(super) struct Lesson {
    /// The probability with which it plays each legal action, ascending by id.
    pub chances: Vec<f32>,
    /// The place of the action that it plays now.
    pub place: usize,
}

impl<G: Playable> Teacher<G> {
    /// That of a config, if it has one.
    ///
    /// # Errors
    /// Where the agent can't be made, or plays by what it remembers of the past.
    pub fn new(config: &Config) -> anyhow::Result<Option<Self>> {
        let Some(agent) = &config.imitate.agent else {
            return Ok(None);
        };
        Ok(Some(Self {
            agents: Askable::new(agent)?,
            share: config.imitate.share,
        }))
    }

    /// The same teacher at every table.
    pub fn everywhere(self) -> Self {
        Self { share: 1.0, ..self }
    }

    /// Whether it plays at a table in the learner's place. Its tables are spread evenly over all.
    pub fn plays(&self, table: usize) -> bool {
        let before = |tables: usize| (tables as f64 * self.share).floor();
        before(table + 1) > before(table)
    }

    /// What it says at each of these decisions, in their order; it draws from the generator beside each.
    pub fn lessons(
        &self,
        decisions: &[(G::View, ActionSet<G::Action>)],
        rngs: &mut [ChaCha8Rng],
    ) -> anyhow::Result<Vec<Lesson>> {
        self.agents.with(|agent| {
            let asked = decisions.iter().zip(rngs);
            asked
                .map(|((view, legal), rng)| lesson(agent, view, *legal, rng))
                .collect()
        })
    }
}

/// Its probabilities where it knows them, and otherwise what it plays, for certain.
fn lesson<G: Playable>(
    agent: &mut dyn Agent<G>,
    view: &G::View,
    legal: ActionSet<G::Action>,
    rng: &mut ChaCha8Rng,
) -> anyhow::Result<Lesson> {
    if let Some(chances) = agent.probabilities(view, legal)? {
        anyhow::ensure!(
            chances.len() == legal.len(),
            "agent `{}`: {} probabilities of {} actions",
            agent.name(),
            chances.len(),
            legal.len()
        );
        let logs: Vec<f32> = chances.iter().map(|&chance| chance.ln() as f32).collect();
        return Ok(Lesson {
            place: sample(&logs, rng),
            chances: chances.into_iter().map(|chance| chance as f32).collect(),
        });
    }
    let played = agent.act(Decision { view, legal, rng })?;
    let place = legal.iter().position(|action| action == played);
    let Some(place) = place else {
        anyhow::bail!("agent `{}` played {played:?}, which is not legal", agent.name());
    };
    let mut chances = vec![0.0; legal.len()];
    chances[place] = 1.0;
    Ok(Lesson { chances, place })
}

impl<G: Playable> fmt::Debug for Teacher<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agents, share } = self;
        write!(f, "{agents:?} at {share} of the tables")
    }
}
