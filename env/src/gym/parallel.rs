//! One table; all seats that must act choose at the same time.

use std::fmt::Display;

use ndarray::Array2;

use super::element::check_len;
use super::episode::Episode;
use super::{Element, EnvError, EnvOptions, Snapshot};
use crate::core::{Action, ActionSet, Outcome, Seat, SeatMap, SeatSet, Turn};
use crate::observe::Observe;

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What the step pays each seat.
    pub rewards: SeatMap<f32>,
    /// Whether the rules ended the game.
    pub terminated: bool,
    /// Whether a cap ended the game.
    pub truncated: bool,
    /// The seats that must act now; none once the game is over.
    pub acting: SeatSet,
    /// The seats whose action was illegal and replaced by their lowest legal one, under
    /// [`IllegalAction::Lowest`](super::IllegalAction::Lowest).
    pub illegal: SeatSet,
}

/// One table at which all seats that must act choose at the same time.
///
/// ```
/// use hornox_env::gym::{EnvOptions, ParallelEnv};
/// use hornox_env::nimmt::{Nimmt, Preset};
/// use rand::{RngExt, SeedableRng};
///
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let mut env = ParallelEnv::<Nimmt>::new(&Preset::Round.rules(), EnvOptions::default());
/// let mut acting = env.reset(Some(7))?;
/// while !acting.is_empty() {
///     let random = |seat| env.legal(seat).nth(rng.random_range(0..env.legal(seat).len()));
///     let joint: Vec<_> = acting.iter().zip(acting.iter().filter_map(random)).collect();
///     let step = env.step(&joint)?;
///     acting = step.acting;
///     println!("{:?}", step.rewards);
/// }
/// # Ok::<(), hornox_env::gym::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelEnv<G: Observe> {
    options: EnvOptions,
    episode: Episode<G>,
    events: Vec<G::Event>,
    joint: Vec<(Seat, G::Action)>,
}

impl<G: Observe> ParallelEnv<G> {
    /// A table before its first [`reset`](Self::reset).
    pub fn new(rules: &G::Rules, options: EnvOptions) -> Self {
        Self {
            options,
            episode: Episode::new(rules),
            events: Vec::new(),
            joint: Vec::new(),
        }
    }

    /// Starts game 0 of `seed`, or where none is given the next game of the same seed (at first game 0 of
    /// seed 0). Gives the seats that must act.
    ///
    /// # Errors
    /// Where the [reward](super::Reward::check) is none of these rules, or the game refuses its own deal.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<SeatSet, EnvError> {
        self.options.reward.check(self.episode.game.rules())?;
        self.episode = self.episode.next(seed)?;
        self.events.clear();
        Ok(self.acting())
    }

    /// Plays one action for each seat that must act, in any order, and then the deals that are due.
    ///
    /// # Errors
    /// Before a reset, after the end, on a seat that is unknown, missing, named twice or must not act, and on an
    /// illegal action where these are not forgiven. The state is then unchanged.
    pub fn step(&mut self, joint: &[(Seat, G::Action)]) -> Result<Step, EnvError> {
        self.step_moves(joint.iter().map(|&(seat, action)| (seat, action.id())))
    }

    /// [`step`](Self::step) with an id, or none, for each seat.
    ///
    /// # Errors
    /// As [`step`](Self::step), and where there are not as many entries as seats.
    pub fn step_ids(&mut self, ids: &SeatMap<Option<u8>>) -> Result<Step, EnvError> {
        check_len("ids", self.players(), ids.players())?;
        self.step_moves(ids.iter().filter_map(|(seat, &id)| Some((seat, id?))))
    }

    fn step_moves(&mut self, moves: impl Iterator<Item = (Seat, u8)>) -> Result<Step, EnvError> {
        let acting = self.must_act()?;
        let mut illegal = SeatSet::EMPTY;
        self.joint.clear();
        for (seat, id) in moves {
            self.check_seat(seat)?;
            if acting.contains(seat) {
                let legal = self.episode.game.legal(seat);
                let (action, replaced) = self.options.illegal.choose(seat, id, legal)?;
                if replaced {
                    illegal.insert(seat);
                }
                self.joint.push((seat, action));
            } else {
                self.options.illegal.off_turn(seat)?;
            }
        }
        // Seats missing or named twice are the game's to refuse; it has then sent no event.
        let old = self.events.len();
        let rewards = self
            .episode
            .play(&self.joint, self.options.reward, &mut self.events)?;
        self.events.drain(..old);
        let outcome = self.outcome();
        Ok(Step {
            rewards,
            terminated: outcome.is_some_and(|end| !end.truncated),
            truncated: outcome.is_some_and(|end| end.truncated),
            acting: self.acting(),
            illegal,
        })
    }

    /// The seats that must act; none before the first reset and once the game is over.
    pub fn acting(&self) -> SeatSet {
        self.episode.acting()
    }

    /// How many seats are at the table.
    pub fn players(&self) -> usize {
        self.episode.game.players()
    }

    /// What `seat` may do now; empty exactly where it must not act.
    pub fn legal(&self, seat: Seat) -> ActionSet<G::Action> {
        if self.acting().contains(seat) {
            self.episode.game.legal(seat)
        } else {
            ActionSet::EMPTY
        }
    }

    /// Writes 1 at the id of each legal action of `seat` and 0 elsewhere: all 0 where it must not act. `mask` is
    /// [`Action::COUNT`] long.
    ///
    /// # Errors
    /// On an unknown seat and a mask of another length.
    pub fn mask(&self, seat: Seat, mask: &mut [u8]) -> Result<(), EnvError> {
        self.check_seat(seat)?;
        check_len("mask", G::Action::COUNT, mask.len())?;
        self.legal(seat).write_mask(mask);
        Ok(())
    }

    /// Writes what `seat` knows: the raw form where `out` is of `u8`, the planes where it is of `f32`. `out` is as
    /// long as [`Element::layout`].
    ///
    /// # Errors
    /// On an unknown seat and a buffer of another length.
    pub fn observation<E: Element>(&self, seat: Seat, out: &mut [E]) -> Result<(), EnvError> {
        self.check_seat(seat)?;
        check_len("observation", E::layout::<G>().len(), out.len())?;
        E::write(&self.episode.game, seat, out);
        Ok(())
    }

    /// What every seat knows: `[players, observation]`, of `u8` or `f32` as in
    /// [`observation`](Self::observation).
    pub fn observations<E: Element>(&self) -> Array2<E> {
        let mut all = Array2::from_elem((self.players(), E::layout::<G>().len()), E::default());
        self.fill(&mut all, |seat, out| E::write(&self.episode.game, seat, out));
        all
    }

    /// Every seat's [`mask`](Self::mask): `[players, actions]`.
    pub fn masks(&self) -> Array2<u8> {
        let mut all = Array2::zeros((self.players(), G::Action::COUNT));
        self.fill(&mut all, |seat, out| self.legal(seat).write_mask(out));
        all
    }

    fn fill<E>(&self, all: &mut Array2<E>, write: impl Fn(Seat, &mut [E])) {
        for (seat, mut row) in Seat::all(self.players()).zip(all.rows_mut()) {
            // A row of an array in standard layout is always one piece.
            if let Some(out) = row.as_slice_mut() {
                write(seat, out);
            }
        }
    }

    /// What `seat` knows, as the game's own value.
    ///
    /// # Errors
    /// On an unknown seat.
    pub fn view(&self, seat: Seat) -> Result<G::View, EnvError> {
        self.check_seat(seat)?;
        Ok(self.episode.game.view(seat))
    }

    /// What everybody saw happen in the last step.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// How the game ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.episode.game.outcome()
    }

    /// The whole state, hidden parts included: for tools that may see everything.
    pub fn game(&self) -> &G {
        &self.episode.game
    }

    /// The seed, and the number of this game among its games.
    pub fn seed_and_number(&self) -> (u64, u64) {
        (self.episode.seed, self.episode.number)
    }

    /// What it was asked to do.
    pub fn options(&self) -> EnvOptions {
        self.options
    }

    /// The whole table as text, hidden parts included.
    pub fn render(&self) -> String
    where
        G: Display,
    {
        self.episode.game.to_string()
    }

    /// The state, to come back to with [`restore`](Self::restore).
    pub fn snapshot(&self) -> Snapshot<G> {
        Snapshot(self.episode.clone())
    }

    /// Goes back to a snapshot of an environment with the same rules. It goes on exactly as that one would have;
    /// the last step's events are not part of it.
    ///
    /// # Errors
    /// Where the snapshot has other rules or is not of a state at rest.
    pub fn restore(&mut self, snapshot: Snapshot<G>) -> Result<(), EnvError> {
        snapshot.0.check_restored(self.episode.game.rules())?;
        self.episode = snapshot.0;
        self.events.clear();
        Ok(())
    }

    /// The seats that must act, of which there must be some.
    pub(super) fn must_act(&self) -> Result<SeatSet, EnvError> {
        match self.episode.game.turn() {
            Turn::Chance => Err(EnvError::NotReset),
            Turn::Over => Err(EnvError::Finished),
            Turn::Act(seats) => Ok(seats),
        }
    }

    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), EnvError> {
        let players = self.players();
        if seat.index() < players {
            Ok(())
        } else {
            Err(EnvError::UnknownSeat { seat, players })
        }
    }
}
