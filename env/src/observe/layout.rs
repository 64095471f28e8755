//! Named spans of an observation.

use std::fmt::Write as _;
use std::ops::Range;

/// A named part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its name.
    pub name: &'static str,
    /// Its shape; the product is its length.
    pub shape: Vec<usize>,
    /// Unit and range of its numbers, and what they mean.
    pub meaning: &'static str,
    start: usize,
}

impl Span {
    /// Where it lies.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.shape.iter().product::<usize>()
    }
}

/// What is where in an observation. The version changes with any change of meaning; networks and logs are tied
/// to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    name: &'static str,
    version: u32,
    spans: Vec<Span>,
    len: usize,
}

impl Layout {
    /// The layout's name, such as `nimmt-raw`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its version, from 1.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Its parts, in order and without gaps.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The part of this name.
    pub fn span(&self, name: &str) -> Option<&Span> {
        self.spans.iter().find(|span| span.name == name)
    }

    /// How many numbers an observation has.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no numbers.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Puts spans one behind the other.
#[derive(Clone, Debug)]
pub struct SpanBuilder(Layout);

impl SpanBuilder {
    /// A layout without spans.
    pub const fn new(name: &'static str, version: u32) -> Self {
        Self(Layout {
            name,
            version,
            spans: Vec::new(),
            len: 0,
        })
    }

    /// Adds a span behind the others.
    pub fn span(mut self, name: &'static str, shape: &[usize], meaning: &'static str) -> Self {
        let span = Span {
            name,
            shape: shape.to_vec(),
            meaning,
            start: self.0.len,
        };
        self.0.len = span.range().end;
        self.0.spans.push(span);
        self
    }

    /// The layout.
    pub fn build(self) -> Layout {
        self.0
    }
}

/// The layout as a table in Markdown, for the documentation.
pub fn markdown(layout: &Layout) -> String {
    let mut text = format!(
        "### `{}`, version {}: {} numbers\n\n| from | span | shape | meaning |\n| --- | --- | --- | --- |\n",
        layout.name, layout.version, layout.len
    );
    for span in &layout.spans {
        let shape: Vec<_> = span.shape.iter().map(usize::to_string).collect();
        // Writing to a string can't fail.
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} |",
            span.range().start,
            span.name,
            shape.join(" × "),
            span.meaning
        );
    }
    text
}
