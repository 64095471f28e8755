//! Experiments as TOML.
//!
//! - [`Config`]: every value of an experiment, with its default; files and `--set` change single values
//! - `sections`: what the sections hold, and in which ranges; `opponents`: the list of frozen agents; `exploiter`: the
//!   adversary; `words`: how values are written that TOML has no form for
//! - [`read_rules`]: rules from a preset, a file and single fields
//! - `setting`: one value that was asked for, and where; `part`: the sections of a file
//! - [`ConfigError`]: what was wrong, where, and what would be right

mod error;
mod exploiter;
mod opponents;
mod part;
mod rules;
mod sections;
mod setting;
mod words;

use std::path::Path;

use hornox_agents::{AgentSpec, Playable, rules_to_toml};
use hornox_env::gym::Reward;
use hornox_env::nimmt::{Nimmt, Preset};
use hornox_env::sixes::Sixes;
use hornox_env::{AnyRules, RuleSet};
use serde::Serialize;

pub use error::ConfigError;
pub use exploiter::Exploiter;
pub use opponents::{Opponent, borders, learners_at};
pub use rules::read_rules;
pub use sections::{Checkpoint, Evaluation, Imitate, Network, Pool, Ppo, RunConfig};

use sections::OutOfRange;
use setting::Setting;

use crate::panel::Panel;

/// An experiment. Every value is valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `[run]`: name, seed, limits.
    pub run: RunConfig,
    /// `[rules]`: a preset and any field of the rules; the published game's single round where it is left out.
    pub rules: AnyRules,
    /// `[network]`: its widths.
    pub network: Network,
    /// `[ppo]`: the learning.
    pub ppo: Ppo,
    /// `[[opponents]]`: frozen agents at some of the tables; pure self-play where there are none.
    pub opponents: Vec<Opponent>,
    /// `[pool]`: past versions of the agent at some of the tables.
    pub pool: Pool,
    /// `[exploiter]`: an adversary that learns beside the agent and meets it at some of the tables.
    pub exploiter: Exploiter,
    /// `[imitate]`: an agent whose moves are learned; nobody where it is left out.
    pub imitate: Imitate,
    /// `[evaluation]`: how strength is measured on the way and at the end.
    pub evaluation: Evaluation,
    /// `[checkpoint]`: how often the agent is saved.
    pub checkpoint: Checkpoint,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            run: RunConfig::default(),
            rules: Preset::Round.rules().into(),
            network: Network::default(),
            ppo: Ppo::default(),
            opponents: Vec::new(),
            pool: Pool::default(),
            exploiter: Exploiter::default(),
            imitate: Imitate::default(),
            evaluation: Evaluation::default(),
            checkpoint: Checkpoint::default(),
        }
    }
}

/// A config with what was said about it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The config.
    pub config: Config,
    /// A sentence for each of a rules preset's values that gave way.
    pub notes: Vec<String>,
}

/// The sections there are.
const SECTIONS: &str =
    "run, rules, network, ppo, opponents, pool, exploiter, imitate, evaluation, checkpoint";

impl Config {
    /// The defaults, changed by a file and then by overrides, `section.field=value` each.
    ///
    /// # Errors
    /// Where the file cannot be read, or a section, field or value is not one; the error names where it stands.
    pub fn load(file: Option<&Path>, overrides: &[String]) -> Result<Loaded, ConfigError> {
        let mut settings = file.map_or(Ok(Vec::new()), setting::read_sections)?;
        for text in overrides {
            settings.push(setting::parse_override(text)?);
        }
        Self::from_settings(&setting::last_of_each(settings))
    }

    /// The defaults, changed by the text of a file; `name` is what errors call it.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn parse(name: &str, text: &str) -> Result<Loaded, ConfigError> {
        Self::from_settings(&setting::parse_sections(name, text)?)
    }

    fn from_settings(settings: &[Setting]) -> Result<Loaded, ConfigError> {
        let mut config = Self::default();
        let mut rules = Vec::new();
        let mut opponents = Vec::new();
        for setting in settings {
            match setting.section.as_str() {
                opponents::SECTION => opponents.push(setting),
                "run" => setting.apply(&mut config.run)?,
                "rules" => rules.push(setting.clone()),
                "network" => setting.apply(&mut config.network)?,
                "ppo" => setting.apply(&mut config.ppo)?,
                "pool" => setting.apply(&mut config.pool)?,
                "exploiter" => setting.apply(&mut config.exploiter)?,
                "imitate" => setting.apply(&mut config.imitate)?,
                "evaluation" => setting.apply(&mut config.evaluation)?,
                "checkpoint" => setting.apply(&mut config.checkpoint)?,
                section => {
                    return Err(ConfigError::unknown_section(setting.origin.clone(), section));
                }
            }
        }
        config.opponents = opponents::read(&opponents)?;
        config.check(settings)?;
        let resolved = rules::resolve_settings(&rules)?;
        config.rules = resolved.rules;
        match &resolved.rules {
            AnyRules::Nimmt(rules) => config.fit::<Nimmt>(rules, settings)?,
            AnyRules::Sixes(rules) => config.fit::<Sixes>(rules, settings)?,
        }
        Ok(Loaded {
            config,
            notes: resolved.notes,
        })
    }

    /// The seat counts of its tables, ascending.
    pub fn seat_counts(&self) -> Vec<usize> {
        if self.ppo.players.is_empty() {
            vec![self.rules.players()]
        } else {
            self.ppo.players.clone()
        }
    }

    /// The shares of the tables that somebody else sits at: of each opponent, of the exploiter and of the pool.
    pub fn shares(&self) -> Vec<f64> {
        let opponents = self.opponents.iter().map(|opponent| opponent.share);
        opponents.chain([self.exploiter.share, self.pool.share]).collect()
    }

    /// Gives defaults that the game does not have way, and refuses what was asked for and it does not have.
    fn fit<G: Playable>(&mut self, rules: &G::Rules, settings: &[Setting]) -> Result<(), ConfigError> {
        let asked = |section: &str, field: &str| {
            settings
                .iter()
                .find(|setting| setting.section == section && setting.field == field)
        };
        let bad = |section: &str, field: &str, value: String, right: String| ConfigError::BadValue {
            at: asked(section, field).map_or("config".to_owned(), |setting| setting.origin.clone()),
            field: format!("{section}.{field}"),
            value,
            right,
        };
        if !rules.has_scores() && asked("ppo", "reward").is_none() {
            self.ppo.reward = Reward::Win;
        }
        self.ppo.reward.check(rules).map_err(|error| {
            bad(
                "ppo",
                "reward",
                format!("\"{}\"", self.ppo.reward),
                error.to_string(),
            )
        })?;
        let counts = self.seat_counts();
        if !counts.is_sorted_by(|one, next| one < next) {
            let right = "must be seat counts, ascending, each once".to_owned();
            return Err(bad("ppo", "players", format!("{counts:?}"), right));
        }
        for &count in &counts {
            rules
                .with_players(count)
                .map_err(|error| bad("ppo", "players", count.to_string(), error.to_string()))?;
        }
        if self.ppo.tables < counts.len() {
            let right = format!("must be at least {}, one for each of `ppo.players`", counts.len());
            return Err(bad("ppo", "tables", self.ppo.tables.to_string(), right));
        }
        let seats = rules.players() - 1;
        let few = |section: &str, field: &str, learners: usize| {
            let right = format!("must be from 1 to {seats}: one seat at least is the opponent's");
            if learners > seats {
                Err(bad(section, field, learners.to_string(), right))
            } else {
                Ok(())
            }
        };
        if self.pool.share > 0.0 {
            few("pool", "learners", self.pool.learners)?;
        }
        for (number, opponent) in self.opponents.iter().enumerate() {
            few("opponents", &format!("{number}.learners"), opponent.learners)?;
        }
        let opponents = self.opponents.iter().enumerate();
        let mut asked_for: Vec<_> = opponents
            .map(|(number, opponent)| ("opponents", format!("{number}.agent"), &opponent.agent))
            .collect();
        let teacher = self.imitate.agent.iter();
        asked_for.extend(teacher.map(|agent| ("imitate", "agent".to_owned(), agent)));
        for (section, field, spec) in &asked_for {
            let met = Panel::built_in().and_then(|panel| panel.refuse_held_out([*spec]));
            met.map_err(|error| bad(section, field, format!("\"{spec}\""), error.to_string()))?;
        }
        let plays = |spec: &AgentSpec| match spec {
            AgentSpec::Scripted(script) => G::scripted(*script).is_some(),
            AgentSpec::Mcs { play, .. } => G::policy(*play).is_some(),
            AgentSpec::Net { .. } | AgentSpec::Search(_) | AgentSpec::Command(_) => true,
            AgentSpec::Exact { .. } => G::EXACT,
        };
        if asked("evaluation", "against").is_none() {
            self.evaluation.against.retain(plays);
        }
        for spec in &self.evaluation.against {
            asked_for.push(("evaluation", "against".to_owned(), spec));
        }
        if let Some((section, field, spec)) = asked_for.iter().find(|(.., spec)| spec.by_clock()) {
            let right =
                "a training must be repeatable, and `ms=T` goes by the clock: give `samples=N`".to_owned();
            return Err(bad(section, field, format!("\"{spec}\""), right));
        }
        match asked_for.iter().find(|(.., spec)| !plays(spec)) {
            None => Ok(()),
            Some((section, field, spec)) => {
                let scripts: Vec<_> = G::scripts().map(|script| script.name().to_owned()).collect();
                let right = format!("{} has the scripted agents {}", G::NAME, scripts.join(", "));
                Err(bad(section, field, format!("\"{spec}\""), right))
            }
        }
    }

    fn check(&self, settings: &[Setting]) -> Result<(), ConfigError> {
        let refuse = |section: &str, field: String, wrong: OutOfRange| {
            let asked = settings
                .iter()
                .find(|setting| setting.section == section && setting.field == field);
            ConfigError::BadValue {
                at: asked.map_or("config".to_owned(), |setting| setting.origin.clone()),
                field: format!("{section}.{field}"),
                value: wrong.value,
                right: wrong.right,
            }
        };
        let checks: [(&str, Result<(), OutOfRange>); 8] = [
            ("run", self.run.check()),
            ("network", self.network.check()),
            ("ppo", self.ppo.check()),
            ("pool", self.pool.check()),
            ("exploiter", self.exploiter.check()),
            ("imitate", self.imitate.check()),
            ("evaluation", self.evaluation.check()),
            ("checkpoint", self.checkpoint.check()),
        ];
        for (section, checked) in checks {
            checked.map_err(|wrong| refuse(section, wrong.field.to_owned(), wrong))?;
        }
        for (number, opponent) in self.opponents.iter().enumerate() {
            let at =
                |wrong: OutOfRange| refuse(opponents::SECTION, format!("{number}.{}", wrong.field), wrong);
            opponent.check().map_err(at)?;
        }
        opponents::check_shares(&self.shares(), self.ppo.tables).map_err(|(place, wrong)| {
            match place.checked_sub(self.opponents.len()) {
                None => refuse(opponents::SECTION, format!("{place}.share"), wrong),
                Some(0) => refuse("exploiter", "share".to_owned(), wrong),
                Some(_) => refuse("pool", "share".to_owned(), wrong),
            }
        })
    }

    /// All of it as TOML, which [`load`](Self::load) reads back to the same value.
    pub fn to_toml(&self) -> String {
        let mut sections = vec![
            format!("[run]\n{}", section_text(&self.run)),
            format!("[rules]\n{}", rules_to_toml(self.rules.to_map())),
            format!("[network]\n{}", section_text(&self.network)),
            format!("[ppo]\n{}", section_text(&self.ppo)),
        ];
        let opponents = self.opponents.iter();
        sections.extend(opponents.map(|opponent| format!("[[opponents]]\n{}", section_text(opponent))));
        sections.push(format!("[pool]\n{}", section_text(&self.pool)));
        sections.push(format!("[exploiter]\n{}", section_text(&self.exploiter)));
        sections.push(format!("[imitate]\n{}", section_text(&self.imitate)));
        sections.push(format!("[evaluation]\n{}", section_text(&self.evaluation)));
        sections.push(format!("[checkpoint]\n{}", section_text(&self.checkpoint)));
        sections.join("\n")
    }
}

fn section_text(section: &impl Serialize) -> String {
    // Sections are structs of numbers, words and lists of words, which TOML can always hold.
    toml::to_string(section).unwrap_or_default()
}

#[cfg(test)]
mod tests;
