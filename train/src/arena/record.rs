//! Games written down.

use hornox_env::record::{Record, Recorded, Recorder};
use hornox_env::{Agent, AgentError, Decision, Game, Seat, SeatSet, Turn, agent_rng, deal_rng};
use rand_chacha::ChaCha8Rng;

use super::evaluate::{ArenaError, Factory};

/// The agents at a table, one a seat, for games that are written down.
pub struct Players<'a, G: Game> {
    chairs: Vec<Chair<'a, G>>,
}

struct Chair<'a, G: Game> {
    build: &'a Factory<'a, G>,
    agent: Box<dyn Agent<G>>,
    /// How many of the game's events the agent has seen, if it wants to.
    seen: usize,
}

impl<G: Game> Chair<'_, G> {
    /// Shows the agent, if it wants to see, what happened since it last saw.
    fn watch(&mut self, seat: Seat, events: &[G::Event]) {
        if self.agent.remembers() {
            self.agent.watch(seat, &events[self.seen..]);
            self.seen = events.len();
        }
    }
}

impl<'a, G: Recorded> Players<'a, G> {
    /// Makes the agents, seat 0 first.
    ///
    /// # Errors
    /// Where one cannot be made.
    pub fn new(seats: impl IntoIterator<Item = &'a Factory<'a, G>>) -> Result<Self, ArenaError> {
        let chairs = seats.into_iter().map(|build| {
            let agent = build().map_err(ArenaError::Build)?;
            Ok(Chair {
                build,
                agent,
                seen: 0,
            })
        });
        Ok(Self {
            chairs: chairs.collect::<Result<_, ArenaError>>()?,
        })
    }

    /// Plays one game and writes it down. It can be made again from `seed`, as [`hornox_env::record`] describes,
    /// and depends on no game before it.
    ///
    /// # Errors
    /// Where an agent fails, or there is not one for each seat.
    pub fn record(&mut self, rules: &G::Rules, seed: u64) -> Result<Record<G>, ArenaError> {
        for chair in &mut self.chairs {
            // What an agent remembers of one game must not reach the next.
            if chair.agent.remembers() {
                chair.agent = (chair.build)().map_err(ArenaError::Build)?;
            }
            chair.seen = 0;
        }
        let mut game = G::new(rules);
        let mut rngs: Vec<_> = Seat::all(self.chairs.len())
            .map(|seat| agent_rng(seed, 0, seat))
            .collect();
        let mut recorder = Recorder::new();
        let mut events = Vec::new();
        loop {
            match game.turn() {
                Turn::Chance => {
                    let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                    recorder.deal(&mut game, &deal)?;
                }
                Turn::Act(acting) => {
                    let joint = self.joint(&game, acting, &mut rngs, &events)?;
                    recorder.play(&mut game, &joint, &mut events)?;
                }
                Turn::Over => break,
            }
        }
        for (seat, chair) in Seat::all(self.chairs.len()).zip(&mut self.chairs) {
            chair.watch(seat, &events);
        }
        let agents = self.chairs.iter().map(|chair| chair.agent.name().to_owned());
        Ok(recorder.finish(&game, Some(seed), agents.collect())?)
    }

    /// What each seat that must act chooses. A seat with one legal action is not asked.
    fn joint(
        &mut self,
        game: &G,
        acting: SeatSet,
        rngs: &mut [ChaCha8Rng],
        events: &[G::Event],
    ) -> Result<Vec<(Seat, G::Action)>, ArenaError> {
        let mut joint = Vec::with_capacity(acting.len());
        let chairs = Seat::all(self.chairs.len()).zip(&mut self.chairs).zip(rngs);
        for ((seat, chair), rng) in chairs.filter(|((seat, _), _)| acting.contains(*seat)) {
            let legal = game.legal(seat);
            if let (1, Some(only)) = (legal.len(), legal.first()) {
                joint.push((seat, only));
                continue;
            }
            chair.watch(seat, events);
            let agent = &mut chair.agent;
            let view = &game.view(seat);
            let action = agent.act(Decision { view, legal, rng })?;
            if !legal.contains(action) {
                return Err(ArenaError::Agent(AgentError {
                    agent: agent.name().to_owned(),
                    reason: format!("chose {action}, which is not legal"),
                }));
            }
            joint.push((seat, action));
        }
        Ok(joint)
    }
}
