//! Named rule sets, and what gives way when single fields are asked for.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::{EndWhen, LowCard, RuleFields, Rules};
use crate::core::rules::listed;
use crate::core::{Resolved, RuleSet, RulesError};

/// A named rule set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The published game: rounds until a seat has 66 bulls.
    #[default]
    Amigo,
    /// *6 Fuori!*: one round; a low card takes a row with the fewest bulls.
    SeiFuori,
    /// *Sei prendi e perdi*: rounds with carried rows until a seat passes 66; fives cost one.
    SeiPrendi,
    /// *6nimmt!* as an online site plays it: rounds until a seat passes 66.
    Bsw,
    /// One round of the published game.
    Round,
    /// One round in which a low card takes the cheapest row by itself, as other learning environments play.
    Bench,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 6] = [
        Self::Amigo,
        Self::SeiFuori,
        Self::SeiPrendi,
        Self::Bsw,
        Self::Round,
        Self::Bench,
    ];

    /// The name by which it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amigo => "amigo",
            Self::SeiFuori => "6-fuori",
            Self::SeiPrendi => "sei-prendi",
            Self::Bsw => "bsw",
            Self::Round => "round",
            Self::Bench => "bench",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Amigo => "the published game: rounds until a seat has 66 bulls; low cards choose any row",
            Self::SeiFuori => "6 Fuori!: one round; a low card takes a row with the fewest bulls",
            Self::SeiPrendi => {
                "Sei prendi e perdi: rows are carried over until a seat passes 66; fives cost one"
            }
            Self::Bsw => "6nimmt! online: rounds until a seat passes 66 bulls",
            Self::Round => "one round of the published game",
            Self::Bench => "one round in which a low card takes the cheapest row by itself",
        }
    }

    /// Its rules at four seats.
    pub fn rules(self) -> Rules {
        // Legal by inspection, and a test checks each.
        Rules::trusted(self.fields())
    }

    fn fields(self) -> RuleFields {
        let base = RuleFields::default();
        let to_66 = |end_when| RuleFields {
            end_score: Some(66),
            end_when: Some(end_when),
            ..base
        };
        match self {
            Self::Amigo => to_66(EndWhen::AtLeast),
            Self::SeiFuori => RuleFields {
                low_card: LowCard::Cheapest,
                ..base
            },
            Self::SeiPrendi => RuleFields {
                fives: 1,
                carry_rows: true,
                ..to_66(EndWhen::Exceed)
            },
            Self::Bsw => to_66(EndWhen::Exceed),
            Self::Round => base,
            Self::Bench => RuleFields {
                low_card: LowCard::Auto,
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
    const GAME: &'static str = "nimmt";

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
        self.fields().to_map()
    }

    fn players(&self) -> usize {
        self.fields().players.into()
    }

    fn has_scores(&self) -> bool {
        !self.fields().take_to_hand
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
    // Rules fill an end of their own in where there is none: one that was denied by name must not come back.
    let denied = fields.end_when.is_none() && wishes.iter().any(|(field, _)| field == "end_when");
    loop {
        let checked = if denied && fields.end_score.is_some() {
            let reason = "the score that ends the game is reached or passed";
            Err(RulesError::collision(&fields, &["end_when", "end_score"], reason))
        } else {
            Rules::check(fields)
        };
        match checked {
            Ok(rules) => return Ok(Resolved { rules, notes }),
            Err(error) => match yielding(&error, preset, wishes) {
                Some((preset, field, reason)) => {
                    fields.set(field, &default_value(field))?;
                    notes.push(format!("{preset}: its own `{field}` gives way: {reason}"));
                }
                None => return Err(error),
            },
        }
    }
}

/// Of the fields that collide, the first that is the preset's own and was not asked for.
fn yielding(
    error: &RulesError,
    preset: Option<Preset>,
    wishes: &[(String, Value)],
) -> Option<(Preset, &'static str, String)> {
    let (RulesError::Collision { fields, reason }, Some(preset)) = (error, preset) else {
        return None;
    };
    let own = preset.fields().to_map();
    let gives_way = |field: &str| {
        own.get(field) != Some(&default_value(field)) && !wishes.iter().any(|(wish, _)| wish == field)
    };
    let (field, _) = fields.iter().find(|(field, _)| gives_way(field))?;
    let others: Vec<_> = fields
        .iter()
        .filter(|(other, _)| other != field)
        .cloned()
        .collect();
    Some((preset, field, format!("with {} {reason}", listed(&others))))
}

fn default_value(field: &str) -> Value {
    RuleFields::default().to_map().remove(field).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(field: &str, value: impl Into<Value>) -> (String, Value) {
        (field.to_owned(), value.into())
    }

    fn amigo(wishes: &[(String, Value)]) -> Result<Resolved<Rules>, RulesError> {
        resolve(Preset::Amigo.fields(), Some(Preset::Amigo), wishes)
    }

    #[test]
    fn presets_are_legal_and_have_names() {
        for preset in Preset::ALL {
            assert_eq!(Rules::check(preset.fields()), Ok(preset.rules()));
            assert_eq!(preset.name().parse(), Ok(preset));
        }
        let error = "amiga".parse::<Preset>().unwrap_err().to_string();
        let known = "amigo, 6-fuori, sei-prendi, bsw, round, bench";
        assert!(error.contains("amiga") && error.contains(known), "{error}");
    }

    #[test]
    fn a_presets_own_value_gives_way_and_is_named() {
        let resolved = amigo(&[wish("end_score", "none")]).unwrap();
        assert_eq!(resolved.rules.end_when, None);
        assert_eq!(resolved.notes.len(), 1);
        let both = amigo(&[wish("end_score", "none"), wish("end_when", "exceed")]);
        assert!(matches!(both, Err(RulesError::Collision { .. })));
    }

    #[test]
    fn bad_values_are_named() {
        let message = |field, value: Value| amigo(&[wish(field, value)]).unwrap_err().to_string();
        assert_eq!(
            message("players", 11.into()),
            "rule `players` = 11: must be from 2 to 10"
        );
        assert_eq!(
            message("players", 1.into()),
            "rule `players` = 1: must be from 2 to 10"
        );
        assert!(message("colour", "red".into()).contains("unknown rule `colour`"));
        assert!(message("low_card", "dear".into()).contains("`free`, `cheapest`, `auto`"));
        assert!(message("end_score", (-1).into()).contains("`end_score` = -1"));
        assert!(message("hand_size", 26.into()).contains("108 cards of 104"));
        assert!(message("sides", "left".into()).contains("`right` or `both`"));
    }

    #[test]
    fn an_end_score_alone_is_reached() {
        let resolved = resolve(
            RuleFields::default(),
            Some(Preset::Round),
            &[wish("end_score", 30)],
        )
        .unwrap();
        assert_eq!(resolved.rules.end_when, Some(EndWhen::AtLeast));
    }
}
