//! 6 nimmt! as a search plays it.

use hornox_env::nimmt::{Action, Card, CardDeal, Event, Nimmt, Phase, Row, Rules, Selection, Sides, View};
use hornox_env::{ActionSet, Game, Seat};

use super::fast::{is_simple, mean_costs};
use super::{Recalled, Searched, SplitMix64};
use crate::scripted::nimmt::{cards, cheapest_row};
use crate::scripted::uniform;

/// After how many turns a rollout is cut where taken rows go to the hand: such games can go on for long, and what
/// random play does so far ahead says little.
const TURNS_TO_HAND: u16 = 20;

impl Searched for Nimmt {
    fn seat_of(view: &View) -> Seat {
        view.seat()
    }

    fn players_of(view: &View) -> usize {
        view.table().players()
    }

    fn seed_of(view: &View) -> u64 {
        let table = view.table();
        let mut hash = SplitMix64::default();
        hash.absorb(view.seat().index() as u64);
        hash.absorb(table.players() as u64);
        hash.absorb(table.round().into());
        hash.absorb(table.turn_number().into());
        hash.absorb(match table.phase() {
            Phase::Deal => 0,
            Phase::Choose => 1,
            Phase::TakeRow(seat) => 2 + seat.index() as u64,
            Phase::Over { truncated } => 20 + u64::from(truncated),
            Phase::Draft => 22,
            Phase::Keep => 23,
            Phase::ChooseSecond => 24,
        });
        hash.absorb_set(view.hand().iter().map(Card::number));
        for row in table.rows().all() {
            hash.absorb_set(Row::cards(row).iter().map(Card::number));
        }
        for cards in table.taken().values() {
            hash.absorb_set(cards.iter().map(Card::number));
        }
        for [first, second] in table.waiting().values() {
            hash.absorb(first.map_or(0, Card::number).into());
            absorb_any(&mut hash, 1, second.iter().copied());
        }
        for score in table.scores().values() {
            hash.absorb(i64::from(*score).cast_unsigned());
        }
        // What only some rules know: searches of all others keep their draws.
        absorb_any(&mut hash, 2, view.pending().into_iter());
        absorb_any(&mut hash, 3, view.aside().iter());
        absorb_any(&mut hash, 4, table.pool().iter());
        for (seat, shown) in table.shown().iter() {
            absorb_any(&mut hash, 5 + seat.index() as u64, shown.iter());
        }
        for seat in table.zeros().iter() {
            hash.absorb(30 + seat.index() as u64);
        }
        hash.state()
    }

    fn without_search(view: &View, legal: ActionSet<Action>) -> Option<Action> {
        cheapest_row(view.table(), legal)
    }

    fn quick_gains(view: &View, legal: ActionSet<Action>, rollouts: u32) -> Option<Vec<f64>> {
        let candidates: Vec<Card> = cards(legal).collect();
        let simple = is_simple(view) && candidates.len() == legal.len();
        simple.then(|| {
            let costs = mean_costs(view, &candidates, rollouts);
            costs.into_iter().map(|cost| -cost).collect()
        })
    }

    #[inline]
    fn rollout_action(&self, legal: ActionSet<Action>, rng: &mut SplitMix64) -> Option<Action> {
        match self.table().phase() {
            Phase::TakeRow(_) => cheapest_row(self.table(), legal),
            Phase::Draft | Phase::Keep | Phase::Choose | Phase::ChooseSecond => uniform(legal, rng),
            Phase::Deal | Phase::Over { .. } => None,
        }
    }

    const RECALLS: bool = true;

    /// Where each seat plays one card a turn, unseen by the others, and whole hands are hidden: the rules by which
    /// candidates can be asked quickly, too.
    fn recalls(rules: &Rules) -> bool {
        rules.sides == Sides::Right
            && rules.cards_per_turn == 1
            && rules.selection == Selection::Simultaneous
            && rules.deal == CardDeal::Random
            && !rules.take_to_hand
            && !rules.zero_cards
    }

    fn recall(then: &View, now: &Self, events: &[Event]) -> Option<Recalled<Self>> {
        let table = then.table();
        let before_cards = table.phase() == Phase::Choose && Self::recalls(table.rules());
        if !before_cards || table.round() != now.table().round() {
            return None;
        }
        let mut hands = *now.hands();
        let mut chosen = Vec::with_capacity(now.players());
        for event in events {
            let (seat, action) = match *event {
                Event::Revealed { seat, card } => {
                    hands[seat].insert(card);
                    (seat, Action::Card(card))
                }
                Event::Moved(_) => continue,
                Event::Zero { .. } | Event::Drafted { .. } | Event::RoundOver { .. } | Event::GameOver(_) => {
                    return None;
                }
            };
            if seat != then.seat() {
                chosen.push((seat, action));
            }
        }
        Some((then.with_hands(&hands)?, chosen))
    }

    fn cuts_rollout(&self, start: &Self) -> bool {
        let turns = self
            .table()
            .turn_number()
            .saturating_sub(start.table().turn_number());
        self.rules().take_to_hand && turns >= TURNS_TO_HAND
    }

    fn gain(&self, start: &Self, seat: Seat) -> f64 {
        if self.rules().take_to_hand {
            return share_of_fewest_cards(self, seat);
        }
        f64::from(start.scores()[seat] - self.scores()[seat])
    }
}

/// The share of the win where taken rows go to the hand: of the seats with the fewest cards, as when the turns
/// run out.
fn share_of_fewest_cards(game: &Nimmt, seat: Seat) -> f64 {
    if let Some(outcome) = game.outcome() {
        return outcome.win_shares(game.players())[seat];
    }
    let table = game.table();
    let cards =
        |seat: Seat| usize::from(table.holds()[seat]) + table.waiting()[seat].iter().flatten().count();
    let counts = Seat::all(game.players()).map(cards);
    let fewest = counts.clone().min().unwrap_or_default();
    if cards(seat) > fewest {
        return 0.0;
    }
    1.0 / counts.filter(|&count| count == fewest).count().max(1) as f64
}

/// Mixes cards into the state under a mark of their own, where there are any.
fn absorb_any(hash: &mut SplitMix64, mark: u64, mut cards: impl Iterator<Item = Card> + Clone) {
    if cards.clone().next().is_some() {
        hash.absorb(mark);
        hash.absorb_set(cards.by_ref().map(Card::number));
    }
}
