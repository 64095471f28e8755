//! Learning curves, out of a training's metrics.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::PageError;
use crate::arena::Estimate;
use crate::folder::at;

/// How a training's evaluations went.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// The run's name.
    pub name: String,
    /// By opponent: iterations, each with own − others' mean.
    pub against: BTreeMap<String, Vec<(u64, Estimate)>>,
}

/// A line of `metrics.jsonl`.
#[derive(Deserialize)]
struct Line {
    step: u64,
    metrics: Map<String, Value>,
}

impl Curves {
    /// Reads `metrics.jsonl` in the folder of a run. A last line that is not whole is left out.
    ///
    /// # Errors
    /// Where it cannot be read, or holds no evaluation.
    pub fn read(run: &Path) -> Result<Self, PageError> {
        let path = run.join("metrics.jsonl");
        let text = fs::read_to_string(&path).map_err(at(&path))?;
        let mut against: BTreeMap<String, Vec<(u64, Estimate)>> = BTreeMap::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            let line: Line = serde_json::from_str(line).map_err(|error| PageError::NoCurves {
                path: run.display().to_string(),
                reason: format!("line {} of metrics.jsonl: {error}", number + 1),
            })?;
            for (tag, value) in &line.metrics {
                let opponent = tag
                    .strip_prefix("evaluation/")
                    .and_then(|rest| rest.strip_suffix("/diff"));
                let (Some(opponent), Some(mean)) = (opponent, value.as_f64()) else {
                    continue;
                };
                let error = line.metrics.get(&format!("evaluation/{opponent}/diff_se"));
                let estimate = Estimate {
                    mean,
                    se: error.and_then(Value::as_f64).unwrap_or(f64::NAN),
                    // How many deals there were is not written; they are many.
                    deals: u64::MAX,
                };
                against
                    .entry(opponent.to_owned())
                    .or_default()
                    .push((line.step, estimate));
            }
        }
        if against.is_empty() {
            return Err(PageError::NoCurves {
                path: run.display().to_string(),
                reason: "its metrics.jsonl holds no evaluation".to_owned(),
            });
        }
        let name = run.file_name().unwrap_or(run.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            against,
        })
    }
}
