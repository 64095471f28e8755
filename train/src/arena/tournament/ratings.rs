//! Ratings by the model of Weng and Lin, fitted to all games at once.
//!
//! Source: R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), the
//! Bradley–Terry model with full pairs, as the crate `skillratings` has it. A game is a comparison of each two of its
//! seats; an agent finishes ahead of another with probability 1 / (1 + exp(−(difference of ratings) / c)), and each
//! rating has a normal prior around 25 with deviation 25/3.
//!
//! The published update goes from game to game, so that its result depends on their order, and its uncertainty takes
//! comparisons of one game, and games of one deal, for independent. Here the ratings are those at which all updates
//! and the pull of the prior add up to nothing: the mode of the same posterior. It is found by Newton's method on
//! counts, which know no order. Uncertainty comes from how the updates of whole deals scatter (the sandwich
//! estimator: inverse curvature · Σ over deals of update · updateᵀ · inverse curvature).

#[cfg(test)]
mod tests;

use serde::Serialize;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, expected_score};

use super::solve::Matrix;
use crate::arena::interval::{Estimate, Interval};

/// Deals are joined into larger observations from here on, so that memory stays bounded.
const MOST_CLUSTERS: usize = 4096;

/// Who finished ahead of whom, by deals.
#[derive(Clone, Debug)]
pub(super) struct Comparisons {
    agents: usize,
    /// How many deals make an observation.
    width: u64,
    deals: u64,
    /// Of each observation, a square: twice the comparisons that the row's agent won from the column's; a tie counts
    /// one for both.
    clusters: Vec<Vec<u32>>,
}

impl Comparisons {
    pub const fn new(agents: usize) -> Self {
        Self {
            agents,
            width: 1,
            deals: 0,
            clusters: Vec::new(),
        }
    }

    /// A place to count the comparisons of the next deal in.
    pub fn next_deal(&mut self) -> Deal<'_> {
        if self.deals.is_multiple_of(self.width) {
            if self.clusters.len() >= MOST_CLUSTERS {
                self.join();
            }
            self.clusters.push(vec![0; self.agents * self.agents]);
        }
        self.deals += 1;
        let agents = self.agents;
        let place = self.clusters.len() - 1;
        Deal {
            agents,
            wins: &mut self.clusters[place],
        }
    }

    /// Joins every two observations.
    fn join(&mut self) {
        self.width *= 2;
        let joined = self.clusters.chunks(2).map(|pair| {
            let mut sum = pair[0].clone();
            for other in &pair[1..] {
                for (count, more) in sum.iter_mut().zip(other) {
                    *count += more;
                }
            }
            sum
        });
        self.clusters = joined.collect();
    }

    /// The ratings of all agents.
    pub fn fit(&self) -> Fit {
        let model = Model::new(self.agents);
        let mut all = vec![0_u64; self.agents * self.agents];
        for cluster in &self.clusters {
            for (sum, count) in all.iter_mut().zip(cluster) {
                *sum += u64::from(*count);
            }
        }
        let counts: Vec<f64> = all.iter().map(|&count| count as f64 / 2.0).collect();
        let ratings = model.mode(&counts);
        let observations = self.clusters.len() as f64;
        // The prior is an observation as well: the only one that scatters where an agent always wins.
        let mut scatter = Matrix::zero(self.agents);
        for place in 0..self.agents {
            scatter.add(place, place, model.prior.uncertainty.powi(-2));
        }
        let factor = observations / (observations - 1.0);
        for cluster in &self.clusters {
            let wins: Vec<f64> = cluster.iter().map(|&count| f64::from(count) / 2.0).collect();
            scatter.add_square(&model.update(&ratings, &wins), factor);
        }
        let inverse = model.curvature(&ratings, &counts).inverse();
        // Games tell differences: where all ratings lie together is the prior's alone, and stays out of their errors.
        let level = Matrix::centred(self.agents);
        let covariance = inverse.times(&scatter).times(&inverse);
        Fit {
            covariance: level.times(&covariance).times(&level),
            ratings,
            observations: self.clusters.len() as u64,
        }
    }
}

/// The comparisons of one deal.
pub(super) struct Deal<'a> {
    agents: usize,
    wins: &'a mut [u32],
}

impl Deal<'_> {
    /// One seat finished ahead of another.
    pub fn ahead(&mut self, winner: usize, loser: usize) {
        self.wins[winner * self.agents + loser] += 2;
    }

    /// Two seats shared a place.
    pub fn tie(&mut self, one: usize, other: usize) {
        self.wins[one * self.agents + other] += 1;
        self.wins[other * self.agents + one] += 1;
    }
}

struct Model {
    agents: usize,
    config: WengLinConfig,
    prior: WengLinRating,
    /// The scale of differences, where ratings are taken for exact.
    scale: f64,
}

impl Model {
    fn new(agents: usize) -> Self {
        let config = WengLinConfig::new();
        Self {
            agents,
            scale: std::f64::consts::SQRT_2 * config.beta,
            config,
            prior: WengLinRating::new(),
        }
    }

    /// The chance that one finishes ahead of the other.
    fn chance(&self, one: f64, other: f64) -> f64 {
        let exact = |rating| WengLinRating {
            rating,
            uncertainty: 0.0,
        };
        expected_score(&exact(one), &exact(other), &self.config).0
    }

    fn pull(&self, rating: f64) -> f64 {
        (self.prior.rating - rating) / self.prior.uncertainty.powi(2)
    }

    /// What comparisons add to each agent's update: won less expected, over the scale.
    fn update(&self, ratings: &[f64], wins: &[f64]) -> Vec<f64> {
        let of = |agent: usize| -> f64 {
            let others = (0..self.agents).filter(|&other| other != agent);
            others
                .map(|other| {
                    let won = wins[agent * self.agents + other];
                    let met = won + wins[other * self.agents + agent];
                    (won - met * self.chance(ratings[agent], ratings[other])) / self.scale
                })
                .sum()
        };
        (0..self.agents).map(of).collect()
    }

    /// Minus the second derivative of the posterior's logarithm.
    fn curvature(&self, ratings: &[f64], wins: &[f64]) -> Matrix {
        let mut curvature = Matrix::zero(self.agents);
        for agent in 0..self.agents {
            curvature.add(agent, agent, self.prior.uncertainty.powi(-2));
            for other in (0..self.agents).filter(|&other| other != agent) {
                let met = wins[agent * self.agents + other] + wins[other * self.agents + agent];
                let chance = self.chance(ratings[agent], ratings[other]);
                let bend = met * chance * (1.0 - chance) / self.scale.powi(2);
                curvature.add(agent, agent, bend);
                curvature.add(agent, other, -bend);
            }
        }
        curvature
    }

    /// The ratings at which updates and prior balance. The logarithm is concave, so there is one such point; steps
    /// are kept below the scale, where its quadratic picture holds.
    fn mode(&self, wins: &[f64]) -> Vec<f64> {
        let mut ratings = vec![self.prior.rating; self.agents];
        for _ in 0..1000 {
            let mut slope = self.update(&ratings, wins);
            for (slope, rating) in slope.iter_mut().zip(&ratings) {
                *slope += self.pull(*rating);
            }
            let step = self.curvature(&ratings, wins).inverse().apply(&slope);
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let short = (self.scale / longest).min(1.0);
            for (rating, step) in ratings.iter_mut().zip(&step) {
                *rating += step * short;
            }
            if longest < 1e-10 {
                break;
            }
        }
        ratings
    }
}

/// Fitted ratings.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    ratings: Vec<f64>,
    covariance: Matrix,
    observations: u64,
}

impl Fit {
    /// An agent's rating.
    pub fn rating(&self, agent: usize) -> Estimate {
        Estimate {
            mean: self.ratings[agent],
            se: self.covariance.get(agent, agent).sqrt(),
            deals: self.observations,
        }
    }

    /// By how much an agent's rating is above another's. Its error is not that of either rating: they are related.
    #[cfg(test)]
    pub fn gap(&self, one: usize, other: usize) -> Estimate {
        let covariance = &self.covariance;
        let variance =
            covariance.get(one, one) + covariance.get(other, other) - 2.0 * covariance.get(one, other);
        Estimate {
            mean: self.ratings[one] - self.ratings[other],
            se: variance.max(0.0).sqrt(),
            deals: self.observations,
        }
    }
}

/// An agent's rating: a summary of all games that hides whom it beats.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The agent.
    pub agent: String,
    /// Its rating; the mean of all agents' is 25.
    pub rating: f64,
    /// Its standard error, clustered by deal, as a distance from the mean of all.
    pub uncertainty: f64,
    /// The interval of 95%.
    pub rating_ci: Interval,
}

impl Rating {
    pub(super) fn new(agent: String, estimate: Estimate) -> Self {
        Self {
            agent,
            rating: estimate.mean,
            uncertainty: estimate.se,
            rating_ci: estimate.interval(),
        }
    }
}
