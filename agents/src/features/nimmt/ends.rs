//! The rows' ends, and which cards go where.

use hornox_env::nimmt::{CAPACITY, Card, CardSet, DECK_SIZE, ROWS, Row, RowIndex, Rules, Side, Sides};

/// A row as far as a card that joins it is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowEnd {
    /// Which row it is.
    pub row: RowIndex,
    /// The number of its first card.
    pub first: u8,
    /// The number of its last card.
    pub last: u8,
    /// How many cards it holds, 1 to 5; 0 before the rows are started.
    pub count: u8,
    /// What taking it costs: its bulls or, where taken rows go to the hand, the number of its cards.
    pub cost: u8,
}

impl RowEnd {
    pub(super) fn of(row: RowIndex, cards: &Row, rules: &Rules) -> Self {
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        Self {
            row,
            first: number(cards.first()),
            last: number(cards.last()),
            count: cards.len() as u8,
            cost: if rules.take_to_hand {
                cards.len() as u8
            } else {
                rules.row_bulls(cards) as u8
            },
        }
    }

    /// Puts a card on one of its ends, and gives what that takes.
    pub(super) fn push(&mut self, card: Card, rules: &Rules) -> u8 {
        if usize::from(self.count) == CAPACITY {
            return std::mem::replace(self, Self::start(self.row, card, rules)).cost;
        }
        self.first = self.first.min(card.number());
        self.last = self.last.max(card.number());
        self.count += 1;
        self.cost += card_cost(card, rules);
        0
    }

    /// The row that a card starts anew.
    pub(super) fn start(row: RowIndex, card: Card, rules: &Rules) -> Self {
        Self {
            row,
            first: card.number(),
            last: card.number(),
            count: 1,
            cost: card_cost(card, rules),
        }
    }
}

/// What a card adds to the cost of its row.
fn card_cost(card: Card, rules: &Rules) -> u8 {
    if rules.take_to_hand {
        1
    } else {
        rules.card_bulls(card) as u8
    }
}

/// The row that a card must go to and on which side, as [`hornox_env::nimmt::Rows::fit`] has it.
pub(super) fn fit(rows: &[RowEnd; ROWS], number: u8, sides: Sides) -> Option<(usize, Side)> {
    let right = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.last < number)
        .map(|(place, row)| (number - row.last, place))
        .min();
    let left = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.first > number && sides == Sides::Both)
        .map(|(place, row)| (row.first - number, place))
        .min();
    match (right, left) {
        (Some((distance, _)), Some((nearer, place))) if nearer < distance => Some((place, Side::Left)),
        (Some((_, place)), _) => Some((place, Side::Right)),
        (None, Some((_, place))) => Some((place, Side::Left)),
        (None, None) => None,
    }
}

/// Cards strictly between two numbers.
pub(super) const fn between(low: u8, high: u8) -> CardSet {
    CardSet::DECK.above(low).below(high)
}

/// Where both sides are played: the cards that go right and left of each row, and those that fit nowhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lands {
    pub(super) right: [CardSet; ROWS],
    pub(super) left: [CardSet; ROWS],
    pub(super) nowhere: CardSet,
}

impl Lands {
    pub(super) fn new(rows: &[RowEnd; ROWS]) -> Self {
        let mut lands = Self {
            right: [CardSet::EMPTY; ROWS],
            left: [CardSet::EMPTY; ROWS],
            nowhere: CardSet::EMPTY,
        };
        let mut ends = [0; 2 * ROWS + 1];
        for (pair, row) in ends.chunks_exact_mut(2).zip(rows) {
            pair.copy_from_slice(&[row.first, row.last]);
        }
        ends[2 * ROWS] = DECK_SIZE as u8 + 1;
        ends.sort_unstable();
        let mut low = 0;
        for high in ends {
            if high > low + 1 {
                lands.divide(rows, low, high);
            }
            low = low.max(high);
        }
        lands
    }

    /// Gives the cards between two neighbouring ends to the nearest: right of one row up to the middle, then left
    /// of the other.
    fn divide(&mut self, rows: &[RowEnd; ROWS], low: u8, high: u8) {
        let below = rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.count > 0 && row.last <= low);
        let above = rows.iter().enumerate().filter(|(_, row)| row.first >= high);
        let right = below.max_by_key(|(_, row)| row.last);
        let left = above.min_by_key(|(_, row)| row.first);
        let middle = match (right, left) {
            (Some((_, below)), Some((_, above))) => u8::midpoint(below.last, above.first),
            (Some(_), None) => high,
            (None, Some(_)) => low,
            (None, None) => {
                self.nowhere = self.nowhere.union(between(low, high));
                return;
            }
        };
        if let Some((place, _)) = right {
            self.right[place] = self.right[place].union(between(low, high.min(middle + 1)));
        }
        if let Some((place, _)) = left {
            self.left[place] = self.left[place].union(between(low.max(middle), high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ends: [(u8, u8); ROWS]) -> [RowEnd; ROWS] {
        let mut rows = RowIndex::ALL.map(|row| RowEnd {
            row,
            first: ends[row.index()].0,
            last: ends[row.index()].1,
            count: 2,
            cost: 2,
        });
        rows.sort_by_key(|row| row.last);
        rows
    }

    #[test]
    fn lands_are_where_cards_fit() {
        for ends in [
            [(13, 13), (23, 23), (60, 60), (80, 80)],
            [(30, 50), (60, 62), (1, 104), (40, 45)],
            [(1, 104), (2, 103), (3, 102), (50, 51)],
            [(1, 104), (2, 103), (3, 102), (4, 90)],
            [(5, 6), (7, 8), (9, 10), (11, 12)],
        ] {
            let rows = rows(ends);
            let lands = Lands::new(&rows);
            let taken = |number| {
                ends.iter()
                    .any(|&(first, last)| number == first || number == last)
            };
            for card in Card::DECK.into_iter().filter(|card| !taken(card.number())) {
                let right = lands.right.iter().position(|cards| cards.contains(card));
                let left = lands.left.iter().position(|cards| cards.contains(card));
                let expected = fit(&rows, card.number(), Sides::Both);
                let found = right
                    .map(|place| (place, Side::Right))
                    .or(left.map(|place| (place, Side::Left)));
                assert_eq!(found, expected, "{card} among {ends:?}");
                assert_eq!(lands.nowhere.contains(card), expected.is_none());
                assert!(right.is_none() || left.is_none());
            }
        }
    }
}
