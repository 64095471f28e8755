//! A search against seats whose play is known.

use hornox_env::gym::Reward;
use hornox_env::{
    ActionSet, Agent, AgentError, Decision, PlayError, RuleSet, Seat, SeatSet, Turn, agent_rng,
};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

use super::{Searched, SplitMix64};
use crate::scripted::nothing_legal;

/// Questions that are asked in one batch: enough for networks, few enough for the processor's cache.
const BATCH: usize = 128;

/// Says what a seat that must act has still to expect of its round.
pub trait Expect<G: Searched>: Send {
    /// For each seat that is asked for, the gain from here on that its policy expects, in the unit of the game's
    /// scores: the own gain, or that minus the mean of the others' where [`relative`](Self::relative) says so.
    ///
    /// # Errors
    /// Where the views are not such as it knows.
    fn expect(&mut self, asked: &[(G::View, ActionSet<G::Action>)]) -> Result<Vec<f64>, AgentError>;

    /// Whether the mean of the others' gains is taken off already.
    fn relative(&self) -> bool;
}

/// How a line is valued that was played a step ahead.
pub enum Leaf<G: Searched> {
    /// It is played to the end of the round, every seat as the known agent plays.
    Rollout,
    /// At the own seat's next choice a value network says what is still to come.
    Value(Box<dyn Expect<G>>),
}

/// One seat against others of whom it knows how they play: the core of a search that exploits them.
///
/// For each decision it draws full states that agree with its view, the same for all its legal actions. In each, the
/// seats that act at the same time are asked what they play, with what they see in that state. Each own action is
/// played against these answers; then the line goes on to its leaf, all seats playing as they are known to. What counts
/// is own gain minus the mean of the others', in this round; where scores do not count, what the search of the game
/// counts. The action with the best mean wins, the lowest id on ties.
///
/// In each state, at each step, a seat draws from the same generator whatever the own action was, which takes luck out
/// of the comparison.
pub struct Lookahead<G: Searched, K: Agent<G> + ?Sized = dyn Agent<G>> {
    name: String,
    known: Box<K>,
    samples: u32,
    leaf: Leaf<G>,
}

/// A full state as it could be, and one own action played in it.
struct Line<G> {
    game: G,
    sample: usize,
    action: usize,
}

/// What does not change during a decision.
struct Root<G> {
    seat: Seat,
    starts: Vec<G>,
    /// A seed for each of them.
    seeds: Vec<u64>,
    /// Whether others act at the same time.
    simultaneous: bool,
}

type Joint<G> = Vec<(Seat, <G as hornox_env::Game>::Action)>;

impl<G: Searched, K: Agent<G> + ?Sized> Lookahead<G, K> {
    /// A search with `samples` states a decision, at least one, against seats that all play as `known` does.
    pub fn new(name: String, known: Box<K>, samples: u32, leaf: Leaf<G>) -> Self {
        Self {
            name,
            known,
            samples: samples.max(1),
            leaf,
        }
    }

    /// The agent that the seats are taken to play as.
    pub const fn known(&self) -> &K {
        &self.known
    }

    /// The same, to be changed.
    pub const fn known_mut(&mut self) -> &mut K {
        &mut self.known
    }

    /// The mean gain of each legal action, ascending by id. `seed` gives all draws.
    ///
    /// # Errors
    /// Where the known agent or the value network fails.
    pub fn mean_gains(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
        seed: u64,
    ) -> Result<Vec<f64>, AgentError> {
        let mut rng = SplitMix64::new(seed);
        let starts: Vec<G> = (0..self.samples).map(|_| G::resample(view, &mut rng)).collect();
        let seat = G::seat_of(view);
        let acting = starts.first().map_or(SeatSet::EMPTY, |start| acting(start));
        let root = Root {
            seat,
            seeds: starts.iter().map(|_| rng.word()).collect(),
            starts,
            simultaneous: acting.len() > 1,
        };
        let mut lines = self.first_step(&root, legal)?;
        let mut sums = vec![0.0; legal.len()];
        let mut step = 1;
        loop {
            let ended: Vec<bool> = lines.iter().map(|line| self.ends(&root, line)).collect();
            let leaves = lines.iter().zip(&ended).filter(|(_, ended)| **ended);
            self.value(&root, leaves.map(|(line, _)| line), &mut sums)?;
            let mut ended = ended.into_iter();
            lines.retain(|_| ended.next() == Some(false));
            if lines.is_empty() {
                break;
            }
            let games: Vec<_> = lines.iter().map(|line| (&line.game, line.sample)).collect();
            let joints = self.answers(&root, &games, step, None)?;
            for (line, joint) in lines.iter_mut().zip(joints) {
                line.game
                    .play(&joint, &mut ())
                    .map_err(|error| self.refused(&error))?;
            }
            step += 1;
        }
        let samples = f64::from(self.samples);
        Ok(sums.into_iter().map(|sum| sum / samples).collect())
    }

    /// Every own action in every state, against the same answers of the others.
    fn first_step(
        &mut self,
        root: &Root<G>,
        legal: ActionSet<G::Action>,
    ) -> Result<Vec<Line<G>>, AgentError> {
        let games: Vec<_> = root.starts.iter().zip(0..).collect();
        let joints = self.answers(root, &games, 0, Some(root.seat))?;
        let mut lines = Vec::with_capacity(legal.len() * root.starts.len());
        for (action, own) in legal.iter().enumerate() {
            for (sample, (start, joint)) in root.starts.iter().zip(&joints).enumerate() {
                let mut game = start.clone();
                let mut joint = joint.clone();
                joint.push((root.seat, own));
                game.play(&joint, &mut ()).map_err(|error| self.refused(&error))?;
                lines.push(Line { game, sample, action });
            }
        }
        Ok(lines)
    }

    /// What the seats that must act play in each game, but for one. The number beside a game is its sample.
    fn answers(
        &mut self,
        root: &Root<G>,
        games: &[(&G, usize)],
        step: u64,
        but: Option<Seat>,
    ) -> Result<Vec<Joint<G>>, AgentError> {
        let mut joints: Vec<Joint<G>> = Vec::with_capacity(games.len());
        let mut asked = Vec::new();
        for (place, (game, _)) in games.iter().enumerate() {
            let mut joint = Vec::with_capacity(game.players());
            for seat in acting(*game).iter().filter(|seat| Some(*seat) != but) {
                let legal = game.legal(seat);
                if legal.len() == 1 {
                    joint.extend(legal.first().map(|action| (seat, action)));
                } else {
                    asked.push((place, seat, legal));
                }
            }
            joints.push(joint);
        }
        for asked in asked.chunks(BATCH) {
            let ask = |(place, seat, _): &(usize, Seat, _)| {
                let (game, sample) = games[*place];
                (game.view(*seat), agent_rng(root.seeds[sample], step, *seat))
            };
            let mut questions: Vec<_> = asked.iter().map(ask).collect();
            let decisions = questions.iter_mut().zip(asked);
            let decisions = decisions.map(|((view, rng), (_, _, legal))| Decision {
                view,
                legal: *legal,
                rng,
            });
            let given = self.known.act_batch(decisions.collect())?;
            for ((place, seat, _), action) in asked.iter().zip(given) {
                joints[*place].push((*seat, action));
            }
        }
        Ok(joints)
    }

    /// Whether a line is to be valued as it stands.
    fn ends(&self, root: &Root<G>, line: &Line<G>) -> bool {
        let (game, start) = (&line.game, &root.starts[line.sample]);
        let acting = acting(game);
        acting.is_empty()
            || game.round() != start.round()
            || game.cuts_rollout(start)
            || match &self.leaf {
                Leaf::Rollout => false,
                // Where all choose at once, the choice of a row in between is left to the known agent: values of such
                // moments and of whole turns could not be compared.
                Leaf::Value(_) => {
                    let whole = acting.len() > 1 || !root.simultaneous;
                    whole && acting.contains(root.seat) && game.legal(root.seat).len() > 1
                }
            }
    }

    /// Adds what lines are worth to the sums of their actions.
    fn value<'a>(
        &mut self,
        root: &Root<G>,
        lines: impl Iterator<Item = &'a Line<G>> + Clone,
        sums: &mut [f64],
    ) -> Result<(), AgentError> {
        for line in lines.clone() {
            sums[line.action] += gained(&root.starts[line.sample], &line.game, root.seat);
        }
        let Leaf::Value(expect) = &mut self.leaf else {
            return Ok(());
        };
        let mut asked = Vec::new();
        for line in lines {
            let (game, start) = (&line.game, &root.starts[line.sample]);
            if game.round() != start.round() {
                continue;
            }
            let others = (game.players() - 1).max(1) as f64;
            for seat in acting(game).iter() {
                if seat == root.seat {
                    asked.push((line, seat, 1.0));
                } else if !expect.relative() {
                    asked.push((line, seat, -1.0 / others));
                }
            }
        }
        let mut questions = Vec::new();
        for asked in asked.chunks(BATCH) {
            questions.clear();
            questions.extend(
                asked
                    .iter()
                    .map(|(line, seat, _)| (line.game.view(*seat), line.game.legal(*seat))),
            );
            for ((line, _, share), expected) in asked.iter().zip(expect.expect(&questions)?) {
                sums[line.action] += share * expected;
            }
        }
        Ok(())
    }

    fn refused(&self, error: &PlayError) -> AgentError {
        AgentError {
            agent: self.name.clone(),
            reason: format!("what it foresaw was refused: {error}"),
        }
    }
}

/// Who must act; nobody where a deal is due or the game is over.
fn acting<G: Searched>(game: &G) -> SeatSet {
    match game.turn() {
        Turn::Act(seats) => seats,
        Turn::Chance | Turn::Over => SeatSet::EMPTY,
    }
}

/// What a seat gained between two states, minus the mean of the others' gains.
fn gained<G: Searched>(start: &G, end: &G, seat: Seat) -> f64 {
    if start.rules().has_scores() {
        let gains = Reward::Relative.of_step(G::SCORE, &start.scores(), &end.scores(), None);
        f64::from(gains[seat])
    } else {
        end.gain(start, seat)
    }
}

impl<G: Searched, K: Agent<G> + ?Sized> Agent<G> for Lookahead<G, K> {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let Decision { view, legal, rng } = decision;
        let seed = ChaCha8Rng::next_u64(rng);
        let gains = if legal.len() > 1 {
            self.mean_gains(view, legal, seed)?
        } else {
            vec![0.0; legal.len()]
        };
        let mut best = 0;
        for (place, gain) in gains.iter().enumerate() {
            if *gain > gains[best] {
                best = place;
            }
        }
        legal
            .nth(best)
            .ok_or_else(|| nothing_legal(&self.name, G::seat_of(view)))
    }
}
