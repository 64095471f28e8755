//! One learner against agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hornox_env::gym::{
    EnvError, EnvOptions, IllegalAction, Learner, ParallelEnv, Reward, SeatEnv, SeatSnapshot,
};
use hornox_env::nimmt::{Action, Event, Nimmt, Preset, Rules};
use hornox_env::{Action as _, Agent, AgentError, Decision, Game, Seat, agent_rng};
use rand::RngExt;

use crate::{all_rules, choose, options, seat};

/// Plays at random; fails at its decision number `fails_at`, once.
struct Random {
    decisions: usize,
    fails_at: usize,
}

impl Agent<Nimmt> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn act(&mut self, mut decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        let action = random(&mut decision);
        self.decisions += 1;
        if self.decisions == self.fails_at {
            let reason = "out of luck".to_owned();
            return Err(AgentError {
                agent: "random".to_owned(),
                reason,
            });
        }
        Ok(action)
    }
}

fn random(decision: &mut Decision<'_, Nimmt>) -> Action {
    decision
        .legal
        .nth(decision.rng.random_range(0..decision.legal.len()))
        .unwrap()
}

/// Plays the lowest action, and counts what it is shown.
struct Watcher {
    cards: usize,
    most: Arc<AtomicUsize>,
}

impl Agent<Nimmt> for Watcher {
    fn name(&self) -> &'static str {
        "watcher"
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        Ok(decision.legal.first().unwrap())
    }

    fn remembers(&self) -> bool {
        true
    }

    fn watch(&mut self, _seat: Seat, events: &[Event]) {
        self.cards += events
            .iter()
            .filter(|event| matches!(event, Event::Revealed { .. }))
            .count();
        self.most.fetch_max(self.cards, Ordering::Relaxed);
    }
}

fn against_random(rules: &Rules, options: EnvOptions, learner: Learner, fails_at: usize) -> SeatEnv<Nimmt> {
    let make = move |_| -> Result<Box<dyn Agent<Nimmt>>, AgentError> {
        Ok(Box::new(Random {
            decisions: 0,
            fails_at,
        }))
    };
    SeatEnv::new(rules, options, learner, make).unwrap()
}

fn policy(env: &SeatEnv<Nimmt>) -> u8 {
    choose(env.table().seed_and_number().1, env.seat(), env.legal()).id()
}

#[test]
fn a_learner_sees_what_a_plain_loop_shows_its_seat() {
    for rules in all_rules() {
        for (learner, reward) in [
            (Learner::Rotating, Reward::Relative),
            (Learner::Fixed(seat(1)), Reward::Win),
        ] {
            if reward.check(&rules).is_err() {
                continue;
            }
            let options = EnvOptions {
                reward,
                ..EnvOptions::default()
            };
            let mut env = against_random(&rules, options, learner, 0);
            let mut table = ParallelEnv::<Nimmt>::new(&rules, options);
            for number in 0..12 {
                let first = (number == 0).then_some(21);
                let (mut observation, mut info) = env.reset(first).unwrap();
                table.reset(first).unwrap();
                let players = table.players();
                let own = match learner {
                    Learner::Rotating => seat(number as usize % players),
                    Learner::Fixed(seat) => seat,
                };
                assert_eq!((info.seat, info.number), (own, number));
                let mut rngs: Vec<_> = Seat::all(players)
                    .map(|seat| agent_rng(21, number, seat))
                    .collect();
                let mut owed = 0.0;
                while !table.acting().is_empty() {
                    let mut joint = Vec::new();
                    if table.acting().contains(own) {
                        let row = own.index();
                        assert_eq!(observation, table.observations::<u8>().row(row));
                        assert_eq!(info.mask, table.masks().row(row));
                        let id = policy(&env);
                        let step = env.step(id).unwrap();
                        joint.push((own, Action::from_id(id).unwrap()));
                        (observation, info) = (step.observation, step.info);
                        owed = step.reward;
                    }
                    for other in table.acting().iter().filter(|&other| other != own) {
                        let action = random(&mut Decision {
                            view: &table.view(other).unwrap(),
                            legal: table.legal(other),
                            rng: &mut rngs[other.index()],
                        });
                        joint.push((other, action));
                    }
                    // What the learner was paid at once falls here step by step.
                    owed -= table.step(&joint).unwrap().rewards[own];
                    if table.acting().is_empty() || table.acting().contains(own) {
                        assert!(owed.abs() < 1e-5, "{rules} game {number}: {owed} is left");
                        owed = 0.0;
                    }
                }
                assert_eq!(env.table().game(), table.game());
                assert_eq!(info.outcome, table.outcome());
                assert_eq!(info.scores, table.game().scores());
                assert_eq!(info.mask.sum(), 0);
                assert_eq!(env.step(1), Err(EnvError::Finished));
            }
        }
    }
}

#[test]
fn a_snapshot_goes_on_exactly() {
    for rules in all_rules() {
        let make = || against_random(&rules, options(&rules), Learner::Rotating, 0);
        let mut env = make();
        env.reset(Some(3)).unwrap();
        env.reset(None).unwrap();
        for _ in 0..3 {
            env.step(policy(&env)).unwrap();
        }
        let text = serde_json::to_string(&env.snapshot().unwrap()).unwrap();
        let snapshot: SeatSnapshot<Nimmt> = serde_json::from_str(&text).unwrap();
        let mut other = make();
        other.restore(snapshot).unwrap();
        while !env.legal().is_empty() {
            let id = policy(&env);
            assert_eq!(env.step(id), other.step(id));
            assert_eq!(env.events(), other.events());
        }
        assert_eq!(env.reset(None), other.reset(None));
        assert_eq!(env.snapshot(), other.snapshot());
    }
}

#[test]
fn a_failing_agent_leaves_the_state_as_it_was() {
    let rules = Preset::Round.rules();
    let mut sound = against_random(&rules, EnvOptions::default(), Learner::Rotating, 0);
    let mut frail = against_random(&rules, EnvOptions::default(), Learner::Rotating, 4);
    sound.reset(Some(1)).unwrap();
    frail.reset(Some(1)).unwrap();
    let mut failures = 0;
    while !sound.legal().is_empty() {
        let id = policy(&sound);
        let expected = sound.step(id);
        let mut step = frail.step(id);
        while let Err(EnvError::Agent(error)) = &step {
            assert_eq!(error.to_string(), "agent random: out of luck");
            failures += 1;
            step = frail.step(id);
        }
        assert_eq!(step, expected);
    }
    assert_eq!(failures, 3, "each agent failed once");
}

#[test]
fn illegal_actions_follow_the_policy() {
    let rules = Preset::Round.rules();
    let mut strict = against_random(&rules, EnvOptions::default(), Learner::Rotating, 0);
    assert_eq!(strict.step(1), Err(EnvError::NotReset));
    strict.reset(Some(5)).unwrap();
    let before = strict.snapshot();
    assert!(matches!(strict.step(0), Err(EnvError::Illegal { action: 0, .. })));
    assert_eq!(strict.snapshot(), before);

    let forgiving = EnvOptions {
        illegal: IllegalAction::Lowest,
        ..EnvOptions::default()
    };
    let mut env = against_random(&rules, forgiving, Learner::Rotating, 0);
    env.reset(Some(5)).unwrap();
    let lowest = strict.step(strict.legal().first().unwrap().id()).unwrap();
    let flagged = env.step(0).unwrap();
    assert!(flagged.info.illegal && !lowest.info.illegal);
    assert_eq!(flagged.observation, lowest.observation);
    assert_eq!(env.snapshot(), strict.snapshot());
}

#[test]
fn agents_that_remember_see_one_game_and_can_not_be_kept() {
    let most = Arc::new(AtomicUsize::new(0));
    let shared = Arc::clone(&most);
    let make = move |_| -> Result<Box<dyn Agent<Nimmt>>, AgentError> {
        let most = Arc::clone(&shared);
        Ok(Box::new(Watcher { cards: 0, most }))
    };
    let rules = Preset::Round.rules();
    let mut env = SeatEnv::new(&rules, EnvOptions::default(), Learner::Rotating, make).unwrap();
    for _ in 0..3 {
        env.reset(None).unwrap();
        while !env.legal().is_empty() {
            env.step(policy(&env)).unwrap();
        }
    }
    assert_eq!(
        most.load(Ordering::Relaxed),
        40,
        "all cards of one game, none of another"
    );
    let error = env.snapshot().unwrap_err().to_string();
    assert!(error.contains("agent watcher remembers"), "{error}");
}

#[test]
fn a_learner_must_be_at_the_table() {
    let make = |_| -> Result<Box<dyn Agent<Nimmt>>, AgentError> {
        Ok(Box::new(Random {
            decisions: 0,
            fails_at: 0,
        }))
    };
    let rules = Preset::Round.rules();
    let refused = SeatEnv::new(&rules, EnvOptions::default(), Learner::Fixed(seat(4)), make);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "seat 4 is not at this table of 4"
    );
}
