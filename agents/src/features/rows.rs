//! What taking a row leads to.

use hornox_env::nimmt::{CAPACITY, Card, RowIndex, View};

use super::{RowEnd, Situation};

/// What follows when a seat whose card fits nowhere takes a row. All other cards of the turn are revealed by
/// then, and none of them can fit nowhere, so the turn's end is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowOutlook {
    /// The row's place among the rows ascending by last card.
    pub place: usize,
    /// The row itself.
    pub row: RowEnd,
    /// The card that starts it anew.
    pub start: Option<Card>,
    /// How many waiting cards will join it.
    pub joining: u8,
    /// What the other seats will take before the turn is over, in bulls.
    pub others_take: u8,
    /// How many own cards will be lower than all rows in the next turn.
    pub own_low: u8,
    /// The least [risk](Situation::card) of an own card in the next turn; 0 with an empty hand.
    pub least_risk: f32,
    /// The mean risk of the own cards in the next turn; 0 with an empty hand.
    pub mean_risk: f32,
}

impl RowOutlook {
    /// What follows if the seat of `view` takes `row` now.
    pub fn new(view: &View, situation: &Situation, row: RowIndex) -> Self {
        let table = view.table();
        let mut rows = *situation.rows();
        let place = rows.iter().position(|end| end.row == row).unwrap_or_default();
        let taken = rows[place];
        let [start, _] = table.waiting()[view.seat()];
        if let Some(card) = start {
            rows[place] = RowEnd {
                row,
                last: card.number(),
                count: 1,
                bulls: table.rules().card_bulls(card) as u8,
            };
        }
        let (mut joining, mut others_take) = (0, 0);
        for card in table.waiting_cards().iter().filter(|&card| Some(card) != start) {
            let fitting = rows.iter_mut().filter(|end| end.last < card.number());
            // The taken row now ends with the lowest card of all, so there is a fitting one.
            let Some(end) = fitting.max_by_key(|end| end.last) else {
                continue;
            };
            joining += u8::from(end.row == row);
            if usize::from(end.count) == CAPACITY {
                others_take += end.bulls;
                (end.count, end.bulls) = (0, 0);
            }
            end.last = card.number();
            end.count += 1;
            end.bulls += table.rules().card_bulls(card) as u8;
        }
        let after = situation.among(rows);
        let risks = situation.hand().iter().map(|card| after.card(card).risk);
        let count = situation.hand().len();
        Self {
            place,
            row: taken,
            start,
            joining,
            others_take,
            own_low: after.below_all().1,
            least_risk: risks.clone().reduce(f32::min).unwrap_or_default(),
            mean_risk: risks.sum::<f32>() / count.max(1) as f32,
        }
    }
}
