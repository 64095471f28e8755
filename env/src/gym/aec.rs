//! One table; one seat acts at a time.

use std::fmt::Display;

use super::{Element, EnvError, EnvOptions, ParallelEnv, Snapshot, Step};
use crate::core::{Action, ActionSet, Outcome, Seat, SeatMap, SeatSet};
use crate::observe::Observe;

/// What an action led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AecStep {
    /// The seat that is asked next; none once the game is over.
    pub selected: Option<Seat>,
    /// Whether this action completed the turn, so that all of its actions were played.
    pub played: bool,
    /// Whether the action was illegal and replaced by the lowest legal one, under
    /// [`IllegalAction::Lowest`](super::IllegalAction::Lowest).
    pub illegal: bool,
    /// What the turn paid each seat; all 0 where it was not played.
    pub rewards: SeatMap<f32>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// One table at which seats are asked one after the other, as agent-environment-cycle libraries expect. Seats
/// that act at the same time are asked ascending; what the earlier ones chose stays hidden until the last has
/// chosen, and only then is anything played.
///
/// ```
/// use hornox_env::gym::{AecEnv, EnvOptions};
/// use hornox_env::nimmt::{Nimmt, Preset};
///
/// let mut env = AecEnv::<Nimmt>::new(&Preset::Round.rules(), EnvOptions::default());
/// let mut selected = env.reset(Some(7))?;
/// while let Some(seat) = selected {
///     // Everybody plays the lowest legal action.
///     let Some(action) = env.legal(seat).first() else { break };
///     selected = env.step(action)?.selected;
/// }
/// println!("{:?}", env.outcome());
/// # Ok::<(), hornox_env::gym::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AecEnv<G: Observe> {
    table: ParallelEnv<G>,
    /// What was chosen in this turn and is not played yet.
    chosen: Vec<(Seat, G::Action)>,
    /// What each seat was paid since it last chose.
    rewards: SeatMap<f32>,
}

impl<G: Observe> AecEnv<G> {
    /// A table before its first [`reset`](Self::reset).
    pub fn new(rules: &G::Rules, options: EnvOptions) -> Self {
        let table = ParallelEnv::new(rules, options);
        let rewards = SeatMap::new(table.players(), 0.0);
        Self {
            table,
            chosen: Vec::new(),
            rewards,
        }
    }

    /// Starts a game as [`ParallelEnv::reset`] does. Gives the seat that is asked first.
    ///
    /// # Errors
    /// As there.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<Option<Seat>, EnvError> {
        self.table.reset(seed)?;
        self.chosen.clear();
        self.rewards = SeatMap::new(self.table.players(), 0.0);
        Ok(self.selected())
    }

    /// The seat that is asked now: of those that must act, the first that has not chosen. None before the first
    /// reset and once the game is over.
    pub fn selected(&self) -> Option<Seat> {
        let chosen: SeatSet = self.chosen.iter().map(|(seat, _)| *seat).collect();
        self.table.acting().without(chosen).iter().next()
    }

    /// Takes the action of the [selected](Self::selected) seat. Where it is the last of the turn, all are played.
    /// What the seat was paid until now counts as fetched.
    ///
    /// # Errors
    /// Before a reset, after the end, and on an illegal action where these are not forgiven. Nothing changes then.
    pub fn step(&mut self, action: G::Action) -> Result<AecStep, EnvError> {
        self.step_id(action.id())
    }

    /// [`step`](Self::step) with an action's id.
    ///
    /// # Errors
    /// As [`step`](Self::step), and on an id of no action where these are not forgiven.
    pub fn step_id(&mut self, id: u8) -> Result<AecStep, EnvError> {
        self.table.must_act()?;
        let Some(seat) = self.selected() else {
            return Err(EnvError::Finished);
        };
        let (action, illegal) = self
            .table
            .options()
            .illegal
            .choose(seat, id, self.table.legal(seat))?;
        self.chosen.push((seat, action));
        let played = self.selected().is_none();
        let step = if played { Some(self.play()?) } else { None };
        // What this very action earned comes after it.
        let earned = step.map_or(0.0, |step| step.rewards[seat]);
        self.rewards[seat] = earned;
        Ok(AecStep {
            selected: self.selected(),
            played,
            illegal,
            rewards: step.map_or_else(|| SeatMap::new(self.players(), 0.0), |step| step.rewards),
            outcome: self.outcome(),
        })
    }

    fn play(&mut self) -> Result<Step, EnvError> {
        let step = self.table.step(&self.chosen).inspect_err(|_| {
            self.chosen.pop();
        })?;
        self.chosen.clear();
        for (seat, reward) in step.rewards.iter() {
            self.rewards[seat] += reward;
        }
        Ok(step)
    }

    /// What `seat` was paid since it last chose, or in this game if it has not: the reward of its last action, at
    /// the latest when it is asked again or the game is over.
    ///
    /// # Errors
    /// On an unknown seat.
    pub fn reward(&self, seat: Seat) -> Result<f32, EnvError> {
        self.table.check_seat(seat)?;
        Ok(self.rewards[seat])
    }

    /// What `seat` may do now; empty where it is not the selected one.
    pub fn legal(&self, seat: Seat) -> ActionSet<G::Action> {
        if self.selected() == Some(seat) {
            self.table.legal(seat)
        } else {
            ActionSet::EMPTY
        }
    }

    /// Writes 1 at the id of each legal action of `seat` and 0 elsewhere: all 0 where it is not the selected one.
    ///
    /// # Errors
    /// On an unknown seat and a mask that is not [`Action::COUNT`] long.
    pub fn mask(&self, seat: Seat, mask: &mut [u8]) -> Result<(), EnvError> {
        self.table.mask(seat, mask)?;
        self.legal(seat).write_mask(mask);
        Ok(())
    }

    /// Writes what `seat` knows, as [`ParallelEnv::observation`] does.
    ///
    /// # Errors
    /// On an unknown seat and a buffer of another length.
    pub fn observation<E: Element>(&self, seat: Seat, out: &mut [E]) -> Result<(), EnvError> {
        self.table.observation(seat, out)
    }

    /// What `seat` knows, as the game's own value.
    ///
    /// # Errors
    /// On an unknown seat.
    pub fn view(&self, seat: Seat) -> Result<G::View, EnvError> {
        self.table.view(seat)
    }

    /// What everybody saw happen when a turn was last played.
    pub fn events(&self) -> &[G::Event] {
        self.table.events()
    }

    /// How the game ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// How many seats are at the table.
    pub fn players(&self) -> usize {
        self.table.players()
    }

    /// The whole state, hidden parts included: for tools that may see everything.
    pub fn game(&self) -> &G {
        self.table.game()
    }

    /// The whole table as text, hidden parts included.
    pub fn render(&self) -> String
    where
        G: Display,
    {
        self.table.render()
    }

    /// The state, to come back to with [`restore`](Self::restore).
    pub fn snapshot(&self) -> AecSnapshot<G> {
        AecSnapshot {
            table: self.table.snapshot(),
            chosen: self
                .chosen
                .iter()
                .map(|&(seat, action)| (seat, action.id()))
                .collect(),
            rewards: self.rewards,
        }
    }

    /// Goes back to a snapshot of an environment with the same rules.
    ///
    /// # Errors
    /// Where the snapshot has other rules or its parts do not go together. Nothing changes then.
    pub fn restore(&mut self, snapshot: AecSnapshot<G>) -> Result<(), EnvError> {
        let bad = |reason: &str| EnvError::BadSnapshot {
            reason: reason.to_owned(),
        };
        let mut restored = self.clone();
        restored.table.restore(snapshot.table)?;
        restored.chosen.clear();
        if snapshot.rewards.players() != restored.players() {
            return Err(bad("rewards of another number of seats"));
        }
        restored.rewards = snapshot.rewards;
        for (seat, id) in snapshot.chosen {
            let action = G::Action::from_id(id).filter(|&action| restored.legal(seat).contains(action));
            let action = action.ok_or_else(|| bad("a choice that was not to be made"))?;
            restored.chosen.push((seat, action));
        }
        if restored.selected().is_none() && !restored.chosen.is_empty() {
            return Err(bad("a turn that is complete but not played"));
        }
        *self = restored;
        Ok(())
    }
}

/// The whole state of an [`AecEnv`] but for its options and the events of its last turn.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AecSnapshot<G> {
    table: Snapshot<G>,
    chosen: Vec<(Seat, u8)>,
    rewards: SeatMap<f32>,
}
