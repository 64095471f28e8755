//! Many games side by side.

use std::ops::Range;
use std::time::{Duration, Instant};

use hornox_env::{Agent, AgentError, Decision, Game, LapseKind, Seat, SeatSet, Turn, agent_rng, deal_rng};

use super::chair::Chair;
use super::evaluate::{ArenaError, Factory, Plan};
use super::lapses::{Lapses, adjudged};
use super::tally::{DealResult, Tally};

/// One side's players. A player that remembers gets a value for each chair; others share one.
pub(super) struct Side<'a, G: Game> {
    build: &'a Factory<'a, G>,
    shared: Box<dyn Agent<G>>,
    remembers: bool,
    /// Time spent in real decisions, and how many there were.
    pub spent: Duration,
    pub decisions: u64,
    /// How often its seats failed.
    pub lapses: Lapses,
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
            lapses: Lapses::default(),
        })
    }

    pub fn name(&self) -> &str {
        self.shared.name()
    }

    fn side_by_side(&self) -> usize {
        self.shared.side_by_side()
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
            if chair.question.is_some() && chair.mind.is_some() {
                self.decisions += 1;
                chair.think()?;
                continue;
            }
            let Some((view, legal)) = &chair.question else {
                continue;
            };
            self.decisions += 1;
            decisions.push(Decision {
                view,
                legal: *legal,
                rng: &mut chair.rng,
            });
            answers.push(&mut chair.answer);
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
                        chair.watch(self.events.as_ref());
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

    /// Shows the end to those who watch, and adds the game up once it is over.
    fn finish(&mut self, agent: &mut Side<'_, G>, opponent: &mut Side<'_, G>, result: &mut DealResult) {
        let Some(outcome) = self.game.outcome() else {
            return;
        };
        let mut forfeits = SeatSet::EMPTY;
        for chair in &mut self.chairs {
            chair.watch(self.events.as_ref());
            let Some(lapse) = chair.lapse() else {
                continue;
            };
            if lapse.kind == LapseKind::Forfeit {
                forfeits.insert(chair.seat);
            }
            let lapses = if chair.is_agent {
                &mut agent.lapses
            } else {
                &mut opponent.lapses
            };
            lapses.add((self.deal, self.agent, chair.seat), lapse);
        }
        let (scores, outcome) = adjudged(self.game.scores(), outcome, forfeits, G::SCORE);
        result.add(self.agent, &scores, outcome);
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
    let seats = Seat::all(G::new(plan.rules).players());
    let games: Vec<_> = deals
        .clone()
        .flat_map(|deal| seats.clone().map(move |seat| (deal, seat)))
        .collect();
    let mut results = vec![DealResult::default(); (deals.end - deals.start) as usize];
    let at_once = agent.side_by_side().min(opponent.side_by_side()).max(1);
    for games in games.chunks(at_once) {
        let mut tables = games
            .iter()
            .map(|&(deal, seat)| Table::new(plan, deal, seat, (agent, opponent)))
            .collect::<Result<Vec<_>, _>>()?;
        if !play_tables(plan, &mut tables, (agent, opponent), &stop)? {
            return Ok(None);
        }
        for table in &mut tables {
            let result = &mut results[(table.deal - deals.start) as usize];
            table.finish(agent, opponent, result);
        }
    }
    let mut tally = Tally::default();
    for result in results {
        tally.add(result);
    }
    Ok(Some(tally))
}

/// Plays all tables to the end; false where `stop` said so before.
fn play_tables<G: Game>(
    plan: &Plan<'_, G>,
    tables: &mut [Table<G>],
    (agent, opponent): (&mut Side<'_, G>, &mut Side<'_, G>),
    stop: impl Fn() -> bool,
) -> Result<bool, ArenaError> {
    loop {
        let mut running = false;
        for table in &mut *tables {
            running |= table.prepare(plan.seed)?;
        }
        if !running {
            return Ok(true);
        }
        if stop() {
            return Ok(false);
        }
        agent.ask(chairs(tables, true))?;
        opponent.ask(chairs(tables, false))?;
        for table in &mut *tables {
            if table.game.turn() != Turn::Over {
                table.play((agent, opponent))?;
            }
        }
    }
}
