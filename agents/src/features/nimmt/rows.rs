//! What taking a row leads to.

use hornox_env::nimmt::{Card, RowIndex, View};

use super::ends::fit;
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
    /// What the rows cost that other cards will take before the turn is over: bulls, or cards.
    pub others_take: u8,
    /// How many own cards will fit nowhere in the next turn. Where the row goes to the hand, its cards are own
    /// cards then.
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
        let rules = table.rules();
        let mut rows = *situation.rows();
        let place = rows.iter().position(|end| end.row == row).unwrap_or_default();
        let taken = rows[place];
        // The lowest waiting card is the one that fits nowhere.
        let start = table.waiting_cards().first();
        if let Some(card) = start {
            rows[place] = RowEnd::start(row, card, rules);
        }
        let (mut joining, mut others_take) = (0, 0);
        for card in table.waiting_cards().iter().filter(|&card| Some(card) != start) {
            // It is above the card that starts the taken row, so it fits.
            let Some((place, _)) = fit(&rows, card.number(), rules.sides) else {
                continue;
            };
            joining += u8::from(rows[place].row == row);
            others_take += rows[place].push(card, rules);
        }
        let mut hand = situation.hand();
        if rules.take_to_hand {
            hand = hand.union(table.rows().get(row).cards());
        }
        let after = situation.among(rows, hand);
        let risks = hand.iter().map(|card| after.card(card).risk);
        Self {
            place,
            row: taken,
            start,
            joining,
            others_take,
            own_low: after.nowhere().1,
            least_risk: risks.clone().reduce(f32::min).unwrap_or_default(),
            mean_risk: risks.sum::<f32>() / hand.len().max(1) as f32,
        }
    }
}
