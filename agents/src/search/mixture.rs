//! Seats of which it is inferred how they play.

use hornox_env::{Agent, AgentError, Decision, Seat};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Recalled, Searched};

/// How often a candidate is taken to play at random instead, so that no choice rules it out.
const TREMBLE: f64 = 0.05;

/// At what temperature a candidate that reckons values is taken to choose by them, in the unit of scores: its best
/// choice alone would say little, since another draw of the rollouts often has another one.
const TEMPERATURE: f64 = 0.4;

/// How likely it is, before a card is played, that all the others play in the same way.
const ALIKE: f64 = 0.9;

/// A way in which others may play.
pub struct Candidate<G> {
    /// Who plays so.
    pub plays: Box<dyn Agent<G>>,
    /// Who says how likely a choice is: by its values or else its probabilities.
    pub judges: Box<dyn Agent<G>>,
}

/// Plays each seat as one of some candidates does, drawn anew for every decision by how likely it is after what that
/// seat has played so far.
///
/// What a seat held when it played is hidden: the chance of its choice is the mean over states that agree with what is
/// known now, all as likely. (What its earlier choices say of its hand is left out: it would take all past turns in
/// each of many states.) Before any play all candidates are as likely, and nine tables of ten are taken to be of one
/// kind: so each seat's play says something of its neighbours, too.
pub struct Mixture<G: Searched> {
    candidates: Vec<Candidate<G>>,
    /// The seat that plays as the first candidate.
    own: Seat,
    /// Whether the others may be anything but the first candidate.
    open: bool,
    /// By seat, the logarithm of how likely each candidate made what it played.
    evidence: Vec<Vec<f64>>,
    /// By seat, the chance of each candidate.
    weights: Vec<Vec<f64>>,
}

impl<G: Searched> Mixture<G> {
    /// A mixture of candidates, at least one, that remember nothing.
    pub fn new(candidates: Vec<Candidate<G>>) -> Self {
        Self {
            open: candidates.len() > 1,
            candidates,
            own: Seat::default(),
            evidence: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Says which seat is its own, which plays as the first candidate does, and whether the others may be another one.
    pub fn sit(&mut self, own: Seat, open: bool) {
        (self.own, self.open) = (own, open);
    }

    /// How likely it is that a seat plays as each candidate does.
    pub fn weights(&self, seat: Seat) -> Vec<f64> {
        let count = self.candidates.len();
        if seat == self.own || !self.open {
            return (0..count).map(|place| f64::from(u8::from(place == 0))).collect();
        }
        let even = 1.0 / count.max(1) as f64;
        let weights = self.weights.get(seat.index()).cloned();
        weights.unwrap_or_else(|| vec![even; count])
    }

    /// Learns from what the others chose, in states that agree with what is known now, each as likely as the others.
    ///
    /// # Errors
    /// Where a candidate fails.
    pub fn learn(&mut self, states: &[Recalled<G>]) -> Result<(), AgentError> {
        let Some((first, chosen)) = states.first() else {
            return Ok(());
        };
        self.evidence
            .resize_with(first.players(), || vec![0.0; self.candidates.len()]);
        for (seat, action) in chosen {
            for (place, candidate) in self.candidates.iter_mut().enumerate() {
                let mut sum = 0.0;
                for (state, _) in states {
                    sum += chance(candidate.judges.as_mut(), state, *seat, *action)?;
                }
                self.evidence[seat.index()][place] += (sum / states.len() as f64).ln();
            }
        }
        self.weigh();
        Ok(())
    }

    /// The chances after the evidence.
    fn weigh(&mut self) {
        let others = || {
            let seats = self.evidence.iter().enumerate();
            seats
                .filter(|(seat, _)| *seat != self.own.index())
                .map(|(_, seen)| seen)
        };
        let count = self.candidates.len();
        let together: Vec<f64> = (0..count)
            .map(|place| others().map(|seen| seen[place]).sum())
            .collect();
        // Both hypotheses' evidence, up to what they share.
        let alike = ALIKE.ln() + log_mean(&together);
        let apart = (1.0 - ALIKE).ln() + others().map(|seen| log_mean(seen)).sum::<f64>();
        let alike = 1.0 / (1.0 + (apart - alike).exp());
        let together = normal(&together);
        let mixed = |seen: &Vec<f64>| {
            let single = normal(seen);
            let pairs = together.iter().zip(&single);
            pairs
                .map(|(all, one)| alike * all + (1.0 - alike) * one)
                .collect()
        };
        self.weights = self.evidence.iter().map(mixed).collect();
    }

    /// The candidate that a seat is played as this time.
    fn draw(&self, seat: Seat, rng: &mut ChaCha8Rng) -> usize {
        let last = self.candidates.len().saturating_sub(1);
        if last == 0 {
            return 0;
        }
        let mut left: f64 = rng.random();
        for (place, weight) in self.weights(seat).iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return place;
            }
        }
        last
    }
}

/// The logarithm of the mean of exponentials.
fn log_mean(logs: &[f64]) -> f64 {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - highest).exp()).sum();
    highest + (sum / logs.len() as f64).ln()
}

/// Chances in proportion to exponentials.
fn normal(logs: &[f64]) -> Vec<f64> {
    let mean = log_mean(logs);
    let count = logs.len() as f64;
    logs.iter().map(|log| (log - mean).exp() / count).collect()
}

/// The chance that a candidate makes a choice, trembling.
fn chance<G: Searched>(
    candidate: &mut dyn Agent<G>,
    state: &G,
    seat: Seat,
    action: G::Action,
) -> Result<f64, AgentError> {
    let (view, legal) = (state.view(seat), state.legal(seat));
    let even = 1.0 / legal.len().max(1) as f64;
    if legal.len() < 2 {
        return Ok(even);
    }
    let chances = match candidate.action_values(&view, legal)? {
        Some(values) => {
            let logs: Vec<f64> = values.iter().map(|value| value / TEMPERATURE).collect();
            Some(normal(&logs))
        }
        None => candidate.probabilities(&view, legal)?,
    };
    let place = legal.iter().position(|other| other == action);
    let known = place
        .zip(chances)
        .and_then(|(place, chances)| chances.get(place).copied());
    Ok((1.0 - TREMBLE) * known.unwrap_or(even) + TREMBLE * even)
}

impl<G: Searched> Agent<G> for Mixture<G> {
    fn name(&self) -> &'static str {
        "mixture"
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let place = self.draw(G::seat_of(decision.view), decision.rng);
        self.candidates[place].plays.act(decision)
    }

    fn act_batch(&mut self, decisions: Vec<Decision<'_, G>>) -> Result<Vec<G::Action>, AgentError> {
        let mut places = Vec::with_capacity(decisions.len());
        let mut parts: Vec<Vec<Decision<'_, G>>> = self.candidates.iter().map(|_| Vec::new()).collect();
        for decision in decisions {
            let place = self.draw(G::seat_of(decision.view), decision.rng);
            places.push(place);
            parts[place].push(decision);
        }
        let mut answers = Vec::with_capacity(parts.len());
        for (candidate, part) in self.candidates.iter_mut().zip(parts) {
            answers.push(candidate.plays.act_batch(part)?.into_iter());
        }
        Ok(places
            .into_iter()
            .filter_map(|place| answers[place].next())
            .collect())
    }
}
