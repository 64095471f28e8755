//! Programs that play, and programs that fail.

use std::path::Path;
use std::process::{self, Command};
use std::time::{Duration, Instant};
use std::{env, fs};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, Decision, Game, LapseKind, RuleSet, Seat, Turn, agent_rng, deal_rng, sixes};

/// What came of a game in which each seat has an agent of its own.
pub struct Played<G: Game> {
    pub game: G,
    pub agents: Vec<Box<dyn Agent<G>>>,
    /// What each seat said where it could not answer.
    pub errors: Vec<String>,
}

/// Plays one game; a seat that can't answer plays its lowest action.
pub fn play<G: Playable>(rules: &G::Rules, specs: &[&AgentSpec], deal: u64) -> Played<G> {
    let mut game = G::new(rules);
    let mut agents: Vec<_> = specs.iter().map(|spec| spec.build::<G>().unwrap()).collect();
    let mut rngs: Vec<_> = Seat::all(game.players())
        .map(|seat| agent_rng(5, deal, seat))
        .collect();
    let mut errors = vec![String::new(); agents.len()];
    loop {
        match game.turn() {
            Turn::Chance => {
                let cards = game.sample_deal(&mut deal_rng(5, deal, game.round()));
                game.deal(&cards).unwrap();
            }
            Turn::Act(seats) => {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let (view, legal) = (&game.view(seat), game.legal(seat));
                    let rng = &mut rngs[seat.index()];
                    let action = if legal.len() == 1 {
                        legal.first()
                    } else {
                        let answer = agents[seat.index()].act(Decision { view, legal, rng });
                        answer
                            .inspect_err(|error| errors[seat.index()].clone_from(&error.reason))
                            .ok()
                            .or_else(|| legal.first())
                    };
                    joint.push((seat, action.unwrap()));
                }
                let mut events = Vec::new();
                game.play(&joint, &mut events).unwrap();
                for (seat, agent) in Seat::all(game.players()).zip(&mut agents) {
                    agent.watch(seat, &events);
                }
            }
            Turn::Over => break,
        }
    }
    Played { game, agents, errors }
}

pub fn spec(text: &str) -> AgentSpec {
    text.parse().unwrap()
}

/// A program that answers `hello` with its process number and does `act` when it is asked.
fn bot(act: &str, options: &str) -> AgentSpec {
    let code = format!(
        r#"import json, os, sys, time
def say(m): print(json.dumps(m), flush=True)
games = acts = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        games += 1
        say({{"name": str(os.getpid())}})
    elif m["type"] == "act":
        acts += 1
        ids = [a["id"] for a in m["legal"]]
        {act}"#
    );
    spec(&format!("cmd:python3 -c '{code}'?{options}"))
}

fn rules() -> Rules {
    Rules::check(RuleFields {
        players: 3,
        hand_size: 5,
        ..*Preset::Bench.rules()
    })
    .unwrap()
}

/// Whether a process runs. One that ended and waits for whoever started it does not.
fn is_running(process: &str) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{process}/stat"));
        return stat.is_ok_and(|stat| !stat.contains(") Z "));
    }
    let kill = Command::new("kill").args(["-0", process]).output().unwrap();
    kill.status.success()
}

#[test]
fn programs_that_fail_are_ended_and_say_why() {
    let cases = [
        (
            "sys.exit(3) if acts == 2 else say({\"action\": ids[0]})",
            "the program ended by itself (exit status: 3)",
        ),
        ("time.sleep(60)", "no answer to `act` within 0.4 s"),
        (
            "print(\"hm, let me think\", flush=True)",
            "answered \"hm, let me think\" to `act`; right would be {\"action\": ID}",
        ),
        (
            "say({\"action\": \"7\"})",
            "answered \"{\\\"action\\\": \\\"7\\\"}\" to `act`",
        ),
        (
            "say({\"action\": 200})",
            "answered action 200, which is not legal; legal are ",
        ),
        (
            "say({\"action\": 105})",
            "answered action 105, which is not legal; legal are ",
        ),
        (
            "print(\"x\" * 70000, flush=True)",
            "a line of more than 65536 bytes",
        ),
        (
            "[sys.stdout.write(\"x\" * 1000) for _ in range(10**7)]",
            "a line of more than 65536 bytes",
        ),
        (
            "sys.stdout.close(); os.close(1); time.sleep(60)",
            "the program closed its standard output",
        ),
    ];
    for (act, reason) in cases {
        let hangs = act == "time.sleep(60)";
        let bot = bot(act, if hangs { "timeout=0.4" } else { "" });
        let started = Instant::now();
        let played = play::<Nimmt>(&rules(), &[&bot, &spec("risk"), &spec("risk")], 0);
        let error = &played.errors[0];
        assert!(error.contains(reason), "{act}: {error}");
        let lapse = played.agents[0].lapse().unwrap();
        assert_eq!((lapse.kind, &lapse.reason), (LapseKind::Forfeit, error));
        // Its name is its process.
        let process = error.split('"').nth(1).unwrap();
        assert!(
            process.parse::<u32>().is_ok() && !is_running(process),
            "{act}: {error}"
        );
        assert!(started.elapsed() < Duration::from_secs(10), "{act}");
    }
}

/// While another seat takes its time, what is too much has come.
#[test]
fn programs_that_speak_unasked_or_flood_are_ended() {
    let slow = bot("time.sleep(0.15); say({\"action\": ids[0]})", "");
    for act in [
        "say({\"action\": ids[0]}); say({\"action\": ids[0]})",
        "[say({\"action\": ids[0]}) for _ in range(10**6)]",
    ] {
        let played = play::<Nimmt>(&rules(), &[&bot(act, ""), &slow, &spec("risk")], 0);
        let error = &played.errors[0];
        assert!(
            error.contains("wrote \"{") && error.ends_with("}\" without being asked"),
            "{error}"
        );
        assert_eq!(played.errors[1], "");
    }
}

#[test]
fn programs_that_do_not_start_are_known_at_once() {
    let missing = spec("cmd:./no-such-program --fast").build::<Nimmt>();
    let error = missing
        .map(|agent| agent.name().to_owned())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`./no-such-program` can't be started: "),
        "{error}"
    );

    for (program, reason) in [
        ("cmd:true", "the program ended by itself (exit status: 0)"),
        ("cmd:sleep 60?startup=0.2", "no answer to `hello` within 0.2 s"),
        ("cmd:cat", "to `hello`; right would be {\"name\": \"…\"}"),
    ] {
        let played = play::<Nimmt>(&rules(), &[&spec(program), &spec("risk"), &spec("risk")], 0);
        assert!(
            played.errors[0].contains(reason),
            "{program}: {}",
            played.errors[0]
        );
    }
}

#[test]
fn another_agent_plays_on_where_that_is_asked_for() {
    let scores = |first: &AgentSpec| {
        let played = play::<Nimmt>(&rules(), &[first, &spec("lowest"), &spec("lowest")], 3);
        (
            played.game.scores(),
            played.agents[0].lapse().map(|lapse| lapse.kind),
            played.errors[0].clone(),
        )
    };
    let fails_at_once = bot("sys.exit(1)", "on_failure=highest");
    assert_eq!(
        scores(&fails_at_once),
        (
            scores(&spec("highest")).0,
            Some(LapseKind::StandIn),
            String::new()
        )
    );
}

/// All games of a bot that never fails are played by one process, one after the other.
#[test]
fn a_program_plays_many_games() {
    let bot = bot("say({\"action\": ids[0]}) if games < 4 else sys.exit(games)", "");
    for deal in 0..3 {
        let played = play::<Nimmt>(&rules(), &[&bot, &spec("risk"), &spec("risk")], deal);
        assert_eq!(played.errors[0], "");
        assert!(played.agents[0].lapse().is_none());
    }
    let played = play::<Nimmt>(&rules(), &[&bot, &spec("risk"), &spec("risk")], 3);
    assert!(
        played.errors[0].contains("(exit status: 4)"),
        "{}",
        played.errors[0]
    );
    // The next one starts it anew.
    let played = play::<Nimmt>(&rules(), &[&bot, &spec("risk"), &spec("risk")], 4);
    assert_eq!(played.errors[0], "");
}

/// Programs end with the last agent and spec that may want them, with what they started, even where they don't want to.
#[test]
fn no_program_is_left_running() {
    let file = env::temp_dir().join(format!("hornox-processes-{}", process::id()));
    let name = file.display();
    let act = format!("say({{\"action\": ids[0]}}); print(os.getpid(), file=open(\"{name}\", \"a\"))");
    let bot = bot(&act, "");
    let code = format!("echo $$ >> {name}; sleep 600 & echo $! >> {name}; sleep 600");
    let stubborn = spec(&format!("cmd:sh -c '{code}'?startup=0.3"));
    let played = play::<Nimmt>(&rules(), &[&bot, &stubborn, &spec("risk")], 0);
    assert_eq!(played.errors[0], "");
    assert!(
        played.errors[1].contains("no answer to `hello`"),
        "{}",
        played.errors[1]
    );
    drop((bot, stubborn, played));
    let processes = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let left: Vec<_> = processes.lines().filter(|process| is_running(process)).collect();
    assert!(
        processes.lines().count() > 2 && left.is_empty(),
        "{left:?} of {processes}"
    );
}

/// A bot that keeps account of what it is told sees the same in the end.
#[test]
fn what_is_told_adds_up() {
    let act = r#"say({"action": ids[acts % len(ids)]})
    elif m["type"] == "events":
        for e in m["events"]:
            if e["event"] == "moved": bulls[e["seat"]] = bulls.get(e["seat"], 0) + e["points"]
            if e["event"] == "round_over": scores = e["scores"]
    elif m["type"] == "end":
        told = [bulls.get(seat, 0) for seat in range(len(m["scores"]))]
        best = min(m["scores"])
        places = [1 + sum(o < s for o in m["scores"]) for s in m["scores"]]
        right = told == m["scores"] == scores and places == m["places"] and not m["truncated"]
        right = right and [p == 1 for p in places] == [w > 0 for w in m["win_share"]]
        bulls = {}
        if not right: sys.exit(9)"#;
    let bot = bot(act, "");
    let bot = spec(
        &bot.to_string()
            .replace("games = acts = 0", "games = acts = 0; bulls = {}"),
    );
    let amigo = Rules::check(*Preset::Amigo.rules()).unwrap();
    let random = spec("random");
    for deal in 0..3 {
        // What was wrong at the end of a game is found at the start of the next.
        let played = play::<Nimmt>(&amigo, &[&random, &bot, &random, &random], deal);
        assert_eq!(played.errors, [const { String::new() }; 4], "{deal}");
    }
}

#[test]
fn sixes_is_told_too() {
    let act = r#"known = sorted(m["view"]["hand"] + m["view"]["table"] + m["view"]["unseen"])
        right = known == list(range(40)) and all(i == 40 or i in m["view"]["open"] for i in ids)
        say({"action": ids[0] if right else -1})"#;
    let bot = bot(act, "");
    let rules = <sixes::Rules as RuleSet>::resolve(Some("sixes-round"), &[])
        .unwrap()
        .rules;
    let far = spec("far");
    for deal in 0..5 {
        let played = play::<Sixes>(&rules, &[&bot, &far, &far, &far, &far], deal);
        assert_eq!(played.errors[0], "");
    }
}
