//! Every field of the rules, and what combinations are legal.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::DECK_SIZE;
use crate::core::RulesError;
use crate::core::rules::{check_range, field_map, set_field, write_fields};

/// The rules as data: every field, with the text's values as defaults. [`Rules::check`] makes a valid value of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleFields {
    /// Seats, 2 to 10.
    pub players: u8,
    /// Chips of each seat at the start, 1 to 1000.
    pub chips: u16,
    /// Whether a seat that can play must. Otherwise it may pay a chip and pass.
    pub must_play: bool,
    /// Whether the game ends when a seat has no chips after a round. Otherwise it lasts `max_rounds`.
    pub until_broke: bool,
    /// With `until_broke` a cap, otherwise the game's length; 1 to 10000.
    pub max_rounds: u16,
    /// Whether hands may differ by one card, where 40 does not divide evenly.
    pub uneven_deal: bool,
}

impl Default for RuleFields {
    fn default() -> Self {
        Self {
            players: 5,
            chips: 10,
            must_play: true,
            until_broke: true,
            max_rounds: 200,
            uneven_deal: false,
        }
    }
}

impl RuleFields {
    /// Sets one field by its name, as configs and command lines do.
    ///
    /// # Errors
    /// Where there is no such field or the value is not one of its values. Ranges and combinations are left to
    /// [`Rules::check`].
    pub fn set(&mut self, field: &str, value: &Value) -> Result<(), RulesError> {
        set_field(self, field, value, right_values)
    }

    /// Every field with its value.
    pub fn to_map(&self) -> serde_json::Map<String, Value> {
        field_map(self)
    }

    /// Whether every seat gets as many cards.
    pub(super) const fn deals_evenly(self) -> bool {
        DECK_SIZE.is_multiple_of(self.players as usize)
    }
}

/// What a field of this name can be.
fn right_values(field: &str) -> &'static str {
    match field {
        "players" => "must be from 2 to 10",
        "chips" => "must be from 1 to 1000",
        "max_rounds" => "must be from 1 to 10000",
        // The others are flags.
        _ => "must be true or false",
    }
}

/// Valid rules. Fields are read through a reference to [`RuleFields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RuleFields", into = "RuleFields")]
pub struct Rules(RuleFields);

impl Rules {
    /// Rules that are legal by inspection.
    pub(super) const fn trusted(fields: RuleFields) -> Self {
        Self(fields)
    }

    /// Checks the fields one by one and together.
    ///
    /// # Errors
    /// The first field, or fields, that cannot be, with the reason.
    pub fn check(fields: RuleFields) -> Result<Self, RulesError> {
        check_range("players", fields.players.into(), 2, 10)?;
        check_range("chips", fields.chips, 1, 1000)?;
        check_range("max_rounds", fields.max_rounds, 1, 10_000)?;
        if !fields.uneven_deal && !fields.deals_evenly() {
            let reason = format!(
                "{DECK_SIZE} cards cannot be dealt evenly to {} seats",
                fields.players
            );
            return Err(RulesError::collision(
                &fields,
                &["players", "uneven_deal"],
                reason,
            ));
        }
        Ok(Self(fields))
    }
}

impl Deref for Rules {
    type Target = RuleFields;

    fn deref(&self) -> &RuleFields {
        &self.0
    }
}

impl TryFrom<RuleFields> for Rules {
    type Error = RulesError;

    fn try_from(fields: RuleFields) -> Result<Self, RulesError> {
        Self::check(fields)
    }
}

impl From<Rules> for RuleFields {
    fn from(rules: Rules) -> Self {
        rules.0
    }
}

impl fmt::Display for Rules {
    /// `players` and the fields that differ from the defaults, as `field = value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fields(f, &self.0, &RuleFields::default())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_field_says_what_it_can_be() {
        for (field, value) in RuleFields::default().to_map() {
            let Err(RulesError::BadValue { right, .. }) = RuleFields::default().set(&field, &json!({}))
            else {
                panic!("{field} took an object");
            };
            assert_eq!(
                right == "must be true or false",
                value.is_boolean(),
                "{field}: {right}"
            );
            assert!(RuleFields::default().set(&field, &value).is_ok(), "{field}");
        }
    }
}
