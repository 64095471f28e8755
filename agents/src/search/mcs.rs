//! Flat Monte-Carlo search.

use hornox_env::nimmt::{Action, Card, Nimmt, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::random::SplitMix64;
use super::rollout::{LANES, Lane, LaneRows, key};
use crate::scripted::{cards, certainly, cheapest_row, nothing_legal};

/// The most rollouts a decision that [`Mcs`] makes.
pub const MAX_ROLLOUTS: u32 = 10_000_000;

/// Flat Monte-Carlo search: it plays the round to its end many times and takes the card that cost it least.
///
/// The rollouts are shared evenly among the legal cards, the first ones getting what is left over. Each draws
/// the hidden cards anew, uniformly from the unseen ones, plays its card, and lets all seats play at random from
/// there; low cards take the cheapest row, the first on ties, whatever the rules say. The card with the fewest
/// mean own bulls wins, the lowest on ties. Its own rows are chosen in the same way, without rollouts.
///
/// It is a fixed policy: its generator is seeded from the view.
#[derive(Clone, Debug)]
pub struct Mcs {
    name: String,
    rollouts: u32,
}

impl Mcs {
    /// A search of so many rollouts a decision, brought between 1 and [`MAX_ROLLOUTS`].
    pub fn new(rollouts: u32) -> Self {
        let rollouts = rollouts.clamp(1, MAX_ROLLOUTS);
        Self {
            name: format!("mcs:{rollouts}"),
            rollouts,
        }
    }

    fn choose(&self, view: &View, legal: ActionSet<Action>) -> Result<Action, AgentError> {
        if let Some(row) = cheapest_row(view, legal) {
            return Ok(row);
        }
        let candidates: Vec<Card> = cards(legal).collect();
        if candidates.len() < 2 {
            return legal.first().ok_or_else(|| nothing_legal(&self.name, view));
        }
        let holds = view.table().holds().values();
        if holds.iter().any(|&held| usize::from(held) != view.hand().len()) {
            return Err(AgentError {
                agent: self.name.clone(),
                reason: format!("only knows hands of equal size, not {holds:?} cards"),
            });
        }
        let costs = mean_costs(view, &candidates, self.rollouts);
        let mut best = 0;
        for (index, cost) in costs.iter().enumerate() {
            if *cost < costs[best] {
                best = index;
            }
        }
        Ok(Action::Card(candidates[best]))
    }
}

impl Agent<Nimmt> for Mcs {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        self.choose(decision.view, decision.legal)
    }

    fn probabilities(
        &mut self,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.choose(view, legal)
            .map(|action| Some(certainly(action, legal)))
    }
}

/// The mean own bulls of the rest of the round after each candidate; infinite where it got no rollout.
fn mean_costs(view: &View, candidates: &[Card], rollouts: u32) -> Vec<f64> {
    let mut table = Rollouts::new(view, candidates);
    let mut sums = vec![(0_u64, 0_u32); candidates.len()];
    let mut next = 0;
    let mut left = rollouts as usize;
    while left > 0 {
        let block = left.min(LANES);
        let bulls = table.run(next);
        for (lane, bulls) in bulls.into_iter().take(block).enumerate() {
            let (sum, count) = &mut sums[(next + lane) % candidates.len()];
            *sum += bulls.unsigned_abs() as u64;
            *count += 1;
        }
        next = (next + block) % candidates.len();
        left -= block;
    }
    let mean = |(sum, count)| {
        if count == 0 {
            f64::INFINITY
        } else {
            sum as f64 / f64::from(count)
        }
    };
    sums.into_iter().map(mean).collect()
}

/// What the rollouts of one decision share.
struct Rollouts {
    rng: SplitMix64,
    rows: LaneRows,
    seats: usize,
    turns: usize,
    candidates: Vec<i16>,
    /// The own hand in the order of the present sample.
    hand: Vec<i16>,
    /// The unseen cards in the order of the present sample: the other hands come first.
    unseen: Vec<i16>,
    /// The cards of each turn and seat; seat 0 is the own one.
    cards: Vec<Lane>,
}

impl Rollouts {
    fn new(view: &View, candidates: &[Card]) -> Self {
        let seats = view.table().players();
        let turns = view.hand().len();
        Self {
            rng: SplitMix64::from_view(view),
            rows: LaneRows::new(view.table().rows()),
            seats,
            turns,
            candidates: candidates.iter().copied().map(key).collect(),
            hand: view.hand().iter().map(key).collect(),
            unseen: view.unseen().iter().map(key).collect(),
            cards: vec![[0; LANES]; seats * turns],
        }
    }

    /// Plays one rollout in each lane, the candidates taking turns from `first`, and gives the own bulls.
    fn run(&mut self, first: usize) -> Lane {
        let mut candidate = first;
        for lane in 0..LANES {
            if candidate == 0 {
                self.sample();
            }
            self.write_lane(lane, self.candidates[candidate]);
            candidate = (candidate + 1) % self.candidates.len();
        }
        let mut rows = self.rows;
        let mut bulls = [0; LANES];
        for cards in self.cards.chunks_exact_mut(self.seats) {
            rows.place_turn(cards, &mut bulls);
        }
        bulls
    }

    /// Draws who plays what when. Other hands and a random order of each are together a random sequence of
    /// unseen cards.
    fn sample(&mut self) {
        shuffle(&mut self.hand, self.turns, &mut self.rng);
        shuffle(&mut self.unseen, (self.seats - 1) * self.turns, &mut self.rng);
    }

    /// Lays the present sample out for one lane, with the candidate first.
    fn write_lane(&mut self, lane: usize, candidate: i16) {
        let rest = self.hand.iter().copied().filter(|&card| card != candidate);
        let own = std::iter::once(candidate).chain(rest);
        let others = self.unseen.chunks_exact(self.seats - 1);
        let turns = self.cards.chunks_exact_mut(self.seats);
        for ((cards, own), others) in turns.zip(own).zip(others) {
            cards[0][lane] = own;
            for (card, other) in cards[1..].iter_mut().zip(others) {
                card[lane] = *other;
            }
        }
    }
}

/// Puts a uniformly random sequence of `count` of the cards first, whatever their order was (Fisher and Yates).
#[inline]
fn shuffle(cards: &mut [i16], count: usize, rng: &mut SplitMix64) {
    let len = cards.len();
    let count = count.min(len);
    for place in (0..count).step_by(2) {
        let [first, second] = rng.below([len - place, (len - place).saturating_sub(1)]);
        cards.swap(place, place + first);
        if place + 1 < count {
            cards.swap(place + 1, place + 1 + second);
        }
    }
}
