//! Values that TOML has no form of its own for, as words.

/// A value that may be none, written as the word "none", since TOML has no null.
pub(super) mod none {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, expecting = "invalid value, expected a number or \"none\"")]
    enum Maybe {
        Some(f64),
        None(Word),
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        None,
    }

    // The signature is serde's.
    #[expect(clippy::ref_option, reason = "serde passes the field by reference")]
    pub fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        value
            .map_or(Maybe::None(Word::None), Maybe::Some)
            .serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Maybe::deserialize(deserializer).map(|value| match value {
            Maybe::Some(number) => Some(number),
            Maybe::None(Word::None) => None,
        })
    }
}

/// A word that may be none, written as the word "none".
pub(super) mod word_or_none {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const NONE: &str = "none";

    // The signature is serde's.
    #[expect(clippy::ref_option, reason = "serde passes the field by reference")]
    pub fn serialize<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_str(NONE),
        }
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == NONE {
            return Ok(None);
        }
        text.parse().map(Some).map_err(D::Error::custom)
    }
}

/// Agents by their specs.
pub(super) mod specs {
    use hornox_agents::AgentSpec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(specs: &[AgentSpec], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(specs.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<AgentSpec>, D::Error> {
        let specs = Vec::<String>::deserialize(deserializer)?;
        specs
            .iter()
            .map(|spec| spec.parse().map_err(D::Error::custom))
            .collect()
    }
}
