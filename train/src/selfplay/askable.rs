//! Agents that answer from any thread.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use hornox_agents::neural::NetAgent;
use hornox_agents::{AgentSpec, Playable};
use hornox_env::Agent;

/// The same agent as often as threads have asked at once.
pub(super) struct Askable<G: Playable> {
    name: String,
    make: Make<G>,
    /// Those whom nobody asks now.
    idle: Mutex<Vec<Box<dyn Agent<G>>>>,
}

/// How one more of the same comes to be.
enum Make<G: Playable> {
    Spec(AgentSpec),
    Net(NetAgent<G>),
}

impl<G: Playable> Make<G> {
    fn make(&self) -> anyhow::Result<Box<dyn Agent<G>>> {
        match self {
            Self::Spec(spec) => Ok(spec.build()?),
            Self::Net(agent) => Ok(Box::new(agent.clone())),
        }
    }
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
            name: spec.to_string(),
            make: Make::Spec(spec.clone()),
            idle: Mutex::new(vec![agent]),
        })
    }

    /// A network that is at hand.
    pub const fn net(name: String, agent: NetAgent<G>) -> Self {
        Self {
            name,
            make: Make::Net(agent),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Who it is.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks an agent that is free, or a new one.
    ///
    /// # Errors
    /// Where a new one can't be made, and what `ask` returns.
    pub fn with<T>(&self, ask: impl FnOnce(&mut dyn Agent<G>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let free = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut agent = match free {
            Some(agent) => agent,
            None => self.make.make()?,
        };
        let answer = ask(agent.as_mut())?;
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(agent);
        Ok(answer)
    }
}

/// Whether a training can meet this agent, or imitate it.
///
/// # Errors
/// Where it can't be made, or plays by what it remembers of the past.
pub fn can_be_met<G: Playable>(spec: &AgentSpec) -> anyhow::Result<()> {
    Askable::<G>::new(spec).map(drop)
}

impl<G: Playable> fmt::Debug for Askable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
