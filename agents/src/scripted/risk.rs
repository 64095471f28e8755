//! The card of the least expected cost in this turn.

use hornox_env::nimmt::{Action, Nimmt, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::{cards, certainly, cheapest_row, nothing_legal, uniform};
use crate::features::Situation;

/// Plays a card of the least [risk](Situation::card), at random among equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Risk;

/// The cards that share the least risk; none where no card may be played.
fn safest(view: &View, legal: ActionSet<Action>) -> ActionSet<Action> {
    let situation = Situation::new(view);
    let risks = cards(legal).map(|card| (card, situation.card(card).risk));
    let least = risks.clone().map(|(_, risk)| risk).fold(f32::INFINITY, f32::min);
    risks
        .filter(|&(_, risk)| risk <= least)
        .map(|(card, _)| Action::Card(card))
        .collect()
}

impl Agent<Nimmt> for Risk {
    fn name(&self) -> &'static str {
        "risk"
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        let Decision { view, legal, rng } = decision;
        if let Some(row) = cheapest_row(view, legal) {
            return Ok(row);
        }
        let card = uniform(safest(view, legal), rng).or_else(|| legal.first());
        card.ok_or_else(|| nothing_legal(self.name(), view))
    }

    fn probabilities(
        &mut self,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        if let Some(row) = cheapest_row(view, legal) {
            return Ok(Some(certainly(row, legal)));
        }
        let safest = safest(view, legal);
        let share = 1.0 / safest.len().max(1) as f64;
        let chance = |action| if safest.contains(action) { share } else { 0.0 };
        Ok(Some(legal.iter().map(chance).collect()))
    }
}
