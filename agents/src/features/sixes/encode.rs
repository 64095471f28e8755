//! Views and legal actions as the inputs of a network that scores described actions.

use hornox_env::observe::Layout;
use hornox_env::sixes::{Action, Card, CardSet, Rank, Sixes, Suit, View};
use hornox_env::{ActionSet, Seat};

use super::layout::{ENCODER_VERSION, FEATURES, GLOBALS, features, features_layout, globals, globals_layout};
use super::{beyond, distance, of_suit, opened};
use crate::features::Describe;
use crate::features::layout::flag;

impl Describe for Sixes {
    const ENCODER: &'static str = "sixes-described";
    const ENCODER_VERSION: u32 = ENCODER_VERSION;
    const GLOBALS: usize = GLOBALS;
    const FEATURES: usize = FEATURES;

    fn globals_layout() -> &'static Layout {
        globals_layout()
    }

    fn features_layout() -> &'static Layout {
        features_layout()
    }

    fn encode(view: &View, legal: ActionSet<Action>, globals: &mut Vec<f32>, actions: &mut Vec<f32>) {
        let table = Known::new(view);
        globals.extend_from_slice(&table.describe_situation());
        actions.reserve(legal.len() * FEATURES);
        for action in legal.iter() {
            let mut numbers = match action {
                Action::Card(card) => table.describe_card(card),
                Action::Pass => table.describe_pass(),
            };
            numbers[features::CHOICES] = legal.len() as f32 / 8.0;
            actions.extend_from_slice(&numbers);
        }
    }
}

/// What a decision's numbers are worked out from.
struct Known<'a> {
    view: &'a View,
    hand: CardSet,
    /// The cards of the others.
    unseen: CardSet,
    lying: CardSet,
    open: CardSet,
    fewest: u8,
}

impl<'a> Known<'a> {
    fn new(view: &'a View) -> Self {
        let columns = view.table().columns();
        let others = view
            .table()
            .holds()
            .iter()
            .filter(|(seat, _)| *seat != view.seat());
        Self {
            view,
            hand: view.hand(),
            unseen: view.unseen(),
            lying: columns.cards(),
            open: columns.open(),
            fewest: others.map(|(_, &cards)| cards).min().unwrap_or_default(),
        }
    }

    /// Chips as a share of those at the start.
    fn chips(&self, chips: i32) -> f32 {
        chips as f32 / f32::from(self.view.table().rules().chips)
    }

    fn next_seat(&self) -> Seat {
        self.view.seat().after(1, self.view.table().players())
    }

    /// Own cards that can be played and open nothing for others, with these cards open.
    fn idle(&self, hand: CardSet, open: CardSet) -> usize {
        let idle = |card: &Card| opened(*card).is_disjoint(self.unseen);
        hand.intersection(open).iter().filter(idle).count()
    }

    fn describe_situation(&self) -> [f32; GLOBALS] {
        use globals as at;
        let mut numbers = [0.0; GLOBALS];
        let table = self.view.table();
        let rules = table.rules();
        let players = table.players();
        let own = table.chips()[self.view.seat()];
        let (mut most, mut broke) = (0, 0);
        for steps in 1..players {
            let seat = self.view.seat().after(steps, players);
            let chips = table.chips()[seat];
            numbers[at::HOLDS + steps - 1] = f32::from(table.holds()[seat]) / 10.0;
            numbers[at::CHIPS + steps - 1] = self.chips(chips).min(3.0);
            most = most.max(chips);
            broke += u8::from(chips == 0);
        }
        numbers[at::SEAT_COUNT + players - 2] = 1.0;
        numbers[at::OWN_CARDS] = self.hand.len() as f32 / 10.0;
        numbers[at::OWN_CHIPS] = self.chips(own).min(3.0);
        numbers[at::POT] = self.chips(table.pot()).min(3.0);
        numbers[at::FEWEST_HELD] = f32::from(self.fewest) / 10.0;
        numbers[at::LEAD] = self.chips(own - most).clamp(-2.0, 2.0);
        numbers[at::PASSES_FREE] = flag(own == 0);
        numbers[at::OTHERS_BROKE] = f32::from(broke) / (players - 1) as f32;
        numbers[at::MUST_PLAY] = flag(rules.must_play);
        numbers[at::UNTIL_BROKE] = flag(rules.until_broke);
        let left = u32::from(rules.max_rounds).saturating_sub(table.round());
        numbers[at::ROUNDS_LEFT] = (left as f32 / 10.0).min(1.0);
        self.describe_cards(&mut numbers);
        numbers
    }

    fn describe_cards(&self, numbers: &mut [f32; GLOBALS]) {
        use globals as at;
        let (ace, king) = (Rank::ALL[0], Rank::ALL[Rank::ALL.len() - 1]);
        let sixes = CardSet::of_rank(Rank::SIX);
        let own = |cards: CardSet| self.hand.intersection(cards).len() as f32;
        let started = self.lying.intersection(sixes).len();
        numbers[at::LYING] = self.lying.len() as f32 / 40.0;
        numbers[at::STARTED] = started as f32 / 4.0;
        numbers[at::OPEN] = self.open.len() as f32 / 8.0;
        numbers[at::OWN_OPEN] = own(self.open) / 8.0;
        numbers[at::OWN_SIXES] = own(sixes) / 4.0;
        numbers[at::OWN_ENDS] = own(CardSet::of_rank(ace).union(CardSet::of_rank(king))) / 8.0;
        numbers[at::OWN_IDLE] = self.idle(self.hand, self.open) as f32 / 8.0;
        let outer: usize = self.hand.iter().map(distance).sum();
        numbers[at::OWN_OUTER] = outer as f32 / (5 * self.hand.len().max(1)) as f32;
        numbers[at::OWN_BLOCKED] = self.on_the_way().len() as f32 / 20.0;
        let mine = self.hand.intersection(self.open);
        let waiting = mine
            .iter()
            .fold(CardSet::EMPTY, |cards, card| cards.union(beyond(card)));
        numbers[at::OTHERS_BLOCKED] = waiting.intersection(self.unseen).len() as f32 / 20.0;
        let lacks = self.view.table().lacks()[self.next_seat()];
        numbers[at::NEXT_LACKS] = lacks.intersection(self.open).len() as f32 / 8.0;
    }

    /// The cards of others that must be played before all own cards can be.
    fn on_the_way(&self) -> CardSet {
        let blocks = |card: &Card| !beyond(*card).is_disjoint(self.hand);
        self.unseen.iter().filter(blocks).collect()
    }

    fn describe_card(&self, card: Card) -> [f32; FEATURES] {
        use features as at;
        let mut numbers = [0.0; FEATURES];
        let (behind, opened) = (beyond(card), opened(card));
        let own = self.hand.intersection(behind);
        let others = self.unseen.intersection(behind);
        let fives = |count: usize| count as f32 / 5.0;
        let side = card.rank().cmp(&Rank::SIX);
        numbers[at::SIX] = flag(side.is_eq());
        numbers[at::DOWN] = flag(side.is_lt());
        numbers[at::UP] = flag(side.is_gt());
        numbers[at::DISTANCE] = fives(distance(card));
        numbers[at::LAST] = flag(self.hand.len() == 1);
        numbers[at::END] = flag(opened.is_empty());
        numbers[at::OWN_BEYOND] = fives(own.len());
        numbers[at::OTHERS_BEYOND] = fives(others.len());
        numbers[at::OWN_OPENED] = self.hand.intersection(opened).len() as f32 / 2.0;
        let given = self.unseen.intersection(opened).len();
        numbers[at::OTHERS_OPENED] = given as f32 / 2.0;
        numbers[at::NEXT_OPENED] = self.next_holds_any(given);
        numbers[at::RUN] = fives(self.run(card));
        let between = |mine: Card| {
            others
                .iter()
                .filter(|other| beyond(*other).contains(mine))
                .count()
        };
        numbers[at::OWN_GAP] = own.iter().map(between).min().map_or(1.0, fives);
        let farthest = own.iter().map(distance).max();
        numbers[at::OWN_FAR] = farthest.map_or(0.0, |far| fives(far.saturating_sub(distance(card))));
        let given_away = others
            .iter()
            .filter(|other| beyond(*other).is_disjoint(own))
            .count();
        numbers[at::OTHERS_FARTHEST] = fives(given_away);
        let suit: Suit = card.suit();
        numbers[at::OWN_SUIT] = of_suit(self.hand, suit).len() as f32 / 10.0;
        numbers[at::OTHERS_SUIT] = of_suit(self.unseen, suit).len() as f32 / 10.0;
        numbers[at::WAITS_SHARE] = others.len() as f32 / self.unseen.len().max(1) as f32;
        self.describe_after(Some(card), &mut numbers);
        numbers
    }

    fn describe_pass(&self) -> [f32; FEATURES] {
        let mut numbers = [0.0; FEATURES];
        numbers[features::PASS] = 1.0;
        numbers[features::COSTS] = flag(self.view.table().chips()[self.view.seat()] > 0);
        self.describe_after(None, &mut numbers);
        numbers
    }

    /// The own cards after a card or a pass.
    fn describe_after(&self, played: Option<Card>, numbers: &mut [f32; FEATURES]) {
        use features as at;
        let played_set: CardSet = played.into_iter().collect();
        let hand = self.hand.without(played_set);
        let mut open = self.open.without(played_set);
        if let Some(card) = played {
            // With the six of diamonds, the other sixes open, too.
            let sixes = CardSet::of_rank(Rank::SIX);
            open = open
                .union(opened(card))
                .union(sixes)
                .without(self.lying)
                .without(played_set);
        }
        numbers[at::OWN_OPEN_AFTER] = hand.intersection(open).len() as f32 / 8.0;
        numbers[at::OWN_IDLE_AFTER] = self.idle(hand, open) as f32 / 8.0;
        numbers[at::CARDS_AFTER] = hand.len() as f32 / 10.0;
    }

    /// The chance that the next seat holds any of so many cards of others, by hand counts alone.
    fn next_holds_any(&self, cards: usize) -> f32 {
        let holds = f32::from(self.view.table().holds()[self.next_seat()]);
        let share = holds / self.unseen.len().max(1) as f32;
        let none = (0..cards).fold(1.0, |none, _| none * (1.0 - share));
        1.0 - none
    }

    /// How many own cards follow a card without a gap, in its longer direction.
    fn run(&self, card: Card) -> usize {
        let follow = |first: Card| {
            std::iter::successors(Some(first), |card| opened(*card).first())
                .take_while(|card| self.hand.contains(*card))
                .count()
        };
        opened(card).iter().map(follow).max().unwrap_or_default()
    }
}
