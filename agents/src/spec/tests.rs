//! Specs, and the agents they name.

use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::*;

#[test]
fn specs_read_as_they_are_written() {
    let specs = "random lowest highest nearest risk longest far mcs:1 mcs:10000000 net:a/b net:C:\\b \
                 net:a/b?temperature=0.3 net:a/b?temperature=1 mcs:1000?rollouts=risk cmd:./bot?on_failure=mcs:100";
    for spec in specs.split_whitespace().chain(["cmd:python3 'my bot.py' a:b"]) {
        assert_eq!(spec.parse::<AgentSpec>().unwrap().to_string(), spec);
    }
}

fn names_of<G: Playable>(specs: &[&str]) {
    for spec in specs {
        let agent = spec.parse::<AgentSpec>().unwrap().build::<G>().unwrap();
        assert_eq!(agent.name(), *spec);
    }
}

#[test]
fn agents_are_named_by_their_specs() {
    names_of::<Nimmt>(&[
        "random",
        "lowest",
        "highest",
        "nearest",
        "risk",
        "mcs:25",
        "mcs:25?rollouts=risk",
    ]);
    names_of::<Sixes>(&["random", "longest", "far", "mcs:25", "mcs:25?rollouts=far"]);
}

#[test]
fn agents_of_another_game_are_refused_by_name() {
    let risk = AgentSpec::Scripted(Script::Risk).build::<Sixes>();
    assert_eq!(
        risk.map(|agent| agent.name().to_owned()).unwrap_err().to_string(),
        "agent `risk` does not play sixes; there are: random, longest, far, mcs:N, net:PATH, cmd:PROGRAM"
    );
    let far = AgentSpec::Scripted(Script::Far).build::<Nimmt>();
    let message = far.map(|agent| agent.name().to_owned()).unwrap_err().to_string();
    assert!(
        message.contains("does not play nimmt; there are: random, lowest"),
        "{message}"
    );
}

#[test]
fn bad_specs_say_what_would_be_right() {
    let cases = [
        ("", "random, lowest"),
        ("rnadom", "unknown agent `rnadom`; there are: random, lowest"),
        ("Random", "unknown agent"),
        ("risk:3", "`risk` takes nothing after its name"),
        ("random:", "takes nothing"),
        ("mcs", "from 1 to 10000000, as in `mcs:1000`"),
        ("mcs:", "from 1 to 10000000"),
        ("mcs:0", "agent `mcs:0`: rollouts must be"),
        ("mcs:x", "from 1 to 10000000"),
        ("mcs:10000001", "from 1 to 10000000"),
        ("net", "directory must follow"),
        ("net:", "directory must follow"),
        ("net:?temperature=1", "directory must follow"),
        (
            "net:p?temperature=-1",
            "temperature `-1` must be a number above 0",
        ),
        ("net:p?temperature=0", "greedy"),
        ("net:p?temperature=nan", "above 0"),
        ("net:p?temperature=inf", "above 0"),
        ("net:p?foo=1", "unknown option `foo=1`; there is: temperature=T"),
        ("net:p?", "unknown option"),
        ("mcs:10?", "unknown option ``; there is: rollouts=SCRIPT"),
        (
            "mcs:10?rollouts=mcs",
            "can't be by `mcs`; they can be by: random, lowest",
        ),
        (
            "cmd",
            "agent `cmd`: a program must follow, as in `cmd:python3 bot.py`",
        ),
    ];
    for (spec, part) in cases {
        let error = spec.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(error.contains(part), "{spec}: {error}");
    }
}
