//! What long work tells the world.
//!
//! - [`MetricSink`]: scalars as `metrics.jsonl` and as TensorBoard events
//! - [`Progress`]: a bar on a terminal, plain lines elsewhere
//! - [`Table`]: aligned columns, with error bars
//! - [`page`]: an arena as a page for the browser
//! - [`print`](print()), [`note`]: standard output and standard error without panics

mod events;
mod metrics;
pub mod page;
mod progress;
mod table;
mod terminal;

pub use metrics::{MetricError, MetricSink};
pub use progress::Progress;
pub use table::{Table, number, plus_minus, three_digits};
pub use terminal::{note, print};
