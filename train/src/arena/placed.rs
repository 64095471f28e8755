//! How a game ended for its seats.

use hornox_env::{Better, Game, RuleSet, Score, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// A game that is over: written in an arena's results as `[[scores], [winners]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Placed(pub SeatMap<i32>, pub SeatSet);

/// The places of a seat: the first one it shares, from 0, and among how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub first: usize,
    pub shared: usize,
}

/// Turns scores into places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placing {
    score: Score,
    has_scores: bool,
}

impl Placing {
    pub fn of<G: Game>(rules: &G::Rules) -> Self {
        Self {
            score: G::SCORE,
            has_scores: rules.has_scores(),
        }
    }

    /// The place of each seat. Winners come first, and all others by score; where scores do not count, the others
    /// share what is left.
    pub fn places(self, placed: &Placed) -> SeatMap<Place> {
        let Placed(scores, winners) = placed;
        let keys = SeatMap::from_fn(scores.players(), |seat| {
            let score = i64::from(scores[seat]);
            let worse = match self.score.better {
                Better::Lower => score,
                Better::Higher => -score,
            };
            (!winners.contains(seat), if self.has_scores { worse } else { 0 })
        });
        keys.map(|key| Place {
            first: keys.values().iter().filter(|other| **other < key).count(),
            shared: keys.values().iter().filter(|other| **other == key).count(),
        })
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
    use hornox_env::sixes::{self, Sixes};
    use hornox_env::{Seat, SeatMap};

    use super::*;

    fn places(placing: Placing, scores: &[i32], winners: &[usize]) -> Vec<(usize, usize)> {
        let winners = winners.iter().filter_map(|&seat| Seat::new(seat)).collect();
        let placed = Placed(SeatMap::from_slice(scores).unwrap(), winners);
        let found = placing.places(&placed);
        found
            .values()
            .iter()
            .map(|place| (place.first, place.shared))
            .collect()
    }

    #[test]
    fn ties_share_places() {
        let nimmt = Placing::of::<Nimmt>(&Preset::Bench.rules());
        assert_eq!(
            places(nimmt, &[7, 3, 7, 12], &[1]),
            [(1, 2), (0, 1), (1, 2), (3, 1)]
        );
        assert_eq!(places(nimmt, &[3, 3, 9], &[0, 1]), [(0, 2), (0, 2), (2, 1)]);
        let sixes = Placing::of::<Sixes>(&sixes::Preset::Sixes.rules());
        assert_eq!(places(sixes, &[7, 3, 12], &[2]), [(1, 1), (2, 1), (0, 1)]);
    }

    #[test]
    fn without_scores_winners_come_first() {
        let rules = Rules::check(RuleFields {
            take_to_hand: true,
            ..RuleFields::default()
        });
        let placing = Placing::of::<Nimmt>(&rules.unwrap());
        assert_eq!(places(placing, &[0, 0, 0], &[1]), [(1, 2), (0, 1), (1, 2)]);
    }
}
