//! The card of the least expected cost in this turn.

use hornox_env::nimmt::{Action, Nimmt, Phase, View};
use hornox_env::{Action as _, ActionSet};

use super::cheapest_row;
use crate::features::nimmt::Situation;
use crate::scripted::Policy;

/// What it reckons for its zero card, in bulls: the card is worth most where all others are dear. Of 0.3 to 5, this
/// did best against random play.
const BULLS_OF_THE_ZERO_CARD: f32 = 2.0;

/// Plays a card of the least [risk](Situation::card), at random among equals.
///
/// A second card is chosen knowing the first, and with open selection the cards that lie revealed are known. A
/// zero card counts as two bulls. Of a share, it keeps the card of the least risk among the rows as they lie. In a
/// draft, where no rows lie yet, it picks the middle one of the cards that lie open: of several such rules, the one
/// that did best against random play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Risk;

impl Policy<Nimmt> for Risk {
    fn name(&self) -> &'static str {
        "risk"
    }

    fn best(&self, view: &View, legal: ActionSet<Action>) -> ActionSet<Action> {
        if let Some(row) = cheapest_row(view.table(), legal) {
            return std::iter::once(row).collect();
        }
        if view.table().phase() == Phase::Draft {
            return legal.nth(legal.len() / 2).into_iter().collect();
        }
        let situation = Situation::new(view);
        let mut risks = [f32::INFINITY; Action::COUNT];
        for (risk, action) in risks.iter_mut().zip(legal.iter()) {
            *risk = self::risk(&situation, action);
        }
        let least = risks[..legal.len()].iter().copied().fold(f32::INFINITY, f32::min);
        let best = legal.iter().zip(risks).filter(|(_, risk)| *risk <= least);
        best.map(|(action, _)| action).collect()
    }

    /// Minus the bulls of this turn: a card's risk, a row's bulls. None in a draft, and where bulls do not count.
    fn values(&self, view: &View, legal: ActionSet<Action>) -> Option<Vec<f64>> {
        let table = view.table();
        if table.rules().take_to_hand || table.phase() == Phase::Draft {
            return None;
        }
        let situation = Situation::new(view);
        let cost = |action| match action {
            Action::Row(row) => f64::from(table.rules().row_bulls(table.rows().get(row))),
            Action::Card(_) | Action::Zero => f64::from(risk(&situation, action)),
        };
        Some(legal.iter().map(|action| -cost(action)).collect())
    }
}

/// What a card is reckoned to cost.
fn risk(situation: &Situation, action: Action) -> f32 {
    match action {
        Action::Card(card) => situation.card(card).risk,
        Action::Zero | Action::Row(_) => BULLS_OF_THE_ZERO_CARD,
    }
}
