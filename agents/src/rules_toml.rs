//! Rules in TOML, where none is the word `"none"`.

use serde_json::{Map, Value};

use crate::playable::{Playable, RulesFieldsError};

const NONE: &str = "none";

/// The field that says whose rules they are.
const GAME: &str = "game";

/// Every field of the rules, after the `game` they belong to.
pub fn rules_to_toml<G: Playable>(rules: &G::Rules) -> toml::Table {
    let fields = G::fields_of(rules).into_iter().map(|(field, value)| {
        // A rule is a flag, a small number or a word; what TOML lacks is null.
        let value = toml::Value::try_from(value).unwrap_or_else(|_| NONE.into());
        (field, value)
    });
    std::iter::once((GAME.to_owned(), G::NAME.into()))
        .chain(fields)
        .collect()
}

/// The rules that a table of TOML gives; fields left out have their defaults, and so has the `game`.
///
/// # Errors
/// Where a field or a value is unknown, another game's, or does not go with the others.
pub fn rules_from_toml<G: Playable>(table: &toml::Table) -> Result<G::Rules, RulesFieldsError> {
    let json = |value: &toml::Value| serde_json::to_value(value).unwrap_or_default();
    if let Some(game) = table.get(GAME).map(json).filter(|game| game != G::NAME) {
        return Err(RulesFieldsError::OtherGame {
            found: game.to_string(),
            expected: G::NAME,
        });
    }
    let fields = table.iter().filter(|(field, _)| *field != GAME);
    let fields: Map<String, Value> = fields
        .map(|(field, value)| (field.clone(), json(value)))
        .collect();
    G::rules_with(&fields)
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{self, Nimmt};
    use hornox_env::sixes::{self, Sixes};

    use super::*;

    fn survives<G: Playable>(rules: &G::Rules) {
        let table = rules_to_toml::<G>(rules);
        assert_eq!(rules_from_toml::<G>(&table).as_ref(), Ok(rules));
        let text = table.to_string();
        assert_eq!(
            rules_from_toml::<G>(&text.parse().unwrap()).as_ref(),
            Ok(rules),
            "{text}"
        );
    }

    #[test]
    fn presets_survive_the_round_trip() {
        for preset in nimmt::Preset::ALL {
            survives::<Nimmt>(&preset.rules());
        }
        for preset in sixes::Preset::ALL {
            survives::<Sixes>(&preset.rules());
        }
    }

    fn refusal<G: Playable>(text: &str) -> String {
        rules_from_toml::<G>(&text.parse().unwrap())
            .map_err(|error| error.to_string())
            .unwrap_err()
    }

    #[test]
    fn foreign_tables_are_refused() {
        assert!(refusal::<Nimmt>("game = \"sixes\"").contains("\"sixes\", where those of \"nimmt\""));
        assert!(refusal::<Sixes>("game = \"nimmt\"").contains("\"sixes\""));
        assert!(refusal::<Sixes>("game = 3").contains('3'));
        assert!(refusal::<Nimmt>("chips = 3").contains("chips"));
        assert!(refusal::<Sixes>("low_card = \"free\"").contains("low_card"));
        assert!(refusal::<Nimmt>("players = 11").contains("2 to 10"));
        assert!(refusal::<Nimmt>("end_when = \"exceed\"").contains("end_score"));
        assert!(refusal::<Sixes>("players = 3").contains("uneven_deal"));
    }
}
