//! `[[opponents]]`: frozen agents at some of the tables.

use hornox_agents::AgentSpec;
use hornox_agents::scripted::Script;
use serde::{Deserialize, Serialize};

use super::error::ConfigError;
use super::sections::{OutOfRange, within};
use super::setting::Setting;

/// The name of the list.
pub(super) const SECTION: &str = "opponents";

/// One of `[[opponents]]`: at a share of the tables a frozen agent plays the seats that the learner leaves, and only
/// the learner's seats are learned from. At all other tables it plays every seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// Who it is. Must be said.
    #[serde(with = "spec")]
    pub agent: AgentSpec,
    /// Its share of `ppo.tables`, above 0 and up to 1. Must be said; all shares add up to 1 at most.
    pub share: f64,
    /// The learner's seats at each of these tables, at least 1 and fewer than there are: of `rules.players`, and at a
    /// table of another number of seats in proportion. From game to game they move around the table.
    pub learners: usize,
}

impl Opponent {
    /// What is changed by the fields of one entry.
    fn unsaid() -> Self {
        Self {
            agent: AgentSpec::Scripted(Script::Random),
            share: 0.0,
            learners: 1,
        }
    }

    pub(super) fn check(&self) -> Result<(), OutOfRange> {
        within("share", self.share, 1e-6, 1.0)?;
        within("learners", self.learners as f64, 1.0, 9.0)
    }
}

/// The learner's seats at a table of so many, where `learners` are meant of `of`: at least 1, and fewer than all.
pub fn learners_at(learners: usize, players: usize, of: usize) -> usize {
    let rounded = (learners * players + of / 2) / of;
    rounded.clamp(1, players - 1)
}

/// Where the tables of each share end that others sit at: the first tables of all, in the order of the shares. Before
/// the first end stands 0; the last is where self-play begins.
pub fn borders(shares: &[f64], tables: usize) -> Vec<usize> {
    let mut sum = 0.0;
    let mut borders = vec![0];
    for share in shares {
        sum += share;
        borders.push(((sum * tables as f64).round() as usize).min(tables));
    }
    borders
}

/// The list out of its settings, whose fields are `0.agent` and so on.
pub(super) fn read(settings: &[&Setting]) -> Result<Vec<Opponent>, ConfigError> {
    let mut numbered = Vec::new();
    for setting in settings {
        let parts = setting.field.split_once('.');
        let Some((number, field)) =
            parts.and_then(|(number, field)| Some((number.parse::<usize>().ok()?, field)))
        else {
            return Err(ConfigError::Override {
                text: format!("{SECTION}.{}", setting.field),
                right: "opponents.0.field=value, where 0 is the first of the list",
            });
        };
        numbered.push((number, field, *setting));
    }
    let count = numbered.iter().map(|(number, ..)| number + 1).max().unwrap_or(0);
    let mut opponents = Vec::new();
    for number in 0..count.min(numbered.len() + 1) {
        let mut opponent = Opponent::unsaid();
        let own = numbered.iter().filter(|(of, ..)| *of == number);
        for (_, field, setting) in own.clone() {
            let entry = Setting {
                section: format!("{SECTION}.{number}"),
                field: (*field).to_owned(),
                ..(*setting).clone()
            };
            entry.apply(&mut opponent)?;
        }
        for must in ["agent", "share"] {
            if !own.clone().any(|(_, field, _)| *field == must) {
                let first = own.clone().next().map(|(.., setting)| setting.origin.clone());
                return Err(ConfigError::BadValue {
                    at: first.unwrap_or("config".to_owned()),
                    field: format!("{SECTION}.{number}.{must}"),
                    value: "nothing".to_owned(),
                    right: "must be said".to_owned(),
                });
            }
        }
        opponents.push(opponent);
    }
    Ok(opponents)
}

/// The first of the shares that cannot be, with its place.
pub(super) fn check_shares(shares: &[f64], tables: usize) -> Result<(), (usize, OutOfRange)> {
    let mut sum = 0.0;
    for (place, (share, ends)) in shares.iter().zip(borders(shares, tables).windows(2)).enumerate() {
        sum += share;
        let right = if sum > 1.0 + 1e-9 {
            format!("all shares add up to {sum}, and must to 1 at most")
        } else if *share > 0.0 && ends[0] == ends[1] {
            format!("that is none of the tables (`ppo.tables` = {tables})")
        } else {
            continue;
        };
        let wrong = OutOfRange {
            field: "share",
            value: share.to_string(),
            right,
        };
        return Err((place, wrong));
    }
    Ok(())
}

/// An agent by its spec.
mod spec {
    use hornox_agents::AgentSpec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(spec: &AgentSpec, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(spec)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn load(text: &str, overrides: &[&str]) -> Result<Vec<Opponent>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, text).unwrap();
        let overrides: Vec<_> = overrides.iter().map(|&text| text.to_owned()).collect();
        let loaded = Config::load(Some(&path), &overrides)
            .map_err(|error| error.to_string().replace(&path.display().to_string(), "a.toml"))?;
        let again = Config::parse("again", &loaded.config.to_toml()).unwrap();
        assert_eq!(again.config, loaded.config);
        Ok(loaded.config.opponents)
    }

    const TWO: &str =
        "[[opponents]]\nagent = \"risk\"\nshare = 0.25\n\n[[opponents]]\nagent = \"mcs:9\"\nshare = 0.5\n";

    #[test]
    fn a_list_is_read_changed_and_written_back() {
        assert_eq!(load("", &[]).unwrap(), []);
        let two = load(TWO, &["opponents.1.learners=3", "opponents.0.agent=lowest"]).unwrap();
        let specs: Vec<_> = two.iter().map(|opponent| opponent.agent.to_string()).collect();
        assert_eq!(specs, ["lowest", "mcs:9"]);
        assert_eq!([two[0].learners, two[1].learners], [1, 3]);
        let shares = |opponents: &[Opponent], pool: f64| -> Vec<f64> {
            let own = opponents.iter().map(|opponent| opponent.share);
            own.chain([pool]).collect()
        };
        assert_eq!(borders(&shares(&two, 0.1), 10), [0, 3, 8, 9]);
        let one = load(
            "",
            &["opponents.0.agent=net:a?temperature=1", "opponents.0.share=1"],
        )
        .unwrap();
        assert_eq!(borders(&shares(&one, 0.0), 7), [0, 7, 7]);
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        for (text, overrides, wanted) in [
            (
                "[opponents]\nagent = \"risk\"",
                &[][..],
                "a.toml:1: `opponents` must be a list of sections, as in [[opponents]]",
            ),
            (
                "[[opponents]]\nagent = \"risk\"",
                &[],
                "a.toml:2: `opponents.0.share` = nothing: must be said",
            ),
            (
                "[[opponents]]\nshare = 1",
                &[],
                "a.toml:2: `opponents.0.agent` = nothing",
            ),
            (
                "[[opponents]]\nshares = 1",
                &[],
                "a.toml:2: unknown field `opponents.0.shares`; there are: agent, share, learners",
            ),
            (
                "[[opponents]]\nagent = \"rsk\"",
                &[],
                "a.toml:2: `opponents.0.agent` = \"rsk\": unknown agent `rsk`",
            ),
            (
                TWO,
                &["opponents.1.share=0.8"],
                "--set opponents.1.share=0.8: `opponents.1.share` = 0.8: all shares add up to 1.05",
            ),
            (
                TWO,
                &["opponents.1.share=0.001"],
                "--set opponents.1.share=0.001: `opponents.1.share` = 0.001: that is none of the tables",
            ),
            (
                TWO,
                &["opponents.0.share=0"],
                "--set opponents.0.share=0: `opponents.0.share` = 0: must be from",
            ),
            (
                TWO,
                &["opponents.1.learners=4"],
                "--set opponents.1.learners=4: `opponents.1.learners` = 4: must be from 1 to 3",
            ),
            (
                TWO,
                &["opponents.1.agent=far"],
                "--set opponents.1.agent=far: `opponents.1.agent` = \"far\": nimmt has the",
            ),
            (
                TWO,
                &["opponents.9.share=0.1"],
                "config: `opponents.2.agent` = nothing: must be said",
            ),
            (
                TWO,
                &["pool.share=0.3"],
                "--set pool.share=0.3: `pool.share` = 0.3: all shares add up to 1.05",
            ),
            (
                TWO,
                &["exploiter.share=0.3"],
                "--set exploiter.share=0.3: `exploiter.share` = 0.3: all shares add up to 1.05",
            ),
            (
                TWO,
                &["pool.share=0.1", "pool.learners=4"],
                "--set pool.learners=4: `pool.learners` = 4: must be from 1 to 3",
            ),
            (
                TWO,
                &["opponents.share=0.1"],
                "--set opponents.share: must be opponents.0.field=value",
            ),
        ] {
            let error = load(text, overrides).unwrap_err();
            assert!(error.starts_with(wanted), "{text:?} {overrides:?}: {error}");
        }
    }
}
