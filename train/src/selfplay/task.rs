//! Some tables, played side by side on one thread.

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::agent::{greedy, sample};
use hornox_agents::neural::softmax::log_softmax;
use hornox_agents::neural::{Described, PolicyKernel, ValueKernel};
use hornox_env::{ActionSet, Seat, SeatSet, Turn, agent_rng, deal_rng};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::frozen::{Frozen, Question};
use super::segment::{Segment, Trajectory};
use super::tables::{Table, Terms};
use super::teacher::Lesson;

/// Who plays where at a table.
#[derive(Clone, Copy)]
pub(super) struct Chairs {
    /// Who has the seats that are not the learner's.
    pub opponent: Option<usize>,
    pub learners: SeatSet,
    /// Whether the learner's seats do as the teacher says.
    pub teacher: bool,
}

/// A seat in a segment.
struct Player {
    rng: ChaCha8Rng,
    trajectory: Trajectory,
}

/// A decision that waits for the policy.
struct Pending {
    table: usize,
    seat: Seat,
}

/// Some tables, played side by side on one thread.
pub(super) struct Task<'a, G: Playable> {
    tables: &'a mut [Table<G>],
    terms: &'a Terms,
    frozen: &'a Frozen<G>,
    /// By table.
    chairs: Vec<Chairs>,
    /// By table, then seat.
    players: Vec<Vec<Player>>,
    /// What is asked of frozen agents in this wave.
    questions: Vec<Question<G>>,
    /// The policy's decisions of this wave, if there is a teacher to be asked, too.
    lessons: Vec<(G::View, ActionSet<G::Action>)>,
    segment: Segment,
    wave: Described,
    globals: Vec<f32>,
    actions: Vec<f32>,
}

impl<'a, G: Playable> Task<'a, G> {
    pub fn new(
        tables: &'a mut [Table<G>],
        chairs: Vec<Chairs>,
        frozen: &'a Frozen<G>,
        first: u64,
        terms: &'a Terms,
    ) -> Self {
        let players = tables.iter().zip(first..).map(|(table, number)| {
            Seat::all(table.game.players())
                .map(|seat| Player {
                    rng: agent_rng(terms.seed, number, seat),
                    trajectory: Trajectory::default(),
                })
                .collect()
        });
        Self {
            players: players.collect(),
            tables,
            terms,
            frozen,
            chairs,
            questions: Vec::new(),
            lessons: Vec::new(),
            segment: Segment::new(G::GLOBALS, G::FEATURES),
            wave: Described::new(G::GLOBALS, G::FEATURES),
            globals: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// Plays every table to the end of its round.
    pub fn play(&mut self, policy: &PolicyKernel, value: &ValueKernel) -> anyhow::Result<()> {
        let mut playing = Vec::new();
        for (index, table) in self.tables.iter_mut().enumerate() {
            deal_if_due(table, self.terms.seed)?;
            playing.push(index);
        }
        let mut joints: Vec<Vec<(Seat, G::Action)>> = vec![Vec::new(); self.tables.len()];
        let mut pending = Vec::new();
        while !playing.is_empty() {
            pending.clear();
            self.wave.clear();
            for &index in &playing {
                self.ask(index, &mut joints[index], &mut pending)?;
            }
            self.answer(policy, value, &pending, &mut joints)?;
            self.ask_frozen(&mut joints)?;
            for &index in &playing {
                self.move_on(index, &joints[index])?;
            }
            playing.retain(|&index| matches!(self.tables[index].game.turn(), Turn::Act(_)));
        }
        Ok(())
    }

    /// Collects what the seats of a table must decide; forced moves are made at once.
    fn ask(
        &mut self,
        index: usize,
        joint: &mut Vec<(Seat, G::Action)>,
        pending: &mut Vec<Pending>,
    ) -> anyhow::Result<()> {
        joint.clear();
        let game = &self.tables[index].game;
        let Turn::Act(seats) = game.turn() else {
            return Ok(());
        };
        let Chairs {
            opponent, learners, ..
        } = self.chairs[index];
        for seat in seats.iter() {
            let legal = game.legal(seat);
            let learns = learners.contains(seat);
            if legal.len() == 1 {
                self.segment.totals.forced += u64::from(learns);
                joint.extend(legal.first().map(|action| (seat, action)));
                continue;
            }
            if let Some(opponent) = opponent.filter(|_| !learns) {
                self.questions.push(Question {
                    opponent,
                    table: index,
                    seat,
                    view: game.view(seat),
                    legal,
                });
                continue;
            }
            self.globals.clear();
            self.actions.clear();
            let view = game.view(seat);
            G::encode(&view, legal, &mut self.globals, &mut self.actions);
            self.wave.push(&self.globals, &self.actions)?;
            if self.frozen.teacher().is_some() {
                self.lessons.push((view, legal));
            }
            pending.push(Pending { table: index, seat });
        }
        Ok(())
    }

    /// Draws the policy's answers and notes them.
    fn answer(
        &mut self,
        policy: &PolicyKernel,
        value: &ValueKernel,
        pending: &[Pending],
        joints: &mut [Vec<(Seat, G::Action)>],
    ) -> anyhow::Result<()> {
        let mut lessons = self.ask_teacher(pending)?.into_iter();
        let mut logits = policy.logits(&self.wave)?;
        self.segment.values.extend(value.values(&self.wave)?);
        self.segment
            .described
            .extend_from(&self.wave, 0..self.wave.len())?;
        let mut rest = logits.as_mut_slice();
        for (&Pending { table, seat }, &count) in pending.iter().zip(self.wave.counts()) {
            let (own, behind) = std::mem::take(&mut rest).split_at_mut(count as usize);
            rest = behind;
            log_softmax(own);
            let lesson = lessons.next();
            if let Some(Lesson { chances, .. }) = &lesson {
                let (liked, best) = (greedy(own), greedy(chances));
                self.segment.totals.taught += 1;
                self.segment.totals.agreed += u64::from(chances[liked] >= chances[best]);
                self.segment.targets.extend_from_slice(chances);
            }
            let player = &mut self.players[table][seat.index()];
            let place = match lesson.filter(|_| self.chairs[table].teacher) {
                Some(lesson) => lesson.place,
                None => sample(own, &mut player.rng),
            };
            player.trajectory.decisions.push(self.segment.chosen.len());
            self.segment.chosen.push(place as u32);
            self.segment.log_probs.push(own[place]);
            self.segment.rewards.push(0.0);
            let action = self.tables[table]
                .game
                .legal(seat)
                .nth(place)
                .context("no action at this place")?;
            joints[table].push((seat, action));
        }
        Ok(())
    }

    /// What the teacher says at each of these decisions; nothing where there is none.
    fn ask_teacher(&mut self, pending: &[Pending]) -> anyhow::Result<Vec<Lesson>> {
        let Some(teacher) = self.frozen.teacher() else {
            return Ok(Vec::new());
        };
        let rng_of = |&Pending { table, seat }: &Pending| self.players[table][seat.index()].rng.clone();
        let mut rngs: Vec<_> = pending.iter().map(rng_of).collect();
        let lessons = teacher.lessons(&self.lessons, &mut rngs)?;
        for (&Pending { table, seat }, rng) in pending.iter().zip(rngs) {
            self.players[table][seat.index()].rng = rng;
        }
        self.lessons.clear();
        Ok(lessons)
    }

    /// Takes down the answers of frozen agents. Neighbouring tables have the same opponent, mostly, so that each is
    /// asked in one batch.
    fn ask_frozen(&mut self, joints: &mut [Vec<(Seat, G::Action)>]) -> anyhow::Result<()> {
        for questions in self.questions.chunk_by(|one, next| one.opponent == next.opponent) {
            let [Question { opponent, .. }, ..] = questions else {
                continue;
            };
            let rng_of = |question: &Question<G>| &self.players[question.table][question.seat.index()].rng;
            let mut rngs: Vec<_> = questions
                .iter()
                .map(|question| rng_of(question).clone())
                .collect();
            let answers = self.frozen.ask(*opponent, questions, &mut rngs)?;
            for ((question, rng), action) in questions.iter().zip(rngs).zip(answers) {
                self.players[question.table][question.seat.index()].rng = rng;
                joints[question.table].push((question.seat, action));
            }
        }
        self.questions.clear();
        Ok(())
    }

    /// Makes a table's moves and pays each seat's last decision.
    fn move_on(&mut self, index: usize, joint: &[(Seat, G::Action)]) -> anyhow::Result<()> {
        let game = &mut self.tables[index].game;
        let before = game.scores();
        game.play(joint, &mut ())?;
        let after = game.scores();
        let paid = self
            .terms
            .reward
            .of_step(G::SCORE, &before, &after, game.outcome());
        for (seat, &reward) in paid.iter() {
            if let Some(&decision) = self.players[index][seat.index()].trajectory.decisions.last() {
                self.segment.rewards[decision] += reward * self.terms.reward_scale;
            }
        }
        let learners = self.chairs[index].learners;
        for seat in learners.iter() {
            self.segment.totals.scored += i64::from(after[seat] - before[seat]);
        }
        if !matches!(game.turn(), Turn::Act(_)) {
            self.segment.totals.seat_rounds += learners.len() as u64;
        }
        Ok(())
    }

    /// Starts new games where old ones are over, and asks the value net what is to come where they go on.
    pub fn finish(mut self, value: &ValueKernel, tables: u64) -> anyhow::Result<Segment> {
        self.wave.clear();
        let mut waiting = Vec::new();
        for (index, table) in self.tables.iter_mut().enumerate() {
            if table.game.turn() == Turn::Over {
                *table = Table {
                    number: table.number + tables,
                    game: G::new(table.game.rules()),
                };
                continue;
            }
            deal_if_due(table, self.terms.seed)?;
            // Where seats act in turn, each one's next decision is looked for a few random moves ahead.
            let mut ahead = table.game.clone();
            let mut asked = SeatSet::EMPTY;
            while let Turn::Act(seats) = ahead.turn() {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let legal = ahead.legal(seat);
                    if asked.insert(seat) {
                        self.globals.clear();
                        self.actions.clear();
                        G::encode(&ahead.view(seat), legal, &mut self.globals, &mut self.actions);
                        self.wave.push(&self.globals, &self.actions)?;
                        waiting.push((index, seat));
                    }
                    let rng = &mut self.players[index][seat.index()].rng;
                    let place = rng.random_range(0..legal.len() as u32) as usize;
                    joint.extend(legal.nth(place).map(|action| (seat, action)));
                }
                if asked.len() == ahead.players() {
                    break;
                }
                ahead.play(&joint, &mut ())?;
            }
        }
        for ((index, seat), expected) in waiting.into_iter().zip(value.values(&self.wave)?) {
            self.players[index][seat.index()].trajectory.last = expected;
        }
        let trajectories = self.players.into_iter().flatten().map(|player| player.trajectory);
        self.segment.trajectories.extend(trajectories);
        Ok(self.segment)
    }
}

fn deal_if_due<G: Playable>(table: &mut Table<G>, seed: u64) -> anyhow::Result<()> {
    if table.game.turn() == Turn::Chance {
        let deal = table
            .game
            .sample_deal(&mut deal_rng(seed, table.number, table.game.round()));
        table.game.deal(&deal)?;
    }
    Ok(())
}
