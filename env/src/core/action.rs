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
        self.at(|_| index)
    }

    /// The action at place ⌊`random` · `len` / 2³²⌋: of a uniformly random number, a uniformly random action (but for
    /// less than one in 2²⁵). `None` where there is none.
    #[inline]
    pub fn pick(self, random: u32) -> Option<A> {
        self.at(|len| ((u64::from(random) * len as u64) >> 32) as usize)
    }

    /// The action at the place that is worked out from how many there are.
    #[inline]
    fn at(self, place: impl FnOnce(usize) -> usize) -> Option<A> {
        let low = Counted::new(self.bits as u64);
        let high = Counted::new((self.bits >> 64) as u64);
        let index = place(low.len() + high.len());
        let (half, first, index) = if index < low.len() {
            (low, 0, index)
        } else {
            (high, 64, index - low.len())
        };
        A::from_id(first + half.nth(index)?)
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

/// A word with its set bits counted.
#[derive(Clone, Copy)]
struct Counted {
    word: u64,
    /// Byte k has the number of set bits in bytes 0 to k.
    sums: u64,
}

impl Counted {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = Self::ONES << 7;

    #[inline]
    const fn new(word: u64) -> Self {
        let pairs = word - ((word >> 1) & (0x55 * Self::ONES));
        let fours = (pairs & (0x33 * Self::ONES)) + ((pairs >> 2) & (0x33 * Self::ONES));
        let bytes = (fours + (fours >> 4)) & (0x0f * Self::ONES);
        let sums = bytes.wrapping_mul(Self::ONES);
        Self { word, sums }
    }

    /// How many bits are set.
    #[inline]
    const fn len(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The number of the set bit at place `index` in ascending order, from 0.
    ///
    /// Broadword selection (Vigna, 2008): the sums say in which byte it is, in fixed steps. A loop over the bits would
    /// have the processor guess when it ends, and for a random index guess wrong.
    #[inline]
    fn nth(self, index: usize) -> Option<u8> {
        if index >= self.len() {
            return None;
        }
        let index = index as u64;
        // The bytes whose sums are not above the index come before that of the bit.
        let before = ((((index * Self::ONES) | Self::TOPS) - self.sums) & Self::TOPS) >> 7;
        let shift = ((before.wrapping_mul(Self::ONES) >> 53) & 0x38) as u32;
        let rank = index - (((self.sums << 8) >> shift) & 0xff);
        let byte = (self.word >> shift) as usize & 0xff;
        Some(shift as u8 + NTH_BIT[((rank as usize & 7) << 8) | byte])
    }
}

/// By index and byte, the number of the set bit at that place; 0 where there are fewer.
static NTH_BIT: [u8; 8 << 8] = {
    let mut table = [0; 8 << 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut index) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[(index << 8) | byte] = bit;
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
    use super::{ActionSet, Counted};
    use crate::nimmt::Action;

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
                    Counted::new(word).nth(index),
                    bits.get(index).copied(),
                    "{word:#x}, {index}"
                );
            }
        }
    }

    #[test]
    fn each_action_has_an_even_share_of_random_numbers() {
        for bits in [1_u128, 0b1011, 1 << 108 | 1 << 63, (1 << 109) - 1] {
            let set = ActionSet::<Action>::from_bits(bits);
            let len = set.len() as u64;
            for index in 0..len {
                let (first, last) = ((index << 32).div_ceil(len), ((index + 1) << 32).div_ceil(len) - 1);
                assert_eq!(set.pick(first as u32), set.nth(index as usize), "{set:?}");
                assert_eq!(set.pick(last as u32), set.nth(index as usize), "{set:?}");
            }
        }
        assert_eq!(ActionSet::<Action>::EMPTY.pick(u32::MAX), None);
    }
}
