//! How long a search goes on.

/// The most sampled states a decision.
pub const MAX_SAMPLES: u32 = 10_000;

/// The longest a decision may take by the clock: a minute.
pub const MAX_MILLISECONDS: u32 = 60_000;

/// What a search may spend on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many sampled states, 1 to [`MAX_SAMPLES`]: the same view is answered in the same way.
    Samples(u32),
    /// As many states as fit, 1 to [`MAX_MILLISECONDS`]. What is played then depends on the clock: it can't be repeated.
    Milliseconds(u32),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Samples(100)
    }
}
