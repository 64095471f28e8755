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
        self.solved(view, legal).map_err(|error| AgentError {
            agent: self.name.clone(),
            reason: error.to_string(),
        })
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
    let seat = view.seat();
    let mut best = None;
    for row in legal.iter() {
        let value = value_after(&game, seat, row)?;
        if best.is_none_or(|(_, least)| value < least - 1e-9) {
            best = Some((row, value));
        }
    }
    Ok(best.map_or(Vec::new(), |(row, _)| certainly(row, legal)))
}

/// Own minus the other's bulls in the rest of the round, after `seat` takes a row.
fn value_after(game: &Nimmt, seat: Seat, row: Action) -> Result<f64, Unsolved> {
    let mut next = game.clone();
    next.play(&[(seat, row)], &mut ())?;
    let own_minus_other = |game: &Nimmt| {
        let scores = game.scores();
        f64::from(scores[seat] - scores[seat.after(1, game.players())])
    };
    let taken = own_minus_other(&next) - own_minus_other(game);
    if next.table().phase() != Phase::Choose {
        return Ok(taken);
    }
    let value = solve(&Position::of(&next)?).value;
    Ok(taken + if seat.index() == 0 { value } else { -value })
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
