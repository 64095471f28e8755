//! Sixes as a search plays it.

use hornox_env::sixes::{Action, Card, Event, Phase, Rules, Sixes, View};
use hornox_env::{ActionSet, Game, Seat};

use super::{Recalled, Searched, SplitMix64};
use crate::scripted::uniform;

impl Searched for Sixes {
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
            Phase::Play(seat) => 1 + seat.index() as u64,
            Phase::Over { truncated } => 20 + u64::from(truncated),
        });
        hash.absorb_set(view.hand().iter().map(Card::id));
        hash.absorb_set(table.columns().cards().iter().map(Card::id));
        for seat in Seat::all(table.players()) {
            hash.absorb_set(table.lacks()[seat].iter().map(Card::id));
            hash.absorb(i64::from(table.chips()[seat]).cast_unsigned());
            hash.absorb(table.holds()[seat].into());
        }
        hash.state()
    }

    fn without_search(_: &View, _: ActionSet<Action>) -> Option<Action> {
        None
    }

    fn quick_gains(_: &View, _: ActionSet<Action>, _: u32) -> Option<Vec<f64>> {
        None
    }

    /// Any card that can be played: a chip for a pass is only worth it with a plan.
    #[inline]
    fn rollout_action(&self, legal: ActionSet<Action>, rng: &mut SplitMix64) -> Option<Action> {
        let cards = if legal.len() > 1 && legal.contains(Action::Pass) {
            legal.iter().filter(|action| *action != Action::Pass).collect()
        } else {
            legal
        };
        uniform(cards, rng)
    }

    const RECALLS: bool = false;

    fn recalls(_: &Rules) -> bool {
        Self::RECALLS
    }

    /// Nothing: the others chose one after the other, each in a state of its own.
    fn recall(_: &View, _: &Self, _: &[Event]) -> Option<Recalled<Self>> {
        None
    }

    fn cuts_rollout(&self, _: &Self) -> bool {
        false
    }

    fn gain(&self, start: &Self, seat: Seat) -> f64 {
        f64::from(self.scores()[seat] - start.scores()[seat])
    }
}
