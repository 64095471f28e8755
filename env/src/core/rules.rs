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
    #[error("rules {}: {reason}", listed(fields))]
    Collision {
        /// The fields with their values.
        fields: Vec<(&'static str, String)>,
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
    /// Fields of `rules` that do not go together, and why.
    pub(crate) fn collision<T: Serialize>(
        rules: &T,
        names: &[&'static str],
        reason: impl Into<String>,
    ) -> Self {
        let values = field_map(rules);
        // None is a word wherever people read and write it.
        let value = |name: &str| match values.get(name) {
            None | Some(Value::Null) => "\"none\"".to_owned(),
            Some(value) => value.to_string(),
        };
        let fields = names.iter().map(|name| (*name, value(name))).collect();
        Self::Collision {
            fields,
            reason: reason.into(),
        }
    }
}

pub(crate) fn listed(fields: &[(&'static str, String)]) -> String {
    let fields: Vec<_> = fields
        .iter()
        .map(|(field, value)| format!("`{field}` = {value}"))
        .collect();
    fields.join(", ")
}

/// Rules with what a preset gave up for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved<R> {
    /// The rules.
    pub rules: R,
    /// A sentence for each of the preset's values that gave way.
    pub notes: Vec<String>,
}

impl<R> Resolved<R> {
    /// The same notes with other rules.
    pub fn map<S>(self, change: impl FnOnce(R) -> S) -> Resolved<S> {
        Resolved {
            rules: change(self.rules),
            notes: self.notes,
        }
    }
}

/// The valid rules of one game, made of fields that configs, command lines and records name.
pub trait RuleSet: Copy + fmt::Debug + fmt::Display + Eq + Send + Sync + 'static {
    /// The name of the game: the value of the field `game` beside the rules' own fields.
    const GAME: &'static str;

    /// Names and summaries of the presets, the default first.
    fn presets() -> Vec<(&'static str, &'static str)>;

    /// The rules of a preset (none: every field's default) with single fields asked for. Where one of a preset's
    /// own values collides with what was asked for, it gives way.
    ///
    /// # Errors
    /// Unknown names, impossible values, and values asked for that collide.
    fn resolve(preset: Option<&str>, wishes: &[(String, Value)]) -> Result<Resolved<Self>, RulesError>;

    /// Every field with its value, without `game`; none is `null`.
    fn to_map(&self) -> Map<String, Value>;

    /// Every field with its value, `game` among them; none is `null`.
    fn to_map_with_game(&self) -> Map<String, Value> {
        let mut fields = self.to_map();
        fields.insert("game".to_owned(), Self::GAME.into());
        fields
    }

    /// How many seats there are.
    fn players(&self) -> usize;

    /// The same rules for another number of seats.
    ///
    /// # Errors
    /// Where the game or another field does not allow so many.
    fn with_players(&self, players: usize) -> Result<Self, RulesError> {
        let mut fields = self.to_map();
        fields.insert("players".to_owned(), players.into());
        let wishes: Vec<_> = fields.into_iter().collect();
        Self::resolve(None, &wishes).map(|resolved| resolved.rules)
    }

    /// Whether scores count: where they do not, all stay 0 and only wins tell seats apart.
    fn has_scores(&self) -> bool {
        true
    }
}

/// Sets one field of a struct of rules by its name; `right` says for each which values it can have. On an error
/// nothing has changed.
pub(crate) fn set_field<T: Serialize + DeserializeOwned>(
    rules: &mut T,
    field: &str,
    value: &Value,
    right: impl Fn(&str) -> &'static str,
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
    *rules = T::deserialize(Value::Object(fields)).map_err(|_| RulesError::BadValue {
        field: field.to_owned(),
        value: value.to_string(),
        right: right(field).to_owned(),
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
