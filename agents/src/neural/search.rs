//! A network that looks a turn ahead.

use std::fmt;
use std::time::{Duration, Instant};

use hornox_env::{ActionSet, Agent, AgentError, Decision, RuleSet, Seat};
use rand::Rng as _;

use super::agent::NetAgent;
use super::expect::NetValue;
use crate::playable::Playable;
use crate::scripted::{certainly, nothing_legal};
use crate::search::{Budget, Candidate, Leaf, Lookahead, Mixture, SplitMix64};

/// States between two looks at the clock.
const BY_CLOCK: u32 = 16;

/// States in which it asks how likely what the others played was.
const RECALLED: usize = 12;

/// Plays each legal action in sampled states, against others who play as a model does, and takes the one after which
/// the network's values are best: [`Lookahead`] with [`NetValue`] at its leaves. A prior times the logarithm of the
/// network's own probability is added to each mean: it holds back where the values or the model are wrong.
///
/// Of several models of the others it infers from their play, by a [`Mixture`], who is whom: then it remembers what it
/// saw of the game. All its draws are seeded from views, so that it plays the same after the same past, or by the view
/// alone with one model; unless it goes by the clock. Where scores do not count,
/// values of scores say nothing, and it plays the network's likeliest action.
pub struct NetSearch<G: Playable> {
    name: String,
    net: NetAgent<G>,
    lookahead: Lookahead<G, Mixture<G>>,
    /// What a natural logarithm of probability is worth, in the unit of scores.
    prior: f64,
    /// None where the number of samples says when it ends.
    limit: Option<Duration>,
    /// What it saw when it last chose.
    then: Option<G::View>,
    /// What has happened since.
    events: Vec<G::Event>,
}

impl<G: Playable> NetSearch<G> {
    /// The search of a network and its values. In its sampled states the others play as one of `models` does, which
    /// remember nothing; it itself plays as the first between its own turns, where it takes a row. By rules under which
    /// past choices can't be recalled, all play as the first. `prior` is what a natural logarithm of the network's own
    /// probability is worth, in the unit of scores.
    pub fn new(
        name: String,
        net: NetAgent<G>,
        value: NetValue,
        models: Vec<Candidate<G>>,
        budget: Budget,
        prior: f64,
    ) -> Self {
        let (samples, limit) = match budget {
            Budget::Samples(samples) => (samples, None),
            Budget::Milliseconds(limit) => (BY_CLOCK, Some(Duration::from_millis(limit.into()))),
        };
        let leaf = Leaf::Value(Box::new(value));
        Self {
            net,
            lookahead: Lookahead::new(name.clone(), Box::new(Mixture::new(models)), samples, leaf),
            name,
            prior,
            limit,
            then: None,
            events: Vec::new(),
        }
    }

    /// Learns from what the others played since it last chose.
    fn infer(&mut self, view: &G::View, rules: &G::Rules) -> Result<(), AgentError> {
        let open = self.remembers() && G::recalls(rules);
        self.lookahead.known_mut().sit(G::seat_of(view), open);
        if !open {
            return Ok(());
        }
        let events = std::mem::take(&mut self.events);
        let then = self.then.replace(view.clone());
        let Some(then) = then.filter(|_| !events.is_empty()) else {
            return Ok(());
        };
        let mut rng = SplitMix64::new(G::seed_of(view));
        let states: Option<Vec<_>> = (0..RECALLED)
            .map(|_| G::recall(&then, &G::resample(view, &mut rng), &events))
            .collect();
        self.lookahead.known_mut().learn(&states.unwrap_or_default())
    }

    /// The mean gain of each legal action; none where there is nothing to search.
    fn gains(&mut self, view: &G::View, legal: ActionSet<G::Action>) -> Result<Option<Vec<f64>>, AgentError> {
        let start = Instant::now();
        let mut rng = SplitMix64::new(G::seed_of(view));
        let some = G::resample(view, &mut rng);
        self.infer(view, some.rules())?;
        if legal.len() < 2 || !some.rules().has_scores() {
            return Ok(None);
        }
        let mut gains = self.lookahead.mean_gains(view, legal, rng.next_u64())?;
        let Some(limit) = self.limit else {
            return Ok(Some(gains));
        };
        let mut times: u32 = 1;
        // As long as one more of the mean length fits.
        while start.elapsed() / times * (times + 1) < limit {
            let more = self.lookahead.mean_gains(view, legal, rng.next_u64())?;
            for (gain, more) in gains.iter_mut().zip(more) {
                *gain += more;
            }
            times += 1;
        }
        for gain in &mut gains {
            *gain /= f64::from(times);
        }
        Ok(Some(gains))
    }

    /// The action of the best mean and prior, the lowest id on ties; none where there is nothing to search.
    fn choose(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<G::Action>, AgentError> {
        let Some(mut gains) = self.gains(view, legal)? else {
            return Ok(None);
        };
        if let Some(logs) = self.net.log_probabilities(view, legal)? {
            for (gain, log) in gains.iter_mut().zip(logs) {
                *gain += self.prior * f64::from(log);
            }
        }
        let mut best = 0;
        for (place, gain) in gains.iter().enumerate() {
            if *gain > gains[best] {
                best = place;
            }
        }
        let action = legal.nth(best);
        action
            .ok_or_else(|| nothing_legal(&self.name, G::seat_of(view)))
            .map(Some)
    }
}

impl<G: Playable> Agent<G> for NetSearch<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn remembers(&self) -> bool {
        self.lookahead.known().candidates() > 1
    }

    fn watch(&mut self, _: Seat, events: &[G::Event]) {
        self.events.extend_from_slice(events);
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        match self.choose(decision.view, decision.legal)? {
            Some(action) => Ok(action),
            None => self.net.act(decision),
        }
    }

    /// All on the action that it plays; none where it goes by the clock, since it might play another one next time.
    fn probabilities(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        if self.limit.is_some() {
            return Ok(None);
        }
        match self.choose(view, legal)? {
            Some(action) => Ok(Some(certainly(action, legal))),
            None => self.net.probabilities(view, legal),
        }
    }

    /// Mean own gains minus the mean of the others', by what the network expects to the end of the round,
    /// without the prior; none where it does not search.
    fn action_values(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
    ) -> Result<Option<Vec<f64>>, AgentError> {
        self.gains(view, legal)
    }
}

impl<G: Playable> fmt::Debug for NetSearch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetSearch")
            .field("name", &self.name)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
