//! Manifests as TOML, whatever they describe.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{MANIFEST, SCHEMA};
use crate::neural::error::CheckpointError;

/// The manifest in the folder `at` as TOML of our schema, and its path.
pub(in crate::neural) fn read(at: &Path) -> Result<(PathBuf, toml::Table), CheckpointError> {
    let path = at.join(MANIFEST);
    let bad = |path: &Path, reason: String| CheckpointError::Format {
        path: path.to_owned(),
        reason,
    };
    if !at.is_dir() {
        return Err(bad(at, "there is no checkpoint folder of this name".to_owned()));
    }
    let inside = at.join("checkpoint");
    if !path.exists() && inside.join(MANIFEST).exists() {
        let reason = format!("this is a run; its checkpoint is {}", inside.display());
        return Err(bad(at, reason));
    }
    let text = fs::read_to_string(&path).map_err(|source| CheckpointError::Io {
        path: path.clone(),
        source,
    })?;
    let table: toml::Table = text.parse().map_err(|error| bad(&path, in_line(&text, &error)))?;
    // The schema first: the fields of another one mean nothing here.
    match table.get("schema").and_then(toml::Value::as_integer) {
        Some(schema) if schema == i64::from(SCHEMA) => Ok((path, table)),
        Some(schema) => Err(bad(
            &path,
            format!("schema {schema}; this version reads schema {SCHEMA}"),
        )),
        None => Err(bad(
            &path,
            "no schema: this is not a checkpoint's manifest".to_owned(),
        )),
    }
}

/// What TOML complains of, and in which line of the text.
fn in_line(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |span| span.start);
    let line = 1 + text.get(..start).map_or(0, |before| before.matches('\n').count());
    format!("line {line}: {}", error.message())
}

/// Writes a manifest into a folder.
pub(in crate::neural) fn write(manifest: &impl Serialize, folder: &Path) -> Result<(), CheckpointError> {
    let path = folder.join(MANIFEST);
    let text = toml::to_string_pretty(manifest).map_err(|error| CheckpointError::Format {
        path: path.clone(),
        reason: one_line(&error),
    })?;
    fs::write(&path, text).map_err(|source| CheckpointError::Io { path, source })
}

fn one_line(error: &impl ToString) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
