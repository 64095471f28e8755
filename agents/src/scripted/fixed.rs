//! Rules without chance or reckoning.

use hornox_env::nimmt::{Action, Card, Nimmt, Side, View};
use hornox_env::{ActionSet, Agent, AgentError, Decision};

use super::{cards, certainly, cheapest_row, nothing_legal};

/// Plays the same card in the same place, always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// The card with the smallest difference to the end of the row that it fits, the lowest on ties; cards that
    /// fit nowhere come last.
    Nearest,
}

impl Fixed {
    fn choose(self, view: &View, legal: ActionSet<Action>) -> Result<Action, AgentError> {
        let card = match self {
            Self::Lowest => cards(legal).min(),
            Self::Highest => cards(legal).max(),
            Self::Nearest => cards(legal).min_by_key(|&card| distance(view, card)),
        };
        card.map(Action::Card)
            .or_else(|| cheapest_row(view, legal))
            .or_else(|| legal.first())
            .ok_or_else(|| nothing_legal(self.name(), view))
    }
}

/// How far a card is from the end of the row that it fits.
fn distance(view: &View, card: Card) -> u8 {
    let table = view.table();
    let rows = table.rows();
    let end = rows
        .fit(card, table.rules().sides)
        .and_then(|(row, side)| match side {
            Side::Right | Side::Take => rows.get(row).last(),
            Side::Left => rows.get(row).first(),
        });
    end.map_or(u8::MAX, |end| card.number().abs_diff(end.number()))
}

impl Agent<Nimmt> for Fixed {
    fn name(&self) -> &'static str {
        match self {
            Self::Lowest => "lowest",
            Self::Highest => "highest",
            Self::Nearest => "nearest",
        }
    }

    fn act(&mut self, decision: Decision<'_, Nimmt>) -> Result<Action, AgentError> {
        self.choose(decision.view, decision.legal)
    }

    fn probabilities(
        &mut self,
        view: &View,
        legal: ActionSet<Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.choose(view, legal)
            .map(|action| Some(certainly(action, legal)))
    }
}
