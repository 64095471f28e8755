//! What is known of the deals that were played by everybody.

use hornox_env::{Better, Game, RuleSet, Seat};

use super::matchup::Matchup;
use super::ratings::Comparisons;
use super::sequential::{SequentialTest, Verdict};
use super::unit::Unit;
use crate::arena::batch::deals_side_by_side;
use crate::arena::interval::Estimate;
use crate::arena::lapses::Lapses;
use crate::arena::placed::Placing;
use crate::arena::study::{StudyTally, Sums};
use crate::arena::tally::{DealResult, Moments, Tally, Weight, scale_of_diff, scale_of_win};

/// No interval is taken for narrow before so many deals: its own width must first be known.
const FEWEST_DEALS: u64 = 64;

/// Deals of a block: the same whoever plays, since what was kept is found again by it.
pub(super) fn deals_a_block(players: usize) -> u64 {
    deals_side_by_side(players, usize::MAX)
}

/// When an arena has played enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// All its deals.
    Deals,
    /// Every interval of own − others' mean (where scores do not count, of the win share) has at most this half
    /// width; all its deals at the latest.
    Width(f64),
    /// The test has its verdict; all its deals at the latest.
    Test(SequentialTest),
}

/// How the lead of one agent over another is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// As a gain in score against the others' mean.
    Score {
        /// 1 where more is better, −1 where less is.
        sign: i64,
    },
    /// As a share of the wins, where scores do not count.
    Wins,
}

/// The lead of an agent over another one: the mean of its gain among copies of the other, and of the other's loss
/// among copies of it, on the same deals.
#[derive(Clone, Copy, Debug, Default)]
struct LeadTally {
    lead: Moments,
    weight: Weight,
}

/// Sums over the first deals, all of which were played in every matchup.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub matchups: Vec<Matchup>,
    agents: usize,
    pub players: usize,
    placing: Placing,
    pub measure: Measure,
    goal: Goal,
    /// Blocks of deals that are counted.
    pub blocks: u64,
    /// Deals that are counted.
    pub deals: u64,
    /// The deals to be played at most.
    most: u64,
    pairs: Vec<Tally>,
    mixed: Vec<Tally>,
    leads: Vec<LeadTally>,
    pub comparisons: Comparisons,
    studies: Vec<StudyTally>,
    /// Microseconds and decisions of the agent of each pair.
    clocks: Vec<(u64, u64)>,
    /// How often seats of each agent failed, by matchup and agent.
    lapses: Vec<Lapses>,
}

impl Standing {
    /// Nothing played yet of at most `deals` deals.
    pub fn new<G: Game>(rules: &G::Rules, agents: usize, deals: u64, goal: Goal) -> Self {
        let players = G::new(rules).players();
        let matchups = Matchup::all(agents, !matches!(goal, Goal::Test(_)));
        Self {
            agents,
            players,
            placing: Placing::of::<G>(rules),
            measure: if rules.has_scores() {
                let sign = match G::SCORE.better {
                    Better::Lower => -1,
                    Better::Higher => 1,
                };
                Measure::Score { sign }
            } else {
                Measure::Wins
            },
            goal,
            blocks: 0,
            deals: 0,
            most: deals,
            pairs: vec![Tally::default(); agents * (agents - 1)],
            mixed: vec![Tally::default(); agents],
            leads: vec![LeadTally::default(); agents * agents],
            comparisons: Comparisons::new(agents),
            studies: vec![StudyTally::default(); agents],
            clocks: vec![(0, 0); agents * (agents - 1)],
            lapses: vec![Lapses::default(); matchups.len() * agents],
            matchups,
        }
    }

    /// The deals of a block.
    pub fn deals_of(&self, block: u64) -> std::ops::Range<u64> {
        let size = deals_a_block(self.players);
        (block * size).min(self.most)..((block + 1) * size).min(self.most)
    }

    /// Whether nothing more is to be counted.
    pub fn is_done(&self) -> bool {
        if self.deals >= self.most {
            return true;
        }
        match self.goal {
            Goal::Deals => false,
            Goal::Width(width) => {
                // Not a number is not narrow.
                self.deals >= FEWEST_DEALS && self.widest() <= width
            }
            Goal::Test(test) => test.verdict(&self.lead(0, 1)) != Verdict::Undecided,
        }
    }

    /// The half width of the widest interval of own − others' mean, or of the win share where scores do not count.
    pub fn widest(&self) -> f64 {
        let tallies = self.pairs.iter().chain(&self.mixed);
        let played = tallies.filter(|tally| tally.deals() > 0);
        played
            .map(|tally| self.measured(tally).half_width())
            .fold(0.0, |widest, half| if half <= widest { widest } else { half })
    }

    /// A tally's own − others' mean, or its win share where scores do not count.
    fn measured(&self, tally: &Tally) -> Estimate {
        match self.measure {
            Measure::Score { .. } => tally.diff(self.players),
            Measure::Wins => tally.win_share(),
        }
    }

    /// Counts the next block, whose units come in the order of the matchups.
    pub fn add(&mut self, seed: u64, units: &[Unit]) {
        let deals = self.deals_of(self.blocks);
        let mut sums = vec![Sums::default(); self.agents];
        for (place, unit) in units.iter().enumerate() {
            for (agent, lapses) in &unit.lapses {
                if let Some(sum) = self.lapses.get_mut(place * self.agents + agent) {
                    sum.merge(lapses);
                }
            }
            if let Matchup::Pair { agent, .. } = self.matchups[place] {
                self.clocks[place].0 += unit.clock.0;
                self.clocks[place].1 += unit.clock.1;
                if let Some(study) = &unit.study {
                    sums[agent].merge(study);
                }
            }
        }
        for (study, sums) in self.studies.iter_mut().zip(&sums) {
            study.add(sums);
        }
        for (number, deal) in deals.enumerate() {
            self.add_deal(seed, deal, number, units);
        }
        self.blocks += 1;
    }

    fn add_deal(&mut self, seed: u64, deal: u64, number: usize, units: &[Unit]) {
        let agents = self.agents;
        let mut pairs = vec![DealResult::default(); agents * agents];
        let mut mixed = vec![DealResult::default(); agents];
        let mut compared = self.comparisons.next_deal();
        for (matchup, unit) in self.matchups.iter().zip(units) {
            let seatings = matchup.seatings(seed, deal, agents, self.players);
            let games = unit.games.iter().skip(number * self.players);
            for (rotation, (seating, placed)) in seatings.iter().zip(games).enumerate() {
                let places = self.placing.places(placed);
                match *matchup {
                    Matchup::Pair { agent, against } => {
                        if let Some(own) = Seat::new(rotation) {
                            pairs[agent * agents + against].add(own, placed, places[own]);
                        }
                    }
                    Matchup::Mixed => {
                        for (seat, place) in places.iter() {
                            mixed[seating.sides[seat]].add(seat, placed, *place);
                        }
                    }
                }
                for (seat, place) in places.iter() {
                    for (other, behind) in places.iter().filter(|(other, _)| *other > seat) {
                        let (one, two) = (seating.sides[seat], seating.sides[other]);
                        match place.first.cmp(&behind.first) {
                            _ if one == two => {}
                            std::cmp::Ordering::Less => compared.ahead(one, two),
                            std::cmp::Ordering::Equal => compared.tie(one, two),
                            std::cmp::Ordering::Greater => compared.ahead(two, one),
                        }
                    }
                }
            }
        }
        for (place, matchup) in self.matchups.iter().enumerate() {
            if let Matchup::Pair { agent, against } = *matchup {
                let own = pairs[agent * agents + against];
                self.pairs[place].add(own);
                let other = pairs[against * agents + agent];
                let lead = match self.measure {
                    Measure::Score { sign } => sign * (own.diff() - other.diff()),
                    Measure::Wins => own.win() - other.win(),
                };
                let tally = &mut self.leads[agent * agents + against];
                tally.lead.add(lead, 1);
                tally.weight.add(1);
            }
        }
        for (tally, result) in self.mixed.iter_mut().zip(mixed) {
            tally.add(result);
        }
        self.deals += 1;
    }

    /// The results of a pair.
    pub fn pair(&self, matchup: usize) -> &Tally {
        &self.pairs[matchup]
    }

    /// An agent's results in mixed line-ups.
    pub fn mixed(&self, agent: usize) -> &Tally {
        &self.mixed[agent]
    }

    /// Where an agent's score comes from.
    pub fn study(&self, agent: usize) -> &StudyTally {
        &self.studies[agent]
    }

    /// How often seats of an agent failed in a matchup.
    pub fn lapses(&self, matchup: usize, agent: usize) -> &Lapses {
        &self.lapses[matchup * self.agents + agent]
    }

    /// Milliseconds of one thread for each decision of a pair's agent; not a number where it made none.
    pub fn ms_per_decision(&self, matchup: usize) -> f64 {
        let (micros, decisions) = self.clocks[matchup];
        micros as f64 / 1e3 / decisions as f64
    }

    /// The lead of an agent over another, as a gain: positive is better.
    pub fn lead(&self, agent: usize, against: usize) -> Estimate {
        let tally = &self.leads[agent * self.agents + against];
        let scale = match self.measure {
            Measure::Score { .. } => scale_of_diff(self.players),
            Measure::Wins => scale_of_win(self.players),
        };
        tally.lead.estimate(&tally.weight, 2.0 * scale)
    }

    /// How much better an agent does among copies of another than if all were equal: positive is better.
    pub fn gain(&self, matchup: usize) -> Estimate {
        let found = self.measured(&self.pairs[matchup]);
        let mean = match self.measure {
            Measure::Score { sign } => found.mean * sign as f64,
            Measure::Wins => found.mean - 1.0 / self.players as f64,
        };
        Estimate { mean, ..found }
    }
}
