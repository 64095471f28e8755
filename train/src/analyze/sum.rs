//! What decisions add up to.

use serde::Serialize;

use super::Judged;

/// What many decisions add up to. Means are of those decisions alone that have the measure; without any there is none.
/// Standard errors take the decisions of a game as one observation: there is none for a single game.
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
    /// Its standard error.
    pub loss_se: Option<f64>,
    /// Of the decisions of which the agent knows its probabilities, the share whose move it plays at times.
    pub supported: Option<f64>,
    /// Its standard error.
    pub supported_se: Option<f64>,
    /// The mean shortfall of the decisions that have one.
    pub mean_shortfall: Option<f64>,
}

impl Sum {
    /// The sum of the decisions of some games, each its own list, beside so many forced moves.
    pub fn of(games: &[Vec<&Judged>], forced: u64) -> Self {
        let loss = Ratio::of(games, |judged| judged.loss);
        let supported = Ratio::of(games, |judged| {
            judged.supported.map(|yes| f64::from(u8::from(yes)))
        });
        let decisions = || games.iter().flatten();
        Self {
            decisions: decisions().count() as u64,
            forced,
            agreed: decisions().filter(|judged| judged.agrees).count() as u64,
            valued: loss.count,
            mean_loss: loss.mean,
            loss_se: loss.se,
            supported: supported.mean,
            supported_se: supported.se,
            mean_shortfall: Ratio::of(games, |judged| judged.shortfall).mean,
        }
    }
}

/// The mean of a measure over decisions.
struct Ratio {
    count: u64,
    mean: Option<f64>,
    se: Option<f64>,
}

impl Ratio {
    fn of(games: &[Vec<&Judged>], measure: impl Fn(&Judged) -> Option<f64>) -> Self {
        // A game's count and sum.
        let sums: Vec<(u64, f64)> = games
            .iter()
            .map(|decisions| {
                let numbers = decisions.iter().filter_map(|judged| measure(judged));
                numbers.fold((0, 0.0), |(count, sum), number| (count + 1, sum + number))
            })
            .filter(|(count, _)| *count > 0)
            .collect();
        let (count, sum) = sums
            .iter()
            .fold((0, 0.0), |all, game| (all.0 + game.0, all.1 + game.1));
        let mean = (count > 0).then(|| sum / count as f64);
        let se = mean.filter(|_| sums.len() > 1).map(|mean| {
            let squares = sums
                .iter()
                .map(|&(count, sum)| (sum - mean * count as f64).powi(2));
            let games = sums.len() as f64;
            (squares.sum::<f64>() * games / (games - 1.0)).sqrt() / count as f64
        });
        Self { count, mean, se }
    }
}
