//! Many games side by side.

use hornox_env::{AgentError, Game, LapseKind, Seat, SeatMap, SeatSet, Turn, agent_rng, deal_rng};

use super::chair::Chair;
use super::evaluate::ArenaError;
use super::lapses::adjudged;
use super::placed::Placed;
use super::side::Side;

/// Games that one thread plays side by side: enough for batched networks, few enough that slow agents show
/// progress. Fewer where an agent asks for it; it does not depend on the number of threads, so that neither do the
/// batches.
const SIDE_BY_SIDE: u64 = 64;

/// Deals that are played side by side, each from `players` seats, by agents that want at most so many games at once.
pub(super) fn deals_side_by_side(players: usize, at_once: usize) -> u64 {
    (SIDE_BY_SIDE.min(at_once as u64) / players as u64).max(1)
}

/// One game to be played: the number of its deal, and which side sits where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seating {
    pub deal: u64,
    /// Places in the list of sides.
    pub sides: SeatMap<usize>,
}

/// Sees games while they are played. A game is known by its place in the list of seatings.
pub(super) trait Follow<G: Game> {
    /// Whether [`happened`](Self::happened) is of use.
    const WANTS_EVENTS: bool;

    /// Seats are about to act.
    fn due(&mut self, game: usize, state: &G);

    /// What a move that was just played led to.
    fn happened(&mut self, game: usize, events: &[G::Event]);
}

/// Nobody looks.
impl<G: Game> Follow<G> for () {
    const WANTS_EVENTS: bool = false;

    fn due(&mut self, _: usize, _: &G) {}

    fn happened(&mut self, _: usize, _: &[G::Event]) {}
}

/// One game with its chairs, seat 0 first.
struct Table<G: Game> {
    game: G,
    deal: u64,
    chairs: Vec<Chair<G>>,
    events: Vec<G::Event>,
    /// Whether somebody remembers, so that past events must be kept.
    remembers: bool,
}

impl<G: Game> Table<G> {
    fn new(
        rules: &G::Rules,
        seed: u64,
        seating: &Seating,
        sides: &[Side<'_, G>],
    ) -> Result<Self, ArenaError> {
        let game = G::new(rules);
        let mut chairs = Vec::with_capacity(game.players());
        for seat in Seat::all(game.players()) {
            let side = seating.sides[seat];
            chairs.push(Chair {
                seat,
                side,
                rng: agent_rng(seed, seating.deal, seat),
                mind: sides[side].mind()?,
                seen: 0,
                question: None,
                answer: None,
            });
        }
        Ok(Self {
            game,
            deal: seating.deal,
            remembers: chairs.iter().any(|chair| chair.mind.is_some()),
            chairs,
            events: Vec::new(),
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
                        chair.watch(&self.events);
                        chair.question = Some((self.game.view(seat), legal));
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// Plays the answers, and shows the events of this move.
    fn play<F: Follow<G>>(
        &mut self,
        sides: &[Side<'_, G>],
        follow: impl FnOnce(&[G::Event]),
    ) -> Result<(), ArenaError> {
        let mut joint = Vec::with_capacity(self.chairs.len());
        for chair in &mut self.chairs {
            let asked = chair.question.take();
            let Some(action) = chair.answer.take() else {
                continue;
            };
            if asked.is_some_and(|(_, legal)| !legal.contains(action)) {
                return Err(ArenaError::Agent(AgentError {
                    agent: sides[chair.side].name().to_owned(),
                    reason: format!("chose {action}, which is not legal"),
                }));
            }
            joint.push((chair.seat, action));
        }
        if !self.remembers && !F::WANTS_EVENTS {
            self.game.play(&joint, &mut ())?;
            return Ok(());
        }
        let before = self.events.len();
        self.game.play(&joint, &mut self.events)?;
        follow(&self.events[before..]);
        if !self.remembers {
            self.events.clear();
        }
        Ok(())
    }

    /// Shows the end to those who watch, and says what the game counts as; `None` where it is not over.
    fn finish(mut self, place: usize, sides: &mut [Side<'_, G>]) -> Option<Played<G>> {
        let outcome = self.game.outcome()?;
        let mut forfeits = SeatSet::EMPTY;
        for chair in &mut self.chairs {
            chair.watch(&self.events);
            let Some(lapse) = chair.lapse() else {
                continue;
            };
            if lapse.kind == LapseKind::Forfeit {
                forfeits.insert(chair.seat);
            }
            sides[chair.side]
                .lapses
                .add((self.deal, place, chair.seat), lapse);
        }
        let (scores, outcome) = adjudged(self.game.scores(), outcome, forfeits, G::SCORE);
        Some(Played {
            game: self.game,
            placed: Placed(scores, outcome.winners),
        })
    }
}

/// The chairs of one side.
fn chairs<G: Game>(tables: &mut [Table<G>], side: usize) -> impl Iterator<Item = &mut Chair<G>> {
    let chairs = tables.iter_mut().flat_map(|table| &mut table.chairs);
    chairs.filter(move |chair| chair.side == side)
}

/// A game that is over, with what it counts as.
pub(super) struct Played<G> {
    pub game: G,
    pub placed: Placed,
}

/// Plays every game to its end and gives them in the order of their seatings; `None` where `stop` said so before
/// the end.
pub(super) fn play_games<G: Game, F: Follow<G>>(
    rules: &G::Rules,
    seed: u64,
    seatings: &[Seating],
    sides: &mut [Side<'_, G>],
    follow: &mut F,
    stop: impl Fn() -> bool,
) -> Result<Option<Vec<Played<G>>>, ArenaError> {
    let seated = seatings
        .iter()
        .flat_map(|seating| seating.sides.values().iter().copied());
    let at_once = seated.map(|side| sides[side].shared.side_by_side()).min();
    let at_once = at_once.unwrap_or(1).max(1);
    let mut games = Vec::with_capacity(seatings.len());
    for (chunk, seatings) in seatings.chunks(at_once).enumerate() {
        let first = chunk * at_once;
        let mut tables = seatings
            .iter()
            .map(|seating| Table::new(rules, seed, seating, sides))
            .collect::<Result<Vec<_>, _>>()?;
        if !play_tables(seed, &mut tables, sides, (first, follow), &stop)? {
            return Ok(None);
        }
        for (place, table) in tables.into_iter().enumerate() {
            games.extend(table.finish(first + place, sides));
        }
    }
    Ok(Some(games))
}

/// Plays all tables to the end; false where `stop` said so before. `first` is the place of the first of them in the
/// list of seatings.
fn play_tables<G: Game, F: Follow<G>>(
    seed: u64,
    tables: &mut [Table<G>],
    sides: &mut [Side<'_, G>],
    (first, follow): (usize, &mut F),
    stop: impl Fn() -> bool,
) -> Result<bool, ArenaError> {
    loop {
        let mut running = false;
        for (place, table) in tables.iter_mut().enumerate() {
            if table.prepare(seed)? {
                running = true;
                follow.due(first + place, &table.game);
            }
        }
        if !running {
            return Ok(true);
        }
        if stop() {
            return Ok(false);
        }
        for (side, player) in sides.iter_mut().enumerate() {
            player.ask(chairs(tables, side))?;
        }
        for (place, table) in tables.iter_mut().enumerate() {
            if table.game.turn() != Turn::Over {
                table.play::<F>(sides, |events| follow.happened(first + place, events))?;
            }
        }
    }
}
