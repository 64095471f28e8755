//! What counts as a good hand.

use hornox_env::{Action, ActionSet, PlayError, Seat, Turn, agent_rng, deal_rng};
use rand::RngExt;

use super::Studied;

/// Hands are sorted into so many classes, equally common, the best one first.
pub const CLASSES: usize = 4;

/// Games that weights and classes are taken from.
const GAMES: u64 = 2000;

/// How weak hands are, and where one class of them ends and the next begins.
///
/// A hand weighs what its cards do. In 6 nimmt! a card weighs what it took, on average, in the first rounds of 2000
/// games of random play by the rules; in Sixes its distance from the six. The classes are the quartiles of the hands
/// dealt (drafted, kept) in these games. They are nobody's games and always the same, so that classes do not depend on
/// who plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    /// By action id.
    weights: Vec<f32>,
    cuts: [f32; CLASSES - 1],
}

impl Hands {
    /// The classes by these rules.
    ///
    /// # Errors
    /// Where the game refuses its own deals or legal moves.
    pub fn of<G: Studied>(rules: &G::Rules) -> Result<Self, PlayError> {
        let mut sums = vec![(0_u64, 0_u32); G::Action::COUNT];
        let mut hands = Vec::new();
        for game in 0..GAMES {
            hands.extend(random_round::<G>(rules, game, |event| {
                if let Some((action, cost)) = G::price(event) {
                    let (sum, count) = &mut sums[usize::from(action.id())];
                    *sum += u64::from(cost);
                    *count += 1;
                }
            })?);
        }
        let weight = |(id, (sum, count)): (usize, (u64, u32))| {
            let known = u8::try_from(id)
                .ok()
                .and_then(G::Action::from_id)
                .and_then(G::weight);
            known.unwrap_or((sum as f64 / f64::from(count.max(1))) as f32)
        };
        let mut found = Self {
            weights: sums.into_iter().enumerate().map(weight).collect(),
            cuts: [0.0; CLASSES - 1],
        };
        let mut weights: Vec<_> = hands.iter().map(|hand| found.weigh(*hand)).collect();
        weights.sort_unstable_by(f32::total_cmp);
        let cut = |part: usize| weights.get(weights.len() * part / CLASSES).copied();
        found.cuts = [1, 2, 3].map(|part| cut(part).unwrap_or_default());
        Ok(found)
    }

    fn weigh<A: Action>(&self, hand: ActionSet<A>) -> f32 {
        hand.iter().map(|card| self.weights[usize::from(card.id())]).sum()
    }

    /// The class of a hand, from 0, the best.
    pub fn class<A: Action>(&self, hand: ActionSet<A>) -> usize {
        let weight = self.weigh(hand);
        self.cuts.iter().filter(|&&cut| weight >= cut).count()
    }
}

/// Plays the first round of a game at random, shows what happens, and gives the hands with which it started.
fn random_round<G: Studied>(
    rules: &G::Rules,
    number: u64,
    mut see: impl FnMut(&G::Event),
) -> Result<Vec<ActionSet<G::Action>>, PlayError> {
    // Far from the deals of any arena.
    let game_number = u64::MAX - number;
    let mut game = G::new(rules);
    let mut rng = agent_rng(0, game_number, Seat::default());
    let mut hands = Vec::new();
    let mut events = Vec::new();
    while game.round() == 0 {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(0, game_number, 0));
                game.deal(&deal)?;
            }
            Turn::Act(seats) => {
                if hands.is_empty() {
                    hands.extend(Seat::all(game.players()).filter_map(|seat| game.hand(seat)));
                }
                let joint = seats.iter().filter_map(|seat| {
                    let legal = game.legal(seat);
                    let pick = rng.random_range(0..legal.len().max(1) as u32);
                    Some((seat, legal.nth(pick as usize)?))
                });
                let joint: Vec<_> = joint.collect();
                game.play(&joint, &mut events)?;
                events.drain(..).for_each(|event| see(&event));
            }
        }
    }
    Ok(hands)
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{CardDeal, Nimmt, Preset, RuleFields, Rules};
    use hornox_env::sixes::{self, Sixes};

    use super::*;

    fn quarters<G: Studied>(rules: &G::Rules, most: f64) {
        let hands = Hands::of::<G>(rules).unwrap();
        assert!(
            hands.cuts.is_sorted() && hands.cuts[0] < hands.cuts[2],
            "{hands:?}"
        );
        let mut counts = [0; CLASSES];
        for game in 5000..5500 {
            for hand in random_round::<G>(rules, game, |_| ()).unwrap() {
                counts[hands.class(hand)] += 1;
            }
        }
        // Some 500 hands a class or more.
        let all: i32 = counts.iter().sum();
        for count in counts {
            let share = f64::from(count) / f64::from(all);
            assert!((share - 0.25).abs() < most, "{counts:?}");
        }
    }

    #[test]
    fn classes_are_quarters_of_other_hands() {
        quarters::<Nimmt>(&Preset::Bench.rules(), 0.06);
        // Whole numbers of ranks: many hands are alike.
        quarters::<Sixes>(&sixes::Preset::SixesRound.rules(), 0.1);
        for deal in [CardDeal::Draft, CardDeal::Choose] {
            let fields = RuleFields {
                deal,
                ..RuleFields::default()
            };
            quarters::<Nimmt>(&Rules::check(fields).unwrap(), 0.06);
        }
    }

    #[test]
    fn low_cards_are_dear() {
        let hands = Hands::of::<Nimmt>(&Preset::Bench.rules()).unwrap();
        let mean = |cards: std::ops::Range<usize>| {
            let count = cards.len() as f32;
            hands.weights[cards].iter().sum::<f32>() / count
        };
        assert!(mean(1..6) > mean(50..60) + 0.3, "{:?}", hands.weights);
    }
}
