//! What serde's derives do not know of the format.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::error::Fault;
use super::{Recorded, SCHEMA};
use crate::core::RuleSet;

/// The number of the format, in every record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Schema;

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SCHEMA.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = u64::deserialize(deserializer)?;
        if found == u64::from(SCHEMA) {
            Ok(Self)
        } else {
            Err(D::Error::custom(format!("{found} is unknown; known is {SCHEMA}")))
        }
    }
}

/// What must be known of a record before the rest of it can be read.
#[derive(Deserialize)]
pub(super) struct Head {
    pub schema: Value,
    pub rules: HeadRules,
}

#[derive(Deserialize)]
pub(super) struct HeadRules {
    pub game: Value,
}

/// Reads a value of JSON; what is wrong with it is said with its path.
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de [u8]) -> Result<T, Fault> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        Fault::Malformed {
            path: if path == "." { String::new() } else { path },
            reason: reason(error.inner()),
        }
    })?;
    deserializer.end().map_err(|error| Fault::Malformed {
        path: String::new(),
        reason: reason(&error),
    })?;
    Ok(value)
}

/// The text is one line, so of serde's place only the column is of use.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(text) if error.column() > 0 => format!("{text} (column {})", error.column()),
        Some(text) => text.to_owned(),
        None => text,
    }
}

/// A value that may be `null` but not missing.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// A value that may be missing but not `null`: for a field with a default.
pub(crate) fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Rules behind the name of their game.
#[derive(Serialize)]
struct Tagged<'a, R> {
    game: &'static str,
    #[serde(flatten)]
    fields: &'a R,
}

pub(super) fn write_rules<G: Recorded, S: Serializer>(
    rules: &G::Rules,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Tagged {
        game: G::NAME,
        fields: rules,
    }
    .serialize(serializer)
}

/// Reads rules of which every field is written out as it is resolved.
pub(super) fn read_rules<'de, G: Recorded, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<G::Rules, D::Error> {
    let Fields(mut fields) = Fields::deserialize(deserializer)?;
    let game = fields.remove("game");
    if game != Some(G::NAME.into()) {
        return Err(D::Error::custom(format!(
            "`game` must be \"{}\", not {}",
            G::NAME,
            game.map_or("missing".to_owned(), |game| game.to_string())
        )));
    }
    let rules: G::Rules =
        serde_path_to_error::deserialize(Value::Object(fields.clone())).map_err(|error| {
            let (path, reason) = (error.path().to_string(), error.inner());
            match path.as_str() {
                "." => D::Error::custom(reason),
                field => D::Error::custom(format!("`{field}`: {reason}")),
            }
        })?;
    for (field, right) in rules.to_map() {
        match fields.get(&field) {
            Some(given) if *given == right => {}
            Some(given) => {
                return Err(D::Error::custom(format!(
                    "`{field}` is {given}, which must be written as {right}"
                )));
            }
            None => return Err(D::Error::custom(format!("missing field `{field}`"))),
        }
    }
    Ok(rules)
}

/// An object in which no field is twice. (`serde_json`'s own keeps the last of each.)
struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the fields of the rules")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some(name) = map.next_key::<String>()? {
                    if fields.contains_key(&name) {
                        map.next_value::<IgnoredAny>()?;
                        return Err(A::Error::custom(format!("duplicate field `{name}`")));
                    }
                    let value = map.next_value()?;
                    fields.insert(name, value);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}
