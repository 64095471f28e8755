//! Cards and the pass as actions with ids.

use std::fmt;

use super::{Card, DECK_SIZE};

/// What a seat chooses.
///
/// Ids: 0 to 39 that card, 40 the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play this card.
    Card(Card),
    /// Play none; whoever has a chip pays one to the pot.
    Pass,
}

/// The id of the pass.
pub(super) const PASS_ID: u8 = DECK_SIZE as u8;

impl crate::core::Action for Action {
    const COUNT: usize = DECK_SIZE + 1;

    #[inline]
    fn id(self) -> u8 {
        match self {
            Self::Card(card) => card.id(),
            Self::Pass => PASS_ID,
        }
    }

    #[inline]
    fn from_id(id: u8) -> Option<Self> {
        if id == PASS_ID {
            Some(Self::Pass)
        } else {
            Card::new(id).map(Self::Card)
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Action as _;

    #[test]
    fn ids_are_dense_and_ordered() {
        let actions: Vec<_> = (0..=255).map_while(Action::from_id).collect();
        assert_eq!(actions.len(), Action::COUNT);
        assert!(
            actions
                .iter()
                .enumerate()
                .all(|(id, action)| usize::from(action.id()) == id)
        );
        assert!(actions.is_sorted());
        assert_eq!(Action::from_id(255), None);
    }
}
