//! Positions without a pure saddle point: a double oracle.
//!
//! A small matrix game of some actions is solved, and each seat adds its best response to the other's mix, until
//! neither has a better one (H. B. McMahan, G. Gordon and A. Blum, *Planning in the Presence of Cost Functions
//! Controlled by an Adversary*, 2003). A response is only looked at as far as bounds leave it a chance to be better
//! (B. Bošanský et al., *Using Double-Oracle Method and Serialized Alpha-Beta Search for Pruning in Simultaneous
//! Move Games*, 2013).

use super::bounds::{Bounds, CRUMB};
use super::entries::Entries;
use super::matrix::{self, MAX, Mixed};
use super::search::{Found, Search};

impl Search {
    /// The value of a position, from small sets of actions on: exact, or outside of the window.
    pub fn mixed(&mut self, entries: &mut Entries, window: Bounds, start: [u32; 2]) -> Found {
        let mut sets = start.map(|set| {
            let actions = (0..entries.size).filter(|action| set >> action & 1 == 1);
            actions.collect::<Vec<_>>()
        });
        loop {
            let mixed = self.small_game(entries, &sets);
            let mut better = [None; 2];
            for (seat, better) in better.iter_mut().enumerate() {
                let value = Bounds::exactly(mixed.value).seen_by(seat);
                let window = window.seen_by(seat);
                // Who cannot get into the window has lost, however little is missing.
                let threshold = value.upper.max(window.lower);
                *better = self.better(entries, seat, &mixed.mixes[1 - seat], threshold, &sets[seat]);
                if better.is_none() && value.is_below(window) {
                    return Found::bounds(Bounds::at_most(threshold).seen_by(seat));
                }
            }
            if better == [None; 2] {
                return Found::exact(mixed, false);
            }
            for (set, better) in sets.iter_mut().zip(better) {
                set.extend(better);
            }
        }
    }

    /// The solution where each seat has these actions alone.
    fn small_game(&mut self, entries: &mut Entries, [rows, columns]: &[Vec<usize>; 2]) -> Mixed {
        let mut payoffs = [[0.0; MAX]; MAX];
        for (line, &row) in payoffs.iter_mut().zip(rows) {
            for (payoff, &column) in line.iter_mut().zip(columns) {
                self.ask(entries, 0, row, column, Bounds::ANY);
                *payoff = entries.get(0, row, column).lower;
            }
        }
        let small = matrix::solve(&payoffs, rows.len(), columns.len());
        let mut mixed = Mixed {
            value: small.value,
            ..Mixed::default()
        };
        for ((mix, small), actions) in mixed.mixes.iter_mut().zip(small.mixes).zip([rows, columns]) {
            for (&action, chance) in actions.iter().zip(small) {
                mix[action] = chance;
            }
        }
        mixed
    }

    /// The action beyond `known` that gains a seat most against the other's mix, if more than `threshold`.
    fn better(
        &mut self,
        entries: &mut Entries,
        seat: usize,
        mix: &[f64; MAX],
        threshold: f64,
        known: &[usize],
    ) -> Option<usize> {
        let mut best = None;
        let mut threshold = threshold + CRUMB;
        for own in (0..entries.size).filter(|own| !known.contains(own)) {
            let mut most = most_against(entries, seat, own, mix);
            for other in 0..entries.size {
                if most <= threshold {
                    break;
                }
                let upper = entries.get(seat, own, other).upper;
                if mix[other] > 0.0 {
                    // With less than this it is out, even if all the rest went well.
                    let needed = upper - (most - threshold) / mix[other];
                    self.ask(entries, seat, own, other, Bounds::at_least(needed));
                    most = most_against(entries, seat, own, mix);
                }
            }
            if most > threshold {
                threshold = most;
                best = Some(own);
            }
        }
        best
    }
}

/// The most that a seat can gain by an action against a mix.
fn most_against(entries: &Entries, seat: usize, own: usize, mix: &[f64; MAX]) -> f64 {
    let gains = (0..entries.size).map(|other| mix[other] * entries.get(seat, own, other).upper);
    gains.sum()
}
