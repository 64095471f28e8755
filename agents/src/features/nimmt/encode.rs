//! Views and legal actions as the inputs of a network that scores described actions.

use hornox_env::ActionSet;
use hornox_env::nimmt::{Action, Card, CardSet, Nimmt, Phase, ROWS, RowIndex, Selection, Sides, View};
use hornox_env::observe::Layout;

use super::layout::{ENCODER_VERSION, FEATURES, GLOBALS, features, features_layout, globals, globals_layout};
use super::{RowOutlook, Situation};
use crate::features::Describe;
use crate::features::layout::flag;

/// The total that ends the published game: the scale of leads.
const USUAL_END: f32 = 66.0;

impl Describe for Nimmt {
    const ENCODER: &'static str = "nimmt-described";
    const ENCODER_VERSION: u32 = ENCODER_VERSION;
    const GLOBALS: usize = GLOBALS;
    const FEATURES: usize = FEATURES;

    fn globals_layout() -> &'static Layout {
        globals_layout()
    }

    fn features_layout() -> &'static Layout {
        features_layout()
    }

    fn encode(view: &View, legal: ActionSet<Action>, globals: &mut Vec<f32>, actions: &mut Vec<f32>) {
        let situation = Situation::new(view);
        globals.extend_from_slice(&describe_situation(view, &situation));
        actions.reserve(legal.len() * FEATURES);
        let scale = cards_scale(view);
        for action in legal.iter() {
            let numbers = match action {
                Action::Zero => describe_zero(&situation, scale),
                Action::Row(row) => describe_row(view, &situation, row, scale),
                Action::Card(card) => match view.table().phase() {
                    Phase::Draft => describe_pick(view, &situation, card, scale),
                    Phase::Keep => describe_kept(view, &situation, card, scale),
                    Phase::ChooseSecond => describe_second(view, &situation, card, scale),
                    Phase::Choose | Phase::TakeRow(_) | Phase::Deal | Phase::Over { .. } => {
                        describe_card(view, &situation, card, scale)
                    }
                },
            };
            actions.extend_from_slice(&numbers);
        }
    }
}

/// What numbers of own cards are multiplied with.
fn cards_scale(view: &View) -> f32 {
    1.0 / f32::from(view.table().rules().hand_size.max(10))
}

fn describe_situation(view: &View, situation: &Situation) -> [f32; GLOBALS] {
    use globals as at;
    let mut numbers = [0.0; GLOBALS];
    let table = view.table();
    let rules = table.rules();
    let cards = situation.hand().len() as f32;
    let own_share = |count: u8| f32::from(count) / cards.max(1.0);
    for (place, row) in situation.rows().iter().enumerate() {
        let (share, own) = situation.right_of(place);
        numbers[at::ROW_LAST + place] = f32::from(row.last) / 104.0;
        numbers[at::ROW_COUNT + place] = f32::from(row.count) / 5.0;
        numbers[at::ROW_BULLS + place] = f32::from(row.cost) / 10.0;
        numbers[at::ROW_UNSEEN + place] = share;
        numbers[at::ROW_OWN + place] = own_share(own);
        if rules.sides == Sides::Both {
            let (share, own) = situation.left_of(place);
            numbers[at::ROW_FIRST + place] = f32::from(row.first) / 104.0;
            numbers[at::LEFT_UNSEEN + place] = share;
            numbers[at::LEFT_OWN + place] = own_share(own);
        }
    }
    let (share, own) = situation.nowhere();
    let players = situation.others() + 1;
    numbers[at::LOW_UNSEEN] = share;
    numbers[at::LOW_OWN] = own_share(own);
    numbers[at::CARDS_LEFT] = cards * cards_scale(view);
    numbers[at::CHEAPEST] = f32::from(situation.cheapest()) / 10.0;
    numbers[at::SEATS] = players as f32 / 10.0;
    numbers[at::SEAT_COUNT + players - 2] = 1.0;
    numbers[at::BOTH_SIDES] = flag(rules.sides == Sides::Both);
    numbers[at::TO_HAND] = flag(rules.take_to_hand);
    numbers[at::TWO_CARDS] = flag(rules.cards_per_turn == 2);
    numbers[at::OPEN] = flag(rules.selection == Selection::Open);
    numbers[at::TO_COME] = situation.to_come() as f32 / 10.0;
    numbers[at::REVEALED] = table.waiting_cards().len() as f32 / 10.0;
    describe_phase(view, &mut numbers);
    describe_others(view, situation, &mut numbers);
    describe_match(view, &mut numbers);
    numbers
}

fn describe_phase(view: &View, numbers: &mut [f32; GLOBALS]) {
    use globals as at;
    let table = view.table();
    match table.phase() {
        Phase::Choose => numbers[at::CHOOSE] = 1.0,
        Phase::ChooseSecond => numbers[at::SECOND] = 1.0,
        Phase::TakeRow(_) => numbers[at::TAKE_ROW] = 1.0,
        Phase::Draft => {
            numbers[at::PICK] = 1.0;
            numbers[at::ON_OFFER] = table.pool().len() as f32 / 50.0;
        }
        Phase::Keep => {
            numbers[at::KEEP] = 1.0;
            numbers[at::ON_OFFER] = view.aside().len() as f32 / 50.0;
        }
        Phase::Deal | Phase::Over { .. } => {}
    }
    numbers[at::PENDING] = view
        .pending()
        .map_or(0.0, |card| f32::from(card.number()) / 104.0);
    if table.rules().take_to_hand {
        let left = table.rules().max_turns.saturating_sub(table.turn_number());
        numbers[at::TURNS_LEFT] = (f32::from(left) / 100.0).min(1.0);
    }
}

/// What the other seats hold.
fn describe_others(view: &View, situation: &Situation, numbers: &mut [f32; GLOBALS]) {
    use globals as at;
    let table = view.table();
    let count = situation.others() as f32;
    let hides = u32::from(table.phase() == Phase::ChooseSecond);
    let (mut held, mut known, mut zeros, mut fewest) = (0, 0, 0, u32::MAX);
    for (seat, &holds) in table.holds().iter().filter(|(seat, _)| *seat != view.seat()) {
        let cards = u32::from(holds) + hides;
        held += cards;
        fewest = fewest.min(cards);
        known += table.shown()[seat].len() as u32;
        zeros += u32::from(table.zeros().contains(seat));
    }
    if table.phase() == Phase::Keep {
        // Other seats hold their shares, out of which they are still to keep.
        held = u32::from(table.rules().hand_size) * situation.others() as u32;
    }
    let unseen = situation.unseen().len().max(1) as f32;
    numbers[at::DEALT] = held.saturating_sub(known) as f32 / unseen;
    numbers[at::KNOWN] = known as f32 / held.max(1) as f32;
    numbers[at::FEWEST_HELD] = fewest as f32 * cards_scale(view);
    numbers[at::MEAN_HELD] = held as f32 / count * cards_scale(view);
    numbers[at::OWN_ZERO] = flag(table.zeros().contains(view.seat()));
    numbers[at::OTHER_ZEROS] = zeros as f32 / count;
}

/// The standing, which only matters where a total ends the game.
fn describe_match(view: &View, numbers: &mut [f32; GLOBALS]) {
    use globals as at;
    let table = view.table();
    let Some(end) = table.rules().end_score else {
        return;
    };
    let own = table.scores()[view.seat()];
    let others = || table.scores().iter().filter(|(seat, _)| *seat != view.seat());
    let fewest = others().map(|(_, &score)| score).min().unwrap_or(own);
    let most = others().map(|(_, &score)| score).max().unwrap_or(own);
    let mean = others().map(|(_, &score)| score as f32).sum::<f32>() / (table.players() - 1) as f32;
    let lead = |other: f32| ((other - own as f32) / USUAL_END).clamp(-1.0, 1.0);
    let total = |score: i32| (score as f32 / f32::from(end)).min(2.0);
    numbers[at::MATCH] = 1.0;
    numbers[at::OWN_TOTAL] = total(own);
    numbers[at::HIGHEST_TOTAL] = total(own.max(most));
    numbers[at::LEAD_ON_BEST] = lead(fewest as f32);
    numbers[at::LEAD_ON_MEAN] = lead(mean);
    numbers[at::LEAD_ON_WORST] = lead(most as f32);
}

/// A zero card goes nowhere and costs nothing.
fn describe_zero(situation: &Situation, scale: f32) -> [f32; FEATURES] {
    let mut numbers = [0.0; FEATURES];
    numbers[features::CARDS_LEFT] = situation.hand().len() as f32 * scale;
    numbers[features::SAFE] = 1.0;
    numbers[features::ZERO] = 1.0;
    numbers
}

#[inline]
fn describe_card(view: &View, situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
    use features as at;
    let outlook = situation.card(card);
    let mut numbers = [0.0; FEATURES];
    let cards = situation.hand().len() as f32;
    if let Some(place) = outlook.place {
        let row = situation.rows()[place % ROWS];
        numbers[at::PLACE + place % ROWS] = 1.0;
        numbers[at::COUNT + usize::from(row.count.max(1) - 1) % 5] = 1.0;
        numbers[at::BULLS] = f32::from(row.cost) / 10.0;
        numbers[at::TIGHT] = (1.0 - f32::from(outlook.gap_possible) / 3.0).max(0.0);
        numbers[at::GAP_SHARE] = outlook.gap_share;
    } else {
        numbers[at::PLACE + ROWS] = 1.0;
        numbers[at::BULLS] = f32::from(situation.cheapest()) / 10.0;
        numbers[at::LOW_UNSEEN] = outlook.gap_share;
    }
    let held = f32::from(u8::from(situation.hand().contains(card)));
    numbers[at::NUMBER] = f32::from(card.number()) / 104.0;
    numbers[at::CARD_BULLS] = view.table().rules().card_bulls(card) as f32 / 7.0;
    numbers[at::CARDS_LEFT] = cards * scale;
    numbers[at::UNSEEN_BELOW] = outlook.below_share;
    numbers[at::OWN_BELOW] = f32::from(outlook.own_below) * scale;
    numbers[at::OWN_ABOVE] = (cards - held - f32::from(outlook.own_below)) * scale;
    numbers[at::RISK] = outlook.risk / 10.0;
    numbers[at::SAFE] = flag(outlook.risk <= 0.0);
    numbers[at::GAP_UNSEEN] = f32::from(outlook.gap_possible) / 20.0;
    numbers[at::GAP_OWN] = f32::from(outlook.gap_own) * 2.0 * scale;
    numbers[at::DISTANCE] = f32::from(outlook.distance) / 30.0;
    numbers[at::FULL] = outlook.full;
    numbers[at::ROOM] = outlook.room;
    numbers[at::NEXT_UNSEEN] = f32::from(outlook.next_possible) / 20.0;
    numbers[at::NEXT_OWN] = f32::from(outlook.next_own) * 2.0 * scale;
    numbers[at::LOWEST] = outlook.lowest;
    numbers[at::LEFT] = flag(outlook.left);
    numbers[at::AHEAD] = f32::from(outlook.ahead) / 5.0;
    numbers[at::KNOWN] = f32::from(outlook.known) / 20.0;
    numbers
}

/// The second card of a turn, beside the first.
fn describe_second(view: &View, situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
    let mut numbers = describe_card(view, situation, card, scale);
    let first: CardSet = view.pending().into_iter().collect();
    describe_neighbours(situation.hand().union(first), card, &mut numbers);
    numbers
}

/// A card of the own share: the rows lie already, so it has a place among them.
fn describe_kept(view: &View, situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
    let mut numbers = describe_card(view, situation, card, scale);
    numbers[features::KEEP] = 1.0;
    describe_neighbours(situation.hand(), card, &mut numbers);
    describe_offer(view.aside(), card, &mut numbers);
    numbers
}

/// A card of a draft: there are no rows yet.
fn describe_pick(view: &View, situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
    use features as at;
    let mut numbers = [0.0; FEATURES];
    let hand = situation.hand();
    numbers[at::NUMBER] = f32::from(card.number()) / 104.0;
    numbers[at::CARD_BULLS] = view.table().rules().card_bulls(card) as f32 / 7.0;
    numbers[at::CARDS_LEFT] = hand.len() as f32 * scale;
    numbers[at::OWN_BELOW] = hand.below(card.number()).len() as f32 * scale;
    numbers[at::OWN_ABOVE] = hand.above(card.number()).len() as f32 * scale;
    numbers[at::PICK] = 1.0;
    describe_neighbours(hand, card, &mut numbers);
    describe_offer(view.table().pool(), card, &mut numbers);
    numbers
}

fn describe_neighbours(own: CardSet, card: Card, numbers: &mut [f32; FEATURES]) {
    let distance = |other: Option<Card>| {
        other.map_or(1.0, |other| {
            (f32::from(other.number().abs_diff(card.number())) / 30.0).min(1.0)
        })
    };
    numbers[features::NEAR_BELOW] = distance(own.below(card.number()).last());
    numbers[features::NEAR_ABOVE] = distance(own.above(card.number()).first());
}

fn describe_offer(offer: CardSet, card: Card, numbers: &mut [f32; FEATURES]) {
    numbers[features::OFFER_BELOW] = offer.below(card.number()).len() as f32 / 50.0;
    numbers[features::OFFER_ABOVE] = offer.above(card.number()).len() as f32 / 50.0;
}

fn describe_row(view: &View, situation: &Situation, row: RowIndex, scale: f32) -> [f32; FEATURES] {
    use features as at;
    let outlook = RowOutlook::new(view, situation, row);
    let end = outlook.row;
    let mut numbers = [0.0; FEATURES];
    numbers[at::PLACE + outlook.place % ROWS] = 1.0;
    numbers[at::COUNT + usize::from(end.count.max(1) - 1) % 5] = 1.0;
    numbers[at::BULLS] = f32::from(end.cost) / 10.0;
    if let Some(card) = outlook.start {
        numbers[at::NUMBER] = f32::from(card.number()) / 104.0;
        numbers[at::CARD_BULLS] = view.table().rules().card_bulls(card) as f32 / 7.0;
    }
    numbers[at::CARDS_LEFT] = situation.hand().len() as f32 * scale;
    numbers[at::ROW] = 1.0;
    numbers[at::EXTRA_BULLS] = f32::from(end.cost - situation.cheapest()) / 10.0;
    numbers[at::ROW_LAST] = f32::from(end.last) / 104.0;
    numbers[at::JOINING] = f32::from(outlook.joining) / 5.0;
    numbers[at::OTHERS_TAKE] = f32::from(outlook.others_take) / 20.0;
    numbers[at::OWN_LOW_AFTER] = f32::from(outlook.own_low) * scale;
    numbers[at::LEAST_RISK_AFTER] = outlook.least_risk / 10.0;
    numbers[at::MEAN_RISK_AFTER] = outlook.mean_risk / 10.0;
    numbers
}

#[cfg(test)]
mod tests;
