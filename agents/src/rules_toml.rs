//! Rules in TOML, where none is the word `"none"`.

use hornox_env::{RuleSet, RulesError};
use serde_json::{Map, Value};

const NONE: &str = "none";

/// The field that says whose rules they are.
const GAME: &str = "game";

/// Fields of rules, as [`RuleSet::to_map_with_game`] gives them.
pub fn rules_to_toml(fields: Map<String, Value>) -> toml::Table {
    let fields = fields.into_iter().map(|(field, value)| {
        // A rule is a flag, a small number or a word; what TOML lacks is null.
        let value = toml::Value::try_from(value).unwrap_or_else(|_| NONE.into());
        (field, value)
    });
    fields.collect()
}

/// The rules that a table of TOML gives; fields left out have their defaults, and so has the `game`.
///
/// # Errors
/// Where a field or a value is unknown, another game's, or does not go with the others.
pub fn rules_from_toml<R: RuleSet>(table: &toml::Table) -> Result<R, RulesError> {
    let json = |value: &toml::Value| serde_json::to_value(value).unwrap_or_default();
    if let Some(game) = table.get(GAME).map(json).filter(|game| game != R::GAME) {
        return Err(RulesError::BadValue {
            field: GAME.to_owned(),
            value: game.to_string(),
            right: format!("rules of the game \"{}\" are asked for", R::GAME),
        });
    }
    let fields = table.iter().filter(|(field, _)| *field != GAME);
    let fields: Vec<_> = fields
        .map(|(field, value)| (field.clone(), json(value)))
        .collect();
    R::resolve(None, &fields).map(|resolved| resolved.rules)
}

#[cfg(test)]
mod tests {
    use hornox_env::{nimmt, sixes};

    use super::*;

    fn survives<R: RuleSet>(rules: &R) {
        let table = rules_to_toml(rules.to_map_with_game());
        assert_eq!(rules_from_toml::<R>(&table).as_ref(), Ok(rules));
        let text = table.to_string();
        assert_eq!(
            rules_from_toml::<R>(&text.parse().unwrap()).as_ref(),
            Ok(rules),
            "{text}"
        );
    }

    #[test]
    fn presets_survive_the_round_trip() {
        for preset in nimmt::Preset::ALL {
            survives(&preset.rules());
        }
        for preset in sixes::Preset::ALL {
            survives(&preset.rules());
        }
    }

    fn refusal<R: RuleSet>(text: &str) -> String {
        rules_from_toml::<R>(&text.parse().unwrap())
            .map_err(|error| error.to_string())
            .unwrap_err()
    }

    #[test]
    fn foreign_tables_are_refused() {
        assert!(refusal::<nimmt::Rules>("game = \"sixes\"").contains("\"nimmt\" are asked for"));
        assert!(refusal::<sixes::Rules>("game = \"nimmt\"").contains("\"sixes\""));
        assert!(refusal::<sixes::Rules>("game = 3").contains('3'));
        assert!(refusal::<nimmt::Rules>("chips = 3").contains("chips"));
        assert!(refusal::<sixes::Rules>("low_card = \"free\"").contains("low_card"));
        assert!(refusal::<nimmt::Rules>("players = 11").contains("2 to 10"));
        assert!(refusal::<nimmt::Rules>("end_when = \"exceed\"").contains("end_score"));
        assert!(refusal::<sixes::Rules>("players = 3").contains("uneven_deal"));
    }
}
