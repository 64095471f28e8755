//! Described decisions, borrowed from a [`Described`](super::Described) batch.

/// A borrowed run of described decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decisions<'a> {
    pub(super) globals: &'a [f32],
    pub(super) actions: &'a [f32],
    pub(super) counts: &'a [u32],
}

impl<'a> Decisions<'a> {
    /// What describes each decision, `[B, G]`.
    #[must_use]
    pub fn globals(self) -> &'a [f32] {
        self.globals
    }

    /// What describes each legal action, `[ΣK, C]`.
    #[must_use]
    pub fn actions(self) -> &'a [f32] {
        self.actions
    }

    /// Legal actions of each decision, `[B]`.
    #[must_use]
    pub fn counts(self) -> &'a [u32] {
        self.counts
    }

    /// The decisions (B).
    #[must_use]
    pub fn len(self) -> usize {
        self.counts.len()
    }

    /// Whether there is no decision.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.counts.is_empty()
    }

    /// All legal actions (ΣK).
    #[must_use]
    pub fn rows(self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }
}
