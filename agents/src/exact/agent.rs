//! An agent that plays exactly.

use std::fmt;

use hornox_env::nimmt::{Action, Event, Nimmt, Phase, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision, Game, PlayError, Resample, Seat};
use rand::{Rng, RngExt};
use thiserror::Error;

use super::error::ExactError;
use super::position::{Position, check_rules};
use super::solution::solve;
use crate::scripted::{certainly, nothing_legal};
use crate::search::{Searched, SplitMix64};

/// The most cards a hand from which on [`Exact`] solves, where nothing else is said: a decision takes a
/// millisecond, and some times that where low cards may take any row.
pub const DEFAULT_HORIZON: u8 = 6;

/// Plays its equilibrium mix where few enough cards are left, and as another agent where there are more.
///
/// It draws from the mix, and of rows it takes the best, the first on ties. It plays only rules by which both hands
/// are known ([`check_rules`]); in a draft it leaves the picks to the other agent.
pub struct Exact {
    name: String,
    horizon: u8,
    above: Box<dyn Agent<Nimmt>>,
}

/// Why the present decision can't be solved.
#[derive(Debug, Error)]
enum Unsolved {
    #[error(transparent)]
    Exact(#[from] ExactError),
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Exact {
    /// An agent of this name that solves with at most `horizon` cards a hand, and asks `above` before.
    pub fn new(name: String, horizon: u8, above: Box<dyn Agent<Nimmt>>) -> Self {
        Self { name, horizon, above }
    }

    /// The mix over the legal actions; none where too many cards are left.
    fn mix(&self, view: &View, legal: ActionSet<Action>) -> Result<Option<Vec<f64>>, AgentError> {
        self.solved(view, legal).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &Unsolved) -> AgentError {
        AgentError {
            agent: self.name.clone(),
            reason: error.to_string(),
        }
    }

    /// What each legal action is worth against the other's equilibrium mix, in bulls of the rest of the round, the
    /// other's minus the own; none where too many cards are left.
    fn values(&self, view: &View, legal: ActionSet<Action>) -> Result<Option<Vec<f64>>, Unsolved> {
        check_rules(view.table().rules())?;
        if view.hand().len() > self.horizon.into() {
            return Ok(None);
        }
        let (game, seat) = (whole(view), view.seat());
        let other = seat.after(1, game.players());
        let replies = match view.table().phase() {
            Phase::Choose => {
                let mix = &solve(&Position::of(&game)?).mixes[other.index()];
                let cards = mix.iter().filter(|(_, chance)| *chance > 0.0);
                cards
                    .map(|&(card, chance)| (Some(Action::Card(card)), chance))
                    .collect()
            }
            Phase::TakeRow(_) => vec![(None, 1.0)],
            Phase::Draft | Phase::Keep | Phase::ChooseSecond | Phase::Deal | Phase::Over { .. } => {
                return Ok(None);
            }
        };
        let value = |own: Action| -> Result<f64, Unsolved> {
            let mut value = 0.0;
            for &(reply, chance) in &replies {
                let mut joint = vec![(seat, own)];
                joint.extend(reply.map(|card| (other, card)));
                value -= chance * value_after(&game, seat, &joint)?;
            }
            Ok(value)
        };
        legal.iter().map(value).collect::<Result<_, _>>().map(Some)
    }

    fn solved(&self, view: &View, legal: ActionSet<Action>) -> Result<Option<Vec<f64>>, Unsolved> {
        check_rules(view.table().rules())?;
        if view.hand().len() > self.horizon.into() {
            return Ok(None);
        }
        match view.table().phase() {
            Phase::Choose => {
                let position = Position::of(&whole(view))?;
                let [own, other] = solve(&position).mixes;
                let mix = if view.seat().index() == 0 { own } else { other };
                Ok(Some(mix.into_iter().map(|(_, chance)| chance).collect()))
            }
            Phase::TakeRow(_) => best_row(view, legal).map(Some),
            Phase::Draft | Phase::Keep | Phase::ChooseSecond | Phase::Deal | Phase::Over { .. } => Ok(None),
        }
    }
}

/// The game, of which a view shows everything by these rules: no draw decides anything.
fn whole(view: &View) -> Nimmt {
    Nimmt::resample(view, &mut SplitMix64::default())
}

/// All the probability on the row that leads to the fewest bulls.
fn best_row(view: &View, legal: ActionSet<Action>) -> Result<Vec<f64>, Unsolved> {
    let game = whole(view);
    let mut best = None;
    for row in legal.iter() {
        let value = value_after(&game, view.seat(), &[(view.seat(), row)])?;
        if best.is_none_or(|(_, least)| value < least - 1e-9) {
            best = Some((row, value));
        }
    }
    Ok(best.map_or(Vec::new(), |(row, _)| certainly(row, legal)))
}

/// Own minus the other's bulls in the rest of the round, after these moves and with equilibrium play from then on.
fn value_after(game: &Nimmt, seat: Seat, joint: &[(Seat, Action)]) -> Result<f64, Unsolved> {
    let mut next = game.clone();
    next.play(joint, &mut ())?;
    let own_minus_other = |game: &Nimmt| {
        let scores = game.scores();
        f64::from(scores[seat] - scores[seat.after(1, game.players())])
    };
    let now = own_minus_other(&next) - own_minus_other(game);
    let to_come = match next.table().phase() {
        Phase::Choose => {
            let value = solve(&Position::of(&next)?).value;
            if seat.index() == 0 { value } else { -value }
        }
        Phase::TakeRow(taker) => {
            // What is best for the taker: least for `seat`, or most for the other.
            let sign = if taker == seat { 1.0 } else { -1.0 };
            let mut least = f64::INFINITY;
            for row in next.legal(taker).iter() {
                least = least.min(sign * value_after(&next, seat, &[(taker, row)])?);
            }
            sign * least
        }
        Phase::Deal | Phase::Draft | Phase::Keep | Phase::ChooseSecond | Phase::Over { .. } => 0.0,
    };
    Ok(now + to_come)
}

/// One of the actions by its chance.
fn draw(mix: &[f64], legal: ActionSet<Action>, rng: &mut impl Rng) -> Option<Action> {
    let mut left = rng.random::<f64>();
    let mut drawn = None;
    for (action, &chance) in legal.iter().zip(mix).filter(|(_, chance)| **chance > 0.0) {
        // Rounding may leave a crumb: it belongs to the last one.
        drawn = Some(action);
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    drawn
}

impl Agent<Nimmt> for Exact {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        match self.mix(decision.view, decision.legal)? {
            Some(mix) => draw(&mix, decision.legal, decision.rng)
                .ok_or_else(|| nothing_legal(&self.name, Nimmt::seat_of(decision.view))),
            None => self.above.act(decision),
        }
    }

    fn probabilities(
        &mut self,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        match self.mix(view, legal)? {
            Some(mix) => Ok(Some(mix)),
            None => self.above.probabilities(view, legal),
        }
    }

    fn action_values(
        &mut self,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        match self.values(view, legal).map_err(|error| self.failed(&error))? {
            Some(values) => Ok(Some(values)),
            None => self.above.action_values(view, legal),
        }
    }

    fn remembers(&self) -> bool {
        self.above.remembers()
    }

    fn watch(&mut self, seat: Seat, events: &[Event]) {
        self.above.watch(seat, events);
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exact")
            .field("name", &self.name)
            .field("horizon", &self.horizon)
            .finish_non_exhaustive()
    }
}
