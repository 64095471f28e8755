//! What an arena found, as rows.

use serde::Serialize;

use super::circles::{Circle, circles};
use super::matchup::Matchup;
use super::ratings::Rating;
use super::sequential::{SequentialTest, Verdict};
use super::standing::{Goal, Standing};
use crate::arena::evaluate::Row;
use crate::arena::interval::{Estimate, Interval, LEVEL};
use crate::arena::lapses::Lapses;
use crate::arena::study::Study;
use crate::arena::tally::Tally;

/// One agent among copies of another, or in mixed line-ups: what `hornox eval` says of it, with intervals of 95%.
#[derive(Clone, Debug, Serialize)]
pub struct ArenaRow {
    /// The agent.
    pub agent: String,
    /// What an evaluation says. Against whom is empty in mixed line-ups, and so is what
    /// happened to opponents.
    #[serde(flatten)]
    pub row: Row,
    /// Deals that it played.
    pub deals: u64,
    /// The interval of its score.
    pub score_ci: Interval,
    /// The interval of own − others' mean.
    pub diff_ci: Interval,
    /// The interval of its share of the wins.
    pub win_share_ci: Interval,
    /// Its share of each place, the first one first; seats that tie share theirs.
    pub places: Vec<f64>,
    /// Their standard errors.
    pub places_se: Vec<f64>,
    /// Their intervals.
    pub places_ci: Vec<Interval>,
}

impl ArenaRow {
    fn new(agent: &str, row: Row, tally: &Tally) -> Self {
        let players = row.players;
        let places = tally.places(players);
        Self {
            agent: agent.to_owned(),
            row,
            deals: tally.deals(),
            score_ci: tally.score().interval(),
            diff_ci: tally.diff(players).interval(),
            win_share_ci: tally.win_share().interval(),
            places: places.iter().map(|place| place.mean).collect(),
            places_se: places.iter().map(|place| place.se).collect(),
            places_ci: places.iter().map(Estimate::interval).collect(),
        }
    }
}

/// How far an agent is ahead of another one: the mean of its gain among copies of the other and of the other's loss
/// among copies of it.
#[derive(Clone, Debug, Serialize)]
pub struct Lead {
    /// The agent.
    pub agent: String,
    /// The other.
    pub against: String,
    /// The lead: positive is better, in the game's unit, or in shares of the win where scores do not count.
    pub lead: f64,
    /// Its standard error.
    pub lead_se: f64,
    /// Its interval.
    pub lead_ci: Interval,
}

/// Two agents of which each does clearly better among copies of the other than these do, or each clearly worse.
#[derive(Clone, Debug, Serialize)]
pub struct Disagreement {
    /// The agents.
    pub agents: [String; 2],
    /// How far each is ahead among copies of the other: both positive, or both negative.
    pub gains: [f64; 2],
}

/// What a sequential test came to.
#[derive(Clone, Debug, Serialize)]
pub struct Tested {
    /// The test.
    #[serde(flatten)]
    pub test: SequentialTest,
    /// The agent that is tested for being better than the other.
    pub agent: String,
    /// The other.
    pub against: String,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// Where it decides, below and above.
    pub bounds: [f64; 2],
    /// What it says.
    pub verdict: Verdict,
}

/// How an arena ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// All deals were played.
    Deals,
    /// Its goal was reached before.
    Goal,
    /// Its time was up.
    Minutes,
    /// It was stopped.
    Stopped,
}

/// What an arena found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Deals that all agents played in every matchup; only they count.
    pub deals: u64,
    /// How it ended.
    pub ended: Ended,
    /// The agents.
    pub agents: Vec<String>,
    /// Each agent among copies of each other.
    pub pairs: Vec<ArenaRow>,
    /// Each agent in mixed line-ups.
    pub mixed: Vec<ArenaRow>,
    /// Each agent's lead over each that comes after it.
    pub leads: Vec<Lead>,
    /// A rating for each agent.
    pub ratings: Vec<Rating>,
    /// Where one beats another in a circle.
    pub circles: Vec<Circle>,
    /// Where the two directions of a pair disagree.
    pub disagreements: Vec<Disagreement>,
    /// The sequential test, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Tested>,
    /// The half width of the widest interval of own − others' mean.
    pub widest: f64,
    /// Where each agent's score comes from.
    pub sources: Vec<Source>,
}

/// Where an agent's score comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Source {
    /// The agent.
    pub agent: String,
    /// The figures.
    #[serde(flatten)]
    pub study: Study,
}

impl Found {
    pub(super) fn new(standing: &Standing, agents: &[String], goal: Goal, ended: Ended) -> Self {
        let clear = Clear::new(standing, agents);
        let fit = standing.comparisons.fit();
        let mut found = Self {
            deals: standing.deals,
            ended,
            agents: agents.to_vec(),
            pairs: Vec::new(),
            mixed: Vec::new(),
            leads: Vec::new(),
            ratings: agents
                .iter()
                .enumerate()
                .map(|(agent, name)| Rating::new(name.clone(), fit.rating(agent)))
                .collect(),
            circles: clear.circles(),
            disagreements: clear.disagreements(),
            test: tested(standing, agents, goal),
            widest: standing.widest(),
            sources: agents
                .iter()
                .enumerate()
                .map(|(agent, name)| Source {
                    agent: name.clone(),
                    study: standing.study(agent).study(),
                })
                .collect(),
        };
        let players = standing.players;
        for (place, matchup) in standing.matchups.iter().enumerate() {
            match *matchup {
                Matchup::Pair { agent, against } => {
                    let ms = standing.ms_per_decision(place);
                    let (name, other) = (&agents[agent], &agents[against]);
                    let tally = standing.pair(place);
                    let lapses = (standing.lapses(place, agent), standing.lapses(place, against));
                    let row = tally.row(other.clone(), players, ms, lapses);
                    found.pairs.push(ArenaRow::new(name, row, tally));
                    if agent < against {
                        let lead = standing.lead(agent, against);
                        found.leads.push(Lead {
                            agent: name.clone(),
                            against: other.clone(),
                            lead: lead.mean,
                            lead_se: lead.se,
                            lead_ci: lead.interval(),
                        });
                    }
                }
                Matchup::Mixed => {
                    let none = Lapses::default();
                    let rows = agents.iter().enumerate().map(|(agent, name)| {
                        let tally = standing.mixed(agent);
                        let lapses = (standing.lapses(place, agent), &none);
                        let row = tally.row(String::new(), players, f64::NAN, lapses);
                        ArenaRow::new(name, row, tally)
                    });
                    found.mixed = rows.collect();
                }
            }
        }
        found
    }
}

fn tested(standing: &Standing, agents: &[String], goal: Goal) -> Option<Tested> {
    let Goal::Test(test) = goal else { return None };
    let lead = standing.lead(0, 1);
    let (low, high) = test.bounds();
    Some(Tested {
        test,
        agent: agents[0].clone(),
        against: agents[1].clone(),
        log_ratio: test.log_ratio(&lead),
        bounds: [low, high],
        verdict: test.verdict(&lead),
    })
}

/// What is clear: intervals that are wide enough for all pairs together to be right in 95 of 100 arenas (Bonferroni).
struct Clear<'a> {
    standing: &'a Standing,
    names: &'a [String],
    level: f64,
}

impl<'a> Clear<'a> {
    fn new(standing: &'a Standing, names: &'a [String]) -> Self {
        let pairs = names.len() * (names.len() - 1) / 2;
        Self {
            standing,
            names,
            level: 1.0 - (1.0 - LEVEL) / pairs.max(1) as f64,
        }
    }

    /// Whether an estimate is clearly above 0.
    fn above(&self, estimate: &Estimate) -> bool {
        estimate.mean > estimate.half_width_at(self.level)
    }

    fn circles(&self) -> Vec<Circle> {
        let agents = self.names.len();
        let beats: Vec<Vec<bool>> = (0..agents)
            .map(|agent| {
                (0..agents)
                    .map(|against| against != agent && self.above(&self.standing.lead(agent, against)))
                    .collect()
            })
            .collect();
        let circles = circles(&beats).into_iter().map(|circle| {
            let next = circle.iter().cycle().skip(1);
            let margins = circle.iter().zip(next);
            Circle {
                margins: margins
                    .map(|(&agent, &against)| self.standing.lead(agent, against).mean)
                    .collect(),
                agents: circle.iter().map(|&agent| self.names[agent].clone()).collect(),
            }
        });
        circles.collect()
    }

    fn disagreements(&self) -> Vec<Disagreement> {
        let matchups = &self.standing.matchups;
        let gain = |agent: usize, against: usize| {
            let place = matchups
                .iter()
                .position(|matchup| *matchup == Matchup::Pair { agent, against });
            place.map(|place| self.standing.gain(place))
        };
        let below = |estimate: &Estimate| {
            self.above(&Estimate {
                mean: -estimate.mean,
                ..*estimate
            })
        };
        let mut found = Vec::new();
        for one in 0..self.names.len() {
            for other in one + 1..self.names.len() {
                let (Some(first), Some(second)) = (gain(one, other), gain(other, one)) else {
                    continue;
                };
                let both = self.above(&first) && self.above(&second);
                let neither = below(&first) && below(&second);
                if both || neither {
                    found.push(Disagreement {
                        agents: [self.names[one].clone(), self.names[other].clone()],
                        gains: [first.mean, second.mean],
                    });
                }
            }
        }
        found
    }
}
