//! Rounds as they are written down.

use serde::{Deserialize, Serialize};

use super::{Card, CardDeal, CardSet, Deal, Event, Move, Nimmt, ROWS, Rows};
use crate::core::{Game, Seat, SeatMap};
use crate::record::{Fault, Item, RecordError, Recorded, ids, some};

/// A round as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    /// The rows as play starts, after a draft: more than one card each only where they are carried over.
    pub rows: Rows,
    /// The dealt hands, zero cards not among them; the whole shares where seats keep a part. None in a draft.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    pub hands: Option<SeatMap<CardSet>>,
    /// The cards that lie open in a draft; none elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    pub pool: Option<CardSet>,
    /// The seat that drafts first, and selects first in the first turn; none in rules without one.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    pub first: Option<Seat>,
    /// The [id](crate::Action::id) of each choice: draft picks or kept cards, then turn by turn the cards, and the
    /// row where one is chosen. At one decision of several seats, ascending.
    pub actions: Vec<(Seat, u8)>,
    /// Every card placed, in order. Zero cards are not.
    pub moves: Vec<Move>,
    /// Bulls that each seat gained in this round.
    pub points: SeatMap<i32>,
    /// The rows as the round ends.
    pub rows_after: Rows,
}

impl Recorded for Nimmt {
    type Round = RoundRecord;

    fn begin_round(&self, deal: &Deal) -> RoundRecord {
        let drafts = self.table.rules.deal == CardDeal::Draft;
        RoundRecord {
            rows: self.table.rows,
            hands: (!drafts).then_some(deal.hands),
            pool: drafts.then_some(deal.pool),
            first: deal.first,
            actions: Vec::new(),
            moves: Vec::new(),
            points: SeatMap::new(self.players(), 0),
            rows_after: Rows::default(),
        }
    }

    fn extend_round(&self, round: &mut RoundRecord, joint: &[(Seat, super::Action)], events: &[Event]) {
        round.actions.extend(ids(joint));
        if round.rows == Rows::default() {
            // The draft is over once there are any.
            round.rows = self.table.rows;
        }
        for event in events {
            match event {
                Event::Moved(placed) => {
                    round.points[placed.seat] += placed.points as i32;
                    round.moves.push(*placed);
                }
                Event::RoundOver { .. } => round.rows_after = self.table.rows,
                Event::Drafted { .. } | Event::Revealed { .. } | Event::Zero { .. } | Event::GameOver(_) => {}
            }
        }
    }

    fn recorded_deal(&self, round: &RoundRecord) -> Result<Deal, Fault> {
        let drafts = self.table.rules.deal == CardDeal::Draft;
        let none = SeatMap::new(self.players(), CardSet::EMPTY);
        let rows = if self.table.deals_rows() {
            Some(single_cards(&round.rows)?)
        } else {
            None
        };
        Ok(Deal {
            rows,
            hands: present_where("hands", round.hands, !drafts)?.unwrap_or(none),
            pool: present_where("pool", round.pool, drafts)?.unwrap_or_default(),
            first: present_where("first", round.first, self.table.rules.has_first())?,
        })
    }

    fn actions(round: &RoundRecord) -> &[(Seat, u8)] {
        &round.actions
    }

    fn compare_step(recorded: &RoundRecord, made: &RoundRecord, events: &[Event]) -> Result<(), RecordError> {
        if made.rows != Rows::default() {
            Fault::same("rows", &recorded.rows, &made.rows)?;
        }
        let placed = events.iter().filter(|event| matches!(event, Event::Moved(_)));
        let new = made.moves.len().saturating_sub(placed.count());
        for (index, right) in made.moves.iter().enumerate().skip(new) {
            match recorded.moves.get(index) {
                Some(given) => compare_move(given, right),
                None => Err(Fault::Differs {
                    field: String::new(),
                    recorded: "nothing".to_owned(),
                    right: format!("seat {} places {}", right.seat, right.card),
                }),
            }
            .map_err(|fault| fault.at(Item::Move(index)))?;
        }
        Ok(())
    }

    fn compare_round(recorded: &RoundRecord, made: &RoundRecord) -> Result<(), RecordError> {
        if let Some(more) = recorded.moves.get(made.moves.len()) {
            return Err(Fault::Differs {
                field: String::new(),
                recorded: format!("seat {} places {}", more.seat, more.card),
                right: "the round is over".to_owned(),
            }
            .at(Item::Move(made.moves.len())));
        }
        Fault::same("points", &recorded.points, &made.points)?;
        Fault::same("rows_after", &recorded.rows_after, &made.rows_after)?;
        Ok(())
    }
}

/// The cards of rows of one card each.
fn single_cards(rows: &Rows) -> Result<[Card; ROWS], Fault> {
    let mut cards = [Card::DECK[0]; ROWS];
    for (card, row) in cards.iter_mut().zip(rows.all()) {
        *card = match (row.first(), row.len()) {
            (Some(first), 1) => first,
            _ => {
                return Err(Fault::Differs {
                    field: "rows".to_owned(),
                    recorded: format!("a row of {} cards", row.len()),
                    right: "rows start with one card each".to_owned(),
                });
            }
        };
    }
    Ok(cards)
}

/// A field that is there exactly where the rules have it.
fn present_where<T>(field: &str, value: Option<T>, due: bool) -> Result<Option<T>, Fault> {
    if value.is_some() == due {
        return Ok(value);
    }
    let (is, must) = if due {
        ("is missing", "must be there")
    } else {
        ("is there", "must not be there")
    };
    Err(Fault::Differs {
        field: field.to_owned(),
        recorded: is.to_owned(),
        right: must.to_owned(),
    })
}

fn compare_move(recorded: &Move, right: &Move) -> Result<(), Fault> {
    Fault::same("seat", &recorded.seat, &right.seat)?;
    Fault::same("card", &recorded.card, &right.card)?;
    Fault::same("row", &recorded.row, &right.row)?;
    Fault::same("side", &recorded.side, &right.side)?;
    Fault::same("taken", &recorded.taken, &right.taken)?;
    Fault::same("points", &recorded.points, &right.points)
}
