//! Rules in TOML, where none is the word `"none"`.

use hornox_env::Game;
use hornox_env::nimmt::{Nimmt, RuleFields, Rules, RulesError};

const NONE: &str = "none";

/// Every field of the rules, after the `game` they belong to.
pub fn rules_to_toml(rules: &Rules) -> toml::Table {
    let fields = rules.to_map().into_iter().map(|(field, value)| {
        // A rule is a flag, a small number or a word; what TOML lacks is null.
        let value = toml::Value::try_from(value).unwrap_or_else(|_| NONE.into());
        (field, value)
    });
    std::iter::once(("game".to_owned(), Nimmt::NAME.into()))
        .chain(fields)
        .collect()
}

/// The rules that a table of TOML gives; fields left out have their defaults.
///
/// # Errors
/// Where a field or a value is unknown, another game's, or does not go with the others.
pub fn rules_from_toml(table: &toml::Table) -> Result<Rules, RulesError> {
    let mut fields = RuleFields::default();
    for (field, value) in table {
        let json = serde_json::to_value(value).unwrap_or_default();
        if field == "game" {
            if json != Nimmt::NAME {
                return Err(RulesError::BadValue {
                    field: field.clone(),
                    value: json.to_string(),
                    right: format!("the games are \"{}\"", Nimmt::NAME),
                });
            }
        } else {
            fields.set(field, &json)?;
        }
    }
    Rules::check(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornox_env::nimmt::Preset;

    #[test]
    fn presets_survive_the_round_trip() {
        for preset in Preset::ALL {
            let table = rules_to_toml(&preset.rules());
            assert_eq!(rules_from_toml(&table), Ok(preset.rules()));
            let text = table.to_string();
            assert_eq!(
                rules_from_toml(&text.parse().unwrap()),
                Ok(preset.rules()),
                "{text}"
            );
        }
    }

    #[test]
    fn foreign_tables_are_refused() {
        let read = |text: &str| rules_from_toml(&text.parse().unwrap()).unwrap_err().to_string();
        assert!(read("game = \"sixes\"").contains("sixes"));
        assert!(read("chips = 3").contains("chips"));
        assert!(read("players = 11").contains("2 to 10"));
        assert!(read("end_when = \"exceed\"").contains("end_score"));
    }
}
