//! One decision, as an agent judges it.

use hornox_agents::Playable;
use hornox_env::{Action, Agent, AgentError, Decision, Seat};
use serde::Serialize;
use serde_json::Value;

use super::Brief;

/// How much less likely than the choice a move may be and still agree with it: numbers are rounded.
const AS_LIKELY: f64 = 1e-9;

/// How much less good than the best action a move may be and still agree: exact play's values are exact to this.
const AS_GOOD: f64 = 1e-6;

/// An action by its id and as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its id.
    pub id: u8,
    /// What people call it.
    pub text: String,
}

impl<A: Action> From<A> for Named {
    fn from(action: A) -> Self {
        Self {
            id: action.id(),
            text: action.to_string(),
        }
    }
}

/// What an agent reckons of a legal action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reckoned {
    /// The action.
    #[serde(flatten)]
    pub action: Named,
    /// How likely the agent plays it; none where it does not know.
    pub probability: Option<f64>,
    /// What the agent expects of it, more being better; none where it does not reckon so, or did not look at it.
    pub value: Option<f64>,
}

/// One decision. What the measures mean says [the module](super).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Who decides.
    pub seat: Seat,
    /// Round and turn in words.
    #[serde(skip)]
    pub when: String,
    /// The view in one line.
    #[serde(skip)]
    pub brief: String,
    /// The view, in the form of `agents/PROTOCOL.md`.
    pub view: Value,
    /// What was played.
    pub played: Named,
    /// What the agent would have played.
    pub choice: Named,
    /// Whether the move agrees with it.
    pub agrees: bool,
    /// The value of the best action minus that of the move.
    pub loss: Option<f64>,
    /// The choice's probability minus the move's.
    pub shortfall: Option<f64>,
    /// Whether the agent plays the move at times.
    pub supported: Option<bool>,
    /// The legal actions, ascending by id.
    pub actions: Vec<Reckoned>,
}

impl Judged {
    /// Asks an agent about a move that was made.
    ///
    /// # Errors
    /// Where it can't answer, or not about each legal action.
    pub(super) fn new<G: Playable + Brief>(
        agent: &mut dyn Agent<G>,
        decision: Decision<'_, G>,
        played: G::Action,
    ) -> Result<Self, AgentError> {
        let Decision { view, legal, .. } = decision;
        let wrong = |agent: &dyn Agent<G>, reason: String| AgentError {
            agent: agent.name().to_owned(),
            reason,
        };
        let probabilities = agent.probabilities(view, legal)?;
        let values = agent.action_values(view, legal)?;
        for (what, numbers) in [("probabilities", &probabilities), ("values", &values)] {
            if let Some(numbers) = numbers
                && numbers.len() != legal.len()
            {
                let reason = format!("{} {what} of {} legal actions", numbers.len(), legal.len());
                return Err(wrong(agent, reason));
            }
        }
        let choice = match &probabilities {
            Some(probabilities) => legal.nth(first_best(probabilities)),
            None => Some(agent.act(decision)?),
        };
        let choice = choice
            .filter(|choice| legal.contains(*choice))
            .ok_or_else(|| wrong(agent, "chose what is not legal".to_owned()))?;
        let place = |action| legal.iter().take_while(|other| *other < action).count();
        let finite = |value: f64| value.is_finite().then_some(value);
        let loss = values
            .as_ref()
            .and_then(|values| finite(values[first_best(values)] - values[place(played)]));
        let shortfall = probabilities
            .as_ref()
            .map(|chances| chances[place(choice)] - chances[place(played)]);
        let supported = probabilities.as_ref().map(|chances| chances[place(played)] > 0.0);
        let actions = legal.iter().enumerate().map(|(place, action)| Reckoned {
            action: action.into(),
            probability: probabilities.as_ref().map(|chances| chances[place]),
            value: values.as_ref().and_then(|values| finite(values[place])),
        });
        Ok(Self {
            seat: G::seat_of(view),
            when: G::when(view),
            brief: G::brief(view),
            // Views are numbers, words and lists, which JSON can hold.
            view: serde_json::to_value(G::tell_view(view)).unwrap_or_default(),
            played: played.into(),
            choice: choice.into(),
            agrees: played == choice
                || loss.is_some_and(|behind| behind <= AS_GOOD)
                || shortfall.is_some_and(|behind| behind <= AS_LIKELY),
            loss,
            shortfall,
            supported,
            actions: actions.collect(),
        })
    }
}

/// The place of the highest number, the first on ties.
fn first_best(numbers: &[f64]) -> usize {
    let mut best = 0;
    for (place, number) in numbers.iter().enumerate() {
        if *number > numbers[best] {
            best = place;
        }
    }
    best
}
