//! An arena as one page that needs nothing else: for a browser on a desk or a phone, light or dark, and for print.
//!
//! - [`Page`]: what is on it, and [`Page::write`]
//! - `sections`: its parts, in order; `sources`: the longest of them
//! - `charts`: pictures of what was found
//! - `svg`: drawings whose colours follow the page's
//! - `html`: text made safe, tables, the frame of the page
//! - [`Alone`]: learning curves of several runs, as a picture that needs no page
//! - [`Curves`]: learning curves, out of a training's metrics

mod alone;
mod charts;
mod curves;
mod html;
mod sections;
mod sources;
mod svg;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use hornox_env::Score;
use thiserror::Error;

use crate::arena::tournament::Found;
use crate::folder::{PathError, at};

pub use alone::{Alone, Spread};
pub use curves::Curves;

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// A file could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The folder has no learning curves.
    #[error("{path} has no learning curves: {reason}")]
    NoCurves {
        /// The folder.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A picture could not be drawn.
    #[error("a picture could not be drawn: {0}")]
    Drawing(String),
}

/// What is on the page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The rules, as text.
    pub rules: &'a str,
    /// Whether scores count by them.
    pub has_scores: bool,
    /// What scores are.
    pub score: Score,
    /// Where deals came from.
    pub seed: u64,
    /// What was found.
    pub found: &'a Found,
    /// The ways in which score is lost.
    pub losses: &'a [&'static str],
    /// What makes a hand weak.
    pub hand: &'static str,
    /// What the moments of a round are called.
    pub moment: &'static str,
    /// Learning curves of trainings.
    pub curves: &'a [Curves],
}

impl Page<'_> {
    /// Writes `index.html` in a folder, which is created where there is none, and says where it is. A page that was
    /// there is replaced.
    ///
    /// # Errors
    /// Where it cannot be drawn or written.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, PageError> {
        let text = self.html()?;
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join("index.html");
        fs::write(&path, text).map_err(at(&path))?;
        Ok(path)
    }

    /// The page as HTML.
    ///
    /// # Errors
    /// Where it cannot be drawn.
    pub fn html(&self) -> Result<String, PageError> {
        let title = format!("Arena of {} agents", self.found.agents.len());
        Ok(html::frame(&title, &sections::all(self)?))
    }
}
