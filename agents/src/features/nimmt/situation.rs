//! The rows, the hand and what others may play, counted once for a decision.

use hornox_env::nimmt::{CAPACITY, Card, CardSet, DECK_SIZE, Phase, ROWS, RowIndex, Side, Sides, View};

use super::chances;
use super::crowd::Crowd;
use super::ends::{Lands, RowEnd, between};

/// What `risk` reckons for each card that others must add before a row is full, in bulls.
const BULLS_OF_AN_UNKNOWN_CARD: f32 = 1.7;
/// What `risk` reckons for a card that others keep from where it should have gone, in bulls.
const BULLS_WHEN_UNDERCUT: f32 = 0.3;

/// What a seat can count: the rows by last card, and how many possible and own cards lie between them. A card is
/// possible that another seat may hold.
#[derive(Clone, Debug)]
pub struct Situation {
    rows: [RowEnd; ROWS],
    /// Where both sides are played.
    lands: Option<Lands>,
    hand: CardSet,
    crowd: Crowd,
    /// Cards that are sure to be placed this turn beside the own one.
    ahead: CardSet,
    others: usize,
    cheapest: u8,
    /// What a card that others add to a row will cost.
    unknown: f32,
    /// Below each row's end; then all.
    possible_below: [u8; ROWS + 1],
    hand_below: [u8; ROWS + 1],
}

/// Where a card would go if it were placed now, and what it may cost there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardOutlook {
    /// The row it fits, as a place among the rows ascending by last card; none where it fits nowhere.
    pub place: Option<usize>,
    /// Whether it goes left of that row.
    pub left: bool,
    /// The chance that a seat plays a lower card.
    pub below_share: f32,
    /// How many own cards are lower.
    pub own_below: u8,
    /// How many possible cards would come to its row before it: its gap. 0 where it fits nowhere.
    pub gap_possible: u8,
    /// The chance that a seat plays one of them. Where it fits nowhere: a lower card that does not either.
    pub gap_share: f32,
    /// How many own cards are in the gap. 0 where it fits nowhere.
    pub gap_own: u8,
    /// How many cards of the gap are sure to come: revealed, or the own other card of the turn.
    pub ahead: u8,
    /// How many cards of the gap others are known to hold.
    pub known: u8,
    /// How far it is from the row's end. 0 where it fits nowhere.
    pub distance: u8,
    /// How many possible cards would come to the same place after it.
    pub next_possible: u8,
    /// How many own cards would.
    pub next_own: u8,
    /// The chance that it takes the row it fits, if each of the others plays at random. 0 where it fits nowhere.
    pub full: f32,
    /// The chance that it joins that row and takes nothing. 0 where it fits nowhere.
    pub room: f32,
    /// The chance that nobody plays a lower card that fits nowhere. 0 where it fits a row.
    pub lowest: f32,
    /// The one-step expected cost in bulls: see [`Situation::card`].
    pub risk: f32,
}

/// Where a card goes, with the cards around it counted.
#[derive(Clone, Copy)]
struct Spot {
    place: Option<usize>,
    left: bool,
    gap_possible: u8,
    gap_own: u8,
    next_possible: u8,
    next_own: u8,
}

impl Situation {
    /// Counts what a view shows.
    pub fn new(view: &View) -> Self {
        let table = view.table();
        let rules = table.rules();
        let rows = RowIndex::ALL.map(|row| RowEnd::of(row, table.rows().get(row), rules));
        let ahead = match table.phase() {
            Phase::Choose => table.waiting_cards(),
            Phase::ChooseSecond => view.pending().into_iter().collect(),
            Phase::Deal | Phase::Draft | Phase::Keep | Phase::TakeRow(_) | Phase::Over { .. } => {
                CardSet::EMPTY
            }
        };
        let unknown = if rules.take_to_hand {
            1.0
        } else {
            BULLS_OF_AN_UNKNOWN_CARD
        };
        Self {
            rows,
            lands: (rules.sides == Sides::Both).then(|| Lands::new(&rows)),
            hand: view.hand(),
            crowd: Crowd::new(view),
            ahead,
            others: table.players() - 1,
            cheapest: 0,
            unknown,
            possible_below: [0; ROWS + 1],
            hand_below: [0; ROWS + 1],
        }
        .counted()
    }

    /// Another hand among other rows.
    pub(super) fn among(&self, rows: [RowEnd; ROWS], hand: CardSet) -> Self {
        Self {
            rows,
            hand,
            ..self.clone()
        }
        .counted()
    }

    /// Brings the rows into order and counts the cards between them.
    fn counted(mut self) -> Self {
        let rows = &mut self.rows;
        for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if rows[low].last > rows[high].last {
                rows.swap(low, high);
            }
        }
        let rows = self.rows;
        let counts = |cards: CardSet| {
            let [first, second, third, fourth] = rows.map(|row| cards.below(row.last).len() as u8);
            [first, second, third, fourth, cards.len() as u8]
        };
        let [first, second, third, fourth] = rows.map(|row| row.cost);
        self.cheapest = first.min(second).min(third.min(fourth));
        self.possible_below = counts(self.crowd.possible());
        self.hand_below = counts(self.hand);
        if self.lands.is_some() {
            self.lands = Some(Lands::new(&self.rows));
        }
        self
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

    /// The cards nobody has shown.
    pub const fn unseen(&self) -> CardSet {
        self.crowd.unseen()
    }

    /// How many cards the others are still to choose this turn; where a row is taken, in the next.
    pub const fn to_come(&self) -> usize {
        self.crowd.trials()
    }

    /// Cards that are sure to be placed this turn beside the own one that is chosen.
    pub const fn ahead(&self) -> CardSet {
        self.ahead
    }

    /// What the cheapest row costs.
    pub const fn cheapest(&self) -> u8 {
        self.cheapest
    }

    /// The chance that a seat plays, and how many own cards there are, right of the row at `place`.
    pub(super) fn right_of(&self, place: usize) -> (f32, u8) {
        if let Some(lands) = &self.lands {
            return self.within(lands.right[place]);
        }
        let count = self.possible_below[place + 1] - self.possible_below[place];
        let own = self.hand_below[place + 1] - self.hand_below[place];
        (self.crowd.share(count, || self.right_land(place)), own)
    }

    /// The same left of the row, where both sides are played.
    pub(super) fn left_of(&self, place: usize) -> (f32, u8) {
        self.lands
            .as_ref()
            .map_or((0.0, 0), |lands| self.within(lands.left[place]))
    }

    /// The same of cards that fit nowhere.
    pub(super) fn nowhere(&self) -> (f32, u8) {
        if let Some(lands) = &self.lands {
            return self.within(lands.nowhere);
        }
        let low = || between(0, self.rows[0].last);
        (self.crowd.share(self.possible_below[0], low), self.hand_below[0])
    }

    fn within(&self, cards: CardSet) -> (f32, u8) {
        let count = self.crowd.possible().intersection(cards).len() as u8;
        (
            self.crowd.share(count, || cards),
            self.hand.intersection(cards).len() as u8,
        )
    }

    /// The cards that go right of a row, where only the right side is played.
    fn right_land(&self, place: usize) -> CardSet {
        let next = self
            .rows
            .get(place + 1)
            .map_or(DECK_SIZE as u8 + 1, |row| row.last);
        between(self.rows[place].last, next)
    }

    /// What becomes of an own card.
    ///
    /// Its risk is the one-step expected cost if each of the others that is still to choose plays any of its
    /// cards, each as likely, independently. The row has room for `slots = 5 − count` cards before one takes it,
    /// less those of the gap that are sure to come: with fewer possible cards in the gap or fewer cards to come
    /// than that, the risk is 0; else it is the chance that exactly `slots` are played into the gap, times the
    /// row's bulls and 1.7 for each card that joins before. Left of a row there is no such queue: a lower card
    /// that comes there encloses this one. If none does, it joins, or takes a full row's bulls; else it is
    /// reckoned at 0.3. A card that fits nowhere costs the cheapest row's bulls if nobody plays a lower one, and
    /// else 0.3. Where taken rows go to the hand, cards are counted instead of bulls, unknown ones at 1.
    #[inline]
    pub fn card(&self, card: Card) -> CardOutlook {
        let number = card.number();
        let possible_below = self.crowd.possible().below(number).len() as u8;
        let own_below = self.hand.below(number).len() as u8;
        let (spot, land) = match &self.lands {
            None => (self.spot_on_the_right(card, possible_below, own_below), None),
            Some(lands) => {
                let (place, left, land) = place_on_both_sides(lands, card);
                (self.spot_in(place, left, land, card), Some(land))
            }
        };
        let gap = || {
            let from = spot.place.map_or(0, |place| self.rows[place].last);
            land.map_or_else(|| between(from, number), |land| land.below(number))
        };
        let gap_share = self.crowd.share(spot.gap_possible, gap);
        let ahead = if self.ahead.is_empty() {
            0
        } else {
            self.ahead.intersection(gap()).len() as u8
        };
        let outlook = CardOutlook {
            place: spot.place,
            left: spot.left,
            below_share: self.crowd.share(possible_below, || between(0, number)),
            own_below,
            gap_possible: spot.gap_possible,
            gap_share,
            gap_own: spot.gap_own,
            ahead,
            known: self.crowd.known(gap),
            distance: 0,
            next_possible: spot.next_possible,
            next_own: spot.next_own,
            full: 0.0,
            room: 0.0,
            lowest: 0.0,
            risk: 0.0,
        };
        match spot.place {
            None => self.fits_nowhere(outlook),
            Some(place) => {
                let row = self.rows[place];
                let end = if spot.left { row.first } else { row.last };
                let outlook = CardOutlook {
                    distance: number.abs_diff(end),
                    ..outlook
                };
                if spot.left {
                    self.joins_left(outlook, row)
                } else {
                    self.joins_right(outlook, row)
                }
            }
        }
    }

    #[inline]
    fn spot_on_the_right(&self, card: Card, possible_below: u8, own_below: u8) -> Spot {
        let next = self.rows.iter().filter(|row| row.last < card.number()).count();
        let place = next.checked_sub(1);
        let (low_possible, low_own) = place.map_or((0, 0), |place| {
            (self.possible_below[place], self.hand_below[place])
        });
        Spot {
            place,
            left: false,
            gap_possible: possible_below - low_possible,
            gap_own: own_below - low_own,
            next_possible: self.possible_below[next] - possible_below,
            // The card itself lies below the next end.
            next_own: self.hand_below[next] - own_below - u8::from(self.hand.contains(card)),
        }
    }

    /// The same where both sides are played, in the land of one side of a row.
    fn spot_in(&self, place: Option<usize>, left: bool, land: CardSet, card: Card) -> Spot {
        let (gap, next) = (land.below(card.number()), land.above(card.number()));
        let count = |cards: CardSet, land: CardSet| cards.intersection(land).len() as u8;
        let possible = self.crowd.possible();
        Spot {
            place,
            left,
            gap_possible: count(possible, gap),
            gap_own: count(self.hand, gap),
            next_possible: count(possible, next),
            next_own: count(self.hand, next),
        }
    }

    #[inline]
    fn fits_nowhere(&self, outlook: CardOutlook) -> CardOutlook {
        let lowest = if outlook.ahead > 0 {
            0.0
        } else {
            chances::none(self.crowd.trials(), outlook.gap_share)
        };
        CardOutlook {
            gap_possible: 0,
            gap_own: 0,
            lowest,
            risk: f32::from(self.cheapest) * lowest + BULLS_WHEN_UNDERCUT * (1.0 - lowest),
            ..outlook
        }
    }

    #[inline]
    fn joins_right(&self, outlook: CardOutlook, row: RowEnd) -> CardOutlook {
        let mut slots = CAPACITY.saturating_sub(row.count.into());
        let ahead = usize::from(outlook.ahead);
        let mut cost = f32::from(row.cost);
        if ahead > slots {
            // One of the cards that are sure to come takes the row.
            let count = (ahead - slots).min(CAPACITY);
            slots = CAPACITY - count;
            cost = self.unknown * count as f32;
        } else {
            slots -= ahead;
            cost += self.unknown * ahead as f32;
        }
        let trials = self.crowd.trials();
        let (full, room) = chances::exactly_and_fewer(slots, trials, outlook.gap_share);
        let risk = if slots > usize::from(outlook.gap_possible) || slots > trials {
            0.0
        } else {
            full * (cost + self.unknown * slots as f32)
        };
        CardOutlook {
            full,
            room,
            risk,
            ..outlook
        }
    }

    fn joins_left(&self, outlook: CardOutlook, row: RowEnd) -> CardOutlook {
        let stays = if outlook.ahead > 0 {
            0.0
        } else {
            chances::none(self.crowd.trials(), outlook.gap_share)
        };
        let takes = usize::from(row.count) == CAPACITY;
        let (full, room) = if takes { (stays, 0.0) } else { (0.0, stays) };
        CardOutlook {
            full,
            room,
            risk: full * f32::from(row.cost) + BULLS_WHEN_UNDERCUT * (1.0 - stays),
            ..outlook
        }
    }
}

/// Where a card goes: the row's place, whether left of it, and the cards that go there too.
fn place_on_both_sides(lands: &Lands, card: Card) -> (Option<usize>, bool, CardSet) {
    for (cards, side) in [(&lands.right, Side::Right), (&lands.left, Side::Left)] {
        if let Some(place) = cards.iter().position(|cards| cards.contains(card)) {
            return (Some(place), side == Side::Left, cards[place]);
        }
    }
    (None, false, lands.nowhere)
}
