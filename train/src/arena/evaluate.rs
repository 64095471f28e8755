//! Deals spread over threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use hornox_env::{Agent, AgentError, Game, PlayError};
use serde::Serialize;
use thiserror::Error;

use super::batch::{Side, play_deals};
use super::tally::Tally;
use crate::interrupt::Stop;

/// Why an agent could not be made.
pub type BuildError = Box<dyn std::error::Error + Send + Sync>;

/// Makes an agent. It is called once a thread; for an agent that remembers the past, once a seat and game.
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
    /// The opponent's spec.
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
}

/// Games that one thread plays side by side: enough for batched networks, few enough that slow agents show
/// progress. It does not depend on the number of threads, so that neither do the batches.
const SIDE_BY_SIDE: u64 = 64;

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
    let chunk = (SIDE_BY_SIDE / players as u64).max(1);
    let chunks = plan.deals.div_ceil(chunk);
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if plan.threads == 0 { cores } else { plan.threads };
    let threads = u64::try_from(threads).unwrap_or(1).min(chunks);
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let total = Mutex::new(Total::default());
    let work = || -> Result<(), ArenaError> {
        let mut sides = (Side::new(agent)?, Side::new(opponent)?);
        let mut tally = Tally::default();
        let stop = || plan.stop.requested() || failed.load(Ordering::Relaxed);
        while !stop() {
            let first = next.fetch_add(1, Ordering::Relaxed) * chunk;
            if first >= plan.deals {
                break;
            }
            let deals = first..(first + chunk).min(plan.deals);
            let Some(played) = play_deals(plan, deals, &mut sides.0, &mut sides.1, stop)? else {
                break;
            };
            progress(played.deals * players as u64);
            tally.merge(played);
        }
        let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        total.tally.merge(tally);
        total.spent += sides.0.spent;
        total.decisions += sides.0.decisions;
        if total.against.is_empty() {
            sides.1.name().clone_into(&mut total.against);
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
    Ok((total.tally.deals > 0).then(|| total.row(players)))
}

/// What all threads have done.
#[derive(Default)]
struct Total {
    tally: Tally,
    spent: Duration,
    decisions: u64,
    against: String,
}

impl Total {
    fn row(self, players: usize) -> Row {
        let score = self.tally.score(players);
        let diff = self.tally.diff(players);
        let share = self.tally.win_share(players);
        Row {
            against: self.against,
            players,
            games: self.tally.deals * players as u64,
            score: score.mean,
            score_se: score.se,
            diff: diff.mean,
            diff_se: diff.se,
            win_share: share.mean,
            win_share_se: share.se,
            ms_per_decision: self.spent.as_secs_f64() * 1e3 / self.decisions as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornox_env::nimmt::{Action, Event, Nimmt, Phase, Preset};
    use hornox_env::{Decision, Seat};

    fn plan<'a>(rules: &'a hornox_env::nimmt::Rules, threads: usize, stop: &'a Stop) -> Plan<'a, Nimmt> {
        Plan {
            rules,
            deals: 40,
            seed: 3,
            threads,
            stop,
        }
    }

    fn spec(name: &str) -> Result<Box<dyn Agent<Nimmt>>, BuildError> {
        Ok(name.parse::<hornox_agents::AgentSpec>()?.build()?)
    }

    /// Plays the lowest action, and fails where it was not shown every card that was revealed.
    struct Witness {
        seat: Option<Seat>,
        revealed: usize,
    }

    impl Agent<Nimmt> for Witness {
        fn name(&self) -> &'static str {
            "witness"
        }

        fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
            let table = &decision.view.table();
            let turns = u32::from(table.turn_number())
                + u32::from(matches!(table.phase(), Phase::TakeRow(_)))
                + u32::from(table.rules().hand_size) * table.round();
            let wanted = turns as usize * table.players();
            if self.revealed == wanted && self.seat.is_none_or(|seat| seat == decision.view.seat()) {
                return decision.legal.first().ok_or(self.error(String::new()));
            }
            Err(self.error(format!("saw {} cards of {wanted}", self.revealed)))
        }

        fn remembers(&self) -> bool {
            true
        }

        fn watch(&mut self, seat: Seat, events: &[Event]) {
            self.seat.get_or_insert(seat);
            let revealed = events
                .iter()
                .filter(|event| matches!(event, Event::Revealed { .. }));
            self.revealed += revealed.count();
        }
    }

    impl Witness {
        fn error(&self, reason: String) -> AgentError {
            AgentError {
                agent: "witness".to_owned(),
                reason,
            }
        }
    }

    #[test]
    fn who_remembers_sees_everything() {
        let stop = Stop::new();
        let rules = Preset::Amigo.rules();
        let witness = || -> Result<Box<dyn Agent<Nimmt>>, BuildError> {
            Ok(Box::new(Witness {
                seat: None,
                revealed: 0,
            }))
        };
        let games = AtomicU64::new(0);
        let progress = |done| {
            games.fetch_add(done, Ordering::Relaxed);
        };
        let row = evaluate(&plan(&rules, 2, &stop), &|| spec("random"), &witness, &progress);
        let row = row.unwrap().unwrap();
        assert_eq!((row.against.as_str(), row.games), ("witness", 160));
        assert_eq!(games.into_inner(), 160);
    }

    #[test]
    fn threads_do_not_change_results() {
        let stop = Stop::new();
        let rules = Preset::Round.rules();
        let row = |threads| {
            let plan = plan(&rules, threads, &stop);
            let row = evaluate(&plan, &|| spec("mcs:20"), &|| spec("random"), &|_| ());
            let mut row = row.unwrap().unwrap();
            row.ms_per_decision = 0.0;
            serde_json::to_string(&row).unwrap()
        };
        assert_eq!(row(1), row(3));
    }

    #[test]
    fn equal_agents_are_equal() {
        let stop = Stop::new();
        let rules = Preset::Bench.rules();
        let row = evaluate(
            &plan(&rules, 0, &stop),
            &|| spec("risk"),
            &|| spec("risk"),
            &|_| (),
        );
        let row = row.unwrap().unwrap();
        assert!(
            row.diff.abs() < 1e-9 && (row.win_share - 0.25).abs() < 1e-9,
            "{row:?}"
        );
    }

    struct Broken(&'static str);

    impl Agent<Nimmt> for Broken {
        fn name(&self) -> &'static str {
            "broken"
        }

        fn act(&mut self, _: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
            Ok(Action::Zero)
        }

        fn act_batch(&mut self, decisions: Vec<Decision<'_, Nimmt>>) -> Result<Vec<Action>, AgentError> {
            match self.0 {
                "silent" => Ok(Vec::new()),
                "wrong" => Ok(vec![Action::Zero; decisions.len()]),
                reason => Err(AgentError {
                    agent: "broken".to_owned(),
                    reason: reason.to_owned(),
                }),
            }
        }
    }

    #[test]
    fn agents_that_fail_are_named() {
        let stop = Stop::new();
        let rules = Preset::Bench.rules();
        for (how, wanted) in [
            ("silent", "agent broken: 0 answers to 64 questions"),
            ("wrong", "agent broken: chose "),
            ("tired", "agent broken: tired"),
        ] {
            let broken = move || -> Result<Box<dyn Agent<Nimmt>>, BuildError> { Ok(Box::new(Broken(how))) };
            let error = evaluate(&plan(&rules, 2, &stop), &broken, &|| spec("random"), &|_| ());
            let error = error.unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn a_stop_counts_whole_deals_only() {
        let stop = Stop::new();
        let rules = Preset::Bench.rules();
        let progress = |_| stop.request();
        let row = evaluate(
            &plan(&rules, 1, &stop),
            &|| spec("random"),
            &|| spec("lowest"),
            &progress,
        );
        assert_eq!(row.unwrap().unwrap().games, 64);
        let row = evaluate(
            &plan(&rules, 1, &stop),
            &|| spec("random"),
            &|| spec("lowest"),
            &|_| (),
        );
        assert!(row.unwrap().is_none());
    }
}
