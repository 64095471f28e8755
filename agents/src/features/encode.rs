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
            Action::Card(card) => describe_card(view, &situation, card, scale),
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
fn describe_card(view: &View, situation: &Situation, card: Card, scale: f32) -> [f32; FEATURES] {
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
    numbers[at::CARD_BULLS] = view.table().rules().card_bulls(card) as f32 / 7.0;
    numbers[at::CARDS_LEFT] = cards * scale;
    numbers[at::UNSEEN_BELOW] = unseen_below;
    numbers[at::OWN_BELOW] = f32::from(outlook.own_below) * scale;
    numbers[at::OWN_ABOVE] = (cards - 1.0 - f32::from(outlook.own_below)) * scale;
    numbers[at::RISK] = outlook.risk / 10.0;
    numbers[at::SAFE] = flag(outlook.risk <= 0.0);
    numbers[at::GAP_UNSEEN] = f32::from(outlook.gap_unseen) / 20.0;
    numbers[at::GAP_SHARE] = situation.share(outlook.gap_unseen);
    numbers[at::GAP_OWN] = f32::from(outlook.gap_own) * 2.0 * scale;
    numbers[at::DISTANCE] = f32::from(outlook.distance) / 30.0;
    numbers[at::FULL] = outlook.full;
    numbers[at::ROOM] = outlook.room;
    numbers[at::NEXT_UNSEEN] = f32::from(outlook.next_unseen) / 20.0;
    numbers[at::NEXT_OWN] = f32::from(outlook.next_own) * 2.0 * scale;
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
        numbers[at::CARD_BULLS] = view.table().rules().card_bulls(card) as f32 / 7.0;
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

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Deal, Nimmt, Preset, RuleFields, Rules};
    use hornox_env::{Game, Seat, SeatMap};

    use super::super::layout::{features_layout, globals_layout};
    use super::*;

    fn card(number: u8) -> Card {
        Card::new(number).unwrap()
    }

    /// Two seats; rows end at 10, 20, 55 and 40, and seat 0 holds 5, 25 and 60.
    fn position(end_score: Option<u16>) -> Nimmt {
        let rules = RuleFields {
            players: 2,
            hand_size: 3,
            end_score,
            end_when: end_score.map(|_| hornox_env::nimmt::EndWhen::AtLeast),
            ..*Preset::Round.rules()
        };
        let mut game = Nimmt::new(&Rules::check(rules).unwrap());
        let hands = [[5, 25, 60], [3, 26, 104]].map(|hand| hand.map(card).into_iter().collect());
        game.deal(&Deal {
            rows: [10, 20, 55, 40].map(card),
            hands: SeatMap::from_slice(&hands).unwrap(),
        })
        .unwrap();
        game
    }

    fn encoded(game: &Nimmt, seat: Seat) -> (Vec<f32>, Vec<Vec<f32>>) {
        let view = game.view(seat);
        let (mut globals, mut actions) = (Vec::new(), Vec::new());
        encode(&view, view.legal(), &mut globals, &mut actions);
        (globals, actions.chunks(FEATURES).map(<[f32]>::to_vec).collect())
    }

    fn close(left: &[f32], right: &[f32]) {
        let equal = left
            .iter()
            .zip(right)
            .all(|(left, right)| (left - right).abs() < 1e-6);
        assert!(left.len() == right.len() && equal, "{left:?} is not {right:?}");
    }

    #[test]
    fn the_situation_is_where_the_layout_says() {
        let (numbers, _) = encoded(&position(None), Seat::default());
        let span = |name| &numbers[globals_layout().span(name).unwrap().range()];
        assert_eq!(numbers.len(), GLOBALS);
        close(
            span("row_last"),
            &[10.0, 20.0, 40.0, 55.0].map(|last| last / 104.0),
        );
        close(span("row_count"), &[0.2; 4]);
        close(span("row_bulls"), &[0.3, 0.3, 0.3, 0.7]);
        // 104 cards but for 4 rows and 3 in hand: 97.
        close(
            span("row_unseen"),
            &[9.0, 18.0, 14.0, 48.0].map(|count| count / 97.0),
        );
        close(span("row_own"), &[0.0, 1.0, 0.0, 1.0].map(|count| count / 3.0));
        close(span("low_unseen"), &[8.0 / 97.0]);
        close(span("dealt"), &[3.0 / 97.0]);
        close(span("seat_count"), &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        close(span("choose"), &[1.0]);
        close(span("match"), &[0.0]);
    }

    #[test]
    fn cards_are_where_the_layout_says() {
        let (_, actions) = encoded(&position(None), Seat::default());
        let span = |action: usize, name| &actions[action][features_layout().span(name).unwrap().range()];
        close(span(0, "place"), &[0.0, 0.0, 0.0, 0.0, 1.0]);
        close(span(0, "count"), &[0.0; 5]);
        close(span(0, "low_unseen"), &[4.0 / 97.0]);
        close(span(0, "lowest"), &[93.0 / 97.0]);
        close(span(0, "risk"), &[(3.0 * 93.0 / 97.0 + 0.3 * 4.0 / 97.0) / 10.0]);
        close(span(1, "place"), &[0.0, 1.0, 0.0, 0.0, 0.0]);
        close(span(1, "count"), &[1.0, 0.0, 0.0, 0.0, 0.0]);
        close(span(1, "gap_unseen"), &[4.0 / 20.0]);
        close(span(1, "next_unseen"), &[14.0 / 20.0]);
        close(span(1, "distance"), &[5.0 / 30.0]);
        close(span(1, "safe"), &[1.0]);
        close(span(1, "room"), &[1.0]);
        close(span(2, "place"), &[0.0, 0.0, 0.0, 1.0, 0.0]);
        close(span(2, "own_below"), &[0.2]);
        close(span(2, "card_bulls"), &[3.0 / 7.0]);
    }

    #[test]
    fn rows_are_where_the_layout_says() {
        let mut game = position(Some(66));
        let seats = [0, 1].map(|index| Seat::new(index).unwrap());
        let cards = [5, 26].map(|number| Action::Card(card(number)));
        game.play(&[(seats[0], cards[0]), (seats[1], cards[1])], &mut ())
            .unwrap();
        let (numbers, actions) = encoded(&game, seats[0]);
        assert_eq!(actions.len(), 4);
        let global = |name| &numbers[globals_layout().span(name).unwrap().range()];
        let span = |action: usize, name| &actions[action][features_layout().span(name).unwrap().range()];
        close(global("take_row"), &[1.0]);
        close(global("match"), &[1.0]);
        // Row 2 ends with 55, the highest.
        close(span(2, "place"), &[0.0, 0.0, 0.0, 1.0, 0.0]);
        close(span(2, "extra_bulls"), &[0.4]);
        close(span(2, "row_last"), &[55.0 / 104.0]);
        close(span(2, "number"), &[5.0 / 104.0]);
        close(span(2, "joining"), &[0.0]);
        // Without row 1, which ends with 20, card 26 goes behind 10.
        close(span(1, "joining"), &[0.0]);
        close(span(1, "row"), &[1.0]);
        close(span(1, "own_low_after"), &[0.0]);
    }
}
