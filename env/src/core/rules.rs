//! Rules as data: fields that are set by name, and why rules are refused.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Why rules were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No such field.
    #[error("unknown rule `{field}`; there are: {known}")]
    UnknownField {
        /// The name given.
        field: String,
        /// The names there are.
        known: String,
    },
    /// Not one of the field's values.
    #[error("rule `{field}` = {value}: {right}")]
    BadValue {
        /// The field.
        field: String,
        /// The value given.
        value: String,
        /// What would be right.
        right: String,
    },
    /// Fields that do not go together.
    #[error("rules {fields}: {reason}")]
    Collision {
        /// The fields with their values.
        fields: String,
        /// Why they do not go together.
        reason: String,
    },
    /// No such preset.
    #[error("unknown preset `{name}`; there are: {known}")]
    UnknownPreset {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
}

impl RulesError {
    /// Fields that do not go together, and why.
    pub(crate) fn collision(fields: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Collision {
            fields: fields.into(),
            reason: reason.into(),
        }
    }
}

/// Sets one field of a struct of rules by its name. On an error nothing has changed.
pub(crate) fn set_field<T: Serialize + DeserializeOwned>(
    rules: &mut T,
    field: &str,
    value: &Value,
) -> Result<(), RulesError> {
    let mut fields = field_map(rules);
    let known = fields.keys().cloned().collect::<Vec<_>>().join(", ");
    let Some(place) = fields.get_mut(field) else {
        return Err(RulesError::UnknownField {
            field: field.to_owned(),
            known,
        });
    };
    *place = value.clone();
    *rules = T::deserialize(Value::Object(fields)).map_err(|error| RulesError::BadValue {
        field: field.to_owned(),
        value: value.to_string(),
        right: error.to_string(),
    })?;
    Ok(())
}

/// Every field of a struct of rules with its value.
pub(crate) fn field_map<T: Serialize>(rules: &T) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(fields)) => fields,
        // A struct of numbers, words and flags is always an object.
        Ok(_) | Err(_) => Map::new(),
    }
}

/// Whether a number lies within a field's range.
pub(crate) fn check_range(field: &str, value: u16, low: u16, high: u16) -> Result<(), RulesError> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(RulesError::BadValue {
            field: field.to_owned(),
            value: value.to_string(),
            right: format!("must be from {low} to {high}"),
        })
    }
}

/// Writes `players` and the fields that differ from `base`, as `field = value`.
pub(crate) fn write_fields<T: Serialize>(f: &mut fmt::Formatter<'_>, rules: &T, base: &T) -> fmt::Result {
    let base = field_map(base);
    let mut first = true;
    for (field, value) in field_map(rules) {
        if field == "players" || base.get(&field) != Some(&value) {
            write!(f, "{}{field} = {value}", if first { "" } else { ", " })?;
            first = false;
        }
    }
    Ok(())
}
