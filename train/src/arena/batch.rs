//! Many games side by side.

use std::ops::Range;
use std::time::{Duration, Instant};

use hornox_env::{ActionSet, Agent, AgentError, Decision, Game, Seat, Turn, agent_rng, deal_rng};
use rand_chacha::ChaCha8Rng;

use super::evaluate::{ArenaError, Factory, Plan};
use super::tally::{DealResult, Tally};

/// One side's players. A player that remembers gets a value for each chair; others share one.
pub(super) struct Side<'a, G: Game> {
    build: &'a Factory<'a, G>,
    shared: Box<dyn Agent<G>>,
    remembers: bool,
    /// Time spent in real decisions, and how many there were.
    pub spent: Duration,
    pub decisions: u64,
}

impl<'a, G: Game> Side<'a, G> {
    pub fn new(build: &'a Factory<'a, G>) -> Result<Self, ArenaError> {
        let shared = build().map_err(ArenaError::Build)?;
        Ok(Self {
            build,
            remembers: shared.remembers(),
            shared,
            spent: Duration::ZERO,
            decisions: 0,
        })
    }

    pub fn name(&self) -> &str {
        self.shared.name()
    }

    fn mind(&self) -> Result<Option<Box<dyn Agent<G>>>, ArenaError> {
        if self.remembers {
            (self.build)().map(Some).map_err(ArenaError::Build)
        } else {
            Ok(None)
        }
    }

    /// Asks every chair that has a question.
    fn ask<'c>(&mut self, chairs: impl Iterator<Item = &'c mut Chair<G>>) -> Result<(), ArenaError>
    where
        G: 'c,
    {
        let mut answers = Vec::new();
        let mut decisions = Vec::new();
        let started = Instant::now();
        for chair in chairs {
            let Some((view, legal)) = &chair.question else {
                continue;
            };
            let decision = Decision {
                view,
                legal: *legal,
                rng: &mut chair.rng,
            };
            self.decisions += 1;
            if let Some(mind) = &mut chair.mind {
                chair.answer = Some(mind.act(decision)?);
            } else {
                decisions.push(decision);
                answers.push(&mut chair.answer);
            }
        }
        let asked = decisions.len();
        let given = if asked == 0 {
            Vec::new()
        } else {
            self.shared.act_batch(decisions)?
        };
        self.spent += started.elapsed();
        if given.len() != asked {
            return Err(ArenaError::Agent(AgentError {
                agent: self.name().to_owned(),
                reason: format!("{} answers to {asked} questions", given.len()),
            }));
        }
        for (place, action) in answers.into_iter().zip(given) {
            *place = Some(action);
        }
        Ok(())
    }
}

/// A seat of one game.
struct Chair<G: Game> {
    seat: Seat,
    is_agent: bool,
    rng: ChaCha8Rng,
    mind: Option<Box<dyn Agent<G>>>,
    /// How many of the game's events the mind has seen.
    seen: usize,
    question: Option<(G::View, ActionSet<G::Action>)>,
    answer: Option<G::Action>,
}

/// One game with its chairs, seat 0 first.
struct Table<G: Game> {
    game: G,
    deal: u64,
    agent: Seat,
    chairs: Vec<Chair<G>>,
    /// Kept only where somebody remembers.
    events: Option<Vec<G::Event>>,
}

impl<G: Game> Table<G> {
    fn new(
        plan: &Plan<'_, G>,
        deal: u64,
        agent: Seat,
        sides: (&Side<'_, G>, &Side<'_, G>),
    ) -> Result<Self, ArenaError> {
        let game = G::new(plan.rules);
        let mut chairs = Vec::with_capacity(game.players());
        for seat in Seat::all(game.players()) {
            let is_agent = seat == agent;
            chairs.push(Chair {
                seat,
                is_agent,
                rng: agent_rng(plan.seed, deal, seat),
                mind: if is_agent { sides.0.mind() } else { sides.1.mind() }?,
                seen: 0,
                question: None,
                answer: None,
            });
        }
        let remembers = sides.0.remembers || sides.1.remembers;
        Ok(Self {
            game,
            deal,
            agent,
            chairs,
            events: remembers.then(Vec::new),
        })
    }

    /// Deals what is due and writes down the questions of this turn; false where the game is over. A seat with
    /// one legal action is not asked.
    fn prepare(&mut self, seed: u64) -> Result<bool, ArenaError> {
        loop {
            match self.game.turn() {
                Turn::Over => return Ok(false),
                Turn::Chance => {
                    let deal = self
                        .game
                        .sample_deal(&mut deal_rng(seed, self.deal, self.game.round()));
                    self.game.deal(&deal)?;
                }
                Turn::Act(seats) => {
                    for seat in seats.iter() {
                        let legal = self.game.legal(seat);
                        let chair = &mut self.chairs[seat.index()];
                        if legal.len() == 1 {
                            chair.answer = legal.first();
                            continue;
                        }
                        if let (Some(mind), Some(events)) = (&mut chair.mind, &self.events) {
                            mind.watch(seat, &events[chair.seen..]);
                            chair.seen = events.len();
                        }
                        chair.question = Some((self.game.view(seat), legal));
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// Plays the answers.
    fn play(&mut self, sides: (&Side<'_, G>, &Side<'_, G>)) -> Result<(), ArenaError> {
        let mut joint = Vec::with_capacity(self.chairs.len());
        for chair in &mut self.chairs {
            let asked = chair.question.take();
            let Some(action) = chair.answer.take() else {
                continue;
            };
            if asked.is_some_and(|(_, legal)| !legal.contains(action)) {
                let side = if chair.is_agent { sides.0 } else { sides.1 };
                return Err(ArenaError::Agent(AgentError {
                    agent: side.name().to_owned(),
                    reason: format!("chose {action}, which is not legal"),
                }));
            }
            joint.push((chair.seat, action));
        }
        match &mut self.events {
            Some(events) => self.game.play(&joint, events)?,
            None => self.game.play(&joint, &mut ())?,
        }
        Ok(())
    }
}

/// The chairs of one side.
fn chairs<G: Game>(tables: &mut [Table<G>], is_agent: bool) -> impl Iterator<Item = &mut Chair<G>> {
    let chairs = tables.iter_mut().flat_map(|table| &mut table.chairs);
    chairs.filter(move |chair| chair.is_agent == is_agent)
}

/// Plays every game of `deals` to its end and adds them up; `None` where `stop` said so before the end.
pub(super) fn play_deals<G: Game>(
    plan: &Plan<'_, G>,
    deals: Range<u64>,
    agent: &mut Side<'_, G>,
    opponent: &mut Side<'_, G>,
    stop: impl Fn() -> bool,
) -> Result<Option<Tally>, ArenaError> {
    let mut tables = Vec::new();
    for deal in deals.clone() {
        for seat in Seat::all(G::new(plan.rules).players()) {
            tables.push(Table::new(plan, deal, seat, (agent, opponent))?);
        }
    }
    loop {
        let mut running = false;
        for table in &mut tables {
            running |= table.prepare(plan.seed)?;
        }
        if !running {
            break;
        }
        if stop() {
            return Ok(None);
        }
        agent.ask(chairs(&mut tables, true))?;
        opponent.ask(chairs(&mut tables, false))?;
        for table in &mut tables {
            if table.game.turn() != Turn::Over {
                table.play((agent, opponent))?;
            }
        }
    }
    let mut tally = Tally::default();
    for deal in deals {
        let mut result = DealResult::default();
        for table in tables.iter().filter(|table| table.deal == deal) {
            if let Some(outcome) = table.game.outcome() {
                result.add(table.agent, &table.game.scores(), outcome);
            }
        }
        tally.add(result);
    }
    Ok(Some(tally))
}
