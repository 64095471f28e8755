//! The other seats' hands and the cards that they play at the same time.

use hornox_env::nimmt::{Action, CAPACITY, CardSet, DECK_SIZE, Nimmt, Phase, ROWS, RowIndex};
use hornox_env::{ActionSet, Seat};

use super::ends::{RowEnd, between};
use crate::features::layout::flag;
use crate::features::oversee::Oversee;

/// Below the lowest row, then behind each row.
const GAPS: usize = ROWS + 1;
const GLOBALS: usize = 3 * GAPS + 3 * ROWS;
const FEATURES: usize = 10;

impl Oversee for Nimmt {
    const SEEN_GLOBALS: usize = GLOBALS;
    const SEEN_FEATURES: usize = FEATURES;

    fn oversee(
        &self,
        seat: Seat,
        joint: &[(Seat, Action)],
        legal: ActionSet<Action>,
        globals: &mut Vec<f32>,
        actions: &mut Vec<f32>,
    ) {
        let scene = Scene::new(self, seat, joint);
        globals.extend_from_slice(&scene.globals());
        for action in legal.iter() {
            let numbers = match action {
                Action::Card(card) => scene.card(card.number()),
                Action::Row(_) | Action::Zero => [0.0; FEATURES],
            };
            actions.extend_from_slice(&numbers);
        }
    }
}

/// What is on the table and in the other hands.
struct Scene<'a> {
    game: &'a Nimmt,
    /// By last card.
    rows: [RowEnd; ROWS],
    /// What others keep after this turn.
    held: [CardSet; 10],
    others: usize,
    /// What they play now.
    chosen: CardSet,
}

impl<'a> Scene<'a> {
    fn new(game: &'a Nimmt, seat: Seat, joint: &[(Seat, Action)]) -> Self {
        let table = game.table();
        let mut rows = RowIndex::ALL.map(|row| RowEnd::of(row, table.rows().get(row), table.rules()));
        rows.sort_unstable_by_key(|row| row.last);
        let mut chosen = CardSet::EMPTY;
        if table.phase() == Phase::Choose {
            for &(other, action) in joint {
                if let Action::Card(card) = action
                    && other != seat
                {
                    chosen.insert(card);
                }
            }
        }
        let mut held = [CardSet::EMPTY; 10];
        let hands = game.hands().iter().filter(|(other, _)| *other != seat);
        for (own, (_, hand)) in held.iter_mut().zip(hands) {
            *own = hand.without(chosen);
        }
        Self {
            game,
            rows,
            held,
            others: table.players() - 1,
            chosen,
        }
    }

    fn held(&self) -> &[CardSet] {
        &self.held[..self.others.min(self.held.len())]
    }

    /// The cards that go behind a row; gap 0 is below all.
    fn gap(&self, gap: usize) -> CardSet {
        let low = gap.checked_sub(1).map_or(0, |place| self.rows[place].last);
        let high = self.rows.get(gap).map_or(DECK_SIZE as u8 + 1, |row| row.last);
        between(low, high)
    }

    fn share(&self, count: usize) -> f32 {
        count as f32 / self.others as f32
    }

    fn globals(&self) -> [f32; GLOBALS] {
        let mut numbers = [0.0; GLOBALS];
        for gap in 0..GAPS {
            let cards = self.gap(gap);
            let having = self.held().iter().filter(|hand| !hand.is_disjoint(cards)).count();
            let count: usize = self
                .held()
                .iter()
                .map(|hand| hand.intersection(cards).len())
                .sum();
            let coming = self.chosen.intersection(cards);
            numbers[gap] = count as f32 / 10.0;
            numbers[GAPS + gap] = self.share(having);
            numbers[2 * GAPS + gap] = self.share(coming.len());
            let Some(place) = gap.checked_sub(1) else {
                continue;
            };
            let row = self.rows[place];
            let count = usize::from(row.count) + coming.len();
            let last = coming.last().map_or(row.last, |card| card.number());
            numbers[3 * GAPS + place] = flag(count > CAPACITY);
            numbers[3 * GAPS + ROWS + place] = f32::from(last) / 104.0;
            let count = if count > CAPACITY { count - CAPACITY } else { count };
            numbers[3 * GAPS + 2 * ROWS + place] = count as f32 / 5.0;
        }
        numbers
    }

    fn card(&self, number: u8) -> [f32; FEATURES] {
        let place = self.rows.iter().rposition(|row| row.last < number);
        let (low, high) = (
            place.map_or(0, |place| self.rows[place].last),
            self.rows
                .get(place.map_or(0, |place| place + 1))
                .map_or(DECK_SIZE as u8 + 1, |row| row.last),
        );
        let (before, behind) = (between(low, number), between(number, high));
        let ahead = self.chosen.intersection(before);
        let mut numbers = [0.0; FEATURES];
        numbers[0] = self.share(ahead.len());
        numbers[1] = self.share(self.chosen.intersection(behind).len());
        let room;
        if let Some(place) = place {
            let row = self.rows[place];
            room = CAPACITY - usize::from(row.count).min(CAPACITY);
            let bulls: u32 = ahead
                .iter()
                .map(|card| self.game.table().rules().card_bulls(card))
                .sum();
            let takes = ahead.len() == room;
            numbers[2] = flag(takes);
            numbers[3] = flag(takes) * (f32::from(row.cost) + bulls as f32) / 10.0;
            numbers[4] = flag(ahead.len() > room);
        } else {
            room = 1;
            let cheapest = self.rows.iter().map(|row| row.cost).min().unwrap_or(0);
            let takes = ahead.is_empty();
            numbers[2] = flag(takes);
            numbers[3] = flag(takes) * f32::from(cheapest) / 10.0;
        }
        let (mut count, mut having, mut expected, mut later) = (0, 0, 0.0, 0);
        // The chances that so many of the others would play a card before this one, the last one of all above.
        let mut chances = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for hand in self.held() {
            let own = hand.intersection(before).len();
            later += hand.intersection(behind).len();
            if own == 0 {
                continue;
            }
            count += own;
            having += 1;
            let share = own as f32 / hand.len() as f32;
            expected += share;
            for more in (1..chances.len()).rev() {
                chances[more] = chances[more] * (1.0 - share) + chances[more - 1] * share;
            }
            chances[0] *= 1.0 - share;
        }
        numbers[5] = count as f32 / 10.0;
        numbers[6] = self.share(having);
        numbers[7] = expected / 2.0;
        numbers[8] = later as f32 / 10.0;
        numbers[9] = (1.0 - chances[..room].iter().sum::<f32>()).max(0.0);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornox_env::nimmt::{Preset, Rules};
    use hornox_env::{Game as _, Turn, agent_rng, deal_rng};
    use rand::RngExt;

    /// Where no other low card changes the rows, what an action is said to take is what it does take.
    #[test]
    fn what_cards_take_is_what_they_are_said_to() {
        let rules = Rules::check(*Preset::Bench.rules()).unwrap();
        let (mut looked_at, mut taken) = (0, 0);
        for number in 0..200 {
            let mut rng = agent_rng(1, number, Seat::default());
            let mut game = Nimmt::new(&rules);
            game.deal(&game.sample_deal(&mut deal_rng(1, number, 0))).unwrap();
            while let Turn::Act(seats) = game.turn() {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let legal = game.legal(seat);
                    let place = rng.random_range(0..legal.len() as u32) as usize;
                    joint.push((seat, legal.nth(place).unwrap(), place));
                }
                let played: Vec<_> = joint.iter().map(|&(seat, action, _)| (seat, action)).collect();
                let before = game.clone();
                game.play(&played, &mut ()).unwrap();
                for (seat, _, place) in joint {
                    let (mut globals, mut actions) = (Vec::new(), Vec::new());
                    before.oversee(seat, &played, before.legal(seat), &mut globals, &mut actions);
                    assert_eq!(globals.len(), GLOBALS);
                    assert_eq!(actions.len(), before.legal(seat).len() * FEATURES);
                    if globals[2 * GAPS] > 0.0 {
                        continue;
                    }
                    let said = actions[place * FEATURES + 3] * 10.0;
                    let took = game.scores()[seat] - before.scores()[seat];
                    assert!((said - took as f32).abs() < 1e-4, "{before}: {seat:?} {said} {took}");
                    looked_at += 1;
                    taken += i32::from(took > 0);
                }
            }
        }
        assert!(looked_at > 3000 && taken > 300, "{looked_at} {taken}");
    }
}
