//! Rounds as they are written down.

use serde::{Deserialize, Serialize};

use super::{Action, CardSet, Deal, Event, Sixes};
use crate::core::{Game, Seat, SeatMap};
use crate::record::{Fault, RecordError, Recorded, ids};

/// A round as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// The seat to whose left the deal starts.
    pub dealer: Seat,
    /// The dealt hands.
    pub hands: SeatMap<CardSet>,
    /// Who played what, by the [id](crate::Action::id), in turn order.
    pub actions: Vec<(Seat, u8)>,
    /// Chips in the pot when the round was won.
    pub pot: i32,
    /// The seat that emptied its hand.
    pub winner: Seat,
    /// Chips of each seat after the pot was paid.
    pub chips: SeatMap<i32>,
}

impl Recorded for Sixes {
    type Round = RoundRecord;

    fn begin_round(&self, deal: &Deal) -> RoundRecord {
        RoundRecord {
            dealer: deal.dealer,
            hands: deal.hands,
            actions: Vec::new(),
            pot: 0,
            winner: Seat::default(),
            chips: self.scores(),
        }
    }

    fn extend_round(&self, round: &mut RoundRecord, joint: &[(Seat, Action)], events: &[Event]) {
        round.actions.extend(ids(joint));
        for event in events {
            match *event {
                Event::RoundOver { winner, pot, chips } => {
                    (round.winner, round.pot, round.chips) = (winner, pot, chips);
                }
                Event::Played { .. } | Event::Passed { .. } | Event::GameOver(_) => {}
            }
        }
    }

    fn recorded_deal(&self, round: &RoundRecord) -> Result<Deal, Fault> {
        Ok(Deal {
            dealer: round.dealer,
            hands: round.hands,
        })
    }

    fn actions(round: &RoundRecord) -> &[(Seat, u8)] {
        &round.actions
    }

    /// Before its end a round holds nothing that its actions do not say.
    fn compare_step(
        _recorded: &RoundRecord,
        _made: &RoundRecord,
        _events: &[Event],
    ) -> Result<(), RecordError> {
        Ok(())
    }

    fn compare_round(recorded: &RoundRecord, made: &RoundRecord) -> Result<(), RecordError> {
        Fault::same("winner", &recorded.winner, &made.winner)?;
        Fault::same("pot", &recorded.pot, &made.pot)?;
        Fault::same("chips", &recorded.chips, &made.chips)?;
        Ok(())
    }
}
