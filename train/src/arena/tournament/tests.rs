//! Arenas with agents whose strength is known, and in pieces.

use std::collections::BTreeMap;

use hornox_env::nimmt::{Action, Nimmt, Preset, Rules};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Agent, AgentError, Decision, Seat, agent_rng};
use rand::RngExt;

use super::play::{Entrant, Step, Tournament};
use super::rows::{Ended, Found};
use super::standing::Goal;
use super::store::Store;
use super::{SequentialTest, Verdict};
use crate::arena::{BuildError, Factory, Row};
use crate::interrupt::Stop;

/// Plays any legal action, drawn from the salt: copies with other salts are as strong and play differently.
struct Salted {
    salt: u64,
}

impl Agent<Nimmt> for Salted {
    fn name(&self) -> &'static str {
        "salted"
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        let draw: u64 = decision.rng.random();
        let mut rng = agent_rng(self.salt, draw, Seat::default());
        let place = rng.random_range(0..decision.legal.len() as u32);
        decision.legal.nth(place as usize).ok_or(AgentError {
            agent: "salted".to_owned(),
            reason: "nothing is legal".to_owned(),
        })
    }
}

fn spec(name: &str) -> Result<Box<dyn Agent<Nimmt>>, BuildError> {
    Ok(name.parse::<hornox_agents::AgentSpec>()?.build()?)
}

fn entrants<'a>(builders: &'a [(&str, &'a Factory<'a, Nimmt>)]) -> Vec<Entrant<'a, Nimmt>> {
    let entrants = builders.iter().map(|(name, build)| Entrant {
        name: (*name).to_owned(),
        build: *build,
    });
    entrants.collect()
}

struct Setup<'a> {
    agents: &'a [Entrant<'a, Nimmt>],
    seed: u64,
    deals: u64,
    goal: Goal,
    threads: usize,
}

impl<'a> Setup<'a> {
    fn tournament(&self, rules: &'a Rules, stop: &'a Stop) -> Tournament<'a, Nimmt> {
        Tournament {
            rules,
            agents: self.agents,
            seed: self.seed,
            deals: self.deals,
            goal: self.goal,
            threads: self.threads,
            stop,
            deadline: None,
        }
    }

    fn play(&self, stop: &'a Stop, store: Option<&mut Store>, progress: &(dyn Fn(Step) + Sync)) -> Found {
        let rules = Preset::Bench.rules();
        self.tournament(&rules, stop).play(store, progress).unwrap()
    }

    fn found(&self) -> Found {
        self.play(&Stop::new(), None, &|_| ())
    }
}

/// All that was found, without times.
fn text(found: &Found) -> String {
    let mut found = found.clone();
    for row in &mut found.pairs {
        row.row.ms_per_decision = 0.0;
    }
    serde_json::to_string(&found).unwrap()
}

/// Of 200 arenas of 40 deals with two copies of one agent and a third agent, so many hold 0 in the interval of each
/// difference between the copies.
#[test]
fn copies_are_equal_within_their_intervals_as_often_as_promised() {
    const ARENAS: u64 = 200;
    let mut held: BTreeMap<&str, u32> = BTreeMap::new();
    for arena in 0..ARENAS {
        let one: &Factory<'_, Nimmt> = &|| Ok(Box::new(Salted { salt: 2 * arena + 10 }));
        let two: &Factory<'_, Nimmt> = &|| Ok(Box::new(Salted { salt: 2 * arena + 11 }));
        let builders = [("one", one), ("two", two), ("highest", &|| spec("highest"))];
        let setup = Setup {
            agents: &entrants(&builders),
            seed: 1000 + arena,
            deals: 40,
            goal: Goal::Deals,
            threads: 1,
        };
        let (rules, stop) = (Preset::Bench.rules(), Stop::new());
        let standing = setup.tournament(&rules, &stop).standing(None, &|_| ()).unwrap();
        let gap = standing.comparisons.fit().gap(0, 1).interval();
        let names = ["one", "two", "highest"].map(str::to_owned);
        let found = Found::new(&standing, &names, Goal::Deals, Ended::Deals);
        let lead = &found.leads[0];
        let pair = &found.pairs[0];
        assert_eq!((lead.against.as_str(), pair.row.against.as_str()), ("two", "two"));
        for (what, holds) in [
            ("rating", gap.contains(0.0)),
            ("lead", lead.lead_ci.contains(0.0)),
            ("own − others", pair.diff_ci.contains(0.0)),
            ("win share", pair.win_share_ci.contains(0.25)),
            ("third place", pair.places_ci[2].contains(0.25)),
        ] {
            *held.entry(what).or_default() += u32::from(holds);
        }
    }
    // 190 of 200 are promised. Chance alone goes below 177 once in 18,000 times, and to 200 once in 28,000: the
    // intervals must not be too wide either.
    for (what, count) in held {
        assert!((177..=199).contains(&count), "{what}: {count} of {ARENAS}");
    }
}

#[test]
fn threads_do_not_change_results() {
    let builders: [(&str, &Factory<'_, Nimmt>); 3] = [
        ("risk", &|| spec("risk")),
        ("mcs:5", &|| spec("mcs:5")),
        ("random", &|| spec("random")),
    ];
    let agents = entrants(&builders);
    let found = |threads, goal| {
        let setup = Setup {
            agents: &agents,
            seed: 5,
            deals: 200,
            goal,
            threads,
        };
        setup.found()
    };
    let one = found(1, Goal::Deals);
    assert_eq!((one.deals, one.ended), (200, Ended::Deals));
    assert_eq!(text(&one), text(&found(4, Goal::Deals)));
    // Where it ends early, threads that were ahead do not count.
    let early = found(1, Goal::Width(1.2));
    assert_eq!(early.ended, Ended::Goal);
    assert!(
        early.deals < 200 && early.deals.is_multiple_of(16),
        "{}",
        early.deals
    );
    assert!(early.widest <= 1.2, "{}", early.widest);
    assert_eq!(text(&early), text(&found(4, Goal::Width(1.2))));
}

/// The rows of the cross-table are those of an evaluation.
#[test]
fn pairs_are_what_eval_says() {
    let builders: [(&str, &Factory<'_, Nimmt>); 2] =
        [("risk", &|| spec("risk")), ("random", &|| spec("random"))];
    let setup = Setup {
        agents: &entrants(&builders),
        seed: 3,
        deals: 50,
        goal: Goal::Deals,
        threads: 2,
    };
    let found = setup.found();
    let stop = Stop::new();
    let plan = crate::arena::Plan {
        rules: &Preset::Bench.rules(),
        deals: 50,
        seed: 3,
        threads: 1,
        stop: &stop,
    };
    let row = crate::arena::evaluate(&plan, &|| spec("risk"), &|| spec("random"), &|_| ());
    let timeless = |row: &Row| {
        let mut row = row.clone();
        row.ms_per_decision = 0.0;
        serde_json::to_string(&row).unwrap()
    };
    assert_eq!(timeless(&row.unwrap().unwrap()), timeless(&found.pairs[0].row));
    // Where scores are lost adds up to the scores.
    let source = &found.sources[0].study;
    let sum = |parts: &[crate::arena::Estimate]| parts.iter().map(|part| part.mean).sum::<f64>();
    let score = found.pairs[0].row.score;
    assert!((sum(&source.losses) - score).abs() < 1e-9, "{source:?} {score}");
    assert!((sum(&source.moments) - score).abs() < 1e-9, "{source:?} {score}");
    assert!(
        (sum(&source.seats) / 4.0 - score).abs() < 1e-9,
        "{source:?} {score}"
    );
    assert!(
        source.hands[0].mean < source.hands[3].mean,
        "a good hand is worth something: {source:?}"
    );
}

#[test]
fn an_arena_in_pieces_is_the_same_as_one_in_one() {
    let builders: [(&str, &Factory<'_, Nimmt>); 3] = [
        ("risk", &|| spec("risk")),
        ("risk#2", &|| spec("risk")),
        ("random", &|| spec("random")),
    ];
    let agents = entrants(&builders);
    let setup = |deals| Setup {
        agents: &agents,
        seed: 8,
        deals,
        goal: Goal::Deals,
        threads: 3,
    };
    let whole = setup(150).found();
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("arena");
    let mut store = Store::create(&path, &BTreeMap::<String, u64>::new()).unwrap();
    // Stopped after some units, a few times; then with fewer deals than at last.
    for _ in 0..3 {
        let stop = Stop::new();
        let units = std::sync::atomic::AtomicU64::new(0);
        let found = setup(150).play(&stop, Some(&mut store), &|step| {
            if matches!(step, Step::Played { .. })
                && units.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 9
            {
                stop.request();
            }
        });
        assert_eq!(found.ended, Ended::Stopped);
        assert!(found.deals < 150, "{}", found.deals);
    }
    setup(70).play(&Stop::new(), Some(&mut store), &|_| ());
    drop(store);
    let (mut store, _) = Store::resume::<BTreeMap<String, u64>>(&path).unwrap();
    let games = std::sync::atomic::AtomicU64::new(0);
    let found = setup(150).play(&Stop::new(), Some(&mut store), &|step| {
        if let Step::Found(found) = step {
            games.fetch_add(found, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert_eq!(text(&found), text(&whole));
    assert!(games.into_inner() > 0, "nothing was found");
    // Nothing is left to be played.
    let again = setup(150).play(&Stop::new(), Some(&mut store), &|step| {
        assert!(
            matches!(step, Step::Found(found) if found == 150 * 4 * 7),
            "{step:?}"
        );
    });
    assert_eq!(text(&again), text(&whole));
}

#[test]
fn a_test_says_who_is_better() {
    let test = |first: &'static str, second: &'static str, deals| {
        let one: &Factory<'_, Nimmt> = &move || spec(first);
        let two: &Factory<'_, Nimmt> = &move || spec(second);
        let builders = [("one", one), ("two", two)];
        let setup = Setup {
            agents: &entrants(&builders),
            seed: 2,
            deals,
            goal: Goal::Test(SequentialTest {
                low: 0.0,
                high: 1.0,
                alpha: 0.05,
                beta: 0.05,
            }),
            threads: 2,
        };
        let found = setup.found();
        assert!(found.mixed.is_empty() && found.pairs.len() == 2);
        (found.test.unwrap().verdict, found.deals)
    };
    assert_eq!(test("risk", "random", 5000).0, Verdict::Better);
    let (verdict, deals) = test("random", "risk", 5000);
    assert!(verdict == Verdict::NotBetter && deals < 500, "{deals}");
    assert_eq!(test("risk", "risk", 5000).0, Verdict::NotBetter);
    assert_eq!(test("risk", "random", 40), (Verdict::Undecided, 40));
}

#[test]
fn sixes_has_its_arena() {
    let build = |name: &'static str| {
        move || -> Result<Box<dyn Agent<Sixes>>, BuildError> {
            Ok(name.parse::<hornox_agents::AgentSpec>()?.build()?)
        }
    };
    let builders = [build("longest"), build("random")];
    let agents: Vec<_> = builders
        .iter()
        .zip(["longest", "random"])
        .map(|(build, name)| Entrant {
            name: name.to_owned(),
            build: build as &Factory<'_, Sixes>,
        })
        .collect();
    let stop = Stop::new();
    let tournament = Tournament {
        rules: &sixes::Preset::SixesRound.rules(),
        agents: &agents,
        seed: 1,
        deals: 100,
        goal: Goal::Deals,
        threads: 0,
        stop: &stop,
        deadline: None,
    };
    let found = tournament.play(None, &|_| ()).unwrap();
    // More chips are better, for leads as for ratings.
    assert!(
        found.pairs[0].diff_ci.0 > 0.0 && found.leads[0].lead_ci.0 > 0.0,
        "{found:?}"
    );
    assert!(found.ratings[0].rating > found.ratings[1].rating);
    let source = &found.sources[0].study;
    let (passes, laps): (f64, f64) = (
        source.losses.iter().map(|loss| loss.mean).sum(),
        source.moments.iter().map(|moment| moment.mean).sum(),
    );
    assert!(passes > 0.5 && (passes - laps).abs() < 1e-9, "{passes} {laps}");
}
