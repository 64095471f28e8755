//! The bare engine, through the trait `Game`: what a search or a data generator would do with it.

use std::hint::black_box;

use hornox_agents::search::SplitMix64;
use hornox_env::{Action, Game, MAX_SEATS, PlayError, Seat, Turn};
use rand::Rng as _;

use super::{Meter, Run};

/// Games between two looks at the clock.
const GAMES: u32 = 100;

/// Whole games of random legal moves on one thread, deals included. Every seat's choice counts, forced ones, too.
pub fn measure<G: Game>(meter: &Meter, rules: &G::Rules) -> anyhow::Result<Option<Vec<Run>>> {
    meter.measure(&mut [SplitMix64::new(1)], |rng| Ok(play::<G>(rules, rng)?))
}

/// Plays some games and counts the decisions.
fn play<G: Game>(rules: &G::Rules, rng: &mut SplitMix64) -> Result<u64, PlayError> {
    // What fills the places of seats that do not act is never read.
    let Some(filler) = G::Action::from_id(0) else {
        return Ok(0);
    };
    let mut joint = [(Seat::default(), filler); MAX_SEATS];
    let mut decisions = 0;
    for _ in 0..GAMES {
        let mut game = G::new(rules);
        loop {
            match game.turn() {
                Turn::Chance => {
                    let deal = game.sample_deal(rng);
                    game.deal(&deal)?;
                }
                Turn::Act(seats) => {
                    let mut acting = 0;
                    for (seat, place) in seats.iter().zip(&mut joint) {
                        if let Some(action) = game.legal(seat).pick(rng.next_u32()) {
                            *place = (seat, action);
                            acting += 1;
                        }
                    }
                    game.play(&joint[..acting], &mut ())?;
                    decisions += acting as u64;
                }
                Turn::Over => break,
            }
        }
        black_box(game.scores());
    }
    Ok(decisions)
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Nimmt, Preset};
    use hornox_env::sixes::{self, Sixes};

    use super::*;

    #[test]
    fn every_choice_counts() {
        let mut rng = SplitMix64::new(3);
        let decisions = play::<Nimmt>(&Preset::Bench.rules(), &mut rng).unwrap();
        assert_eq!(decisions, 40 * u64::from(GAMES));
        let rules = sixes::Preset::SixesRound.rules();
        // 40 cards and some passes, less what losers keep.
        let decisions = play::<Sixes>(&rules, &mut rng).unwrap() / u64::from(GAMES);
        assert!((25..100).contains(&decisions), "{decisions} a round");
    }
}
