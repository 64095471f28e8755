//! Rules from a preset, a file and single fields.

use std::path::Path;

use hornox_env::{AnyRules, Resolved, RulesError};
use serde_json::Value;

use super::ConfigError;
use super::setting::{Setting, last_of_each, parse_field, read_fields};

/// What is played where a command line names no rules.
const DEFAULT_PRESET: &str = "amigo";

/// The rules that a command line asks for: a preset's name or a file of rules (none: the default preset),
/// changed by overrides, `field=value` each.
///
/// # Errors
/// Where the file cannot be read, or the rules are not valid.
pub fn read_rules(base: Option<&Path>, overrides: &[String]) -> Result<Resolved<AnyRules>, ConfigError> {
    let is_preset = |name: &str| AnyRules::presets().iter().any(|(preset, _)| *preset == name);
    let mut settings = match base {
        None => vec![preset_setting(DEFAULT_PRESET, "--rules")],
        Some(path) => match path.to_str() {
            Some(name) if is_preset(name) || (!path.exists() && is_word(name)) => {
                vec![preset_setting(name, "--rules")]
            }
            Some(_) | None => read_fields(path)?,
        },
    };
    for text in overrides {
        settings.push(parse_field(text)?);
    }
    resolve_settings(&last_of_each(settings))
}

/// Whether it looks like the name of a preset rather than a path.
fn is_word(name: &str) -> bool {
    !name.contains(['.', '/', '\\'])
}

fn preset_setting(name: &str, origin: &str) -> Setting {
    Setting {
        section: String::new(),
        field: "preset".to_owned(),
        value: name.into(),
        origin: format!("{origin} {name}"),
    }
}

/// Resolves fields of rules, among them `preset` and `game`.
pub(super) fn resolve_settings(settings: &[Setting]) -> Result<Resolved<AnyRules>, ConfigError> {
    let mut preset = None;
    let mut wishes = Vec::new();
    for setting in settings {
        let value = json_of(&setting.value);
        if setting.field == "preset" {
            preset = Some(plain(&value));
        } else {
            wishes.push((setting.field.clone(), value));
        }
    }
    AnyRules::resolve(preset.as_deref(), &wishes).map_err(|source| ConfigError::Rules {
        at: origin(settings, &source),
        source,
    })
}

/// Where the fields that an error names were asked for.
fn origin(settings: &[Setting], error: &RulesError) -> String {
    let concerns = |setting: &&Setting| match error {
        RulesError::UnknownField { field, .. } | RulesError::BadValue { field, .. } => {
            setting.field == *field
        }
        RulesError::Collision { fields, .. } => fields.iter().any(|(field, _)| setting.field == *field),
        RulesError::UnknownPreset { .. } => setting.field == "preset",
    };
    let found = settings.iter().rfind(concerns).or(settings.first());
    found.map_or("rules".to_owned(), |setting| setting.origin.clone())
}

fn json_of(value: &toml::Value) -> Value {
    // Every value of TOML has a counterpart in JSON.
    serde_json::to_value(value).unwrap_or_default()
}

/// A word without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rules(base: Option<&str>, overrides: &[&str]) -> Result<Resolved<AnyRules>, String> {
        let overrides: Vec<_> = overrides.iter().map(|&text| text.to_owned()).collect();
        read_rules(base.map(Path::new), &overrides).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_stands_alone_and_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules");
        let file = path.to_str();
        for (preset, overrides) in [
            ("amigo", &[][..]),
            ("amigo", &["end_score=none", "players=7"]),
            ("bench", &["max_rounds=3", "low_card=cheapest"]),
        ] {
            let resolved = rules(Some(preset), overrides).unwrap();
            std::fs::write(
                &path,
                hornox_agents::rules_to_toml(resolved.rules.to_map()).to_string(),
            )
            .unwrap();
            assert_eq!(rules(file, &[]).unwrap().rules, resolved.rules);
        }
        std::fs::write(&path, "game = \"nimmt\"\nplayers = 3").unwrap();
        let resolved = rules(file, &["players=5"]).unwrap();
        let fields = resolved.rules.to_map();
        assert_eq!(
            (&fields["players"], &fields["end_score"]),
            (&json!(5), &json!(null))
        );
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(rules(None, &[]).unwrap().rules, AnyRules::default());
        for (base, overrides, wanted) in [
            (
                Some("amiga"),
                &[][..],
                "--rules amiga: unknown preset `amiga`; there are: amigo",
            ),
            (Some("no/such.toml"), &[], "no/such.toml: "),
            (
                None,
                &["players=1"],
                "--set players=1: rule `players` = 1: must be from 2 to 10",
            ),
            (
                None,
                &["hand_size=50"],
                "--set hand_size=50: rules `hand_size` = 50, `players` = 4: ",
            ),
            (
                None,
                &["players=300"],
                "--set players=300: rule `players` = 300: must be from 2 to 10",
            ),
            (None, &["players"], "--set players: must be field=value"),
        ] {
            let error = rules(base, overrides).unwrap_err();
            assert!(error.starts_with(wanted), "{base:?} {overrides:?}: {error}");
        }
    }
}
