//! The rules of any game, picked at run time.

use std::fmt;

use serde_json::{Map, Value};

use crate::core::{Resolved, RuleSet, RulesError};
use crate::{nimmt, sixes};

/// Rules of one of the games. Code that plays either matches on it once and is generic from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyRules {
    /// 6 nimmt!
    Nimmt(nimmt::Rules),
    /// Sixes.
    Sixes(sixes::Rules),
}

impl Default for AnyRules {
    /// The published game of 6 nimmt!
    fn default() -> Self {
        Self::Nimmt(nimmt::Preset::default().rules())
    }
}

impl AnyRules {
    /// Names and summaries of all presets of all games.
    pub fn presets() -> Vec<(&'static str, &'static str)> {
        [nimmt::Rules::presets(), sixes::Rules::presets()].concat()
    }

    /// The rules of a preset with single fields asked for; with none, every field of the game (6 nimmt! where no
    /// field `game` is asked for) has its default. Where one of a preset's own values collides with what was
    /// asked for, it gives way.
    ///
    /// # Errors
    /// Unknown names, impossible values, fields of another game, and values asked for that collide.
    pub fn resolve(preset: Option<&str>, wishes: &[(String, Value)]) -> Result<Resolved<Self>, RulesError> {
        let (games, fields): (Vec<_>, Vec<_>) =
            wishes.iter().cloned().partition(|(field, _)| field == "game");
        let of = |presets: Vec<(&'static str, _)>| {
            preset.is_some_and(|name| presets.iter().any(|(known, _)| *known == name))
        };
        let named = if of(nimmt::Rules::presets()) {
            Some(nimmt::Rules::GAME)
        } else if of(sixes::Rules::presets()) {
            Some(sixes::Rules::GAME)
        } else if let Some(name) = preset {
            return Err(RulesError::UnknownPreset {
                name: name.to_owned(),
                known: Self::presets()
                    .iter()
                    .map(|(name, _)| *name)
                    .collect::<Vec<_>>()
                    .join(", "),
            });
        } else {
            None
        };
        let asked = games.last().map(|(_, game)| game);
        let game = match (asked.map(|game| game.as_str().unwrap_or_default()), named) {
            (Some(asked), Some(named)) if asked != named => None,
            (Some(asked), _) => Some(asked),
            (None, named) => Some(named.unwrap_or(nimmt::Rules::GAME)),
        };
        match game {
            Some(nimmt::Rules::GAME) => {
                nimmt::Rules::resolve(preset, &fields).map(|found| found.map(Self::Nimmt))
            }
            Some(sixes::Rules::GAME) => {
                sixes::Rules::resolve(preset, &fields).map(|found| found.map(Self::Sixes))
            }
            Some(_) | None => Err(RulesError::BadValue {
                field: "game".to_owned(),
                value: asked.map(Value::to_string).unwrap_or_default(),
                right: match (preset, named) {
                    (Some(preset), Some(named)) => format!("preset {preset} is of the game \"{named}\""),
                    (Some(_) | None, _) => {
                        format!(
                            "the games are \"{}\" and \"{}\"",
                            nimmt::Rules::GAME,
                            sixes::Rules::GAME
                        )
                    }
                },
            }),
        }
    }

    /// The name of the game.
    pub const fn game(&self) -> &'static str {
        match self {
            Self::Nimmt(_) => nimmt::Rules::GAME,
            Self::Sixes(_) => sixes::Rules::GAME,
        }
    }

    /// Whether scores count.
    pub fn has_scores(&self) -> bool {
        match self {
            Self::Nimmt(rules) => RuleSet::has_scores(rules),
            Self::Sixes(rules) => RuleSet::has_scores(rules),
        }
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        match self {
            Self::Nimmt(rules) => RuleSet::players(rules),
            Self::Sixes(rules) => RuleSet::players(rules),
        }
    }

    /// Every field with its value, `game` among them; none is `null`.
    pub fn to_map(&self) -> Map<String, Value> {
        match self {
            Self::Nimmt(rules) => rules.to_map_with_game(),
            Self::Sixes(rules) => rules.to_map_with_game(),
        }
    }
}

impl From<nimmt::Rules> for AnyRules {
    fn from(rules: nimmt::Rules) -> Self {
        Self::Nimmt(rules)
    }
}

impl From<sixes::Rules> for AnyRules {
    fn from(rules: sixes::Rules) -> Self {
        Self::Sixes(rules)
    }
}

impl fmt::Display for AnyRules {
    /// The game, and the fields that differ from its defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimmt(rules) => write!(f, "{}: {rules}", self.game()),
            Self::Sixes(rules) => write!(f, "{}: {rules}", self.game()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(field: &str, value: impl Into<Value>) -> (String, Value) {
        (field.to_owned(), value.into())
    }

    fn rules(preset: Option<&str>, wishes: &[(String, Value)]) -> Result<AnyRules, String> {
        AnyRules::resolve(preset, wishes)
            .map(|found| found.rules)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_preset_or_the_field_picks_the_game() {
        assert_eq!(rules(Some("round"), &[]), Ok(nimmt::Preset::Round.rules().into()));
        assert_eq!(
            rules(Some("sixes-round"), &[]),
            Ok(sixes::Preset::SixesRound.rules().into())
        );
        assert_eq!(rules(None, &[]), Ok(nimmt::Preset::Round.rules().into()));
        let sixes = rules(None, &[wish("game", "sixes"), wish("chips", 3)]).unwrap();
        assert_eq!((sixes.game(), sixes.players()), ("sixes", 5));
        assert_eq!(
            rules(Some("amigo"), &[wish("game", "nimmt")]).unwrap(),
            AnyRules::default()
        );
    }

    #[test]
    fn every_field_makes_the_same_rules_again() {
        for (preset, _) in AnyRules::presets() {
            let found = rules(Some(preset), &[]).unwrap();
            let fields: Vec<_> = found.to_map().into_iter().collect();
            assert_eq!(rules(None, &fields), Ok(found));
        }
    }

    #[test]
    fn games_do_not_mix() {
        let error = |preset, wishes: &[_]| rules(preset, wishes).unwrap_err();
        assert!(error(Some("amiga"), &[]).contains("amigo, 6-fuori, sei-prendi, bsw, round, bench, sixes"));
        assert!(error(None, &[wish("game", "poker")]).contains("\"nimmt\" and \"sixes\""));
        assert!(
            error(Some("sixes"), &[wish("game", "nimmt")]).contains("preset sixes is of the game \"sixes\"")
        );
        assert!(error(Some("round"), &[wish("chips", 3)]).contains("unknown rule `chips`"));
        assert!(error(Some("sixes"), &[wish("fives", 1)]).contains("unknown rule `fives`"));
    }
}
