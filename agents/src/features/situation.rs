//! The rows, the hand and the unseen cards, counted once for a decision.

use hornox_env::nimmt::{CAPACITY, Card, CardSet, ROWS, Row, RowIndex, Rules, View};

use super::chances;

/// What `risk` reckons for each card that others must add before a row is full, in bulls.
const BULLS_OF_AN_UNKNOWN_CARD: f32 = 1.7;
/// What `risk` reckons for a low card that somebody undercuts, in bulls.
const BULLS_WHEN_UNDERCUT: f32 = 0.3;

/// A row as far as a card that joins it is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowEnd {
    /// Which row it is.
    pub row: RowIndex,
    /// The number of its last card.
    pub last: u8,
    /// How many cards it holds, 1 to 5.
    pub count: u8,
    /// What its cards cost.
    pub bulls: u8,
}

impl RowEnd {
    fn of(row: RowIndex, cards: &Row, rules: &Rules) -> Self {
        Self {
            row,
            last: cards.last().map_or(0, Card::number),
            count: cards.len() as u8,
            bulls: rules.row_bulls(cards) as u8,
        }
    }
}

/// What a seat can count: the rows by last card, and how many unseen and own cards lie between them.
#[derive(Clone, Debug)]
pub struct Situation {
    rows: [RowEnd; ROWS],
    hand: CardSet,
    unseen: CardSet,
    others: usize,
    cheapest: u8,
    /// Below each row's end; then all.
    unseen_below: [u8; ROWS + 1],
    hand_below: [u8; ROWS + 1],
}

/// Where a card would go if it were placed now, and what it may cost there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardOutlook {
    /// The row it fits, as a place among the rows ascending by last card; none where it is below all.
    pub place: Option<usize>,
    /// How many unseen cards are lower.
    pub unseen_below: u8,
    /// How many own cards are lower.
    pub own_below: u8,
    /// How many unseen cards would come between the row's end and it. 0 where it fits nowhere.
    pub gap_unseen: u8,
    /// How many own cards would. 0 where it fits nowhere.
    pub gap_own: u8,
    /// How far it is above the row's end. 0 where it fits nowhere.
    pub distance: u8,
    /// How many unseen cards lie between it and the next row's end (or the deck's).
    pub next_unseen: u8,
    /// How many own cards do.
    pub next_own: u8,
    /// The chance that the others fill the row exactly, so that this card is the sixth, if each plays an unseen
    /// card at random. 0 where it fits nowhere.
    pub full: f32,
    /// The chance that they leave a place. 0 where it fits nowhere.
    pub room: f32,
    /// The chance that nobody plays a lower card. 0 where it fits a row.
    pub lowest: f32,
    /// The one-step expected cost in bulls: see [`Situation::card`].
    pub risk: f32,
}

impl Situation {
    /// Counts what a view shows.
    pub fn new(view: &View) -> Self {
        let table = view.table();
        let rows = RowIndex::ALL.map(|row| RowEnd::of(row, table.rows().get(row), table.rules()));
        Self::with_rows(rows, view.hand(), view.unseen(), table.players() - 1)
    }

    /// The same hand among other rows.
    pub(super) fn among(&self, rows: [RowEnd; ROWS]) -> Self {
        Self::with_rows(rows, self.hand, self.unseen, self.others)
    }

    fn with_rows(mut rows: [RowEnd; ROWS], hand: CardSet, unseen: CardSet, others: usize) -> Self {
        for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if rows[low].last > rows[high].last {
                rows.swap(low, high);
            }
        }
        let counts = |cards: CardSet| {
            let [first, second, third, fourth] = rows.map(|row| cards.below(row.last).len() as u8);
            [first, second, third, fourth, cards.len() as u8]
        };
        let [first, second, third, fourth] = rows.map(|row| row.bulls);
        Self {
            rows,
            hand,
            unseen,
            others,
            cheapest: first.min(second).min(third.min(fourth)),
            unseen_below: counts(unseen),
            hand_below: counts(hand),
        }
    }

    /// The rows, ascending by last card.
    pub const fn rows(&self) -> &[RowEnd; ROWS] {
        &self.rows
    }

    /// The own hand.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// How many other seats there are, 1 to 9.
    pub const fn others(&self) -> usize {
        self.others
    }

    /// How many cards are unseen.
    pub const fn unseen(&self) -> u8 {
        self.unseen_below[ROWS]
    }

    /// Bulls of the cheapest row.
    pub const fn cheapest(&self) -> u8 {
        self.cheapest
    }

    /// How many unseen and own cards lie between the end of the row at `place` and the next end (or the deck's).
    pub(super) fn after_row(&self, place: usize) -> (u8, u8) {
        (
            self.unseen_below[place + 1] - self.unseen_below[place],
            self.hand_below[place + 1] - self.hand_below[place],
        )
    }

    /// How many unseen and own cards are below every row.
    pub(super) const fn below_all(&self) -> (u8, u8) {
        (self.unseen_below[0], self.hand_below[0])
    }

    /// `count` unseen cards as a share of all, 0 where there are none.
    #[inline]
    pub(super) fn share(&self, count: u8) -> f32 {
        f32::from(count) / f32::from(self.unseen().max(1))
    }

    /// What becomes of an own card.
    ///
    /// Its risk is the one-step expected cost if each of the others plays an unseen card at random,
    /// independently. The row has room for `slots = 5 − count` cards before one takes it: with fewer unseen
    /// cards in the gap or fewer other seats than that, the risk is 0; else it is the chance that exactly
    /// `slots` of the others play into the gap, times the row's bulls and 1.7 for each of their cards. A card
    /// that fits nowhere costs the cheapest row's bulls if nobody plays a lower one, and else 0.3.
    #[inline]
    pub fn card(&self, card: Card) -> CardOutlook {
        let number = card.number();
        let unseen_below = self.unseen.below(number).len() as u8;
        let own_below = self.hand.below(number).len() as u8;
        let next = self.rows.iter().filter(|row| row.last < number).count();
        // The card itself lies below the next end.
        let next_own = self.hand_below[next] - own_below - u8::from(self.hand.contains(card));
        let next_unseen = self.unseen_below[next] - unseen_below;
        let base = CardOutlook {
            place: None,
            unseen_below,
            own_below,
            gap_unseen: 0,
            gap_own: 0,
            distance: 0,
            next_unseen,
            next_own,
            full: 0.0,
            room: 0.0,
            lowest: 0.0,
            risk: 0.0,
        };
        let Some(place) = next.checked_sub(1) else {
            let lowest = chances::none(self.others, self.share(unseen_below));
            let risk = f32::from(self.cheapest) * lowest + BULLS_WHEN_UNDERCUT * (1.0 - lowest);
            return CardOutlook { lowest, risk, ..base };
        };
        let row = self.rows[place];
        let gap_unseen = unseen_below - self.unseen_below[place];
        let slots = CAPACITY - usize::from(row.count);
        let (full, room) = chances::exactly_and_fewer(slots, self.others, self.share(gap_unseen));
        let risk = if slots > usize::from(gap_unseen) || slots > self.others {
            0.0
        } else {
            full * (f32::from(row.bulls) + BULLS_OF_AN_UNKNOWN_CARD * slots as f32)
        };
        CardOutlook {
            place: Some(place),
            gap_unseen,
            gap_own: own_below - self.hand_below[place],
            distance: number - row.last,
            full,
            room,
            risk,
            ..base
        }
    }
}
