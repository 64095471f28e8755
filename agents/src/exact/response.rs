//! What a seat gets that knows the other's policy.

use std::collections::HashMap;

use hornox_env::nimmt::{Action, Nimmt, Phase, View};
use hornox_env::{ActionSet, Game, PlayError, Seat, SeatSet, Turn};
use thiserror::Error;

use super::error::ExactError;
use super::position::check_rules;

/// Hands from which on positions are remembered: smaller ones are quicker reckoned anew.
const REMEMBERED: usize = 3;

/// Why there is no best response.
#[derive(Debug, Error)]
pub enum ResponseError<E> {
    /// The rules hide something, or the round has not begun or is over.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// The policy could not say what it does.
    #[error(transparent)]
    Policy(E),
    /// The policy gave another number of probabilities than there are legal actions, or they are none.
    #[error("{given} probabilities, of sum {sum}, for {legal} legal actions")]
    Probabilities {
        /// How many it gave.
        given: usize,
        /// Their sum; not a number where one of them is negative or not finite.
        sum: f64,
        /// How many actions there are.
        legal: usize,
    },
    /// The game refused a move that it called legal.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The bulls that `seat` takes minus those of the other in the rest of the round, where it plays its best against a
/// fixed policy: fewer are better.
///
/// `policy` gives the other seat's probability of each legal action, ascending by id. It is asked at every view that
/// it can come to, once or more often, and must give the same answer to the same view. The view is all it goes by:
/// what it would do after other events that led to the same view is the same.
///
/// # Errors
/// Where the rules can't be played exactly, no turn is due, or the policy fails.
pub fn best_response<E>(
    game: &Nimmt,
    seat: Seat,
    policy: impl FnMut(&View, ActionSet<Action>) -> Result<Vec<f64>, E>,
) -> Result<f64, ResponseError<E>> {
    check_rules(game.rules())?;
    match game.table().phase() {
        Phase::Choose | Phase::TakeRow(_) => {}
        Phase::Deal | Phase::Draft | Phase::Keep | Phase::ChooseSecond | Phase::Over { .. } => {
            return Err(ExactError::NoTurn.into());
        }
    }
    let other = seat.after(1, game.players());
    let mut response = Response {
        policy,
        round: game.round(),
        known: HashMap::new(),
    };
    response.value(game, seat, other)
}

struct Response<P> {
    policy: P,
    round: u32,
    /// What the policy's seat sees is all that there is.
    known: HashMap<View, f64>,
}

impl<E, P: FnMut(&View, ActionSet<Action>) -> Result<Vec<f64>, E>> Response<P> {
    fn value(&mut self, game: &Nimmt, seat: Seat, other: Seat) -> Result<f64, ResponseError<E>> {
        let Turn::Act(acting) = game.turn() else {
            return Ok(0.0);
        };
        if game.round() != self.round {
            return Ok(0.0);
        }
        let mine = if acting.contains(seat) {
            game.legal(seat)
        } else {
            ActionSet::EMPTY
        };
        let asked = acting != SeatSet::one(seat);
        let view = (asked && game.hands()[other].len() >= REMEMBERED).then(|| game.view(other));
        if let Some(known) = view.as_ref().and_then(|view| self.known.get(view)) {
            return Ok(*known);
        }
        let theirs: Vec<_> = if asked {
            self.likely(game, other)?
        } else {
            Vec::new()
        };
        let value = self.best(game, seat, other, mine, &theirs)?;
        if let Some(view) = view {
            self.known.insert(view, value);
        }
        Ok(value)
    }

    /// The value of the best of `mine` against the chances of `theirs`; either may be empty, where only one acts.
    fn best(
        &mut self,
        game: &Nimmt,
        seat: Seat,
        other: Seat,
        mine: ActionSet<Action>,
        theirs: &[(Action, f64)],
    ) -> Result<f64, ResponseError<E>> {
        if mine.is_empty() {
            let mut mean = 0.0;
            for &(action, chance) in theirs {
                mean += chance * self.after(game, seat, other, &[(other, action)])?;
            }
            return Ok(mean);
        }
        let mut best = f64::INFINITY;
        for own in mine.iter() {
            let mut mean = 0.0;
            if theirs.is_empty() {
                mean = self.after(game, seat, other, &[(seat, own)])?;
            }
            for &(action, chance) in theirs {
                mean += chance * self.after(game, seat, other, &[(seat, own), (other, action)])?;
            }
            best = best.min(mean);
        }
        Ok(best)
    }

    fn after(
        &mut self,
        game: &Nimmt,
        seat: Seat,
        other: Seat,
        joint: &[(Seat, Action)],
    ) -> Result<f64, ResponseError<E>> {
        let mut next = game.clone();
        next.play(joint, &mut ())?;
        let (before, after) = (game.scores(), next.scores());
        let taken = |seat: Seat| f64::from(after[seat] - before[seat]);
        Ok(taken(seat) - taken(other) + self.value(&next, seat, other)?)
    }

    /// What the policy may do, with its chances.
    fn likely(&mut self, game: &Nimmt, other: Seat) -> Result<Vec<(Action, f64)>, ResponseError<E>> {
        let legal = game.legal(other);
        if legal.len() == 1 {
            return Ok(legal.iter().map(|action| (action, 1.0)).collect());
        }
        let chances = (self.policy)(&game.view(other), legal).map_err(ResponseError::Policy)?;
        let sum = chances
            .iter()
            .map(|&chance| if chance >= 0.0 { chance } else { f64::NAN })
            .sum::<f64>();
        if chances.len() != legal.len() || (sum - 1.0).abs() > 1e-6 || sum.is_nan() {
            return Err(ResponseError::Probabilities {
                given: chances.len(),
                sum,
                legal: legal.len(),
            });
        }
        Ok(legal
            .iter()
            .zip(chances)
            .filter(|(_, chance)| *chance > 0.0)
            .collect())
    }
}
