//! Playing what is due, on all cores.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use hornox_env::Seat;
use thiserror::Error;

use super::matchup::Matchup;
use super::rows::{Ended, Found};
use super::standing::{Goal, Standing, deals_a_block};
use super::store::{Store, StoreError};
use super::unit::Unit;
use crate::arena::batch::{Seating, play_games};
use crate::arena::evaluate::{ArenaError, Factory, threads};
use crate::arena::side::Side;
use crate::arena::study::{Hands, Notes, Studied};
use crate::interrupt::Stop;

/// Why an arena failed.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The play.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Its folder.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An agent that takes part.
pub struct Entrant<'a, G: hornox_env::Game> {
    /// What it is called in the tables; no other has this name.
    pub name: String,
    /// Makes it.
    pub build: &'a Factory<'a, G>,
}

/// What is played.
pub struct Tournament<'a, G: hornox_env::Game> {
    /// The rules.
    pub rules: &'a G::Rules,
    /// The agents, two at least; for a [`Goal::Test`] exactly two.
    pub agents: &'a [Entrant<'a, G>],
    /// Where deals, line-ups and draws come from.
    pub seed: u64,
    /// Deals at most, at least 1; each is played by every ordered pair from every seat, and by a mixed line-up.
    pub deals: u64,
    /// When it is enough.
    pub goal: Goal,
    /// How many threads; 0: as many as there are cores.
    pub threads: usize,
    /// Ends it early. What is done is kept; only deals that were played in all matchups count.
    pub stop: &'a Stop,
    /// Ends it early as well.
    pub deadline: Option<Instant>,
}

/// What a [`Tournament`] tells while it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// So many games were found in the store.
    Found(u64),
    /// More was played.
    Played {
        /// Games.
        games: u64,
        /// The half width of the widest interval of own − others' mean so far; not a number before the first deals.
        widest: f64,
    },
}

/// What is done, and what of it is counted.
struct Done<'a> {
    standing: Standing,
    /// Units of blocks that are not whole, or not counted yet, by block and matchup.
    waiting: BTreeMap<(u64, usize), Unit>,
    store: Option<&'a mut Store>,
    /// Whether nothing more is to be counted.
    enough: bool,
    /// The half width of the widest interval so far.
    widest: f64,
}

impl<'a, G: Studied> Tournament<'a, G> {
    /// Plays, or goes on from what `store` keeps. `progress` is told of both, from any thread. The result depends on rules, agents, seed, deals and goal, and not on threads or on how
    /// often it was interrupted, unless the clock or a stop ended it.
    ///
    /// # Errors
    /// Where an agent cannot be made or fails in play, or the store cannot be read or written.
    pub fn play(
        &self,
        store: Option<&mut Store>,
        progress: &(dyn Fn(Step) + Sync),
    ) -> Result<Found, TournamentError> {
        let standing = self.standing(store, progress)?;
        let ended = if standing.deals >= self.deals {
            Ended::Deals
        } else if standing.is_done() {
            Ended::Goal
        } else if self.stop.requested() {
            Ended::Stopped
        } else {
            Ended::Minutes
        };
        let names: Vec<_> = self.agents.iter().map(|agent| agent.name.clone()).collect();
        Ok(Found::new(&standing, &names, self.goal, ended))
    }

    /// Plays, and adds up.
    pub(super) fn standing(
        &self,
        store: Option<&mut Store>,
        progress: &(dyn Fn(Step) + Sync),
    ) -> Result<Standing, TournamentError> {
        let hands = Hands::of::<G>(self.rules).map_err(ArenaError::Play)?;
        let standing = Standing::new::<G>(self.rules, self.agents.len(), self.deals, self.goal);
        let matchups = standing.matchups.clone();
        let blocks = self.deals.div_ceil(deals_a_block(standing.players));
        let mut done = Done {
            standing,
            waiting: BTreeMap::new(),
            store,
            enough: false,
            widest: f64::NAN,
        };
        let found = done.take_up(self.seed)?;
        progress(Step::Found(done.games()));
        let next = AtomicU64::new(0);
        let enough = AtomicBool::new(done.enough);
        let done = Mutex::new(done);
        let units = blocks * matchups.len() as u64;
        let stop = || {
            enough.load(Ordering::Relaxed)
                || self.stop.requested()
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let work = || -> Result<(), TournamentError> {
            let mut sides = self
                .agents
                .iter()
                .map(|agent| Side::new(agent.build))
                .collect::<Result<Vec<_>, _>>()?;
            while !stop() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= units {
                    break;
                }
                let place = (number % matchups.len() as u64) as usize;
                let key = (number / matchups.len() as u64, place);
                if found.contains(&key) {
                    continue;
                }
                let Some(unit) = self.unit(key, matchups[place], &mut sides, &hands, stop)? else {
                    break;
                };
                let mut done = lock(&done);
                let games = unit.games.len() as u64;
                done.keep(self.seed, unit)?;
                if done.enough {
                    enough.store(true, Ordering::Relaxed);
                }
                let widest = done.widest;
                drop(done);
                progress(Step::Played { games, widest });
            }
            Ok(())
        };
        if !stop() {
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads(self.threads, units))
                    .map(|_| scope.spawn(|| work().inspect_err(|_| enough.store(true, Ordering::Relaxed))))
                    .collect();
                for worker in workers {
                    match worker.join() {
                        Ok(done) => done?,
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                Ok::<_, TournamentError>(())
            })?;
        }
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(done.standing)
    }

    /// Plays a unit; `None` where `stop` said so before its end.
    fn unit(
        &self,
        (block, place): (u64, usize),
        matchup: Matchup,
        sides: &mut [Side<'a, G>],
        hands: &Hands,
        stop: impl Fn() -> bool,
    ) -> Result<Option<Unit>, ArenaError> {
        let players = G::new(self.rules).players();
        let size = deals_a_block(players);
        let deals = block * size..((block + 1) * size).min(self.deals);
        let seatings: Vec<Seating> = deals
            .flat_map(|deal| matchup.seatings(self.seed, deal, self.agents.len(), players))
            .collect();
        for side in &mut *sides {
            (side.spent, side.decisions, side.lapses) = Default::default();
        }
        let (rules, seed) = (self.rules, self.seed);
        let (games, study, clock) = match matchup {
            Matchup::Pair { agent, .. } => {
                let seats = Seat::all(players).cycle().take(seatings.len());
                let mut notes = Notes::<G>::new(rules, hands, seats);
                let games = play_games(rules, seed, &seatings, sides, &mut notes, stop)?;
                let Some(games) = games else { return Ok(None) };
                let study = notes.finish(games.iter().map(|played| &played.game));
                let micros = u64::try_from(sides[agent].spent.as_micros()).unwrap_or(u64::MAX);
                (games, Some(study), (micros, sides[agent].decisions))
            }
            Matchup::Mixed => {
                let games = play_games(rules, seed, &seatings, sides, &mut (), stop)?;
                let Some(games) = games else { return Ok(None) };
                (games, None, (0, 0))
            }
        };
        let lapses = sides.iter().map(|side| side.lapses.clone()).enumerate();
        Ok(Some(Unit {
            block,
            matchup: place,
            games: games.iter().map(|played| played.placed).collect(),
            study,
            clock,
            lapses: lapses.filter(|(_, lapses)| !lapses.is_empty()).collect(),
        }))
    }
}

impl Done<'_> {
    /// Takes up what is in the store, and says what that is. Units that do not fit what is to be played now, such as
    /// a last block that was cut short by fewer deals, are left to be played again.
    fn take_up(&mut self, seed: u64) -> Result<BTreeSet<(u64, usize)>, StoreError> {
        let mut found = BTreeSet::new();
        let Some(store) = self.store.take() else {
            return Ok(found);
        };
        store.read(|unit| {
            let deals = self.standing.deals_of(unit.block);
            let games = (deals.end - deals.start) as usize * self.standing.players;
            let known = unit.matchup < self.standing.matchups.len();
            if games > 0 && known && unit.games.len() == games {
                let key = (unit.block, unit.matchup);
                if found.insert(key) {
                    self.waiting.insert(key, unit);
                    self.count(seed);
                }
            }
        })?;
        self.store = Some(store);
        Ok(found)
    }

    /// Games that are done.
    fn games(&self) -> u64 {
        let counted =
            self.standing.deals * self.standing.players as u64 * self.standing.matchups.len() as u64;
        let waiting = self.waiting.values().map(|unit| unit.games.len() as u64);
        counted + waiting.sum::<u64>()
    }

    fn keep(&mut self, seed: u64, unit: Unit) -> Result<(), StoreError> {
        if let Some(store) = &mut self.store {
            store.keep(&unit)?;
        }
        self.waiting.insert((unit.block, unit.matchup), unit);
        self.count(seed);
        Ok(())
    }

    /// Counts the blocks that are whole, in order, until it is enough: what was played beyond is not looked at, so
    /// that the result does not depend on how far threads were ahead.
    fn count(&mut self, seed: u64) {
        while !self.enough {
            let block = self.standing.blocks;
            let matchups = self.standing.matchups.len();
            if self.waiting.range((block, 0)..(block + 1, 0)).count() < matchups {
                break;
            }
            let units: Vec<_> = (0..matchups)
                .filter_map(|place| self.waiting.remove(&(block, place)))
                .collect();
            self.standing.add(seed, &units);
            self.enough = self.standing.is_done();
            self.widest = self.standing.widest();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
