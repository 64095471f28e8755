//! The generator of the inner loop.

use std::convert::Infallible;

use rand::TryRng;

/// `SplitMix64` (Steele, Lea and Flood, 2014): a counter in steps of the golden ratio, hashed. Small, quick and
/// the same everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The seed that would go on from here.
    pub const fn state(self) -> u64 {
        self.0
    }

    /// Mixes a number into the state.
    pub fn absorb(&mut self, word: u64) {
        self.0 ^= word;
        self.0 = self.word();
    }

    /// Mixes a set into the state, given by the numbers below 128 that are in it.
    pub fn absorb_set(&mut self, numbers: impl Iterator<Item = u8>) {
        let words = numbers.fold([0_u64; 2], |mut words, number| {
            words[usize::from(number >> 6) & 1] |= 1 << (number & 63);
            words
        });
        for word in words {
            self.absorb(word);
        }
    }

    #[inline]
    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below each of two bounds that are at most 2⁸: uniform but for less than one in 2²⁴.
    #[inline]
    pub(super) fn below(&mut self, bounds: [usize; 2]) -> [usize; 2] {
        let word = self.word();
        let [low, high] = [word & 0xFFFF_FFFF, word >> 32];
        [
            ((low * bounds[0] as u64) >> 32) as usize,
            ((high * bounds[1] as u64) >> 32) as usize,
        ]
    }
}

impl TryRng for SplitMix64 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.word().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_numbers() {
        // The reference implementation's first outputs for the seed 1234567.
        let mut rng = SplitMix64(1_234_567);
        let numbers = [(); 3].map(|()| rng.word());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
