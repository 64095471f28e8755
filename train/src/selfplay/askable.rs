//! Agents that answer from any thread.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::Agent;

/// Agents of one spec, as many as threads have asked at once.
pub(super) struct Askable<G: Playable> {
    spec: AgentSpec,
    /// Those whom nobody asks now.
    idle: Mutex<Vec<Box<dyn Agent<G>>>>,
}

impl<G: Playable> Askable<G> {
    /// With one agent, to see that it can be made.
    ///
    /// # Errors
    /// Where it can't, or plays by what it remembers of the past: its memory would belong to the state of a training.
    pub fn new(spec: &AgentSpec) -> anyhow::Result<Self> {
        let agent = spec.build::<G>()?;
        anyhow::ensure!(
            !agent.remembers(),
            "agent `{spec}` plays by what it remembers, and such agents can't be met in training"
        );
        Ok(Self {
            spec: spec.clone(),
            idle: Mutex::new(vec![agent]),
        })
    }

    /// Whose agents they are.
    pub const fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// Asks an agent that is free, or a new one.
    ///
    /// # Errors
    /// Where a new one can't be made, and what `ask` returns.
    pub fn with<T>(&self, ask: impl FnOnce(&mut dyn Agent<G>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let free = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = match free {
            Some(agent) => agent,
            None => self.spec.build()?,
        };
        let answer = ask(agent.as_mut())?;
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(agent);
        Ok(answer)
    }
}

impl<G: Playable> fmt::Debug for Askable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.spec)
    }
}
