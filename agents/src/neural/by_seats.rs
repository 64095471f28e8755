//! One agent made of several: who plays depends on how many seats the table has.

use std::collections::BTreeMap;
use std::fmt;

use hornox_env::{ActionSet, Agent, AgentError, Decision, Seat};

use super::members::not_covered;
use crate::playable::Playable;

/// Asks, at each table, the member that is for its number of seats. All of them are shown what happens.
pub struct BySeats<G: Playable> {
    name: String,
    members: BTreeMap<usize, Box<dyn Agent<G>>>,
    /// The seat counts of the members, for what is said where there is none.
    covered: Vec<usize>,
}

impl<G: Playable> BySeats<G> {
    /// An agent of these members, by seat count.
    pub fn new(name: String, members: BTreeMap<usize, Box<dyn Agent<G>>>) -> Self {
        Self {
            name,
            covered: members.keys().copied().collect(),
            members,
        }
    }

    fn member(&mut self, seats: usize) -> Result<&mut dyn Agent<G>, AgentError> {
        let Self {
            name,
            members,
            covered,
        } = self;
        match members.get_mut(&seats) {
            Some(member) => Ok(member.as_mut()),
            None => Err(AgentError {
                agent: name.clone(),
                reason: not_covered(seats, covered.iter().copied()),
            }),
        }
    }
}

impl<G: Playable> Agent<G> for BySeats<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        self.member(G::players_of(decision.view))?.act(decision)
    }

    /// One batch for each member that is asked.
    fn act_batch(&mut self, decisions: Vec<Decision<'_, G>>) -> Result<Vec<G::Action>, AgentError> {
        let mut by_seats = BTreeMap::<usize, (Vec<usize>, Vec<Decision<'_, G>>)>::new();
        for (place, decision) in decisions.into_iter().enumerate() {
            let (places, own) = by_seats.entry(G::players_of(decision.view)).or_default();
            places.push(place);
            own.push(decision);
        }
        let mut answers = Vec::new();
        for (seats, (places, own)) in by_seats {
            answers.extend(places.into_iter().zip(self.member(seats)?.act_batch(own)?));
        }
        answers.sort_unstable_by_key(|(place, _)| *place);
        Ok(answers.into_iter().map(|(_, action)| action).collect())
    }

    fn probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.member(G::players_of(view))?.probabilities(view, legal)
    }

    fn action_values(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.member(G::players_of(view))?.action_values(view, legal)
    }

    fn remembers(&self) -> bool {
        self.members.values().any(|member| member.remembers())
    }

    fn watch(&mut self, seat: Seat, events: &[G::Event]) {
        for member in self.members.values_mut() {
            member.watch(seat, events);
        }
    }
}

impl<G: Playable> fmt::Debug for BySeats<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BySeats")
            .field("name", &self.name)
            .field("members", &self.covered)
            .finish()
    }
}
