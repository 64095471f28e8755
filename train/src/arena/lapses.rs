//! How often agents failed, and what a forfeited game is worth.

use hornox_env::{Better, Lapse, LapseKind, Outcome, Score, Seat, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// Where a seat played: the deal, the place among the games of a unit of work, which plays a deal whole, and the seat.
/// Games are ordered by it.
type Place = (u64, usize, Seat);

/// How often the seats of one side failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lapses {
    pub forfeits: u64,
    pub stand_ins: u64,
    first: Option<(Place, String)>,
}

impl Lapses {
    /// Adds the seat of one game.
    pub fn add(&mut self, place: Place, lapse: &Lapse) {
        match lapse.kind {
            LapseKind::Forfeit => self.forfeits += 1,
            LapseKind::StandIn => self.stand_ins += 1,
        }
        self.keep_first(place, &lapse.reason);
    }

    /// Whether no seat failed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn merge(&mut self, other: &Self) {
        self.forfeits += other.forfeits;
        self.stand_ins += other.stand_ins;
        if let Some((place, reason)) = &other.first {
            self.keep_first(*place, reason);
        }
    }

    fn keep_first(&mut self, place: Place, reason: &str) {
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, reason.to_owned()));
        }
    }

    /// Where a seat failed first, and why: in words that do not depend on threads.
    pub fn first(&self) -> Option<String> {
        let ((deal, _, seat), reason) = self.first.as_ref()?;
        Some(format!("deal {deal}, seat {seat}: {reason}"))
    }
}

/// What a game counts as that some seats forfeited. Such a seat has no part in a win, and its score is no better than
/// the worst at the table. What the others have stays theirs: nobody wins more because somebody else failed.
pub(super) fn adjudged(
    scores: SeatMap<i32>,
    outcome: Outcome,
    forfeits: SeatSet,
    score: Score,
) -> (SeatMap<i32>, Outcome) {
    let all = scores.values().iter().copied();
    let worst = match score.better {
        Better::Lower => all.max(),
        Better::Higher => all.min(),
    };
    let counted = |seat| match worst {
        Some(worst) if forfeits.contains(seat) => worst,
        Some(_) | None => scores[seat],
    };
    let outcome = Outcome {
        winners: outcome.winners.without(forfeits),
        ..outcome
    };
    (SeatMap::from_fn(scores.players(), counted), outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn a_forfeit_is_the_worst_and_no_win() {
        let seats = |seats: &[usize]| seats.iter().map(|&index| seat(index)).collect::<SeatSet>();
        let outcome = Outcome {
            winners: seats(&[0, 2]),
            truncated: false,
        };
        let scores = SeatMap::from_slice(&[3, 9, 3, 5]).unwrap();
        let of = |better, forfeits: &[usize]| {
            let score = Score {
                unit: "points",
                better,
            };
            let (scores, outcome) = adjudged(scores, outcome, seats(forfeits), score);
            (scores.values().to_vec(), outcome.winners)
        };
        assert_eq!(of(Better::Lower, &[]), (vec![3, 9, 3, 5], seats(&[0, 2])));
        assert_eq!(of(Better::Lower, &[2]), (vec![3, 9, 9, 5], seats(&[0])));
        assert_eq!(of(Better::Lower, &[0, 2]), (vec![9, 9, 9, 5], seats(&[])));
        assert_eq!(of(Better::Higher, &[1]), (vec![3, 3, 3, 5], seats(&[0, 2])));
    }

    #[test]
    fn the_first_lapse_is_that_of_the_first_game() {
        let lapse = |kind, reason: &str| Lapse {
            kind,
            reason: reason.to_owned(),
        };
        let mut one = Lapses::default();
        one.add((4, 0, seat(0)), &lapse(LapseKind::Forfeit, "late"));
        let mut other = Lapses::default();
        other.add((3, 1, seat(2)), &lapse(LapseKind::StandIn, "later"));
        other.add((3, 1, seat(1)), &lapse(LapseKind::StandIn, "early"));
        one.merge(&other);
        assert_eq!((one.forfeits, one.stand_ins), (1, 2));
        assert_eq!(one.first().unwrap(), "deal 3, seat 1: early");
    }
}
