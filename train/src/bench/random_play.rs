//! Games played at random, for the decisions in them.

use anyhow::Context as _;
use hornox_agents::search::SplitMix64;
use hornox_env::{Action, ActionSet, Game, Seat, Turn};
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

/// A legal action, each as likely as any other but for less than one in 2²⁴.
#[inline]
pub fn draw<A: Action>(legal: ActionSet<A>, rng: &mut SplitMix64) -> Option<A> {
    legal.nth(((u64::from(rng.next_u32()) * legal.len() as u64) >> 32) as usize)
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
                    joint.push((seat, draw(legal, rng).context("no legal action")?));
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

    #[test]
    fn every_action_is_drawn() {
        let legal = decisions::<Nimmt>(&Preset::Bench.rules(), &mut SplitMix64::new(1)).unwrap()[0].legal;
        let mut rng = SplitMix64::new(2);
        let mut counts = [0_u32; 128];
        for _ in 0..10_000 {
            counts[usize::from(draw(legal, &mut rng).unwrap().id())] += 1;
        }
        for action in legal.iter() {
            // Five standard deviations of 30.
            let count = counts[usize::from(action.id())];
            assert!(count.abs_diff(1000) < 150, "{action}: {count}");
        }
    }
}
