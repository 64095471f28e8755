//! Sums over deals.

use hornox_env::{MAX_SEATS, Seat};

use super::evaluate::Row;
use super::interval::Estimate;
use super::lapses::Lapses;
use super::placed::{Place, Placed};

/// The least common multiple of 1 to [`MAX_SEATS`]: a share of a win or place is a whole number of these parts.
const SHARE: i64 = 2520;

/// What the agent's games of one deal add up to. Whole numbers, so that no order of adding changes a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DealResult {
    /// The agent's places in these games: one a game where it has one seat.
    pub seats: i64,
    score: i64,
    /// Own score times (n − 1), minus the sum of the others': the difference to their mean, times (n − 1).
    diff: i64,
    win: i64,
    places: [i64; MAX_SEATS],
}

impl DealResult {
    /// Adds one game that the agent played at `seat`.
    pub fn add(&mut self, seat: Seat, placed: &Placed, place: Place) {
        let Placed(scores, winners) = placed;
        let own = i64::from(scores[seat]);
        let all: i64 = scores.values().iter().map(|&score| i64::from(score)).sum();
        self.seats += 1;
        self.score += own;
        self.diff += own * scores.players() as i64 - all;
        if winners.contains(seat) {
            self.win += SHARE / winners.len().clamp(1, MAX_SEATS) as i64;
        }
        let part = SHARE / place.shared.clamp(1, MAX_SEATS) as i64;
        for share in self.places.iter_mut().skip(place.first).take(place.shared) {
            *share += part;
        }
    }

    /// The difference to the others' mean a game, times [`parts`](Self::parts).
    pub const fn diff(&self) -> i64 {
        self.diff
    }

    /// The share of the wins a game, times [`parts`](Self::parts).
    pub const fn win(&self) -> i64 {
        self.win
    }
}

/// By what to divide [`DealResult::diff`] and [`DealResult::win`], where a deal is played from `players` seats.
pub(super) fn scale_of_diff(players: usize) -> f64 {
    players as f64 * (players as f64 - 1.0)
}

/// The same for shares.
pub(super) fn scale_of_win(players: usize) -> f64 {
    players as f64 * SHARE as f64
}

/// Sums of a whole number over deals, of its squares, and of its products with the number of seats, so that a mean
/// over seats has its error where deals have different numbers of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    sum: i128,
    squares: i128,
    with_seats: i128,
}

impl Moments {
    pub fn add(&mut self, value: i64, seats: i64) {
        let value = i128::from(value);
        self.sum += value;
        self.squares += value * value;
        self.with_seats += value * i128::from(seats);
    }

    pub fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.with_seats += other.with_seats;
    }

    /// The mean a seat, each value divided by `scale`; one observation is a deal with a seat or more.
    pub fn estimate(&self, weight: &Weight, scale: f64) -> Estimate {
        let Weight {
            deals,
            seats,
            squares,
        } = *weight;
        // The squared deviations Σ (value − mean · seats)², times seats², exactly: rounding would eat small
        // differences of large sums.
        let spread = seats * seats * self.squares - 2 * seats * self.sum * self.with_seats
            + self.sum * self.sum * squares;
        let n = deals as f64;
        let m = seats as f64;
        Estimate {
            mean: self.sum as f64 / m / scale,
            se: if deals < 2 {
                f64::NAN
            } else {
                (spread as f64 * n / (n - 1.0)).sqrt() / m / m / scale
            },
            deals,
        }
    }
}

/// How many observations there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// Deals with a seat or more.
    pub deals: u64,
    seats: i128,
    squares: i128,
}

impl Weight {
    pub fn add(&mut self, seats: i64) {
        let seats = i128::from(seats);
        self.deals += u64::from(seats > 0);
        self.seats += seats;
        self.squares += seats * seats;
    }

    pub fn merge(&mut self, other: Self) {
        self.deals += other.deals;
        self.seats += other.seats;
        self.squares += other.squares;
    }
}

/// Sums over deals. One deal is one observation: its games share cards and are not independent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    weight: Weight,
    score: Moments,
    diff: Moments,
    win: Moments,
    places: [Moments; MAX_SEATS],
}

impl Tally {
    /// Adds a deal; one without a seat of the agent is none.
    pub fn add(&mut self, deal: DealResult) {
        let seats = deal.seats;
        self.weight.add(seats);
        self.score.add(deal.score, seats);
        self.diff.add(deal.diff, seats);
        self.win.add(deal.win, seats);
        for (place, share) in self.places.iter_mut().zip(deal.places) {
            place.add(share, seats);
        }
    }

    pub fn merge(&mut self, other: Self) {
        self.weight.merge(other.weight);
        self.score.merge(other.score);
        self.diff.merge(other.diff);
        self.win.merge(other.win);
        for (place, more) in self.places.iter_mut().zip(other.places) {
            place.merge(more);
        }
    }

    /// Deals with a seat of the agent.
    pub const fn deals(&self) -> u64 {
        self.weight.deals
    }

    /// The agent's places in all games: as many as there are games where it has one seat.
    pub const fn seats(&self) -> u64 {
        self.weight.seats as u64
    }

    /// Score a game.
    pub fn score(&self) -> Estimate {
        self.score.estimate(&self.weight, 1.0)
    }

    /// Own score minus the others' mean, at a table of `players` seats.
    pub fn diff(&self, players: usize) -> Estimate {
        self.diff.estimate(&self.weight, players as f64 - 1.0)
    }

    /// Share of the wins.
    pub fn win_share(&self) -> Estimate {
        self.win.estimate(&self.weight, SHARE as f64)
    }

    /// Share of each place, the first one first.
    pub fn places(&self, players: usize) -> Vec<Estimate> {
        let places = self.places.iter().take(players);
        places
            .map(|place| place.estimate(&self.weight, SHARE as f64))
            .collect()
    }

    /// What `hornox eval` says of it.
    pub fn row(
        &self,
        against: String,
        players: usize,
        ms_per_decision: f64,
        (own, others): (&Lapses, &Lapses),
    ) -> Row {
        let (score, diff, share) = (self.score(), self.diff(players), self.win_share());
        Row {
            against,
            players,
            games: self.seats(),
            score: score.mean,
            score_se: score.se,
            diff: diff.mean,
            diff_se: diff.se,
            win_share: share.mean,
            win_share_se: share.se,
            ms_per_decision,
            forfeits: own.forfeits,
            fallbacks: own.stand_ins,
            opponent_forfeits: others.forfeits,
            opponent_fallbacks: others.stand_ins,
            failure: own.first(),
            opponent_failure: others.first(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornox_env::nimmt::{Nimmt, Preset};
    use hornox_env::{SeatMap, SeatSet};

    use crate::arena::placed::Placing;

    fn deal(games: &[[i32; 2]]) -> DealResult {
        let seat = |index| Seat::new(index).unwrap();
        let placing = Placing::of::<Nimmt>(&Preset::Bench.rules());
        let mut deal = DealResult::default();
        for (index, scores) in games.iter().enumerate() {
            let fewest = scores.iter().min();
            let winners: SeatSet = (0..2).filter(|&i| Some(&scores[i]) == fewest).map(seat).collect();
            let placed = Placed(SeatMap::from_slice(scores).unwrap(), winners);
            deal.add(seat(index), &placed, placing.places(&placed)[seat(index)]);
        }
        deal
    }

    fn close(estimate: Estimate, mean: f64, se: f64) {
        assert!((estimate.mean - mean).abs() < 1e-12, "{estimate:?}");
        assert!((estimate.se - se).abs() < 1e-12, "{estimate:?}");
    }

    #[test]
    fn two_deals_by_hand() {
        let mut tally = Tally::default();
        // Means of the deals: scores 2 and 5, differences −4 and 1, shares 1 and 0.25.
        // Deal 1: own 1 and 3, deal 2: own 4 and 6.
        for games in [[[1, 5], [5, 3]], [[4, 4], [3, 6]]] {
            tally.add(deal(&games));
        }
        close(tally.score(), 3.5, 1.5);
        close(tally.diff(2), -0.75, 2.25);
        close(tally.win_share(), 0.625, 0.375);
        let places = tally.places(2);
        close(places[0], 0.625, 0.375);
        close(places[1], 0.375, 0.375);
        let mut one = Tally::default();
        one.add(deal(&[[1, 2]]));
        assert!(one.score().se.is_nan());
    }

    /// A ratio of sums: the deals' residuals are (2 − 3) and (10 − 3 · 3).
    #[test]
    fn deals_of_different_sizes_count_by_their_seats() {
        let mut tally = Tally::default();
        let mut small = DealResult::default();
        (small.seats, small.score) = (1, 2);
        let mut large = DealResult::default();
        (large.seats, large.score) = (3, 10);
        for deal in [small, large, DealResult::default()] {
            tally.add(deal);
        }
        assert_eq!((tally.deals(), tally.seats()), (2, 4));
        close(tally.score(), 3.0, 2.0_f64.sqrt() * 2.0_f64.sqrt() / 4.0);
    }
}
