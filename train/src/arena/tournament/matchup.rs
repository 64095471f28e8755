//! Who meets whom, and who sits where.

use hornox_env::{Seat, SeatMap, deal_rng};
use rand::RngExt;

use crate::arena::batch::Seating;

/// Line-ups are drawn by the generator of a round that no game reaches.
const LINE_UPS: u32 = u32::MAX;

/// Games of one kind, played on every deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matchup {
    /// One agent, in every seat of the deal, among copies of another.
    Pair {
        /// The one, as a place in the list of agents.
        agent: usize,
        /// The others.
        against: usize,
    },
    /// A line-up drawn for the deal, that moves on by one seat from game to game.
    Mixed,
}

impl Matchup {
    /// Every ordered pair, then, if asked for, the mixed line-ups.
    pub fn all(agents: usize, mixed: bool) -> Vec<Self> {
        let pairs = (0..agents).flat_map(|agent| {
            (0..agents)
                .filter(move |&against| against != agent)
                .map(move |against| Self::Pair { agent, against })
        });
        pairs.chain(mixed.then_some(Self::Mixed)).collect()
    }

    /// The games of one deal, as many as seats.
    pub fn seatings(self, seed: u64, deal: u64, agents: usize, players: usize) -> Vec<Seating> {
        match self {
            Self::Pair { agent, against } => {
                let seatings = Seat::all(players).map(|own| Seating {
                    deal,
                    sides: SeatMap::from_fn(players, |seat| if seat == own { agent } else { against }),
                });
                seatings.collect()
            }
            Self::Mixed => {
                let drawn = line_up(seed, deal, agents, players);
                let seatings = (0..players).map(|steps| Seating {
                    deal,
                    sides: SeatMap::from_fn(players, |seat| drawn[seat.after(steps, players)]),
                });
                seatings.collect()
            }
        }
    }
}

/// Agents for the seats of a deal, drawn at random. None is drawn again before all were.
fn line_up(seed: u64, deal: u64, agents: usize, players: usize) -> SeatMap<usize> {
    let mut rng = deal_rng(seed, deal, LINE_UPS);
    let mut stock: Vec<usize> = Vec::new();
    SeatMap::from_fn(players, |_| {
        if stock.is_empty() {
            stock = (0..agents).collect();
        }
        let place = rng.random_range(0..stock.len().max(1) as u32);
        stock.swap_remove(place as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ordered_pair_and_the_mixed_ones() {
        let all = Matchup::all(3, true);
        assert_eq!(all.len(), 7);
        let pair = |agent, against| Matchup::Pair { agent, against };
        assert_eq!(all[..3], [pair(0, 1), pair(0, 2), pair(1, 0)]);
        assert_eq!(all[6], Matchup::Mixed);
        assert_eq!(Matchup::all(2, false), [pair(0, 1), pair(1, 0)]);
    }

    #[test]
    fn line_ups_are_balanced_drawn_anew_and_rotated() {
        let mut counts = [0; 3];
        let mut orders = std::collections::BTreeSet::new();
        for deal in 0..300 {
            let seatings = Matchup::Mixed.seatings(7, deal, 3, 4);
            assert_eq!(seatings.len(), 4);
            let first = seatings[0].sides;
            let held: Vec<_> = (0..3)
                .map(|agent| first.values().iter().filter(|&&side| side == agent).count())
                .collect();
            // Four seats and three agents: everybody once, one of them twice.
            assert!(
                held.iter().all(|&seats| seats == 1 || seats == 2),
                "{first:?}: {held:?}"
            );
            for (agent, seats) in held.iter().enumerate() {
                counts[agent] += seats;
            }
            // Each place of the line-up comes to each seat.
            for seat in Seat::all(4) {
                let mut met: Vec<_> = seatings.iter().map(|seating| seating.sides[seat]).collect();
                let mut wanted = first.values().to_vec();
                met.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(met, wanted);
            }
            orders.insert(first.values().to_vec());
        }
        // Each of the 3 agents is the one that sits twice with chance 1/3: 400 ± 8.2 seats.
        assert!(
            counts.iter().all(|&count| (360..=440).contains(&count)),
            "{counts:?}"
        );
        // Six orders of the first three, and any of them again.
        assert_eq!(orders.len(), 18, "all orders come up in 300 draws");
        let again = Matchup::Mixed.seatings(7, 5, 3, 4);
        assert_eq!(again[0].sides, Matchup::Mixed.seatings(7, 5, 3, 4)[0].sides);
    }
}
