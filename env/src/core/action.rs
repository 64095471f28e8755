//! Actions, their ids, and sets of legal actions.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

/// What a seat can choose. Every action has an id: its place in masks and policies, pinned for good.
pub trait Action: Copy + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// How many ids there are: the size of the discrete action space and the length of a mask, at most 128.
    const COUNT: usize;

    /// The id, 0 to `COUNT − 1`. Actions are ordered by it.
    fn id(self) -> u8;

    /// The action with this id, if there is one.
    fn from_id(id: u8) -> Option<Self>;
}

/// A set of actions, kept as one bit an id; the legal actions of a seat are given as one.
#[derive(PartialEq, Eq, Hash)]
pub struct ActionSet<A> {
    bits: u128,
    action: PhantomData<A>,
}

impl<A: Action> ActionSet<A> {
    /// No action.
    pub const EMPTY: Self = Self::from_bits(0);

    /// The actions whose ids are the set bits.
    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self {
            bits,
            action: PhantomData,
        }
    }

    /// How many actions there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there is no action.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether `action` is in the set.
    #[inline]
    pub fn contains(self, action: A) -> bool {
        self.bits >> action.id() & 1 == 1
    }

    /// The action of the lowest id.
    #[inline]
    pub fn first(self) -> Option<A> {
        if self.bits == 0 {
            None
        } else {
            A::from_id(self.bits.trailing_zeros() as u8)
        }
    }

    /// The action at place `index` in ascending order, from 0.
    #[inline]
    pub fn nth(self, index: usize) -> Option<A> {
        let low = self.bits as u64;
        let low_count = low.count_ones() as usize;
        let (half, base, index) = if index < low_count {
            (low, 0, index)
        } else {
            ((self.bits >> 64) as u64, 64, index - low_count)
        };
        A::from_id(base + nth_bit(half, index)?)
    }

    /// The actions, ascending by id.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = A> + Clone {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let id = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            A::from_id(id)
        })
    }

    /// Writes 1 at the id of each action of the set and 0 elsewhere; `mask` is `A::COUNT` long.
    pub fn write_mask(self, mask: &mut [u8]) {
        let mut bits = self.bits;
        let mut eights = mask.chunks_exact_mut(8);
        for eight in &mut eights {
            eight.copy_from_slice(&SPREAD[bits as usize & 0xff]);
            bits >>= 8;
        }
        let rest = eights.into_remainder();
        rest.copy_from_slice(&SPREAD[bits as usize & 0xff][..rest.len()]);
    }
}

/// The eight bits of each byte as bytes of 0 and 1, the lowest bit first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The number of the set bit at place `index` in ascending order, from 0.
///
/// Broadword selection (Vigna, 2008): sums of set bits by byte say in which byte it is, in fixed steps. A loop over
/// the bits would have the processor guess when it ends, and for a random index guess wrong.
#[inline]
fn nth_bit(word: u64, index: usize) -> Option<u8> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    let pairs = word - (word >> 1 & 0x55 * ONES);
    let fours = (pairs & 0x33 * ONES) + (pairs >> 2 & 0x33 * ONES);
    let bytes = fours + (fours >> 4) & 0x0f * ONES;
    // Byte k has the set bits of bytes 0 to k.
    let sums = bytes.wrapping_mul(ONES);
    if index >= (sums >> 56) as usize {
        return None;
    }
    // The bytes whose sums are not above the index come before that of the bit.
    let before = (((index as u64 * ONES) | TOPS) - sums & TOPS) >> 7;
    let shift = (before.wrapping_mul(ONES) >> 53 & 56) as u32;
    let rank = index as u64 - ((sums << 8) >> shift & 0xff);
    Some(shift as u8 + NTH_BIT[(rank as usize & 7) << 8 | (word >> shift) as usize & 0xff])
}

/// By index and byte, the number of the set bit at that place; 0 where there are fewer.
static NTH_BIT: [u8; 8 << 8] = {
    let mut table = [0; 8 << 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut index) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[index << 8 | byte] = bit;
                index += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl<A: Action> FromIterator<A> for ActionSet<A> {
    fn from_iter<I: IntoIterator<Item = A>>(actions: I) -> Self {
        Self::from_bits(
            actions
                .into_iter()
                .fold(0, |bits, action| bits | 1 << action.id()),
        )
    }
}

// Derives would ask the same of `A`.
impl<A> Clone for ActionSet<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for ActionSet<A> {}

impl<A: Action> fmt::Display for ActionSet<A> {
    /// The actions, ascending, with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, action) in self.iter().enumerate() {
            write!(f, "{}{action}", if place > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl<A: Action> fmt::Debug for ActionSet<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::nth_bit;

    #[test]
    fn set_bits_are_found_by_their_place() {
        for word in [
            0,
            1,
            0b1011,
            1 << 63,
            u64::MAX,
            0x8000_0001_00f0_0001,
            0x0123_4567_89ab_cdef,
        ] {
            let bits: Vec<u8> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            for index in 0..=64 {
                assert_eq!(
                    nth_bit(word, index),
                    bits.get(index).copied(),
                    "{word:#x}, {index}"
                );
            }
        }
    }
}
