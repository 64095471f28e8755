//! One game, from the first deal to the last table.

use std::io::{self, BufRead, Write};

use hornox_env::{ActionSet, Agent, AgentError, Decision, Seat, SeatMap, Turn, agent_rng, deal_rng};
use rand_chacha::ChaCha8Rng;

use super::layout::{cropped, heading, seats, wrapped};
use super::{Console, Names, SessionError, Standing, Tabletop};

/// The commands of every game, for the help.
const COMMANDS: &[&str] = &[
    "  ?        what each of your choices would do; ? 14 for that one alone",
    "  Enter    show the table again (or, with one choice left, make it)",
    "  h        this help",
    "  q        quit",
];

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game was played to its end.
    Over,
    /// The person left, or the input or whoever read the output ended.
    Left,
}

/// A game between a person and agents. Deals depend on (seed, round) and an agent's draws on (seed, seat) alone:
/// the same seed, the same choices, the same game.
pub struct Session<G: Tabletop> {
    game: G,
    names: Names,
    seed: u64,
    /// By seat; nobody in the person's.
    agents: Vec<Option<Player<G>>>,
    /// What happened since the person was last told, by chapter.
    untold: Vec<(String, Vec<G::Event>)>,
    /// The scores before this round.
    before: SeatMap<i32>,
}

struct Player<G> {
    agent: Box<dyn Agent<G>>,
    rng: ChaCha8Rng,
}

/// What an answer asks for.
enum Asked {
    Leave,
    Help,
    /// What choices would do: all, or one.
    Explain(String),
    /// The table, or the only choice.
    Enter,
    Answer,
}

impl Asked {
    fn of(answer: &str) -> Self {
        match answer {
            "" => Self::Enter,
            "q" | "quit" | "exit" => Self::Leave,
            "h" | "help" => Self::Help,
            answer => match answer.strip_prefix('?') {
                Some(about) => Self::Explain(about.trim().to_owned()),
                None => Self::Answer,
            },
        }
    }
}

/// The last line to somebody who leaves.
pub fn farewell(seed: u64) -> String {
    format!("Goodbye! The same cards come again with --seed {seed}.")
}

impl<G: Tabletop> Session<G> {
    /// A game before its first deal. `others` play the seats but `you`, ascending; a value of its own for each.
    pub fn new(rules: &G::Rules, you: Seat, others: Vec<Box<dyn Agent<G>>>, seed: u64) -> Self {
        let game = G::new(rules);
        let mut others = others.into_iter();
        let agents = Seat::all(game.players())
            .map(|seat| {
                let agent = if seat == you { None } else { others.next() };
                let rng = agent_rng(seed, 0, seat);
                agent.map(|agent| Player { agent, rng })
            })
            .collect();
        Self {
            before: game.scores(),
            names: Names::new(you),
            untold: Vec::new(),
            game,
            seed,
            agents,
        }
    }

    /// Plays it.
    ///
    /// # Errors
    /// Where input or output fail, an agent does, or nobody plays a seat. A reader of the output that has gone away is no error.
    pub fn run<R: BufRead, W: Write>(mut self, console: &mut Console<R, W>) -> Result<Ending, SessionError> {
        match self.play(console) {
            Err(SessionError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ending::Left),
            ended => ended,
        }
    }

    fn play<R: BufRead, W: Write>(&mut self, console: &mut Console<R, W>) -> Result<Ending, SessionError> {
        console.say(&self.introduction())?;
        loop {
            match self.game.turn() {
                Turn::Chance => {
                    let deal = self
                        .game
                        .sample_deal(&mut deal_rng(self.seed, 0, self.game.round()));
                    self.game.deal(&deal)?;
                    self.before = self.game.scores();
                }
                Turn::Act(acting) => {
                    let you = self.names.you();
                    let mut joint = Vec::new();
                    if acting.contains(you) {
                        let Some(action) = self.ask(console)? else {
                            console.say(&[farewell(self.seed)])?;
                            return Ok(Ending::Left);
                        };
                        joint.push((you, action));
                    }
                    for seat in acting.iter().filter(|seat| *seat != you) {
                        joint.push((seat, self.answer(seat)?));
                    }
                    self.act(&joint, console)?;
                }
                Turn::Over => return Ok(Ending::Over),
            }
        }
    }

    fn act<R: BufRead, W: Write>(
        &mut self,
        joint: &[(Seat, G::Action)],
        console: &mut Console<R, W>,
    ) -> Result<(), SessionError> {
        let round = self.game.round();
        let chapter = G::chapter(&self.view());
        let mut events = Vec::new();
        self.game.play(joint, &mut events)?;
        for (seat, player) in Seat::all(self.game.players()).zip(&mut self.agents) {
            if let Some(player) = player
                && player.agent.remembers()
            {
                player.agent.watch(seat, &events);
            }
        }
        match self.untold.last_mut() {
            Some((last, told)) if *last == chapter => told.append(&mut events),
            Some(_) | None => self.untold.push((chapter, events)),
        }
        if self.game.round() != round {
            self.tell(console)?;
            // The final table says all that the table of a sole round would.
            if round > 0 || self.game.outcome().is_none() {
                console.say(&self.round_over(round))?;
                console.say(&[""])?;
            }
        }
        if let Some(outcome) = self.game.outcome() {
            let standing = G::standing(&self.view(), self.names);
            console.say(&standing.finished(outcome, self.names, &self.agent_names()))?;
            console.say(&[format!("The same cards come again with --seed {}.", self.seed)])?;
        }
        Ok(())
    }

    /// An agent's choice. As everywhere, a seat with one legal action is not asked.
    fn answer(&mut self, seat: Seat) -> Result<G::Action, SessionError> {
        let (view, legal) = (self.game.view(seat), self.game.legal(seat));
        if let (1, Some(only)) = (legal.len(), legal.first()) {
            return Ok(only);
        }
        let Some(Some(player)) = self.agents.get_mut(seat.index()) else {
            return Err(SessionError::Vacant { seat });
        };
        let action = player.agent.act(Decision {
            view: &view,
            legal,
            rng: &mut player.rng,
        })?;
        if legal.contains(action) {
            Ok(action)
        } else {
            Err(SessionError::Agent(AgentError {
                agent: player.agent.name().to_owned(),
                reason: format!("chose {action}, which is not legal"),
            }))
        }
    }

    /// The person's choice; `None` where the person leaves.
    fn ask<R: BufRead, W: Write>(
        &mut self,
        console: &mut Console<R, W>,
    ) -> Result<Option<G::Action>, SessionError> {
        self.tell(console)?;
        let (view, legal) = (self.view(), self.game.legal(self.names.you()));
        let only = legal.first().filter(|_| legal.len() == 1);
        console.say(&G::draw(&view, self.names))?;
        loop {
            let more = only.map_or(String::new(), |action| {
                format!(" Only {action} is possible: press Enter.")
            });
            console.say(&[G::question(&view) + &more])?;
            let Some(answer) = console.ask()? else {
                return Ok(None);
            };
            match Asked::of(&answer) {
                Asked::Leave => return Ok(None),
                Asked::Help => console.say(&Self::help())?,
                Asked::Explain(about) => console.say(&Self::explanation(&view, legal, &about))?,
                Asked::Enter if only.is_some() => return Ok(only),
                Asked::Enter => console.say(&G::draw(&view, self.names))?,
                Asked::Answer => match G::read(&view, &answer) {
                    Ok(action) => return Ok(Some(action)),
                    Err(sentence) => console.say(&[sentence])?,
                },
            }
        }
    }

    fn view(&self) -> G::View {
        self.game.view(self.names.you())
    }

    fn agent_names(&self) -> Vec<String> {
        let name = |player: &Option<Player<G>>| {
            let player = player.as_ref();
            player.map_or(String::new(), |player| player.agent.name().to_owned())
        };
        self.agents.iter().map(name).collect()
    }

    fn introduction(&self) -> Vec<String> {
        let rules = self.game.rules().to_string();
        let mut lines = vec![heading(G::TITLE)];
        lines.extend(wrapped("rules:", rules.split(' ')));
        for (seat, agent) in Seat::all(self.game.players()).zip(self.agent_names()) {
            let who = if seat == self.names.you() { "you" } else { &agent };
            lines.push(format!("seat {seat}: {}", cropped(who, 60)));
        }
        lines.push(format!("seed: {}", self.seed));
        lines.push("Type ? to see what each choice would do, h for help, q to quit.".to_owned());
        lines
    }

    /// Tells what happened since it last did.
    fn tell<R: BufRead, W: Write>(&mut self, console: &mut Console<R, W>) -> Result<(), SessionError> {
        for (chapter, events) in std::mem::take(&mut self.untold) {
            let lines = G::tell(self.game.rules(), &events, self.names);
            if !lines.is_empty() {
                console.say(&[String::new(), chapter + ":"])?;
                console.say(&lines)?;
            }
        }
        console.say(&[""])
    }

    /// The scores after a round.
    fn round_over(&self, round: u32) -> Vec<String> {
        let Standing { unit, totals, .. } = G::standing(&self.view(), self.names);
        let players = self.game.players();
        let scores = self.game.scores();
        let texts = |value: &dyn Fn(Seat) -> i32| {
            Seat::all(players)
                .map(|seat| value(seat).to_string())
                .collect::<Vec<_>>()
        };
        let change = |seat: Seat| scores[seat] - self.before[seat];
        let mut lines = vec![heading(&format!("After round {}", u64::from(round) + 1))];
        lines.extend(seats(
            players,
            self.names,
            &[
                ("this round", texts(&change)),
                (&format!("{unit}s"), texts(&|seat| totals[seat])),
            ],
        ));
        lines
    }

    fn help() -> Vec<String> {
        let lines = G::HELP.iter().chain(COMMANDS);
        lines.map(|&line| line.to_owned()).collect()
    }

    fn explanation(view: &G::View, legal: ActionSet<G::Action>, about: &str) -> Vec<String> {
        let actions: Vec<_> = if about.is_empty() {
            legal.iter().collect()
        } else {
            match G::read(view, about) {
                Ok(action) => vec![action],
                Err(sentence) => return vec![sentence],
            }
        };
        let mut lines: Vec<_> = G::caption(view).into_iter().map(str::to_owned).collect();
        lines.extend(
            actions
                .iter()
                .map(|&action| format!("{:>7}  {}", action.to_string(), G::effect(view, action))),
        );
        lines
    }
}
