//! Walks a record, and asks an agent in every decision.

use hornox_agents::Playable;
use hornox_env::record::{Record, RecordError, Recorded, Step};
use hornox_env::{Agent, AgentError, Decision, Game, Seat, agent_rng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use thiserror::Error;

use super::{Brief, Judged, Sum};
use crate::arena::{BuildError, Factory};
use crate::interrupt::Stop;

/// An agent's opinion of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// What the seats' decisions add up to, seat 0 first.
    pub seats: Vec<SeatSum>,
    /// The decisions, in order; at one of several seats, ascending.
    pub decisions: Vec<Judged>,
}

/// What one seat's decisions add up to.
#[derive(Clone, Debug, Serialize)]
pub struct SeatSum {
    /// The seat.
    pub seat: Seat,
    /// Who played it, by the record.
    pub agent: String,
    /// The sum.
    #[serde(flatten)]
    pub sum: Sum,
}

/// Why a game can't be analyzed.
#[derive(Debug, Error)]
pub enum AnalyzeError {
    /// The agent can't be made.
    #[error(transparent)]
    Build(BuildError),
    /// The agent can't answer.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The record is not true.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// Asks an agent about the decisions of a recorded game in these turns of a round, counted from 1, or in all where there
/// are none. It sees what the seat saw; one that remembers gets a value for each seat, and sees what happened since.
///
/// # Errors
/// Where the record is not true, the agent can't be made or can't answer, or on a stop.
pub fn analyze<G: Playable + Recorded + Brief>(
    record: &Record<G>,
    agent: &Factory<'_, G>,
    turns: &[u32],
    stop: &Stop,
) -> Result<Analysis, AnalyzeError> {
    let mut walk = Walk::new(record, agent, turns)?;
    let mut failed = None;
    let replayed = record.replay_shown(&mut |step| {
        if failed.is_none() {
            failed = walk.go_on(&step, stop).err();
        }
    });
    match failed {
        Some(error) => Err(error),
        None => replayed.map(|()| walk.finish(record)).map_err(Into::into),
    }
}

/// What is known on the way.
struct Walk<'a, G: Game> {
    turns: &'a [u32],
    /// Before the next step; none before the first deal.
    before: Option<G>,
    shared: Box<dyn Agent<G>>,
    /// One a seat, where the agent remembers.
    minds: Vec<Box<dyn Agent<G>>>,
    rngs: Vec<ChaCha8Rng>,
    forced: Vec<u64>,
    decisions: Vec<Judged>,
}

impl<'a, G: Playable + Recorded + Brief> Walk<'a, G> {
    fn new(record: &Record<G>, agent: &Factory<'_, G>, turns: &'a [u32]) -> Result<Self, AnalyzeError> {
        let players = G::new(&record.rules).players();
        let build = || agent().map_err(AnalyzeError::Build);
        let shared = build()?;
        let count = if shared.remembers() { players } else { 0 };
        let seed = record.seed.unwrap_or_default();
        Ok(Self {
            turns,
            before: None,
            shared,
            minds: (0..count).map(|_| build()).collect::<Result<_, _>>()?,
            rngs: Seat::all(players).map(|seat| agent_rng(seed, 0, seat)).collect(),
            forced: vec![0; players],
            decisions: Vec::new(),
        })
    }

    fn go_on(&mut self, step: &Step<'_, G>, interrupt: &Stop) -> Result<(), AnalyzeError> {
        match *step {
            Step::Dealt(game) => self.before = Some(game.clone()),
            Step::Played { game, joint, events } => {
                let before = self.before.replace(game.clone());
                for (before, &(seat, played)) in before
                    .iter()
                    .flat_map(|before| joint.iter().map(move |one| (before, one)))
                {
                    if interrupt.requested() {
                        return Err(AnalyzeError::Stopped);
                    }
                    self.judge(before, seat, played)?;
                }
                for (seat, mind) in Seat::all(game.players()).zip(&mut self.minds) {
                    mind.watch(seat, events);
                }
            }
        }
        Ok(())
    }

    fn judge(&mut self, before: &G, seat: Seat, played: G::Action) -> Result<(), AnalyzeError> {
        let (view, legal) = (&before.view(seat), before.legal(seat));
        if !self.turns.is_empty() && !self.turns.contains(&G::turn_number(view)) {
            return Ok(());
        }
        if legal.len() < 2 {
            self.forced[seat.index()] += 1;
            return Ok(());
        }
        let agent = self.minds.get_mut(seat.index()).unwrap_or(&mut self.shared);
        let rng = &mut self.rngs[seat.index()];
        let judged = Judged::new(agent.as_mut(), Decision { view, legal, rng }, played)?;
        self.decisions.push(judged);
        Ok(())
    }

    fn finish(self, record: &Record<G>) -> Analysis {
        let seats = Seat::all(self.forced.len()).zip(&record.agents);
        let sum = |seat: Seat| {
            let own = self.decisions.iter().filter(|judged| judged.seat == seat);
            Sum::of(&[own.collect()], self.forced[seat.index()])
        };
        Analysis {
            seats: seats
                .map(|(seat, agent)| SeatSum {
                    seat,
                    agent: agent.clone(),
                    sum: sum(seat),
                })
                .collect(),
            decisions: self.decisions,
        }
    }
}
