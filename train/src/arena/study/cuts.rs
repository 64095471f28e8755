//! What counts as a good hand.

use hornox_env::{PlayError, Seat, Turn, agent_rng, deal_rng};
use rand::RngExt;

use super::Studied;

/// Hands are sorted into so many classes, equally common, the best one first.
pub const HANDS: usize = 4;

/// Deals that the classes are taken from.
const DEALS: u64 = 1000;

/// Where one class of hands ends and the next begins: quartiles of the hands of 1000 deals by the rules. These deals
/// are nobody's and always the same; where hands are drafted or chosen, it is done at random. So the classes do not
/// depend on who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuts([f32; HANDS - 1]);

impl Cuts {
    /// The classes by these rules.
    ///
    /// # Errors
    /// Where the game refuses its own deals or legal moves.
    pub fn of<G: Studied>(rules: &G::Rules) -> Result<Self, PlayError> {
        let mut hands = Vec::new();
        for deal in 0..DEALS {
            hands.extend(first_hands::<G>(rules, deal)?);
        }
        hands.sort_unstable_by(f32::total_cmp);
        let cut = |part: usize| hands.get(hands.len() * part / HANDS).copied();
        Ok(Self([1, 2, 3].map(|part| cut(part).unwrap_or_default())))
    }

    /// The class of a hand, from 0, the best.
    pub fn class(&self, hand: f32) -> usize {
        self.0.iter().filter(|&&cut| hand >= cut).count()
    }
}

/// The hands with which one game starts.
fn first_hands<G: Studied>(rules: &G::Rules, number: u64) -> Result<Vec<f32>, PlayError> {
    // Far from the deals of any arena.
    let game_number = u64::MAX - number;
    let mut game = G::new(rules);
    let mut rng = agent_rng(0, game_number, Seat::default());
    loop {
        match game.turn() {
            Turn::Over => return Ok(Vec::new()),
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(0, game_number, game.round()));
                game.deal(&deal)?;
            }
            Turn::Act(seats) => {
                let hands: Vec<_> = Seat::all(game.players())
                    .filter_map(|seat| game.hand(seat))
                    .collect();
                if !hands.is_empty() {
                    return Ok(hands);
                }
                let joint = seats.iter().filter_map(|seat| {
                    let legal = game.legal(seat);
                    let pick = rng.random_range(0..legal.len().max(1) as u32);
                    Some((seat, legal.nth(pick as usize)?))
                });
                let joint: Vec<_> = joint.collect();
                game.play(&joint, &mut ())?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{CardDeal, Nimmt, Preset, RuleFields, Rules};
    use hornox_env::sixes::{self, Sixes};

    use super::*;

    fn quarters<G: Studied>(rules: &G::Rules) {
        let cuts = Cuts::of::<G>(rules).unwrap();
        assert!(cuts.0.is_sorted() && cuts.0[0] < cuts.0[2], "{cuts:?}");
        let mut counts = [0; HANDS];
        for deal in 5000..5500 {
            for hand in first_hands::<G>(rules, deal).unwrap() {
                counts[cuts.class(hand)] += 1;
            }
        }
        // Some 500 hands a class; four standard errors, and ties that fall on one side.
        let all: i32 = counts.iter().sum();
        for count in counts {
            let share = f64::from(count) / f64::from(all);
            assert!((share - 0.25).abs() < 0.06, "{counts:?}");
        }
    }

    #[test]
    fn classes_are_quarters_of_other_hands() {
        quarters::<Nimmt>(&Preset::Bench.rules());
        quarters::<Sixes>(&sixes::Preset::SixesRound.rules());
        for deal in [CardDeal::Draft, CardDeal::Choose] {
            let fields = RuleFields {
                deal,
                ..RuleFields::default()
            };
            quarters::<Nimmt>(&Rules::check(fields).unwrap());
        }
    }
}
