//! Progress of long work.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::note;

/// How often a plain line is written where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Progress with a rate and the time left, on standard error: a bar on a terminal, a line every ten seconds
/// elsewhere, nothing where it is quiet. It can be told from any thread.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    unit: &'static str,
    /// When the last plain line was written; none where a bar is drawn or all is quiet.
    plain: Option<Mutex<Instant>>,
    quiet: bool,
}

impl Progress {
    /// Progress towards `total` of `unit` (a plural noun), of which `done` were there at the start.
    pub fn new(total: u64, done: u64, unit: &'static str, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal && !quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = format!(
            "{{bar:30}} {{pos}}/{{len}} {unit}, {{elapsed}} gone, {{eta}} left, {{per_sec}} {{wide_msg}}"
        );
        // A template that indicatif cannot read leaves its default.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        if terminal && !quiet {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self {
            bar,
            unit,
            plain: (!terminal && !quiet).then(|| Mutex::new(Instant::now())),
            quiet,
        }
    }

    /// So many were done before the work that is timed began.
    pub fn start_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// `count` more are done.
    pub fn advance(&self, count: u64) {
        self.bar.inc(count);
        self.plain_line();
    }

    /// Replaces the text behind the bar.
    pub fn message(&self, text: &str) {
        self.bar.set_message(text.to_owned());
    }

    /// Writes a line of its own that stays; dropped where all is quiet.
    pub fn line(&self, text: &str) {
        if !self.quiet {
            self.bar.suspend(|| note(text));
        }
    }

    /// Ends the bar and removes it.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn plain_line(&self) {
        let Some(last) = &self.plain else { return };
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.elapsed() < PLAIN_EVERY {
            return;
        }
        *last = Instant::now();
        let message = self.bar.message();
        note(&format!(
            "{}/{} {}, {:.1}/s, {} left{}{message}",
            self.bar.position(),
            self.bar.length().unwrap_or_default(),
            self.unit,
            self.bar.per_sec(),
            HumanDuration(self.bar.eta()),
            if message.is_empty() { "" } else { ", " },
        ));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
