//! What is known of a value, and the window outside of which it no longer matters.

/// How far rounding may put equal values apart.
pub(super) const CRUMB: f64 = 1e-9;
/// Beyond what a round can gain.
const BEYOND: f64 = 1000.0;

/// A lower and an upper bound of what seat 0 gains, or the window of values that somebody asks about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub lower: f64,
    pub upper: f64,
}

impl Bounds {
    /// Nothing is known; everything matters.
    pub const ANY: Self = Self {
        lower: -BEYOND,
        upper: BEYOND,
    };

    /// Less than anything.
    pub const LEAST: Self = Self::exactly(-BEYOND);

    pub const fn exactly(value: f64) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    pub const fn at_least(lower: f64) -> Self {
        Self { lower, ..Self::ANY }
    }

    pub const fn at_most(upper: f64) -> Self {
        Self { upper, ..Self::ANY }
    }

    /// The same as a seat sees it: what one gains, the other loses.
    #[inline]
    pub fn seen_by(self, seat: usize) -> Self {
        if seat == 0 {
            self
        } else {
            Self {
                lower: -self.upper,
                upper: -self.lower,
            }
        }
    }

    /// With a gain on top.
    #[inline]
    pub fn plus(self, gain: i32) -> Self {
        let gain = f64::from(gain);
        Self {
            lower: self.lower + gain,
            upper: self.upper + gain,
        }
    }

    /// Of the better of two.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.max(other.upper),
        }
    }

    /// What is known where both are true.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    #[inline]
    pub fn is_exact(self) -> bool {
        self.upper - self.lower <= CRUMB
    }

    #[inline]
    pub fn is_below(self, window: Self) -> bool {
        self.upper <= window.lower + CRUMB
    }

    #[inline]
    pub fn is_above(self, window: Self) -> bool {
        self.lower >= window.upper - CRUMB
    }

    /// Whether no more need be known by who asks about this window.
    #[inline]
    pub fn settle(self, window: Self) -> bool {
        self.is_exact() || self.is_below(window) || self.is_above(window)
    }
}
