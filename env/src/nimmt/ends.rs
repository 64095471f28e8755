//! Where rows end, in one word.

use super::{Card, ROWS};

/// The numbers of the cards on the right ends of the rows, ascending, a byte each, the lowest byte first. As one word
/// they are compared all at once, and a byte that was just written is read again without a wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Ends(u32);

const ONES: u32 = 0x0101_0101;
const TOPS: u32 = ONES << 7;

impl Ends {
    /// The end of a row without a card: above all cards, and as they are below the top bit of a byte.
    pub const NONE: u8 = 127;

    #[inline]
    pub const fn new(numbers: [u8; ROWS]) -> Self {
        Self(u32::from_le_bytes(numbers))
    }

    /// The one at this place of their order.
    #[inline]
    pub const fn get(self, place: usize) -> u8 {
        (self.0 >> (8 * place)) as u8
    }

    /// Moves the one at this place of their order; it must stay between its neighbours.
    #[inline]
    pub const fn set(&mut self, place: usize, card: Card) {
        self.0 &= !(0xff << (8 * place));
        self.0 |= (card.number() as u32) << (8 * place);
    }

    /// Replaces the one at this place of their order by a card below all others.
    #[inline]
    pub const fn move_to_front(&mut self, place: usize, card: Card) {
        let before = (1 << (8 * place)) - 1;
        let after = (u32::MAX << (8 * place)) << 8;
        self.0 = self.0 & after | (self.0 & before) << 8 | card.number() as u32;
    }

    /// How many are below a card.
    #[inline]
    pub const fn below(self, card: Card) -> usize {
        // A byte keeps its top bit where it is at least the card: nothing is borrowed from the next.
        let above = (self.0 | TOPS) - card.number() as u32 * ONES;
        (((!above & TOPS) >> 7).wrapping_mul(ONES) >> 24) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted_and_moved() {
        let card = |number| Card::new(number).unwrap();
        let mut ends = Ends::new([1, 40, 103, Ends::NONE]);
        for (number, below) in [(1, 0), (2, 1), (40, 1), (41, 2), (103, 2), (104, 3)] {
            assert_eq!(ends.below(card(number)), below, "{number}");
        }
        ends.set(1, card(77));
        assert_eq!(
            [0, 1, 2, 3].map(|place| ends.get(place)),
            [1, 77, 103, Ends::NONE]
        );
        assert_eq!(ends.below(card(60)), 1);
        for place in 0..ROWS {
            let mut moved = Ends::new([10, 20, 30, 40]);
            moved.move_to_front(place, card(5));
            let mut expected = vec![10, 20, 30, 40];
            expected.remove(place);
            expected.insert(0, 5);
            assert_eq!([0, 1, 2, 3].map(|place| moved.get(place)).as_slice(), expected);
        }
    }
}
