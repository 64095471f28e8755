//! The rules of commands for two seats that know both hands.

use std::path::PathBuf;

use hornox_agents::exact::{ExactError, MOST_CARDS, check_rules};
use hornox_env::AnyRules;
use hornox_env::nimmt::{CardDeal, Rules};

use super::Failure;
use super::rules::overrides;
use crate::config::read_rules;
use crate::report::note;

/// What is played where nothing else is said: one round of the real game.
const DEFAULT_RULES: &str = "round";

/// Which rules two seats play by.
#[derive(Debug, clap::Args)]
pub(super) struct RuleArgs {
    /// A preset, or a TOML file of rules; one round of the real game (round) by default
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
}

impl RuleArgs {
    /// The rules at two seats, with the tactic deck of `hand_size` cards a hand: rules by which both hands are known
    /// once they are dealt.
    pub fn dealt(&self, hand_size: u8) -> Result<Rules, Failure> {
        let tactic = ["deck=tactic".to_owned(), format!("hand_size={hand_size}")];
        let rules = self.resolve(&tactic)?;
        check_rules(&rules)?;
        if rules.deal != CardDeal::Random {
            return Err(Failure::Misuse(anyhow::Error::msg(
                "`deal` = \"draft\", but random deals need `random`",
            )));
        }
        Ok(rules)
    }

    /// The rules as they are asked for, with any number of seats.
    pub fn table(&self, players: Option<u32>) -> Result<AnyRules, Failure> {
        self.read(&overrides(players, &self.set))
    }

    /// The rules at two seats; their hands are known since they are given.
    pub fn given(&self) -> Result<Rules, Failure> {
        self.resolve(&[])
    }

    fn resolve(&self, fields: &[String]) -> Result<Rules, Failure> {
        let two = ["players=2".to_owned()];
        let changes: Vec<_> = two.iter().chain(fields).chain(&self.set).cloned().collect();
        match self.read(&changes)? {
            AnyRules::Nimmt(rules) => Ok(rules),
            AnyRules::Sixes(_) => Err(Failure::Misuse(anyhow::Error::msg(
                "`game` = \"sixes\", but exact play is of nimmt",
            ))),
        }
    }

    fn read(&self, changes: &[String]) -> Result<AnyRules, Failure> {
        let base = self.rules.clone().unwrap_or_else(|| DEFAULT_RULES.into());
        let resolved = read_rules(Some(&base), changes)?;
        for line in &resolved.notes {
            note(&format!("note: {line}"));
        }
        Ok(resolved.rules)
    }
}

/// A number of cards that exact play knows.
pub(super) fn hand_size(text: &str) -> Result<u8, String> {
    let size = text.parse().ok();
    size.filter(|&size| (1..=MOST_CARDS).contains(&usize::from(size)))
        .ok_or_else(|| format!("must be a number of cards from 1 to {MOST_CARDS}"))
}

/// A position or rules that can't be.
impl From<ExactError> for Failure {
    fn from(error: ExactError) -> Self {
        Self::Misuse(error.into())
    }
}
