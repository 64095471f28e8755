//! The matrix of one position: what is known of every pair of cards.

use super::bounds::Bounds;
use super::matrix::MAX;
use super::node::Node;

/// Actions are the places of cards in a hand, ascending; rows are seat 0's.
pub(super) struct Entries {
    pub node: Node,
    pub cards: [[u8; MAX]; 2],
    /// How many cards each seat holds.
    pub size: usize,
    known: [[Bounds; MAX]; MAX],
}

impl Entries {
    /// Nothing is known yet.
    pub fn new(node: &Node, size: usize) -> Self {
        let mut cards = [[0; MAX]; 2];
        for (cards, mut hand) in cards.iter_mut().zip(node.hands) {
            for card in &mut cards[..size] {
                *card = hand.trailing_zeros() as u8;
                hand &= hand.wrapping_sub(1);
            }
        }
        Self {
            node: *node,
            cards,
            size,
            known: [[Bounds::ANY; MAX]; MAX],
        }
    }

    /// What `seat` gains by its action `own` against `other`.
    #[inline]
    pub fn get(&self, seat: usize, own: usize, other: usize) -> Bounds {
        let [row, column] = if seat == 0 { [own, other] } else { [other, own] };
        self.known[row][column].seen_by(seat)
    }

    /// More became known of an entry, as seat 0 sees it.
    #[inline]
    pub fn narrow(&mut self, row: usize, column: usize, bounds: Bounds) {
        self.known[row][column] = self.known[row][column].and(bounds);
    }

    /// Where a card is in the hand; the first place where it is not.
    pub fn find(&self, seat: usize, card: u8) -> usize {
        let hand = &self.cards[seat][..self.size];
        hand.iter().position(|&own| own == card).unwrap_or_default()
    }
}
