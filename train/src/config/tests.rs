use hornox_agents::scripted::Script;
use serde_json::json;

use super::*;
use hornox_agents::AgentSpec;

fn load(text: &str, overrides: &[&str]) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.toml");
    std::fs::write(&path, text).unwrap();
    let overrides: Vec<_> = overrides.iter().map(|&text| text.to_owned()).collect();
    Config::load(Some(&path), &overrides)
        .map_err(|error| error.to_string().replace(&path.display().to_string(), "a.toml"))
}

#[test]
fn defaults_are_in_range_and_written_back() {
    let config = Config::default();
    config.check(&[]).unwrap();
    assert_eq!(load(&config.to_toml(), &[]).unwrap().config, config);
}

#[test]
fn a_file_and_overrides_change_single_values() {
    let text =
        "[run]\nname = \"x\"\nminutes = 2\n\n[rules]\npreset = \"amigo\"\nplayers = 6\n\n[ppo]\nclip = 0.1";
    let loaded = load(
        text,
        &[
            "ppo.clip=0.3",
            "ppo.reward=relative",
            "rules.end_score=none",
            "evaluation.against=[\"random\"]",
        ],
    )
    .unwrap();
    let config = loaded.config;
    assert_eq!(config.run.minutes, Some(2.0));
    assert!((config.ppo.clip - 0.3).abs() < 1e-12);
    assert_eq!(config.ppo.reward, Reward::Relative);
    let fields = config.rules.to_map();
    assert_eq!(
        (&fields["players"], &fields["end_score"]),
        (&json!(6), &json!(null))
    );
    assert_eq!(config.evaluation.against, [AgentSpec::Scripted(Script::Random)]);
    assert_eq!(loaded.notes.len(), 1, "{:?}", loaded.notes);
    assert_eq!(load(&config.to_toml(), &[]).unwrap().config, config);
}

#[test]
fn seat_counts_must_suit_the_rules_and_the_tables() {
    for (text, wanted) in [
        (
            "[ppo]\nplayers = [2, 11]",
            "a.toml:2: `ppo.players` = 11: rule `players` = 11: must be from 2 to 10",
        ),
        (
            "[ppo]\nplayers = [4, 3]",
            "a.toml:2: `ppo.players` = [4, 3]: must be seat counts, ascending, each once",
        ),
        (
            "[ppo]\nplayers = [2, 3, 4]\ntables = 2",
            "a.toml:3: `ppo.tables` = 2: must be at least 3, one for each of `ppo.players`",
        ),
        (
            "[rules]\npreset = \"sixes-round\"\n[ppo]\nplayers = [3, 5]",
            "a.toml:4: `ppo.players` = 3: ",
        ),
    ] {
        let error = load(text, &[]).unwrap_err();
        assert!(error.starts_with(wanted), "{text:?}: {error}");
    }
    let text = "[ppo]\nplayers = [2, 6]";
    assert_eq!(load(text, &[]).unwrap().config.seat_counts(), [2, 6]);
    assert_eq!(load("", &[]).unwrap().config.seat_counts(), [4]);
}

/// Files, overrides, and how the error begins.
const WRONG: &[(&str, &[&str], &str)] = &[
    (
        "[ppo]\n\nclop = 1",
        &[],
        "a.toml:3: unknown field `ppo.clop`; there are: iterations",
    ),
    ("[ppoo]", &[], "a.toml:1: unknown section `ppoo`; there are: run"),
    (
        "[imitate]\nshare = 2",
        &[],
        "a.toml:2: `imitate.share` = 2: must be from 0 to 1",
    ),
    (
        "[imitate]\nagent = \"far\"",
        &[],
        "a.toml:2: `imitate.agent` = \"far\": nimmt has the",
    ),
    (
        "[run]\n\n[[ppo]]",
        &[],
        "a.toml:3: `ppo` must be a section with fields, as in [ppo]",
    ),
    (
        "[pop]\nclip = 1",
        &[],
        "a.toml:1: unknown section `pop`; there are: run, rules",
    ),
    ("seed = 1", &[], "a.toml:1: "),
    ("[run]\nseed = ", &[], "a.toml:2: "),
    ("[run]\nseed = 1\nseed = 2", &[], "a.toml:3: "),
    ("[ppo]\nclip = \"big\"", &[], "a.toml:2: `ppo.clip` = \"big\": "),
    (
        "[evaluation]\nagainst = [\"search:a?ms=5\"]",
        &[],
        "a.toml:2: `evaluation.against` = \"search:a?ms=5\": a training must be repeatable",
    ),
    (
        "[ppo]\nclip = 0",
        &[],
        "a.toml:2: `ppo.clip` = 0: must be from 0.01 to 1",
    ),
    (
        "[ppo]\nclip = nan",
        &[],
        "a.toml:2: `ppo.clip` = NaN: must be from 0.01 to 1",
    ),
    (
        "[ppo]\nclip = 0",
        &["ppo.clip=7"],
        "--set ppo.clip=7: `ppo.clip` = 7: must be from",
    ),
    ("[ppo]\ntables = -1", &[], "a.toml:2: `ppo.tables` = -1: "),
    (
        "[ppo]\nreward = \"gold\"",
        &[],
        "a.toml:2: `ppo.reward` = \"gold\": ",
    ),
    ("[run]\nname = \"../x\"", &[], "a.toml:2: `run.name` = \"../x\": "),
    (
        "[rules]\nplayers = 11",
        &[],
        "a.toml:2: rule `players` = 11: must be from 2 to 10",
    ),
    ("[rules]\ncolour = 1", &[], "a.toml:2: unknown rule `colour`"),
    (
        "[rules]\npreset = \"x\"",
        &[],
        "a.toml:2: unknown preset `x`; there are: amigo, 6-fuori",
    ),
    ("[rules]\npreset = 3", &[], "a.toml:2: unknown preset `3`"),
    (
        "[rules]\ngame = \"poker\"",
        &[],
        "a.toml:2: rule `game` = \"poker\": the games are \"nimmt\" and \"sixes\"",
    ),
    (
        "[rules]\nend_when = \"exceed\"",
        &[],
        "a.toml:2: rules `end_when` = \"exceed\", `end_score` = \"none\": there is no score to reach or pass",
    ),
    ("", &["players=3"], "--set players=3: must be section.field=value"),
    (
        "",
        &["rules.players"],
        "--set rules.players: must be section.field=value",
    ),
    (
        "",
        &["evaluation.against=[\"nobody\"]"],
        "--set evaluation.against=[\"nobody\"]: `evaluation.against` = ",
    ),
];

#[test]
fn errors_say_where_and_what_would_be_right() {
    for &(text, overrides, wanted) in WRONG {
        let error = load(text, overrides).unwrap_err();
        assert!(error.starts_with(wanted), "{text:?} {overrides:?}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let missing = Config::load(Some(Path::new("/no/such.toml")), &[]).unwrap_err();
    assert!(missing.to_string().starts_with("/no/such.toml: "), "{missing}");
}
