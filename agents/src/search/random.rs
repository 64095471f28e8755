//! The generator of the inner loop.

use hornox_env::nimmt::{Card, CardSet, Phase, View};

/// `SplitMix64` (Steele, Lea and Flood, 2014): a counter in steps of the golden ratio, hashed. Small, quick and
/// the same everywhere.
#[derive(Clone, Debug)]
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator of a view. Equal views give equal generators on every platform, so that a search is a fixed
    /// policy.
    pub(super) fn from_view(view: &View) -> Self {
        let table = view.table();
        let mut hash = Self(0);
        hash.absorb(view.seat().index() as u64);
        hash.absorb(table.players() as u64);
        hash.absorb(table.round().into());
        hash.absorb(table.turn_number().into());
        hash.absorb(match table.phase() {
            Phase::Deal => 0,
            Phase::Choose => 1,
            Phase::TakeRow(seat) => 2 + seat.index() as u64,
            Phase::Over { truncated } => 20 + u64::from(truncated),
            Phase::Draft => 22,
            Phase::Keep => 23,
            Phase::ChooseSecond => 24,
        });
        hash.absorb_cards(view.hand());
        for row in table.rows().all() {
            hash.absorb_cards(row.cards());
        }
        for cards in table.taken().values() {
            hash.absorb_cards(*cards);
        }
        for [first, second] in table.waiting().values() {
            hash.absorb(first.map_or(0, Card::number).into());
            // Only where two cards are played: searches of all other rules keep their draws.
            if let Some(card) = second {
                hash.absorb(card.number().into());
            }
        }
        for score in table.scores().values() {
            hash.absorb(i64::from(*score).cast_unsigned());
        }
        hash
    }

    fn absorb(&mut self, word: u64) {
        self.0 ^= word;
        self.0 = self.next();
    }

    fn absorb_cards(&mut self, cards: CardSet) {
        let words = cards.iter().fold([0_u64; 2], |mut words, card| {
            words[usize::from(card.number() >> 6)] |= 1 << (card.number() & 63);
            words
        });
        for word in words {
            self.absorb(word);
        }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below each of two bounds that are at most 2⁸: uniform but for less than one in 2²⁴.
    #[inline]
    pub(super) fn below(&mut self, bounds: [usize; 2]) -> [usize; 2] {
        let word = self.next();
        let [low, high] = [word & 0xFFFF_FFFF, word >> 32];
        [
            ((low * bounds[0] as u64) >> 32) as usize,
            ((high * bounds[1] as u64) >> 32) as usize,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_numbers() {
        // The reference implementation's first outputs for the seed 1234567.
        let mut rng = SplitMix64(1_234_567);
        let numbers = [(); 3].map(|()| rng.next());
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
