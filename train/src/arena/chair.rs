//! A seat at one of the tables.

use hornox_env::{ActionSet, Agent, Decision, Game, Lapse, LapseKind, Seat};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::evaluate::ArenaError;

/// A seat of one game.
pub(super) struct Chair<G: Game> {
    pub seat: Seat,
    /// Who plays it, as a place in the list of sides.
    pub side: usize,
    pub rng: ChaCha8Rng,
    pub mind: Option<Box<dyn Agent<G>>>,
    /// How many of the game's events the mind has seen.
    pub seen: usize,
    pub question: Option<(G::View, ActionSet<G::Action>)>,
    pub answer: Option<G::Action>,
}

impl<G: Game> Chair<G> {
    /// Answers the question with a mind of its own. A seat that has forfeited the game plays on at random.
    pub fn think(&mut self) -> Result<(), ArenaError> {
        let (Some((view, legal)), Some(mind)) = (&self.question, &mut self.mind) else {
            return Ok(());
        };
        let rng = &mut self.rng;
        let forfeits =
            |mind: &dyn Agent<G>| mind.lapse().is_some_and(|lapse| lapse.kind == LapseKind::Forfeit);
        if !forfeits(mind.as_ref()) {
            let legal = *legal;
            match mind.act(Decision { view, legal, rng }) {
                Ok(action) => {
                    self.answer = Some(action);
                    return Ok(());
                }
                Err(_) if forfeits(mind.as_ref()) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.answer = legal.nth(rng.random_range(0..legal.len() as u32) as usize);
        Ok(())
    }

    /// Shows the mind what happened since it last was.
    pub fn watch(&mut self, events: &[G::Event]) {
        if let Some(mind) = &mut self.mind {
            mind.watch(self.seat, &events[self.seen..]);
            self.seen = events.len();
        }
    }

    pub fn lapse(&self) -> Option<&Lapse> {
        self.mind.as_ref()?.lapse()
    }
}
