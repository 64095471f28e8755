//! Named rule sets, and what gives way when single fields are asked for.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::{RuleFields, Rules};
use crate::core::{Resolved, RuleSet, RulesError};

/// A named rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The text's game: rounds until a seat has no chips.
    #[default]
    Sixes,
    /// One round of it.
    SixesRound,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 2] = [Self::Sixes, Self::SixesRound];

    /// The name by which it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sixes => "sixes",
            Self::SixesRound => "sixes-round",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Sixes => "Sixes: rounds until a seat has no chips; most chips win",
            Self::SixesRound => "one round of Sixes",
        }
    }

    /// Its rules at five seats.
    pub fn rules(self) -> Rules {
        // Legal by inspection, and a test checks each.
        Rules::trusted(self.fields())
    }

    fn fields(self) -> RuleFields {
        let base = RuleFields::default();
        match self {
            Self::Sixes => base,
            Self::SixesRound => RuleFields {
                until_broke: false,
                max_rounds: 1,
                ..base
            },
        }
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| RulesError::UnknownPreset {
                name: name.to_owned(),
                known: Self::ALL.map(Self::name).join(", "),
            })
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl RuleSet for Rules {
    const GAME: &'static str = "sixes";

    fn presets() -> Vec<(&'static str, &'static str)> {
        Preset::ALL
            .map(|preset| (preset.name(), preset.summary()))
            .to_vec()
    }

    fn resolve(preset: Option<&str>, wishes: &[(String, Value)]) -> Result<Resolved<Self>, RulesError> {
        let preset = preset.map(str::parse).transpose()?;
        resolve(
            preset.map_or_else(RuleFields::default, Preset::fields),
            preset,
            wishes,
        )
    }

    fn to_map(&self) -> serde_json::Map<String, Value> {
        RuleFields::from(*self).to_map()
    }

    fn players(&self) -> usize {
        RuleFields::from(*self).players.into()
    }
}

/// The rules of a base with single fields asked for. Where one of a preset's own values collides with what was
/// asked for, it gives way; two values asked for that collide are an error. A `base` that is not a preset's
/// stands as if all of it had been asked for.
///
/// # Errors
/// Unknown fields, impossible values, and values asked for that collide.
pub fn resolve(
    base: RuleFields,
    preset: Option<Preset>,
    wishes: &[(String, Value)],
) -> Result<Resolved<Rules>, RulesError> {
    let mut fields = base;
    for (field, value) in wishes {
        fields.set(field, value)?;
    }
    let mut notes = Vec::new();
    if let Some(preset) = preset {
        let asked = |name: &str| wishes.iter().any(|(field, _)| field == name);
        // Seat counts out of range are left to the check.
        let uneven = (2..=10).contains(&fields.players) && !fields.deals_evenly();
        if uneven && !fields.uneven_deal && !asked("uneven_deal") {
            fields.uneven_deal = true;
            notes.push(format!(
                "{preset} with `players` = {}: its `uneven_deal` gives way and is on",
                fields.players
            ));
        }
    }
    Ok(Resolved {
        rules: Rules::check(fields)?,
        notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(field: &str, value: impl Into<Value>) -> (String, Value) {
        (field.to_owned(), value.into())
    }

    fn sixes(wishes: &[(String, Value)]) -> Result<Resolved<Rules>, RulesError> {
        resolve(Preset::Sixes.fields(), Some(Preset::Sixes), wishes)
    }

    #[test]
    fn presets_are_legal_and_have_names() {
        for preset in Preset::ALL {
            assert_eq!(Rules::check(preset.fields()), Ok(preset.rules()));
            assert_eq!(preset.name().parse(), Ok(preset));
        }
        let error = "sevens".parse::<Preset>().unwrap_err().to_string();
        assert!(
            error.contains("sevens") && error.contains("sixes, sixes-round"),
            "{error}"
        );
    }

    #[test]
    fn a_presets_own_value_gives_way_and_is_named() {
        for players in 2..=10 {
            let resolved = sixes(&[wish("players", players)]).unwrap();
            let even = [2, 4, 5, 8, 10].contains(&players);
            assert_eq!(resolved.rules.uneven_deal, !even, "{players} seats");
            assert_eq!(resolved.notes.len(), usize::from(!even), "{players} seats");
            let evenly = sixes(&[wish("uneven_deal", false), wish("players", players)]);
            assert_eq!(evenly.is_ok(), even, "{players} seats");
        }
        let both = sixes(&[wish("players", 3), wish("uneven_deal", false)]);
        assert!(matches!(both, Err(RulesError::Collision { .. })));
        let of_a_file = resolve(RuleFields::default(), None, &[wish("players", 3)]);
        assert!(matches!(of_a_file, Err(RulesError::Collision { .. })));
    }

    #[test]
    fn bad_values_are_named() {
        let message = |field, value: Value| sixes(&[wish(field, value)]).unwrap_err().to_string();
        for players in [0, 1, 11] {
            assert_eq!(
                message("players", players.into()),
                format!("rule `players` = {players}: must be from 2 to 10")
            );
        }
        assert!(message("chips", 0.into()).contains("`chips` = 0: must be from 1 to 1000"));
        assert!(message("chips", 1001.into()).contains("`chips` = 1001"));
        assert!(message("max_rounds", 10_001.into()).contains("`max_rounds` = 10001"));
        assert!(message("max_rounds", "none".into()).contains("`max_rounds` = \"none\""));
        assert!(message("low_card", "free".into()).contains("unknown rule `low_card`"));
    }
}
