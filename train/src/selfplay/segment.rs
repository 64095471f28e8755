//! What one iteration of play gives to learn from.

use hornox_agents::neural::Described;

use crate::ppo::{Hyper, PpoError, Samples, gae};

/// Decisions with more than one legal action, what was chosen and what it earned. Forced moves leave no
/// decision: what they earn belongs to the seat's last real decision.
#[derive(Clone, Debug)]
pub struct Segment {
    pub(super) described: Described,
    pub(super) chosen: Vec<u32>,
    pub(super) log_probs: Vec<f32>,
    pub(super) values: Vec<f32>,
    /// What fell after each decision and before the seat's next one.
    pub(super) rewards: Vec<f32>,
    /// A teacher's probabilities by action row; empty where nobody teaches.
    pub(super) targets: Vec<f32>,
    pub(super) trajectories: Vec<Trajectory>,
    pub(super) totals: Totals,
}

/// One seat's decisions at one table, in order of time.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    /// Places of its decisions in the segment.
    pub decisions: Vec<usize>,
    /// The value expected after the last: 0 where the game is over.
    pub last: f32,
}

/// Sums over a segment, of the learner's seats alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Rounds played to their end, by seat.
    pub seat_rounds: u64,
    /// What they added to the scores.
    pub scored: i64,
    /// Moves without a choice.
    pub forced: u64,
    /// Decisions that a teacher spoke at.
    pub taught: u64,
    /// Of these, those where the policy's likeliest action is one that the teacher likes best.
    pub agreed: u64,
}

impl Segment {
    pub(super) fn new(globals: usize, features: usize) -> Self {
        Self {
            described: Described::new(globals, features),
            chosen: Vec::new(),
            log_probs: Vec::new(),
            values: Vec::new(),
            rewards: Vec::new(),
            targets: Vec::new(),
            trajectories: Vec::new(),
            totals: Totals::default(),
        }
    }

    /// Sums over the segment.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// What a seat was paid a round on average.
    pub(super) fn paid(&self) -> f64 {
        let paid: f64 = self.rewards.iter().map(|&reward| f64::from(reward)).sum();
        paid / self.totals.seat_rounds.max(1) as f64
    }

    /// Adds a segment played at other tables.
    pub(super) fn append(&mut self, other: Self) -> Result<(), PpoError> {
        let offset = self.chosen.len();
        self.described
            .extend_from(&other.described, 0..other.described.len())?;
        self.chosen.extend(other.chosen);
        self.log_probs.extend(other.log_probs);
        self.values.extend(other.values);
        self.rewards.extend(other.rewards);
        self.targets.extend(other.targets);
        self.trajectories
            .extend(other.trajectories.into_iter().map(|mut trajectory| {
                for decision in &mut trajectory.decisions {
                    *decision += offset;
                }
                trajectory
            }));
        self.totals.seat_rounds += other.totals.seat_rounds;
        self.totals.scored += other.totals.scored;
        self.totals.forced += other.totals.forced;
        self.totals.taught += other.totals.taught;
        self.totals.agreed += other.totals.agreed;
        Ok(())
    }

    /// The decisions with their advantages, and with what a teacher said.
    ///
    /// # Errors
    /// Where a net gave numbers that are not finite.
    pub fn into_samples(self, hyper: &Hyper) -> Result<Samples, PpoError> {
        let mut advantages = vec![0.0; self.chosen.len()];
        for Trajectory { decisions, last } in &self.trajectories {
            let pick = |from: &[f32]| {
                decisions
                    .iter()
                    .map(|&decision| from[decision])
                    .collect::<Vec<_>>()
            };
            let own = gae(&pick(&self.rewards), &pick(&self.values), *last, hyper);
            for (&decision, advantage) in decisions.iter().zip(own) {
                advantages[decision] = advantage;
            }
        }
        let samples = Samples::new(
            self.described,
            self.chosen,
            self.log_probs,
            self.values,
            advantages,
        )?;
        samples.taught(self.targets)
    }
}
