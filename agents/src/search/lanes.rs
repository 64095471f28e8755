//! Random ends of a round side by side.
//!
//! Every step is the same for all lanes: comparisons give masks, not branches, and the compiler makes vector
//! instructions of the loops over lanes, for each level of the CPU's vector units; `macerator` picks one at run time.
#![expect(
    clippy::needless_range_loop,
    reason = "one index runs through several lanes at once"
)]
#![expect(
    clippy::inline_always,
    reason = "code is compiled for a level of vector units only where it is inlined into it"
)]

use std::array;

use macerator::{AutoArch, Simd, WithSimd};

use hornox_env::nimmt::{CAPACITY, Card, ROWS, Rows, Rules};

/// How many rollouts run side by side. With 16, the compiler unrolls the loops before it makes vectors of them,
/// and takes twice as long.
pub(super) const LANES: usize = 32;

/// One number for each of them. Masks are 0 and −1.
pub(super) type Lane = [i16; LANES];

/// A card as a number that sorts as the cards do and carries its bulls.
pub(super) const fn key(card: Card, rules: &Rules) -> i16 {
    ((card.number() as i16) << BULLS_BITS) | rules.card_bulls(card) as i16
}

const BULLS_BITS: u32 = 3;
const BULLS_MASK: i16 = (1 << BULLS_BITS) - 1;

/// The four rows of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneRows {
    last: [Lane; ROWS],
    count: [Lane; ROWS],
    /// The bulls, and in the lowest two bits the row's number: the least of them is the cheapest row, the first
    /// on ties.
    cost: [Lane; ROWS],
}

/// The bits of a row's number.
const ROW_BITS: u32 = ROWS.ilog2();

impl LaneRows {
    /// The same rows in all lanes.
    pub(super) fn new(rows: &Rows, rules: &Rules) -> Self {
        let rows = rows.all();
        Self {
            last: array::from_fn(|row| [rows[row].last().map_or(0, |card| key(card, rules)); LANES]),
            count: array::from_fn(|row| [rows[row].len() as i16; LANES]),
            cost: array::from_fn(|row| {
                [(rules.row_bulls(&rows[row]) << ROW_BITS) as i16 | row as i16; LANES]
            }),
        }
    }

    /// Places the cards of all turns, `[turns, seats]`, on a copy, and gives the bulls that seat 0 takes in each lane.
    pub(super) fn play(&self, seats: usize, cards: &mut [Lane]) -> Lane {
        AutoArch::new().dispatch(Play {
            rows: *self,
            seats,
            cards,
        })
    }

    /// Places the cards of one turn, and adds what the own card of each lane takes to `bulls`.
    #[inline(always)]
    fn place_turn(&mut self, cards: &mut [Lane], bulls: &mut Lane) {
        let own = cards[0];
        sort(cards);
        for card in cards {
            let taken = self.place(card);
            for lane in 0..LANES {
                bulls[lane] += taken[lane] & mask(card[lane] == own[lane]);
            }
        }
    }

    /// Places one card in each lane, and gives the bulls it takes there. A card that fits nowhere takes the
    /// cheapest row.
    #[inline(always)]
    fn place(&mut self, card: &Lane) -> Lane {
        let mut end = [0; LANES];
        let mut cheapest = [i16::MAX; LANES];
        for row in 0..ROWS {
            for lane in 0..LANES {
                let last = self.last[row][lane];
                end[lane] = end[lane].max(last & mask(last < card[lane]));
                cheapest[lane] = cheapest[lane].min(self.cost[row][lane]);
            }
        }
        let mut taken = [0; LANES];
        for row in 0..ROWS {
            for lane in 0..LANES {
                let low = mask(end[lane] == 0);
                let (last, count, cost) = (self.last[row][lane], self.count[row][lane], self.cost[row][lane]);
                let takes_low = low & mask(cost == cheapest[lane]);
                let joins = mask(last == end[lane]);
                let here = joins | takes_low;
                let clears = takes_low | (joins & mask(count == CAPACITY as i16));
                taken[lane] |= clears & (cost >> ROW_BITS);
                let own_bulls = (card[lane] & BULLS_MASK) << ROW_BITS;
                self.last[row][lane] = (here & card[lane]) | (!here & last);
                self.count[row][lane] = (count & !clears) - here;
                self.cost[row][lane] = ((cost & !clears) | row as i16) + (own_bulls & here);
            }
        }
        taken
    }
}

/// A call of [`LaneRows::play`].
struct Play<'a> {
    rows: LaneRows,
    seats: usize,
    cards: &'a mut [Lane],
}

impl WithSimd for Play<'_> {
    type Output = Lane;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self) -> Lane {
        let mut bulls = [0; LANES];
        for cards in self.cards.chunks_exact_mut(self.seats) {
            self.rows.place_turn(cards, &mut bulls);
        }
        bulls
    }
}

#[inline(always)]
const fn mask(is: bool) -> i16 {
    -(is as i16)
}

/// Sorts the cards of each lane, by exchanges that do not depend on them.
#[inline(always)]
fn sort(cards: &mut [Lane]) {
    for end in 1..cards.len() {
        for place in (0..end).rev() {
            for lane in 0..LANES {
                let (low, high) = (cards[place][lane], cards[place + 1][lane]);
                cards[place][lane] = low.min(high);
                cards[place + 1][lane] = low.max(high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Action, Nimmt, Preset, Rules};
    use hornox_env::{Game, Seat, Turn, deal_rng};
    use rand::Rng;
    use rand::seq::SliceRandom;

    use super::*;

    fn play_turn(game: &mut Nimmt, orders: &[Vec<Card>], turn: usize) {
        let seats = Seat::all(game.players()).zip(orders);
        let joint: Vec<_> = seats
            .map(|(seat, order)| (seat, Action::Card(order[turn])))
            .collect();
        game.play(&joint, &mut ()).unwrap();
    }

    fn orders(game: &Nimmt, rng: &mut impl Rng) -> Vec<Vec<Card>> {
        let shuffled = game.hands().values().iter().map(|hand| {
            let mut order: Vec<_> = hand.iter().collect();
            order.shuffle(rng);
            order
        });
        shuffled.collect()
    }

    /// From a position of a game, all lanes play random orders of all hands; so does the engine.
    fn compare(players: u8, hand_size: u8, deal: u64) {
        let mut fields = *Preset::Bench.rules();
        (fields.players, fields.hand_size) = (players, hand_size);
        let mut rng = deal_rng(3, deal, 0);
        let mut game = Nimmt::new(&Rules::check(fields).unwrap());
        let cards = game.sample_deal(&mut rng);
        game.deal(&cards).unwrap();
        let before = orders(&game, &mut rng);
        for turn in 0..usize::from(hand_size) / 2 {
            play_turn(&mut game, &before, turn);
        }

        let lanes: Vec<_> = (0..LANES).map(|_| orders(&game, &mut rng)).collect();
        let turns = lanes[0][0].len();
        let mut rows = LaneRows::new(game.table().rows(), game.table().rules());
        let mut bulls = [0; LANES];
        for turn in 0..turns {
            let seat_cards =
                |seat: usize| array::from_fn(|lane| key(lanes[lane][seat][turn], game.table().rules()));
            let mut cards: Vec<Lane> = (0..usize::from(players)).map(seat_cards).collect();
            rows.place_turn(&mut cards, &mut bulls);
        }

        for (lane, orders) in lanes.iter().enumerate() {
            let mut copy = game.clone();
            for turn in 0..turns {
                play_turn(&mut copy, orders, turn);
            }
            assert_eq!(copy.turn(), Turn::Over);
            let seat = Seat::default();
            let taken = copy.scores()[seat] - game.scores()[seat];
            assert_eq!(
                i32::from(bulls[lane]),
                taken,
                "{players} seats, {hand_size} cards, deal {deal}"
            );
        }
    }

    #[test]
    fn rollouts_take_what_the_engine_takes() {
        for deal in 0..12 {
            for players in 2..=10 {
                compare(players, 10, deal);
            }
            compare(2, 50, deal);
            compare(4, 25, deal);
            compare(3, 3, deal);
        }
    }
}
