//! Games played at random, for the decisions in them.

use anyhow::Context as _;
use hornox_agents::search::SplitMix64;
use hornox_env::{ActionSet, Game, Seat, Turn};
use rand::Rng as _;

/// A real decision, with two legal actions or more.
#[derive(Clone, Debug)]
pub struct Decision<G: Game> {
    /// Whose.
    pub seat: Seat,
    /// What the seat knows.
    pub view: G::View,
    /// What it may do.
    pub legal: ActionSet<G::Action>,
}

/// The real decisions of one game in which every seat plays at random, in their order.
///
/// # Errors
/// Where the engine refuses its own deal or a legal action.
pub fn decisions<G: Game>(rules: &G::Rules, rng: &mut SplitMix64) -> anyhow::Result<Vec<Decision<G>>> {
    let mut game = G::new(rules);
    let mut decisions = Vec::new();
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(rng);
                game.deal(&deal)?;
            }
            Turn::Act(seats) => {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let legal = game.legal(seat);
                    if legal.len() > 1 {
                        let view = game.view(seat);
                        decisions.push(Decision { seat, view, legal });
                    }
                    joint.push((seat, legal.pick(rng.next_u32()).context("no legal action")?));
                }
                game.play(&joint, &mut ())?;
            }
            Turn::Over => return Ok(decisions),
        }
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Nimmt, Preset};

    use super::*;

    #[test]
    fn a_round_has_a_decision_a_seat_for_every_turn_but_the_last() {
        let all = decisions::<Nimmt>(&Preset::Bench.rules(), &mut SplitMix64::new(1)).unwrap();
        assert_eq!(all.len(), 36);
        let own = all.iter().filter(|decision| decision.seat.index() == 2);
        let cards: Vec<_> = own.map(|decision| decision.legal.len()).collect();
        assert_eq!(cards, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
    }
}
