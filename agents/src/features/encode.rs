//! Views and legal actions as the inputs of a network that scores described actions.

use hornox_env::ActionSet;
use hornox_env::nimmt::{Action, Card, Phase, ROWS, RowIndex, View};

use super::layout::{FEATURES, GLOBALS, features, globals};
use super::{RowOutlook, Situation};

/// The total that ends the published game: the scale of leads.
const USUAL_END: f32 = 66.0;

/// Appends the [`GLOBALS`] numbers of the situation to `globals` and, for each legal action ascending by id,
/// its [`FEATURES`] numbers to `actions`. Almost all lie between −1 and 2. The meanings are in
/// [`layout`](super::layout).
pub fn encode(view: &View, legal: ActionSet<Action>, globals: &mut Vec<f32>, actions: &mut Vec<f32>) {
    let situation = Situation::new(view);
    globals.extend_from_slice(&describe_situation(view, &situation));
    actions.reserve(legal.len() * FEATURES);
    let scale = cards_scale(view);
    for action in legal.iter() {
        let numbers = match action {
            Action::Zero => describe_zero(&situation, scale),
            Action::Card(card) => describe_card(&situation, card, scale),
            Action::Row(row) => describe_row(view, &situation, row, scale),
        };
        actions.extend_from_slice(&numbers);
    }
}

/// What numbers of own cards are multiplied with.
fn cards_scale(view: &View) -> f32 {
    1.0 / f32::from(view.table().rules().hand_size.max(10))
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn describe_situation(view: &View, situation: &Situation) -> [f32; GLOBALS] {
    use globals as at;
    let mut numbers = [0.0; GLOBALS];
    let cards = situation.hand().len() as f32;
    let own_share = |count: u8| f32::from(count) / cards.max(1.0);
    for (place, row) in situation.rows().iter().enumerate() {
        let (unseen, own) = situation.after_row(place);
        numbers[at::ROW_LAST + place] = f32::from(row.last) / 104.0;
        numbers[at::ROW_COUNT + place] = f32::from(row.count) / 5.0;
        numbers[at::ROW_BULLS + place] = f32::from(row.bulls) / 10.0;
        numbers[at::ROW_UNSEEN + place] = situation.share(unseen);
        numbers[at::ROW_OWN + place] = own_share(own);
    }
    let (unseen, own) = situation.below_all();
    let players = situation.others() + 1;
    numbers[at::LOW_UNSEEN] = situation.share(unseen);
    numbers[at::LOW_OWN] = own_share(own);
    numbers[at::CARDS_LEFT] = cards * cards_scale(view);
    numbers[at::CHEAPEST] = f32::from(situation.cheapest()) / 10.0;
    numbers[at::SEATS] = players as f32 / 10.0;
    numbers[at::DEALT] = situation.others() as f32 * cards / f32::from(situation.unseen().max(1));
    numbers[at::SEAT_COUNT + players - 2] = 1.0;
    numbers[at::CHOOSE] = flag(view.table().phase() == Phase::Choose);
    numbers[at::TAKE_ROW] = flag(view.table().phase() == Phase::TakeRow(view.seat()));
    describe_match(view, &mut numbers);
    numbers
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
    numbers
}

#[inline]
fn describe_card(situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
    use features as at;
    let outlook = situation.card(card);
    let mut numbers = [0.0; FEATURES];
    let cards = situation.hand().len() as f32;
    let unseen_below = situation.share(outlook.unseen_below);
    if let Some(place) = outlook.place {
        let row = situation.rows()[place % ROWS];
        numbers[at::PLACE + place % ROWS] = 1.0;
        numbers[at::COUNT + usize::from(row.count - 1) % 5] = 1.0;
        numbers[at::BULLS] = f32::from(row.bulls) / 10.0;
        numbers[at::TIGHT] = (1.0 - f32::from(outlook.gap_unseen) / 3.0).max(0.0);
    } else {
        numbers[at::PLACE + ROWS] = 1.0;
        numbers[at::BULLS] = f32::from(situation.cheapest()) / 10.0;
        numbers[at::LOW_UNSEEN] = unseen_below;
    }
    numbers[at::NUMBER] = f32::from(card.number()) / 104.0;
    numbers[at::CARD_BULLS] = f32::from(card.bulls()) / 7.0;
    numbers[at::CARDS_LEFT] = cards * scale;
    numbers[at::UNSEEN_BELOW] = unseen_below;
    numbers[at::OWN_BELOW] = f32::from(outlook.own_below) * scale;
    numbers[at::OWN_ABOVE] = (cards - 1.0 - f32::from(outlook.own_below)) * scale;
    numbers[at::RISK] = outlook.risk / 10.0;
    numbers[at::SAFE] = flag(outlook.risk <= 0.0);
    numbers[at::GAP_UNSEEN] = f32::from(outlook.gap_unseen) / 20.0;
    numbers[at::GAP_SHARE] = situation.share(outlook.gap_unseen);
    numbers[at::GAP_OWN] = f32::from(outlook.gap_own) / 5.0;
    numbers[at::DISTANCE] = f32::from(outlook.distance) / 30.0;
    numbers[at::FULL] = outlook.full;
    numbers[at::ROOM] = outlook.room;
    numbers[at::NEXT_UNSEEN] = f32::from(outlook.next_unseen) / 20.0;
    numbers[at::NEXT_OWN] = f32::from(outlook.next_own) / 5.0;
    numbers[at::LOWEST] = outlook.lowest;
    numbers
}

fn describe_row(view: &View, situation: &Situation, row: RowIndex, scale: f32) -> [f32; FEATURES] {
    use features as at;
    let outlook = RowOutlook::new(view, situation, row);
    let end = outlook.row;
    let mut numbers = [0.0; FEATURES];
    numbers[at::PLACE + outlook.place % ROWS] = 1.0;
    numbers[at::COUNT + usize::from(end.count.max(1) - 1) % 5] = 1.0;
    numbers[at::BULLS] = f32::from(end.bulls) / 10.0;
    if let Some(card) = outlook.start {
        numbers[at::NUMBER] = f32::from(card.number()) / 104.0;
        numbers[at::CARD_BULLS] = f32::from(card.bulls()) / 7.0;
    }
    numbers[at::CARDS_LEFT] = situation.hand().len() as f32 * scale;
    numbers[at::ROW] = 1.0;
    numbers[at::EXTRA_BULLS] = f32::from(end.bulls - situation.cheapest()) / 10.0;
    numbers[at::ROW_LAST] = f32::from(end.last) / 104.0;
    numbers[at::JOINING] = f32::from(outlook.joining) / 5.0;
    numbers[at::OTHERS_TAKE] = f32::from(outlook.others_take) / 20.0;
    numbers[at::OWN_LOW_AFTER] = f32::from(outlook.own_low) * scale;
    numbers[at::LEAST_RISK_AFTER] = outlook.least_risk / 10.0;
    numbers[at::MEAN_RISK_AFTER] = outlook.mean_risk / 10.0;
    numbers
}
