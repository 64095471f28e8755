//! Sums over blocks of deals, with errors.

use serde::Serialize;

use super::notes::{Sum, Sums};
use crate::arena::interval::Estimate;
use crate::arena::tally::{Moments, Weight};

/// Sums of one cell with what it is divided by.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    moments: Moments,
    weight: Weight,
}

impl Cell {
    fn add(&mut self, Sum(value, count): Sum) {
        self.moments.add(value, count);
        self.weight.add(count);
    }

    fn estimate(&self) -> Estimate {
        self.moments.estimate(&self.weight, 1.0)
    }
}

/// Adds at a place of a list that may be short yet; missing places are of blocks without anything there.
fn add_at(cells: &mut Vec<Cell>, place: usize, sum: Sum) {
    cells.resize(cells.len().max(place + 1), Cell::default());
    cells[place].add(sum);
}

/// An agent's sums over blocks of deals. One block is one observation.
#[derive(Clone, Debug, Default)]
pub(in crate::arena) struct StudyTally {
    seats: Vec<Cell>,
    hands: Vec<Cell>,
    moments: Vec<Cell>,
    losses: Vec<Cell>,
    times: Vec<Cell>,
    rounds: Weight,
}

impl StudyTally {
    /// Adds all games of one block.
    pub fn add(&mut self, sums: &Sums) {
        for (place, sum) in sums.seats.iter().enumerate() {
            add_at(&mut self.seats, place, *sum);
        }
        for (place, sum) in sums.hands.iter().enumerate() {
            add_at(&mut self.hands, place, *sum);
        }
        for (place, Sum(points, times)) in sums.losses.iter().enumerate() {
            add_at(&mut self.losses, place, Sum(*points, sums.games));
            add_at(&mut self.times, place, Sum(*times, sums.games));
        }
        for (place, lost) in sums.moments.iter().enumerate() {
            add_at(&mut self.moments, place, Sum(*lost, sums.rounds));
        }
        self.rounds.add(sums.rounds);
    }

    /// Means with their errors.
    pub fn study(&self) -> Study {
        let means = |cells: &[Cell]| cells.iter().map(Cell::estimate).collect();
        Study {
            seats: means(&self.seats),
            hands: means(&self.hands),
            // Where a block had no loss so late, its rounds count all the same.
            moments: self
                .moments
                .iter()
                .map(|cell| cell.moments.estimate(&self.rounds, 1.0))
                .collect(),
            losses: means(&self.losses),
            times: means(&self.times),
        }
    }
}

/// Where an agent's score comes from, as the one among others, over all its opponents. Errors are clustered by
/// blocks of deals.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Study {
    /// Score a game by seat.
    pub seats: Vec<Estimate>,
    /// Score a round by the class of the hand, the best one first.
    pub hands: Vec<Estimate>,
    /// What is lost a round in each of its moments.
    pub moments: Vec<Estimate>,
    /// What is lost a game in each way.
    pub losses: Vec<Estimate>,
    /// How often a game it is lost so.
    pub times: Vec<Estimate>,
}
