//! Solved positions, so that each is solved once however it is reached.

use super::bounds::Bounds;
use super::node::Node;

/// What is known of a position's value, and the cards to look at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub bounds: Bounds,
    /// A good card of either seat.
    pub hint: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    rows: u64,
    /// The cards in hands; none in an empty slot.
    alive: u32,
    hint: [u8; 2],
    bounds: Bounds,
}

/// An open table with linear probing, a power of two in size and at most three quarters full. Whose a card is never
/// changes below one position, so the rows and the cards that are left name a position.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    slots: Vec<Slot>,
    len: usize,
}

const EMPTY: Slot = Slot {
    rows: 0,
    alive: 0,
    hint: [0; 2],
    bounds: Bounds::ANY,
};

/// How many positions there may be for those of three cards a hand, most of all and quickest solved again, to be
/// among them.
const ROOM_FOR_SMALL: usize = 6_000_000;

impl Solved {
    pub fn new() -> Self {
        Self {
            slots: vec![EMPTY; 1 << 10],
            len: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn get(&self, node: &Node) -> Option<Known> {
        let slot = &self.slots[self.place(node.key(), node.alive())];
        (slot.alive != 0).then_some(Known {
            bounds: slot.bounds,
            hint: slot.hint,
        })
    }

    /// Replaces what is known of a position of `size` cards a hand, at least one.
    pub fn set(&mut self, node: &Node, size: usize, known: Known) {
        if size <= 3 && self.len >= ROOM_FOR_SMALL {
            return;
        }
        let slot = Slot {
            rows: node.key(),
            alive: node.alive(),
            hint: known.hint,
            bounds: known.bounds,
        };
        let place = self.place(slot.rows, slot.alive);
        if self.slots[place].alive == 0 {
            self.len += 1;
        }
        self.slots[place] = slot;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.alive != 0 {
                let place = self.place(slot.rows, slot.alive);
                self.slots[place] = slot;
            }
        }
    }

    /// Where this position is, or would be put.
    fn place(&self, rows: u64, alive: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplied by odd numbers, the high bits are the well mixed ones.
        let hash =
            (rows ^ u64::from(alive).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mut place = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) as usize >> 20 & mask;
        while self.slots[place].alive != 0
            && (self.slots[place].alive, self.slots[place].rows) != (alive, rows)
        {
            place = (place + 1) & mask;
        }
        place
    }
}
