//! Sums over deals.

use hornox_env::{MAX_SEATS, Outcome, Seat, SeatMap};

/// The least common multiple of 1 to [`MAX_SEATS`]: a share of a win is a whole number of these parts.
const SHARE: i64 = 2520;

/// What the agent's games of one deal add up to. Whole numbers, so that no order of adding changes a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DealResult {
    score: i64,
    /// Own score times (n − 1), minus the sum of the others': the difference to their mean, times (n − 1).
    diff: i64,
    share: i64,
}

impl DealResult {
    /// Adds one game that the agent played at `seat`.
    pub fn add(&mut self, seat: Seat, scores: &SeatMap<i32>, outcome: Outcome) {
        let own = i64::from(scores[seat]);
        let all: i64 = scores.values().iter().map(|&score| i64::from(score)).sum();
        self.score += own;
        self.diff += own * scores.players() as i64 - all;
        if outcome.winners.contains(seat) {
            self.share += SHARE / outcome.winners.len().clamp(1, MAX_SEATS) as i64;
        }
    }
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub mean: f64,
    /// Not a number for fewer than two observations.
    pub se: f64,
}

/// Sums of whole numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: i128,
    squares: i128,
}

impl Moments {
    fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.sum += value;
        self.squares += value * value;
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of `count` observations, each divided by `scale`.
    fn estimate(self, count: u64, scale: f64) -> Estimate {
        let n = i128::from(count);
        // The sum of squared deviations times n, exactly: rounding would eat small differences of large sums.
        let spread = (n * self.squares - self.sum * self.sum) as f64;
        let n = n as f64;
        Estimate {
            mean: self.sum as f64 / n / scale,
            se: if count < 2 {
                f64::NAN
            } else {
                (spread / n / n / (n - 1.0)).sqrt() / scale
            },
        }
    }
}

/// Sums over deals. One deal is one observation: its games share cards and are not independent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub deals: u64,
    score: Moments,
    diff: Moments,
    share: Moments,
}

impl Tally {
    pub fn add(&mut self, deal: DealResult) {
        self.deals += 1;
        self.score.add(deal.score);
        self.diff.add(deal.diff);
        self.share.add(deal.share);
    }

    pub fn merge(&mut self, other: Self) {
        self.deals += other.deals;
        self.score.merge(other.score);
        self.diff.merge(other.diff);
        self.share.merge(other.share);
    }

    /// Score a game, where a deal is played once from each of `players` seats.
    pub fn score(&self, players: usize) -> Estimate {
        self.score.estimate(self.deals, players as f64)
    }

    /// Own score minus the others' mean.
    pub fn diff(&self, players: usize) -> Estimate {
        self.diff
            .estimate(self.deals, players as f64 * (players as f64 - 1.0))
    }

    /// Share of the wins.
    pub fn win_share(&self, players: usize) -> Estimate {
        self.share.estimate(self.deals, players as f64 * SHARE as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornox_env::SeatSet;

    #[test]
    fn two_deals_by_hand() {
        let seat = |index| Seat::new(index).unwrap();
        let game = |scores: [i32; 2]| {
            let fewest = scores.iter().min();
            let winners: SeatSet = (0..2).filter(|&i| Some(&scores[i]) == fewest).map(seat).collect();
            let outcome = Outcome {
                winners,
                truncated: false,
            };
            (SeatMap::from_slice(&scores).unwrap(), outcome)
        };
        let mut tally = Tally::default();
        // Means of the deals: scores 2 and 5, differences −4 and 1, shares 1 and 0.25.
        for games in [[[1, 5], [5, 3]], [[4, 4], [3, 6]]] {
            let mut deal = DealResult::default();
            for (index, scores) in games.into_iter().enumerate() {
                let (scores, outcome) = game(scores);
                deal.add(seat(index), &scores, outcome);
            }
            tally.add(deal);
        }
        // Deal 1: own 1 and 3, deal 2: own 4 and 6.
        let close = |estimate: Estimate, mean: f64, se: f64| {
            assert!((estimate.mean - mean).abs() < 1e-12, "{estimate:?}");
            assert!((estimate.se - se).abs() < 1e-12, "{estimate:?}");
        };
        close(tally.score(2), 3.5, 1.5);
        close(tally.diff(2), -0.75, 2.25);
        close(tally.win_share(2), 0.625, 0.375);
        let mut one = Tally::default();
        one.add(DealResult::default());
        assert!(one.score(2).se.is_nan());
    }
}
