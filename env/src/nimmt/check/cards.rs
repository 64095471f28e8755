//! Every card is in one place, and there are as many as were dealt.

use super::{CardDeal, CardSet, DECK_SIZE, Nimmt, Phase, ROWS, Row, ensure};
use crate::nimmt::CAPACITY;

impl Nimmt {
    pub(super) fn check_cards(&self) -> Result<(), String> {
        for (seat, hand) in self.hands.iter() {
            let held = usize::from(self.table.holds[seat]);
            ensure(hand.len() == held, || {
                format!("seat {seat} holds {} cards, not {held}", hand.len())
            })?;
        }
        let count = self.check_cards_once()?;
        self.check_count(count)?;
        self.check_shown()
    }

    /// How many cards are anywhere.
    fn check_cards_once(&self) -> Result<usize, String> {
        let table = &self.table;
        let rows = table.rows.all().iter().map(Row::cards);
        let single = |card: crate::nimmt::Card| std::iter::once(card).collect::<CardSet>();
        let pending = self.pending.values().iter().flatten().map(|card| single(*card));
        let waiting = table
            .waiting
            .values()
            .iter()
            .flatten()
            .flatten()
            .map(|card| single(*card));
        let piles = [
            self.hands.values(),
            self.aside.values(),
            table.taken.values(),
            &[table.pool],
        ];
        let mut all = CardSet::EMPTY;
        let mut count = 0;
        for pile in piles
            .into_iter()
            .flatten()
            .copied()
            .chain(rows)
            .chain(pending)
            .chain(waiting)
        {
            all = all.union(pile);
            count += pile.len();
        }
        ensure(all.len() == count, || "a card is in two places".to_owned())?;
        ensure(all.without(table.rules.deck()).is_empty(), || {
            "a card is not in the deck".to_owned()
        })?;
        Ok(count)
    }

    fn check_count(&self, count: usize) -> Result<(), String> {
        let table = &self.table;
        let players = table.players();
        let aside = self.aside.values().first().map_or(0, |cards| cards.len());
        ensure(
            self.aside.values().iter().all(|cards| cards.len() == aside),
            || "shares of different sizes".to_owned(),
        )?;
        if self.before_first_deal() {
            return ensure(count == 0, || "cards before the first deal".to_owned());
        }
        let kept = match table.phase {
            // While all keep, all have kept as many.
            Phase::Keep => table.holds.values().first().copied().unwrap_or_default(),
            Phase::Deal
            | Phase::Draft
            | Phase::Choose
            | Phase::ChooseSecond
            | Phase::TakeRow(_)
            | Phase::Over { .. } => table.rules.hand_size,
        };
        let share = usize::from(kept) + aside;
        let rows = count.checked_sub(players * share);
        let carried = table.rules.carry_rows && self.finished_rounds_before_this() > 0;
        let most = if carried { ROWS * CAPACITY } else { ROWS };
        let rows = rows.filter(|rows| (ROWS..=most).contains(rows));
        let right = rows.is_some_and(|rows| match table.rules.deal {
            CardDeal::Random | CardDeal::Draft => aside == 0,
            CardDeal::Choose => share == (DECK_SIZE - rows) / players,
        });
        ensure(right, || format!("{count} cards are in play"))
    }

    /// What is known of hands is in them; drafted hands are known.
    fn check_shown(&self) -> Result<(), String> {
        let table = &self.table;
        let drafted = table.rules.deal == CardDeal::Draft;
        for (seat, shown) in table.shown.iter() {
            let pending: CardSet = self.pending[seat].into_iter().collect();
            let held = self.hands[seat].union(pending);
            let right = if table.rules.take_to_hand {
                shown.without(held).is_empty() && (!drafted || *shown == held)
            } else {
                *shown == if drafted { held } else { CardSet::EMPTY }
            };
            ensure(right, || format!("{shown:?} of seat {seat} are known to all"))?;
        }
        let drafting = table.phase == Phase::Draft;
        ensure(drafting || table.pool.is_empty(), || {
            "cards lie open out of a draft".to_owned()
        })?;
        ensure(!drafting || table.pool.len() > ROWS, || {
            "a draft that is over".to_owned()
        })
    }
}
