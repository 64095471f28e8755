//! Specs, and the agents they name.

use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::*;

#[test]
fn specs_read_as_they_are_written() {
    let specs = "random lowest highest nearest risk longest far mcs:1 mcs:10000000 net:a/b net:C:\\b \
                 net:a/b?temperature=0.3 net:a/b?temperature=1 mcs:1000?rollouts=risk cmd:./bot?on_failure=mcs:100 \
                 exact exact?horizon=1 exact?above=risk exact?horizon=10&above=net:C:\\b \
                 exact?above=search:a/b search:a/b search:C:\\b?samples=1 search:a/b?ms=50 search:a/b?temperature=2 \
                 search:a/b?samples=10000&temperature=0.5&model=net:C:\\b search:a/b?ms=60000&model=mcs:100 \
                 search:a/b?model=risk search:a/b?model=itself \
                 search:a/b?model=itself,mcs:100,net:c search:a/b?samples=1&prior=0 search:a/b?prior=0.25";
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
        "exact",
        "exact?above=risk",
    ]);
    names_of::<Sixes>(&["random", "longest", "far", "mcs:25", "mcs:25?rollouts=far"]);
}

#[test]
fn agents_of_another_game_are_refused_by_name() {
    let risk = AgentSpec::Scripted(Script::Risk).build::<Sixes>();
    assert_eq!(
        risk.map(|agent| agent.name().to_owned()).unwrap_err().to_string(),
        "agent `risk` does not play sixes; there are: random, longest, far, mcs:N, net:PATH, search:PATH, cmd:PROGRAM"
    );
    let exact = "exact".parse::<AgentSpec>().unwrap().build::<Sixes>();
    assert!(matches!(exact.err(), Some(SpecError::NotOfGame { .. })));
    let far = AgentSpec::Scripted(Script::Far).build::<Nimmt>();
    let message = far.map(|agent| agent.name().to_owned()).unwrap_err().to_string();
    assert!(
        message.contains("does not play nimmt; there are: random, lowest"),
        "{message}"
    );
}

#[test]
fn a_search_takes_others_for_itself_or_whom_it_is_told() {
    let models = |spec: &str, game_recalls| match spec.parse() {
        Ok(AgentSpec::Search(search)) => {
            let models = search.models(game_recalls);
            models
                .iter()
                .map(AgentSpec::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        }
        other => format!("{other:?}"),
    };
    let itself = format!("net:p?temperature={DEFAULT_TEMPERATURE}");
    assert_eq!(models("search:p", true), format!("{itself} mcs:100"));
    assert_eq!(models("search:p", false), itself);
    assert_eq!(models("search:p?model=itself", true), itself);
    assert_eq!(models("search:p?temperature=2", false), "net:p?temperature=2");
    assert_eq!(
        models("search:p?model=net:q,risk,itself&temperature=2", true),
        "net:q?temperature=2 risk net:p?temperature=2"
    );
    assert_eq!(models("search:p?model=mcs:9", true), "mcs:9");
}

#[test]
fn a_search_without_its_checkpoint_is_refused() {
    let error = |spec: &str| {
        let built = spec.parse::<AgentSpec>().unwrap().build::<Sixes>();
        built
            .map(|agent| agent.name().to_owned())
            .unwrap_err()
            .to_string()
    };
    assert!(error("search:nowhere").starts_with("agent `search:nowhere`: "));
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
        ("exact:3", "`exact` takes nothing after its name"),
        ("exacter", "unknown agent"),
        ("exact?", "unknown option ``; there is: horizon=H, above=SPEC"),
        ("exact?depth=3", "unknown option `depth=3`"),
        (
            "exact?horizon=0",
            "horizon `0` must be a number of cards from 1 to 10",
        ),
        ("exact?horizon=11", "from 1 to 10"),
        (
            "exact?above=rnadom",
            "above `rnadom` must be an agent without options, as in `above=mcs:1000`: unknown agent",
        ),
        ("exact?above=exact", "above `exact` must be"),
        ("exact?above=net:p?temperature=1", "without options"),
        ("search", "directory must follow"),
        ("search:?samples=3", "directory must follow"),
        (
            "search:p?depth=2",
            "unknown option `depth=2`; there is: samples=N, ms=T, temperature=T, model=SPEC,SPEC, prior=W",
        ),
        ("search:p?", "unknown option ``"),
        (
            "search:p?samples=0",
            "samples `0` must be a number from 1 to 10000",
        ),
        ("search:p?samples=10001", "from 1 to 10000"),
        (
            "search:p?ms=0.5",
            "ms `0.5` must be a number of milliseconds from 1 to 60000",
        ),
        (
            "search:p?ms=5&samples=5",
            "`samples` and `ms` both say how long it searches; leave one",
        ),
        (
            "search:p?temperature=0",
            "temperature `0` must be a number above 0 (leave it out for 0.3)",
        ),
        (
            "search:p?model=risk&temperature=1",
            "the model is none; leave one",
        ),
        (
            "search:p?model=rosk",
            "model `rosk` must be `itself`, a scripted agent, `mcs:N` or `net:PATH`, without options: unknown agent",
        ),
        ("search:p?model=mcs:9?rollouts=risk", "it has options"),
        ("search:p?model=", "model `` must be"),
        ("search:p?model=itself,", "model `` must be"),
        ("search:p?model=risk,mcs:9,risk", "model `risk` must be"),
        ("search:p?model=risk,risk", "it is there twice"),
        ("search:p?model=search:p", "it searches itself"),
        ("search:p?model=cmd:a", "it is a program"),
        ("search:p?model=exact", "it is exact"),
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
