//! One value that was asked for, and where.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Spanned, Table, Value};

use super::part::{Fields, Part};
use super::{ConfigError, opponents};

/// One value that was asked for.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// The section, empty in a file of rules alone.
    pub section: String,
    /// Its name there; in an entry of a list of sections, with the entry's number before it, as in `0.agent`.
    pub field: String,
    pub value: Value,
    /// `file:line`, or `--set text`.
    pub origin: String,
}

/// Reads a config file: sections of fields.
pub(super) fn read_sections(path: &Path) -> Result<Vec<Setting>, ConfigError> {
    sections(&Source::read(path)?)
}

/// The same of a text that is at hand; `name` is said where something is wrong.
pub(super) fn parse_sections(name: &str, text: &str) -> Result<Vec<Setting>, ConfigError> {
    sections(&Source {
        path: name.to_owned(),
        text: text.to_owned(),
    })
}

fn sections(source: &Source) -> Result<Vec<Setting>, ConfigError> {
    // Names first: what is not a section, or an empty one of a wrong name, has no field to complain of.
    let names: BTreeMap<Spanned<String>, Value> = source.parse()?;
    for (name, value) in &names {
        let at = source.at(&name.span());
        let section = name.as_ref();
        let list = section == opponents::SECTION;
        if list
            && !value
                .as_array()
                .is_some_and(|parts| parts.iter().all(Value::is_table))
        {
            let reason = format!("`{section}` must be a list of sections, as in [[{section}]]");
            return Err(ConfigError::Syntax { at, reason });
        }
        if !list && !value.is_table() {
            let reason = format!("`{section}` must be a section with fields, as in [{section}]");
            return Err(ConfigError::Syntax { at, reason });
        }
        if !super::SECTIONS.split(", ").any(|known| known == section) {
            return Err(ConfigError::unknown_section(at, section));
        }
    }
    let sections: BTreeMap<String, Part> = source.parse()?;
    let mut settings = Vec::new();
    for (section, part) in sections {
        match part {
            Part::Section(fields) => settings.extend(source.settings(&section, fields)),
            Part::List(entries) => {
                for (number, fields) in entries.into_iter().enumerate() {
                    settings.extend(
                        source
                            .settings(&section, fields)
                            .into_iter()
                            .map(|setting| Setting {
                                field: format!("{number}.{}", setting.field),
                                ..setting
                            }),
                    );
                }
            }
        }
    }
    Ok(settings)
}

/// Reads a file of rules alone: fields at its top level.
pub(super) fn read_fields(path: &Path) -> Result<Vec<Setting>, ConfigError> {
    let source = Source::read(path)?;
    Ok(source.settings("", source.parse()?))
}

struct Source {
    path: String,
    text: String,
}

impl Source {
    fn read(path: &Path) -> Result<Self, ConfigError> {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self { path: name, text }),
            Err(source) => Err(ConfigError::Read { path: name, source }),
        }
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        toml::from_str(&self.text).map_err(|error| ConfigError::Syntax {
            at: self.at(&error.span().unwrap_or_default()),
            reason: one_line(error.message()),
        })
    }

    fn at(&self, span: &Range<usize>) -> String {
        let line = 1 + self
            .text
            .get(..span.start)
            .unwrap_or_default()
            .matches('\n')
            .count();
        format!("{}:{line}", self.path)
    }

    fn settings(&self, section: &str, fields: Fields) -> Vec<Setting> {
        let setting = |(field, value): (Spanned<String>, Value)| Setting {
            section: section.to_owned(),
            origin: self.at(&field.span()),
            field: field.into_inner(),
            value,
        };
        fields.into_iter().map(setting).collect()
    }
}

/// Reads `section.field=value`.
pub(super) fn parse_override(text: &str) -> Result<Setting, ConfigError> {
    let (key, value) = split(text, "section.field=value")?;
    match key.split_once('.') {
        Some((section, field)) if !section.is_empty() && !field.is_empty() => Ok(Setting {
            section: section.to_owned(),
            ..setting(text, field, value)
        }),
        Some(_) | None => Err(ConfigError::Override {
            text: text.to_owned(),
            right: "section.field=value",
        }),
    }
}

/// Reads `field=value`.
pub(super) fn parse_field(text: &str) -> Result<Setting, ConfigError> {
    let (field, value) = split(text, "field=value")?;
    Ok(setting(text, field, value))
}

fn split<'a>(text: &'a str, right: &'static str) -> Result<(&'a str, &'a str), ConfigError> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim(), value.trim())),
        Some(_) | None => Err(ConfigError::Override {
            text: text.to_owned(),
            right,
        }),
    }
}

fn setting(text: &str, field: &str, value: &str) -> Setting {
    Setting {
        section: String::new(),
        field: field.to_owned(),
        // Words need no quotes on a command line.
        value: value.parse().unwrap_or_else(|_| Value::String(value.to_owned())),
        origin: format!("--set {text}"),
    }
}

/// Of settings of one field, the last.
pub(super) fn last_of_each(settings: Vec<Setting>) -> Vec<Setting> {
    let mut last: Vec<Setting> = Vec::new();
    for setting in settings {
        let same = |other: &Setting| other.section == setting.section && other.field == setting.field;
        last.retain(|other| !same(other));
        last.push(setting);
    }
    last
}

impl Setting {
    /// Changes the field in a section, a struct whose fields are all written out.
    pub fn apply<T: Serialize + DeserializeOwned>(&self, section: &mut T) -> Result<(), ConfigError> {
        let mut fields = Table::try_from(&*section).map_err(|error| self.bad(error.to_string()))?;
        let Some(place) = fields.get_mut(&self.field) else {
            return Err(ConfigError::UnknownField {
                at: self.origin.clone(),
                field: self.name(),
                known: known_fields(section),
            });
        };
        *place = self.value.clone();
        *section = fields
            .try_into()
            .map_err(|error: toml::de::Error| self.bad(error.message()))?;
        Ok(())
    }

    fn name(&self) -> String {
        format!("{}.{}", self.section, self.field)
    }

    fn bad(&self, reason: impl AsRef<str>) -> ConfigError {
        ConfigError::BadValue {
            at: self.origin.clone(),
            field: self.name(),
            value: self.value.to_string(),
            right: in_plain_words(&one_line(reason.as_ref())),
        }
    }
}

/// The fields in the order in which they are declared.
fn known_fields(section: &impl Serialize) -> String {
    let text = toml::to_string(section).unwrap_or_default();
    let names: Vec<_> = text
        .lines()
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect();
    names.join(", ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Rust's names of types say nothing to who writes a config.
fn in_plain_words(reason: &str) -> String {
    let Some((found, wanted)) = reason.rsplit_once(", expected ") else {
        return reason.to_owned();
    };
    let plain = match wanted {
        "f64" | "f32" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "a boolean" => "true or false",
        "a map" => "fields",
        "a sequence" => "a list in brackets",
        other => other,
    };
    format!("{found}, expected {plain}")
}
