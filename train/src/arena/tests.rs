//! The arena with agents that watch it.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::interrupt::Stop;
use hornox_env::nimmt::{Action, Event, Nimmt, Phase, Preset};
use hornox_env::{Agent, AgentError, Decision, Seat};

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
            return decision.legal.first().ok_or(Self::error(String::new()));
        }
        Err(Self::error(format!("saw {} cards of {wanted}", self.revealed)))
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
    fn error(reason: String) -> AgentError {
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
