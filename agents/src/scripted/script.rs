//! The names of scripted players.

/// A scripted player, which some games have and others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// Any legal action.
    Random,
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// The card nearest to the end of the row it fits.
    Nearest,
    /// The card of the least expected cost in this turn.
    Risk,
    /// The card with most own cards waiting beyond it.
    Longest,
    /// The card farthest from the six.
    Far,
}

impl Script {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Lowest,
        Self::Highest,
        Self::Nearest,
        Self::Risk,
        Self::Longest,
        Self::Far,
    ];

    /// The name by which specs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Lowest => "lowest",
            Self::Highest => "highest",
            Self::Nearest => "nearest",
            Self::Risk => "risk",
            Self::Longest => "longest",
            Self::Far => "far",
        }
    }

    /// The script of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|script| script.name() == name)
    }
}
