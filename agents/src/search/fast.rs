//! Many random ends of a round at a time, where 6 nimmt! is simple enough.

use std::ops::Range;

use hornox_env::nimmt::{Card, Nimmt, Phase, Selection, Sides, View};

use super::Searched;
use super::lanes::{LANES, Lane, LaneRows, key};
use super::random::SplitMix64;

/// Whether lanes play by the rules of this view: one card a turn on the right of rows, chosen at the same time out
/// of hands of one size of which nothing is known.
pub(super) fn is_simple(view: &View) -> bool {
    let table = view.table();
    let rules = table.rules();
    let own = view.hand().len();
    table.phase() == Phase::Choose
        && rules.sides == Sides::Right
        && rules.cards_per_turn == 1
        && rules.selection == Selection::Simultaneous
        && !rules.take_to_hand
        && table.zeros().is_empty()
        && table.shown().values().iter().all(|cards| cards.is_empty())
        && table
            .holds()
            .values()
            .iter()
            .all(|&held| usize::from(held) == own)
}

/// The mean own bulls of the rest of the round after each candidate; infinite where it got no rollout.
pub(super) fn mean_costs(view: &View, candidates: &[Card], rollouts: u32) -> Vec<f64> {
    let mut play = Rollouts::new(view, candidates);
    let mut sums = vec![(0_u64, 0_u32); candidates.len()];
    let mut next = 0;
    let mut left = rollouts as usize;
    while left > 0 {
        let block = left.min(LANES);
        let bulls = play.run(next);
        for (lane, bulls) in bulls.into_iter().take(block).enumerate() {
            let (sum, count) = &mut sums[(next + lane) % candidates.len()];
            *sum += u64::from(bulls.unsigned_abs());
            *count += 1;
        }
        next = (next + block) % candidates.len();
        left -= block;
    }
    let mean = |(sum, count)| {
        if count == 0 {
            f64::INFINITY
        } else {
            sum as f64 / f64::from(count)
        }
    };
    sums.into_iter().map(mean).collect()
}

/// What the rollouts of one decision share.
struct Rollouts {
    rng: SplitMix64,
    rows: LaneRows,
    seats: usize,
    turns: usize,
    candidates: Vec<i16>,
    /// The own hand in the order of the present draw.
    hand: Vec<i16>,
    /// The unseen cards in the order of the present draw: the other hands come first.
    unseen: Vec<i16>,
    /// The cards of each turn and seat; seat 0 is the own one.
    cards: Vec<Lane>,
}

impl Rollouts {
    fn new(view: &View, candidates: &[Card]) -> Self {
        let seats = view.table().players();
        let turns = view.hand().len();
        let rules = view.table().rules();
        let key = |card| key(card, rules);
        Self {
            rng: SplitMix64::new(Nimmt::seed_of(view)),
            rows: LaneRows::new(view.table().rows(), rules),
            seats,
            turns,
            candidates: candidates.iter().copied().map(key).collect(),
            hand: view.hand().iter().map(key).collect(),
            unseen: view.unseen().iter().map(key).collect(),
            cards: vec![[0; LANES]; seats * turns],
        }
    }

    /// Plays one rollout in each lane, the candidates taking turns from `first`, and gives the own bulls.
    fn run(&mut self, first: usize) -> Lane {
        self.deal(first);
        self.rows.play(self.seats, &mut self.cards)
    }

    /// Fills all lanes, with a new draw each time that it is the first candidate's turn.
    fn deal(&mut self, first: usize) {
        let mut candidate = first;
        let mut start = 0;
        while start < LANES {
            if candidate == 0 {
                self.draw();
            }
            let end = LANES.min(start + self.candidates.len() - candidate);
            self.write_others(start..end);
            for lane in start..end {
                self.write_own(lane, self.candidates[candidate]);
                candidate += 1;
            }
            (start, candidate) = (end, 0);
        }
    }

    /// Draws who plays what when. Other hands and a random order of each are together a random sequence of
    /// unseen cards.
    fn draw(&mut self) {
        shuffle(&mut self.hand, self.turns, &mut self.rng);
        shuffle(&mut self.unseen, (self.seats - 1) * self.turns, &mut self.rng);
    }

    /// Lays the other seats' cards of the present draw out in some lanes.
    fn write_others(&mut self, lanes: Range<usize>) {
        let others = self.unseen.chunks_exact(self.seats - 1);
        for (cards, others) in self.cards.chunks_exact_mut(self.seats).zip(others) {
            for (card, other) in cards[1..].iter_mut().zip(others) {
                card[lanes.clone()].fill(*other);
            }
        }
    }

    /// Lays the own cards of the present draw out in one lane, with the candidate first.
    fn write_own(&mut self, lane: usize, candidate: i16) {
        let rest = self.hand.iter().copied().filter(|&card| card != candidate);
        let turns = self.cards.chunks_exact_mut(self.seats);
        for (cards, own) in turns.zip(std::iter::once(candidate).chain(rest)) {
            cards[0][lane] = own;
        }
    }
}

/// Puts a uniformly random sequence of `count` of the cards first, whatever their order was (Fisher and Yates).
#[inline]
fn shuffle(cards: &mut [i16], count: usize, rng: &mut SplitMix64) {
    let len = cards.len();
    let count = count.min(len);
    for place in (0..count).step_by(2) {
        let [first, second] = rng.below([len - place, (len - place).saturating_sub(1)]);
        cards.swap(place, place + first);
        if place + 1 < count {
            cards.swap(place + 1, place + 1 + second);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hornox_env::nimmt::{Nimmt, Preset, Rules};
    use hornox_env::{Game, Seat, deal_rng};

    use super::*;

    fn view(players: u8) -> View {
        let mut fields = *Preset::Bench.rules();
        fields.players = players;
        let mut game = Nimmt::new(&Rules::check(fields).unwrap());
        let deal = game.sample_deal(&mut deal_rng(5, players.into(), 0));
        game.deal(&deal).unwrap();
        game.view(Seat::new(1).unwrap())
    }

    #[test]
    fn a_draw_holds_the_own_hand_and_other_unseen_cards() {
        for players in 2..=10 {
            let view = view(players);
            let candidates: Vec<Card> = view.hand().iter().collect();
            let key = |card| key(card, view.table().rules());
            let hand: HashSet<i16> = view.hand().iter().map(key).collect();
            let unseen: HashSet<i16> = view.unseen().iter().map(key).collect();
            let mut play = Rollouts::new(&view, &candidates);
            play.deal(0);
            for lane in 0..LANES {
                let turns = play.cards.chunks_exact(players.into());
                let own: Vec<i16> = turns.clone().map(|cards| cards[0][lane]).collect();
                let others: Vec<i16> = turns
                    .flat_map(|cards| &cards[1..])
                    .map(|card| card[lane])
                    .collect();
                assert_eq!(own[0], key(candidates[lane % candidates.len()]));
                assert_eq!(own.iter().copied().collect::<HashSet<_>>(), hand);
                let distinct: HashSet<i16> = others.iter().copied().collect();
                assert_eq!(
                    (distinct.len(), others.len()),
                    (10 * (usize::from(players) - 1), distinct.len())
                );
                assert!(distinct.is_subset(&unseen));
            }
        }
    }

    #[test]
    fn every_place_of_a_shuffle_is_uniform() {
        let mut rng = SplitMix64::new(7);
        let mut cards: Vec<i16> = (0..7).collect();
        let mut counts = [[0_i32; 7]; 3];
        for _ in 0..7000 {
            shuffle(&mut cards, 3, &mut rng);
            for (place, counts) in counts.iter_mut().enumerate() {
                counts[cards[place] as usize] += 1;
            }
        }
        for counts in counts {
            let statistic: f64 = counts
                .map(|count| f64::from(count - 1000).powi(2) / 1000.0)
                .iter()
                .sum();
            // Six degrees of freedom: one in 10,000 is above 28.
            assert!(statistic < 28.0, "{counts:?}");
        }
    }

    #[test]
    fn too_few_rollouts_go_to_the_first_cards() {
        let view = view(4);
        let candidates: Vec<Card> = view.hand().iter().collect();
        let costs = mean_costs(&view, &candidates, 3);
        assert!(costs[..3].iter().all(|cost| cost.is_finite()));
        assert!(costs[3..].iter().all(|cost| cost.is_infinite()));
    }
}
