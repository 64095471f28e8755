//! The panel: frozen opponents by which every training and every release is judged.

use std::fs;
use std::path::{Path, PathBuf};

use hornox_agents::AgentSpec;
use hornox_agents::spec::Search;
use serde::Deserialize;
use tempfile::TempDir;
use thiserror::Error;

use crate::folder::{PathError, at};

/// The panel that is built in, with what its nets are called, and their files.
const BUILT_IN: &str = include_str!("../../configs/panel.toml");
const NETS: [(&str, &str, &[u8]); 1] = [(
    "checkpoints/quickstart",
    include_str!("../../checkpoints/quickstart/manifest.toml"),
    include_bytes!("../../checkpoints/quickstart/weights.bpk"),
)];

/// What the panel that is built in is called.
const BUILT_IN_NAME: &str = "configs/panel.toml";

/// Why there is no panel, or an agent may not be met.
#[derive(Debug, Error)]
pub enum PanelError {
    /// A file could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The file is no panel.
    #[error("{path}: {reason}")]
    Syntax {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// An agent is held out.
    #[error(
        "agent `{spec}` is held out by {panel}: it must never be met in training; there it may only be evaluated against"
    )]
    HeldOut {
        /// Its spec.
        spec: String,
        /// The panel.
        panel: String,
    },
}

/// One opponent of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    /// What the panel calls it.
    pub name: String,
    /// Who it is: for a net that is built in, where its files were written to.
    pub spec: AgentSpec,
    /// Deals, each played from every seat.
    pub deals: u64,
    /// Whether it is never to be met in training.
    pub held_out: bool,
}

/// Frozen opponents. Nets that are built in are on the disk as long as this value lives.
#[derive(Debug)]
pub struct Panel {
    /// The file that it is from.
    pub name: String,
    /// By which rules, a preset's name.
    pub rules: String,
    /// Where deals come from.
    pub seed: u64,
    /// The opponents, at least one.
    pub opponents: Vec<Opponent>,
    // Removes the nets' files when it is dropped.
    nets: Option<TempDir>,
}

/// A panel as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rules: String,
    seed: u64,
    opponent: Vec<WrittenOpponent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOpponent {
    spec: String,
    deals: u64,
    held_out: bool,
}

impl Panel {
    /// The panel of a file.
    ///
    /// # Errors
    /// Where it cannot be read, or is no panel.
    pub fn read(path: &Path) -> Result<Self, PanelError> {
        let text = fs::read_to_string(path).map_err(at(path))?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// The panel that is built in, and stays the same wherever it is asked for.
    ///
    /// # Errors
    /// Where there is no place to write its nets to.
    pub fn built_in() -> Result<Self, PanelError> {
        let mut panel = Self::parse(BUILT_IN_NAME, BUILT_IN)?;
        let nets = tempfile::Builder::new()
            .prefix("hornox-panel-")
            .tempdir()
            .map_err(at(&std::env::temp_dir()))?;
        for opponent in &mut panel.opponents {
            if let AgentSpec::Net { path, .. } | AgentSpec::Search(Search { path, .. }) = &mut opponent.spec {
                *path = write_net(nets.path(), path)?;
            }
        }
        panel.nets = Some(nets);
        Ok(panel)
    }

    fn parse(name: &str, text: &str) -> Result<Self, PanelError> {
        let wrong = |reason: String| PanelError::Syntax {
            path: name.to_owned(),
            reason,
        };
        let written: Written = toml::from_str(text).map_err(|error| wrong(error.message().to_owned()))?;
        if written.opponent.is_empty() {
            return Err(wrong("there must be at least one [[opponent]]".to_owned()));
        }
        let opponents = written.opponent.into_iter().map(|opponent| {
            let spec = &opponent.spec;
            if !(1..=100_000_000).contains(&opponent.deals) {
                return Err(wrong(format!(
                    "`deals` of `{spec}` = {}: must be from 1 to 100000000",
                    opponent.deals
                )));
            }
            let spec: AgentSpec = spec.parse().map_err(|error| wrong(format!("{error}")))?;
            if spec.by_clock() {
                return Err(wrong(format!(
                    "`{spec}` plays by the clock, and a panel must be repeatable: `samples=N` instead of `ms=T`"
                )));
            }
            Ok(Opponent {
                spec,
                name: opponent.spec,
                deals: opponent.deals,
                held_out: opponent.held_out,
            })
        });
        Ok(Self {
            name: name.to_owned(),
            rules: written.rules,
            seed: written.seed,
            opponents: opponents.collect::<Result<_, _>>()?,
            nets: None,
        })
    }

    /// Refuses agents that are held out: for whatever an agent meets while it learns. A net is the same net at every
    /// temperature, and where it searches.
    ///
    /// # Errors
    /// The first one that is held out.
    pub fn refuse_held_out<'a>(
        &self,
        met: impl IntoIterator<Item = &'a AgentSpec>,
    ) -> Result<(), PanelError> {
        let held_out: Vec<AgentSpec> = self
            .opponents
            .iter()
            .filter(|opponent| opponent.held_out)
            .filter_map(|opponent| opponent.name.parse().ok())
            .collect();
        for spec in met {
            if held_out.iter().any(|held| same(held, spec)) {
                return Err(PanelError::HeldOut {
                    spec: spec.to_string(),
                    panel: self.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// Whether two specs name one agent.
fn same(one: &AgentSpec, other: &AgentSpec) -> bool {
    match (one, other) {
        (
            AgentSpec::Net { path, .. } | AgentSpec::Search(Search { path, .. }),
            AgentSpec::Net { path: other, .. } | AgentSpec::Search(Search { path: other, .. }),
        ) => path == other,
        (one, other) => one == other,
    }
}

/// Writes a net that is built in below `folder`, and says where. Any other stays where it is.
fn write_net(folder: &Path, path: &Path) -> Result<PathBuf, PathError> {
    let Some((name, manifest, weights)) = NETS.into_iter().find(|(name, ..)| path == Path::new(name)) else {
        return Ok(path.to_owned());
    };
    let net = folder.join(name);
    fs::create_dir_all(&net).map_err(at(&net))?;
    for (file, bytes) in [("manifest.toml", manifest.as_bytes()), ("weights.bpk", weights)] {
        let file = net.join(file);
        fs::write(&file, bytes).map_err(at(&file))?;
    }
    Ok(net)
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::Nimmt;

    use super::*;

    #[test]
    fn the_built_in_panel_plays_anywhere() {
        let panel = Panel::built_in().unwrap();
        for opponent in &panel.opponents {
            assert!(opponent.spec.build::<Nimmt>().is_ok(), "{opponent:?}");
        }
        let nets = panel
            .opponents
            .iter()
            .filter(|opponent| opponent.spec.to_string() != opponent.name);
        assert_eq!(nets.count(), NETS.len());
        assert!(panel.opponents.iter().any(|opponent| opponent.held_out));
        assert!(panel.opponents.iter().any(|opponent| !opponent.held_out));
    }

    fn panel(opponents: &str) -> Result<Panel, PanelError> {
        Panel::parse("mine.toml", &format!("rules = \"bench\"\nseed = 1\n{opponents}"))
    }

    #[test]
    fn held_out_agents_are_refused() {
        let panel = panel(
            "[[opponent]]\nspec = \"risk\"\ndeals = 1\nheld_out = false\n\
             [[opponent]]\nspec = \"mcs:7\"\ndeals = 1\nheld_out = true\n\
             [[opponent]]\nspec = \"net:a/b\"\ndeals = 1\nheld_out = true\n",
        )
        .unwrap();
        let met = |specs: &[&str]| {
            let specs: Vec<AgentSpec> = specs.iter().map(|spec| spec.parse().unwrap()).collect();
            panel.refuse_held_out(&specs).map_err(|error| error.to_string())
        };
        assert_eq!(met(&["risk", "mcs:8", "net:a/c"]), Ok(()));
        let error = met(&["risk", "mcs:7"]).unwrap_err();
        assert!(
            error.starts_with("agent `mcs:7` is held out by mine.toml"),
            "{error}"
        );
        assert!(met(&["net:a/b?temperature=1"]).is_err());
        assert!(met(&["search:a/b?samples=7"]).is_err());
    }

    #[test]
    fn what_is_no_panel_says_why() {
        for (text, part) in [
            ("", "missing field `opponent`"),
            ("opponent = []", "at least one"),
            (
                "[[opponent]]\nspec = \"rosk\"\ndeals = 1\nheld_out = true",
                "unknown agent `rosk`",
            ),
            (
                "[[opponent]]\nspec = \"search:a?ms=5\"\ndeals = 1\nheld_out = true",
                "`search:a?ms=5` plays by the clock",
            ),
            (
                "[[opponent]]\nspec = \"risk\"\ndeals = 0\nheld_out = true",
                "`deals` of `risk` = 0",
            ),
            (
                "[[opponent]]\nspec = \"risk\"\ndeals = 1",
                "missing field `held_out`",
            ),
            (
                "[[opponent]]\nspec = \"risk\"\ndeals = 1\nheld_out = true\nx = 1",
                "unknown field `x`",
            ),
        ] {
            let error = panel(text).unwrap_err().to_string();
            assert!(
                error.starts_with("mine.toml: ") && error.contains(part),
                "{text}: {error}"
            );
        }
    }
}
