//! What of the arguments is kept in the arena's folder, and read back.

use std::path::Path;
use std::str::FromStr;

use hornox_agents::rules_from_toml;
use hornox_env::{AnyRules, RuleSet, nimmt, sixes};
use serde::{Deserialize, Serialize};

use crate::arena::tournament::{Goal, SequentialTest, StoreError};

/// What is played, as `arena.toml` holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setting {
    pub agents: Vec<String>,
    pub seed: u64,
    pub deals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    pub alpha: f64,
    pub beta: f64,
    pub rules: toml::Table,
}

impl Setting {
    /// When it is enough.
    pub fn goal(&self) -> Goal {
        match (self.test, self.until) {
            (Some(Test { low, high }), _) => Goal::Test(SequentialTest {
                low,
                high,
                alpha: self.alpha,
                beta: self.beta,
            }),
            (None, Some(width)) => Goal::Width(width),
            (None, None) => Goal::Deals,
        }
    }

    /// The rules, of whichever game they are.
    ///
    /// # Errors
    /// Where they are not valid: somebody has changed them.
    pub fn rules(&self, folder: &Path) -> Result<AnyRules, StoreError> {
        let game = self.rules.get("game").and_then(toml::Value::as_str);
        let rules = if game == Some(sixes::Rules::GAME) {
            rules_from_toml::<sixes::Rules>(&self.rules).map(AnyRules::from)
        } else {
            rules_from_toml::<nimmt::Rules>(&self.rules).map(AnyRules::from)
        };
        rules.map_err(|error| StoreError::Damaged {
            at: format!("{}/arena.toml", folder.display()),
            reason: error.to_string(),
        })
    }
}

/// Between which leads a test tells, as `LOW,HIGH`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Test {
    pub low: f64,
    pub high: f64,
}

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(',').and_then(|(low, high)| {
            let low: f64 = low.trim().parse().ok()?;
            let high: f64 = high.trim().parse().ok()?;
            (low < high && low.is_finite() && high.is_finite()).then_some(Self { low, high })
        });
        numbers.ok_or_else(|| "must be two numbers, the lower one first, as in 0,0.3".to_owned())
    }
}
