//! One learner against given agents: a plain single-agent environment.

mod snapshot;
mod step;

use std::fmt::{self, Display};

use ndarray::Array1;
use rand_chacha::ChaCha8Rng;

use super::{Element, EnvError, EnvOptions, ParallelEnv};
use crate::core::{Action, ActionSet, Agent, AgentError, Decision, Seat, agent_rng};
use crate::observe::Observe;

pub use snapshot::SeatSnapshot;
pub use step::{Learner, SeatInfo, SeatStep};

type Maker<G> = dyn FnMut(usize) -> Result<Box<dyn Agent<G>>, AgentError> + Send;

/// One learner against given agents. A step plays on until the learner must act again or the game is over.
///
/// Opponent k, from 0, sits k + 1 seats after the learner; its draws come from
/// [`agent_rng`](crate::agent_rng) of seed, game and seat. Agents that [remember](Agent::remembers) are made
/// anew for each game and shown what everybody sees.
///
/// ```
/// use hornox_env::gym::{EnvOptions, Learner, SeatEnv};
/// use hornox_env::nimmt::{Action, Nimmt, Preset};
/// use hornox_env::{Agent, AgentError, Decision};
///
/// struct Lowest;
///
/// impl Agent<Nimmt> for Lowest {
///     fn name(&self) -> &str {
///         "lowest"
///     }
///
///     fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
///         let reason = "nothing is legal".to_owned();
///         decision.legal.first().ok_or(AgentError { agent: self.name().to_owned(), reason })
///     }
/// }
///
/// let (rules, options) = (Preset::Round.rules(), EnvOptions::default());
/// let mut env = SeatEnv::new(&rules, options, Learner::Rotating, |_| Ok(Box::new(Lowest)))?;
/// let (mut _observation, mut info) = env.reset(Some(7))?;
/// loop {
///     // A policy would choose from the observation; this one plays the highest legal action.
///     let highest = info.mask.iter().rposition(|&legal| legal == 1).unwrap_or(0) as u8;
///     let step = env.step(highest)?;
///     println!("reward {}", step.reward);
///     if step.terminated || step.truncated {
///         break;
///     }
///     (_observation, info) = (step.observation, step.info);
/// }
/// # Ok::<(), hornox_env::gym::EnvError>(())
/// ```
pub struct SeatEnv<G: Observe> {
    env: ParallelEnv<G>,
    learner: Learner,
    make: Box<Maker<G>>,
    agents: Vec<Box<dyn Agent<G>>>,
    rngs: Vec<ChaCha8Rng>,
    /// What was paid to the learner before its first decision.
    unpaid: f32,
    events: Vec<G::Event>,
}

impl<G: Observe> SeatEnv<G> {
    /// A table before its first [`reset`](Self::reset). `make` makes opponent k.
    ///
    /// # Errors
    /// Where the learner's seat is not at the table, and where an agent can't be made.
    pub fn new(
        rules: &G::Rules,
        options: EnvOptions,
        learner: Learner,
        mut make: impl FnMut(usize) -> Result<Box<dyn Agent<G>>, AgentError> + Send + 'static,
    ) -> Result<Self, EnvError> {
        let env = ParallelEnv::new(rules, options);
        env.check_seat(learner.seat(0, env.players()))?;
        let agents = (1..env.players()).map(|next| make(next - 1));
        Ok(Self {
            agents: agents.collect::<Result<_, _>>()?,
            rngs: rngs(&env, learner),
            env,
            learner,
            make: Box::new(make),
            unpaid: 0.0,
            events: Vec::new(),
        })
    }

    /// Starts game 0 of `seed`, or where none is given the next game of the same seed (at first game 0 of
    /// seed 0), and plays up to the learner's first decision. Gives the raw form of what it knows then.
    ///
    /// # Errors
    /// Where an agent fails or can't be made.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(Array1<u8>, SeatInfo), EnvError> {
        let mut fresh = Vec::new();
        for (opponent, agent) in self.agents.iter().enumerate() {
            if agent.remembers() {
                fresh.push((opponent, (self.make)(opponent)?));
            }
        }
        self.swap(&mut fresh);
        let started = self.or_undo(|this| {
            this.env.reset(seed)?;
            this.rngs = rngs(&this.env, this.learner);
            this.unpaid = this.play_on(None)?;
            Ok(())
        });
        if started.is_err() {
            self.swap(&mut fresh);
        }
        started?;
        Ok((self.raw(), self.info(false)))
    }

    fn swap(&mut self, others: &mut [(usize, Box<dyn Agent<G>>)]) {
        for (opponent, agent) in others {
            std::mem::swap(&mut self.agents[*opponent], agent);
        }
    }

    /// Plays the action of this id for the learner, and on until it must act again or the game is over.
    ///
    /// # Errors
    /// Before a reset, after the end, on an illegal action where these are not forgiven, and where an agent fails
    /// or answers with an illegal action. The state is then unchanged (what agents remember is not undone).
    pub fn step(&mut self, id: u8) -> Result<SeatStep, EnvError> {
        self.env.must_act()?;
        let seat = self.seat();
        let (action, illegal) = self
            .env
            .options()
            .illegal
            .choose(seat, id, self.env.legal(seat))?;
        let paid = self.or_undo(|this| this.play_on(Some(action)))?;
        let reward = paid + std::mem::take(&mut self.unpaid);
        let outcome = self.env.outcome();
        Ok(SeatStep {
            observation: self.raw(),
            reward,
            terminated: outcome.is_some_and(|end| !end.truncated),
            truncated: outcome.is_some_and(|end| end.truncated),
            info: self.info(illegal),
        })
    }

    /// Plays until the learner has no answer ready. Gives what was paid to it.
    fn play_on(&mut self, mut answer: Option<G::Action>) -> Result<f32, EnvError> {
        let (learner, players) = (self.seat(), self.env.players());
        let mut paid = 0.0;
        let mut joint = Vec::with_capacity(players);
        self.events.clear();
        loop {
            let acting = self.env.acting();
            if acting.is_empty() || (acting.contains(learner) && answer.is_none()) {
                return Ok(paid);
            }
            joint.clear();
            for seat in acting.iter() {
                let action = if seat == learner { answer.take() } else { None };
                joint.push((seat, action.map_or_else(|| self.ask(seat), Ok)?));
            }
            paid += self.env.step(&joint)?.rewards[learner];
            self.events.extend_from_slice(self.env.events());
            for (opponent, agent) in self.agents.iter_mut().enumerate() {
                if agent.remembers() {
                    agent.watch(learner.after(opponent + 1, players), self.env.events());
                }
            }
        }
    }

    /// What the agent at `seat` plays.
    fn ask(&mut self, seat: Seat) -> Result<G::Action, EnvError> {
        let opponent = seat.relative_to(self.seat(), self.env.players()) - 1;
        let legal = self.env.legal(seat);
        let decision = Decision {
            view: &self.env.view(seat)?,
            legal,
            rng: &mut self.rngs[opponent],
        };
        let agent = &mut self.agents[opponent];
        let action = agent.act(decision)?;
        if legal.contains(action) {
            Ok(action)
        } else {
            Err(EnvError::Agent(AgentError {
                agent: agent.name().to_owned(),
                reason: format!("seat {seat} may not play {action}; legal: {legal:?}"),
            }))
        }
    }

    /// Does `work`, and puts state and generators back where it fails.
    fn or_undo<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, EnvError>) -> Result<T, EnvError> {
        let (env, rngs, events) = (self.env.clone(), self.rngs.clone(), self.events.clone());
        let result = work(self);
        if result.is_err() {
            (self.env, self.rngs, self.events) = (env, rngs, events);
        }
        result
    }

    fn info(&self, illegal: bool) -> SeatInfo {
        let mut mask = vec![0; <G::Action as Action>::COUNT];
        self.legal().write_mask(&mut mask);
        SeatInfo {
            seat: self.seat(),
            number: self.env.seed_and_number().1,
            mask: mask.into(),
            illegal,
            scores: self.env.game().scores(),
            outcome: self.env.outcome(),
        }
    }

    fn raw(&self) -> Array1<u8> {
        let mut observation = vec![0; u8::layout::<G>().len()];
        u8::write(self.env.game(), self.seat(), &mut observation);
        observation.into()
    }

    /// The learner's seat in this game.
    pub fn seat(&self) -> Seat {
        self.learner
            .seat(self.env.seed_and_number().1, self.env.players())
    }

    /// What the learner may do now; empty before the first reset and once the game is over.
    pub fn legal(&self) -> ActionSet<G::Action> {
        self.env.legal(self.seat())
    }

    /// Writes what the learner knows, as [`ParallelEnv::observation`] does.
    ///
    /// # Errors
    /// On a buffer of another length.
    pub fn observation<E: Element>(&self, out: &mut [E]) -> Result<(), EnvError> {
        self.env.observation(self.seat(), out)
    }

    /// What the learner knows, as the game's own value.
    pub fn view(&self) -> G::View {
        self.env.game().view(self.seat())
    }

    /// What everybody saw happen since the learner's last decision.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The table that it is played at.
    pub fn table(&self) -> &ParallelEnv<G> {
        &self.env
    }

    /// The table as text, hidden parts included.
    pub fn render(&self) -> String
    where
        G: Display,
    {
        self.env.render()
    }
}

/// The opponents' generators in the game that `env` plays.
fn rngs<G: Observe>(env: &ParallelEnv<G>, learner: Learner) -> Vec<ChaCha8Rng> {
    let ((seed, number), players) = (env.seed_and_number(), env.players());
    let first = learner.seat(number, players);
    (1..players)
        .map(|steps| agent_rng(seed, number, first.after(steps, players)))
        .collect()
}

impl<G: Observe> fmt::Debug for SeatEnv<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agents: Vec<_> = self.agents.iter().map(|agent| agent.name()).collect();
        f.debug_struct("SeatEnv")
            .field("env", &self.env)
            .field("learner", &self.learner)
            .field("agents", &agents)
            .finish_non_exhaustive()
    }
}
