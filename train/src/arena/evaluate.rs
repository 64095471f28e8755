//! Deals spread over threads.

use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use hornox_env::record::Unfinished;
use hornox_env::{Agent, AgentError, Game, PlayError, Seat, SeatMap};
use serde::Serialize;
use thiserror::Error;

use super::batch::{Seating, deals_side_by_side, play_games};
use super::lapses::Lapses;
use super::placed::Placing;
use super::side::Side;
use super::tally::{DealResult, Tally};
use crate::interrupt::Stop;

/// Why an agent could not be made.
pub type BuildError = Box<dyn std::error::Error + Send + Sync>;

/// Makes an agent. It is called once and once a thread; for an agent that remembers the past, once a seat and game.
pub type Factory<'a, G> = dyn Fn() -> Result<Box<dyn Agent<G>>, BuildError> + Sync + 'a;

/// What is played.
#[derive(Debug)]
pub struct Plan<'a, G: Game> {
    /// The rules.
    pub rules: &'a G::Rules,
    /// How many deals: each is played once from every seat. At least 1.
    pub deals: u64,
    /// Where deals and draws come from.
    pub seed: u64,
    /// How many threads; 0: as many as there are cores.
    pub threads: usize,
    /// Ends the evaluation early: only deals that were finished count.
    pub stop: &'a Stop,
}

/// The result against one opponent. Standard errors are clustered by deal; with fewer than two deals they are
/// not a number (`null` in JSON).
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The opponent's spec; empty, and not in JSON, where there are many.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub against: String,
    /// Seats at the table, one of them the agent's.
    pub players: usize,
    /// Games played: deals × players.
    pub games: u64,
    /// The agent's score a game, in the game's unit.
    pub score: f64,
    /// Its standard error.
    pub score_se: f64,
    /// The agent's score minus the mean of the others'.
    pub diff: f64,
    /// Its standard error.
    pub diff_se: f64,
    /// The agent's share of the wins: 1/n is even. Tied winners share one.
    pub win_share: f64,
    /// Its standard error.
    pub win_share_se: f64,
    /// Milliseconds of one thread for each of the agent's decisions, those with one legal action left out; not
    /// a number where there were none.
    pub ms_per_decision: f64,
    /// Games that the agent forfeited, by an error that cost this game alone: they count as without a win, and with
    /// the worst score at the table.
    pub forfeits: u64,
    /// Games in which another agent played on for it.
    pub fallbacks: u64,
    /// Seats of opponents that forfeited a game.
    pub opponent_forfeits: u64,
    /// Seats of opponents for which another agent played on.
    pub opponent_fallbacks: u64,
    /// Where and how the agent failed first, the games being in order; none where it did not.
    pub failure: Option<String>,
    /// The same of the opponents.
    pub opponent_failure: Option<String>,
}

/// Why an evaluation failed.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An agent could not be made.
    #[error(transparent)]
    Build(BuildError),
    /// An agent could not answer, or answered what is not legal.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game refused a deal or a move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// There is nothing to write down yet.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// Plays `plan.deals` deals, `agent` in every seat of each against copies of `opponent`. `progress` is told how
/// many games were finished since it was last called, from any thread. `None` where the stop came before the
/// first deals were done.
///
/// # Errors
/// Where an agent cannot be made, or fails in play.
pub fn evaluate<G: Game>(
    plan: &Plan<'_, G>,
    agent: &Factory<'_, G>,
    opponent: &Factory<'_, G>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Option<Row>, ArenaError> {
    let players = G::new(plan.rules).players();
    let at_once = |build: &Factory<'_, G>| {
        build()
            .map(|agent| agent.side_by_side())
            .map_err(ArenaError::Build)
    };
    let chunk = deals_side_by_side(players, at_once(agent)?.min(at_once(opponent)?));
    let threads = threads(plan.threads, plan.deals.div_ceil(chunk));
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let total = Mutex::new(Total::default());
    let work = || -> Result<(), ArenaError> {
        let mut sides = [Side::new(agent)?, Side::new(opponent)?];
        let mut tally = Tally::default();
        let stop = || plan.stop.requested() || failed.load(Ordering::Relaxed);
        while !stop() {
            let first = next.fetch_add(1, Ordering::Relaxed) * chunk;
            if first >= plan.deals {
                break;
            }
            let deals = first..(first + chunk).min(plan.deals);
            let Some(played) = play_deals(plan, deals, &mut sides, stop)? else {
                break;
            };
            progress(played.seats());
            tally.merge(played);
        }
        let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        total.tally.merge(tally);
        total.spent += sides[0].spent;
        total.decisions += sides[0].decisions;
        total.lapses.merge(&sides[0].lapses);
        total.opponent_lapses.merge(&sides[1].lapses);
        if total.against.is_empty() {
            sides[1].name().clone_into(&mut total.against);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| work().inspect_err(|_| failed.store(true, Ordering::Relaxed))))
            .collect();
        for worker in workers {
            match worker.join() {
                Ok(done) => done?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<_, ArenaError>(())
    })?;
    let total = total
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok((total.tally.deals() > 0).then(|| total.row(players)))
}

/// How many threads share `tasks`: as many as there are cores where 0 are asked for.
pub(super) fn threads(asked: usize, tasks: u64) -> u64 {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if asked == 0 { cores } else { asked };
    u64::try_from(threads).unwrap_or(1).min(tasks)
}

/// Plays the games of some deals, side 0 in every seat against side 1, and adds them up; `None` where `stop` said
/// so before the end.
fn play_deals<G: Game>(
    plan: &Plan<'_, G>,
    deals: Range<u64>,
    sides: &mut [Side<'_, G>],
    stop: impl Fn() -> bool,
) -> Result<Option<Tally>, ArenaError> {
    let players = G::new(plan.rules).players();
    let seatings: Vec<_> = deals
        .flat_map(|deal| {
            Seat::all(players).map(move |agent| Seating {
                deal,
                sides: SeatMap::from_fn(players, |seat| usize::from(seat != agent)),
            })
        })
        .collect();
    let Some(games) = play_games(plan.rules, plan.seed, &seatings, sides, &mut (), stop)? else {
        return Ok(None);
    };
    let placing = Placing::of::<G>(plan.rules);
    let mut tally = Tally::default();
    for games in games.chunks(players) {
        let mut result = DealResult::default();
        for (agent, game) in Seat::all(players).zip(games) {
            result.add(agent, &game.placed, placing.places(&game.placed)[agent]);
        }
        tally.add(result);
    }
    Ok(Some(tally))
}

/// What all threads have done.
#[derive(Default)]
struct Total {
    tally: Tally,
    spent: Duration,
    decisions: u64,
    lapses: Lapses,
    opponent_lapses: Lapses,
    against: String,
}

impl Total {
    fn row(self, players: usize) -> Row {
        let ms_per_decision = self.spent.as_secs_f64() * 1e3 / self.decisions as f64;
        let lapses = (&self.lapses, &self.opponent_lapses);
        self.tally.row(self.against, players, ms_per_decision, lapses)
    }
}
