//! What decisions add up to.

use serde::Serialize;

use super::Judged;

/// What many decisions add up to. Means are of those decisions alone that have the measure; without any there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sum {
    /// Decisions with more than one legal action.
    pub decisions: u64,
    /// Moves with one.
    pub forced: u64,
    /// Decisions that agree with the agent.
    pub agreed: u64,
    /// Decisions with a loss.
    pub valued: u64,
    /// The mean loss of these.
    pub mean_loss: Option<f64>,
    /// The mean shortfall of the decisions that have one.
    pub mean_shortfall: Option<f64>,
}

impl Sum {
    /// The sum of some decisions, beside so many forced moves.
    pub fn of<'a>(decisions: impl Iterator<Item = &'a Judged> + Clone, forced: u64) -> Self {
        let losses = decisions.clone().filter_map(|judged| judged.loss);
        let shortfalls = decisions.clone().filter_map(|judged| judged.shortfall);
        Self {
            decisions: decisions.clone().count() as u64,
            forced,
            agreed: decisions.filter(|judged| judged.agrees).count() as u64,
            valued: losses.clone().count() as u64,
            mean_loss: mean(losses),
            mean_shortfall: mean(shortfalls),
        }
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u64, 0.0), |(count, sum), number| (count + 1, sum + number));
    (count > 0).then(|| sum / count as f64)
}
