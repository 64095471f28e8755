//! Who is ahead.

use hornox_env::{Better, Outcome, Seat, SeatMap};

use super::Names;
use super::layout::{count, cropped, listed, wrapped};

/// What decides who wins, and how it stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The unit, in the singular.
    pub unit: &'static str,
    /// Which totals are good.
    pub better: Better,
    /// The totals.
    pub totals: SeatMap<i32>,
    /// What else must be known to see why, at the end.
    pub remark: Option<String>,
}

impl Standing {
    /// The seats, best first; on ties in turn.
    fn ranked(&self) -> Vec<(Seat, i32)> {
        let mut seats: Vec<_> = self.totals.iter().map(|(seat, total)| (seat, *total)).collect();
        seats.sort_by_key(|&(seat, total)| {
            let worth = match self.better {
                Better::Lower => total,
                Better::Higher => -total,
            };
            (worth, seat)
        });
        seats
    }

    /// Who won, and the final table. `agents` names who plays each seat.
    pub(super) fn finished(&self, outcome: Outcome, names: Names, agents: &[String]) -> Vec<String> {
        let ranked = self.ranked();
        let best = ranked.first().map(|&(_, total)| total).unwrap_or_default();
        let mut winners: Vec<_> = outcome.winners.iter().collect();
        winners.sort_by_key(|&seat| seat != names.you());
        let who: Vec<_> = winners.iter().map(|&seat| names.of(seat)).collect();
        let verb = match winners[..] {
            [seat] => names.verb(seat, "wins", "win"),
            _ => "share the win",
        };
        let mut lines: Vec<_> = self.remark.iter().cloned().collect();
        let ended = if outcome.truncated {
            "The game was cut off by a limit of the rules:"
        } else {
            "The game is over:"
        };
        let result = format!("{} {verb} with {}.", listed(who, "and"), count(best, self.unit));
        lines.extend(wrapped(ended, result.split(' ')));
        let mut place = 0;
        let mut before = None;
        for (index, (seat, total)) in ranked.into_iter().enumerate() {
            if before != Some(total) {
                place = index + 1;
                before = Some(total);
            }
            let agent = agents.get(seat.index()).map(String::as_str).unwrap_or_default();
            lines.push(format!(
                "{place:>3}.  {:<7} {:>12}   {}",
                names.of(seat),
                count(total, self.unit),
                cropped(agent, 44)
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::SeatSet;

    use super::*;

    #[test]
    fn equal_totals_share_a_place() {
        let seat = |index| Seat::new(index).unwrap();
        let standing = Standing {
            unit: "bull",
            better: Better::Lower,
            totals: SeatMap::from_slice(&[7, 1, 1, 9]).unwrap(),
            remark: Some("Nobody passed.".to_owned()),
        };
        let outcome = Outcome {
            winners: [seat(1), seat(2)].into_iter().collect::<SeatSet>(),
            truncated: false,
        };
        let agents = ["risk", "risk", "", "mcs:10"].map(str::to_owned);
        let lines = standing.finished(outcome, Names::new(seat(2)), &agents);
        let wanted = [
            "Nobody passed.",
            "The game is over: you and seat 1 share the win with 1 bull.",
            "  1.  seat 1        1 bull   risk",
            "  1.  you           1 bull   ",
            "  3.  seat 0       7 bulls   risk",
            "  4.  seat 3       9 bulls   mcs:10",
        ];
        assert_eq!(lines, wanted);
    }
}
