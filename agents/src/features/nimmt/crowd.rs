//! What the other seats may play.

use hornox_env::nimmt::{CardDeal, CardSet, Phase, View};
use hornox_env::{MAX_SEATS, Seat};

/// The cards that other seats may hold, and the chances that one of them plays into a set of cards.
///
/// Each seat that is still to choose is taken to play any of its cards, each as likely, so that into a gap it
/// plays with the chance `(known cards in the gap + hidden cards · share of the unseen cards in the gap) / cards`,
/// a zero card counted among its cards. The chance of *a* seat is the mean of these: where nothing is known, the
/// share of the unseen cards in the gap.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    unseen: CardSet,
    possible: CardSet,
    total: u8,
    trials: usize,
    /// None where every card is as likely.
    weights: Option<Weights>,
}

#[derive(Clone, Debug)]
struct Weights {
    /// Of each unseen card.
    unseen: f32,
    /// Of each card that a seat is known to hold.
    known: [(CardSet, f32); MAX_SEATS],
}

impl Crowd {
    pub(super) fn new(view: &View) -> Self {
        let table = view.table();
        let rules = table.rules();
        let unseen = view.unseen();
        let others = Seat::all(table.players()).filter(|&seat| seat != view.seat());
        if matches!(table.phase(), Phase::Draft | Phase::Keep) {
            return Self {
                unseen,
                possible: unseen,
                total: unseen.len() as u8,
                trials: others.count(),
                weights: None,
            };
        }
        // Nobody has selected outside a turn of open selection.
        let to_come = others.filter(|&seat| !table.selected().contains(seat));
        let alike = !rules.zero_cards && !rules.take_to_hand && rules.deal != CardDeal::Draft;
        if alike {
            let cards = cards_of_a_turn(view, view.hand().len());
            return Self {
                unseen,
                possible: unseen,
                total: unseen.len() as u8,
                trials: to_come.count() * cards,
                weights: None,
            };
        }
        let hides = usize::from(table.phase() == Phase::ChooseSecond);
        let zero = |seat| usize::from(table.zeros().contains(seat));
        let held = |seat: Seat| usize::from(table.holds()[seat]) + hides;
        let acting = to_come.filter(|&seat| held(seat) + zero(seat) > 0);
        let count = acting.clone().count();
        let mut weights = Weights {
            unseen: 0.0,
            known: [(CardSet::EMPTY, 0.0); MAX_SEATS],
        };
        let mut possible = unseen;
        let mut trials = 0;
        let hidden_total = unseen.len().max(1) as f32;
        for (seat, known) in acting.zip(&mut weights.known) {
            let shown = table.shown()[seat];
            let each = 1.0 / ((held(seat) + zero(seat)) * count) as f32;
            weights.unseen += held(seat).saturating_sub(shown.len()) as f32 * each / hidden_total;
            *known = (shown, each);
            possible = possible.union(shown);
            trials += cards_of_a_turn(view, held(seat) - hides + zero(seat));
        }
        Self {
            unseen,
            possible,
            total: possible.len() as u8,
            trials,
            weights: Some(weights),
        }
    }

    /// The cards that another seat which is still to choose may hold.
    pub(super) const fn possible(&self) -> CardSet {
        self.possible
    }

    /// The cards nobody has shown.
    pub(super) const fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// How many cards others are still to choose, in this turn or, where a row is taken, in the next.
    pub(super) const fn trials(&self) -> usize {
        self.trials
    }

    /// The chance that a seat plays one of some cards, `count` of which are possible.
    #[inline]
    pub(super) fn share(&self, count: u8, cards: impl FnOnce() -> CardSet) -> f32 {
        match &self.weights {
            None => f32::from(count) / f32::from(self.total.max(1)),
            Some(weights) => weights.share(cards(), self.unseen),
        }
    }

    /// How many of some cards others are known to hold.
    #[inline]
    pub(super) fn known(&self, cards: impl FnOnce() -> CardSet) -> u8 {
        if self.weights.is_none() {
            return 0;
        }
        let known = self.possible.without(self.unseen);
        known.intersection(cards()).len() as u8
    }
}

impl Weights {
    fn share(&self, cards: CardSet, unseen: CardSet) -> f32 {
        let among = |set: CardSet| set.intersection(cards).len() as f32;
        let known = self.known.iter().filter(|(set, _)| !set.is_empty());
        known
            .map(|&(set, each)| among(set) * each)
            .fold(among(unseen) * self.unseen, |sum, share| sum + share)
    }
}

/// How many cards a seat with so many plays in a turn.
fn cards_of_a_turn(view: &View, cards: usize) -> usize {
    let most = usize::from(view.table().rules().cards_per_turn);
    // At the second choice, each seat has chosen its first.
    let chosen = usize::from(view.table().phase() == Phase::ChooseSecond);
    most.min(cards + chosen)
}
