//! A program at the table.

use hornox_env::{
    Action as _, ActionSet, Agent, AgentError, Decision, Lapse, LapseKind, Outcome, RuleSet as _, Seat,
    SeatMap,
};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

use super::failure::{Failure, quoted};
use super::message::{self, Answer, End, Hello, Ready};
use super::program::Program;
use super::{Command, Told};

/// A program that plays one seat in one game.
///
/// It takes a program when it is first asked, and gives it back when it sees the end of the game. Where the program
/// fails, it is ended, and the rest of the game is the stand-in's or, without one, an error for each question.
pub struct CommandAgent<G: Told> {
    name: String,
    command: Command,
    stand_in: Option<Box<dyn Agent<G>>>,
    program: Option<Program>,
    calls_itself: Option<String>,
    /// By which the game is played that the program was told of.
    rules: Option<G::Rules>,
    /// What the program was not told yet.
    events: Vec<G::Event>,
    scores: Option<SeatMap<i32>>,
    lapse: Option<Lapse>,
}

impl<G: Told> CommandAgent<G> {
    pub(super) fn new(name: String, command: Command, stand_in: Option<Box<dyn Agent<G>>>) -> Self {
        Self {
            name,
            command,
            stand_in,
            program: None,
            calls_itself: None,
            rules: None,
            events: Vec::new(),
            scores: None,
            lapse: None,
        }
    }

    /// Tells what happened.
    fn told(&mut self, program: &Program) {
        if let Some(events) = message::events::<G>(&self.events) {
            program.say(&events);
        }
        self.events.clear();
    }

    /// Tells the end of the game. A program that was never asked was never told that there is one.
    fn finish(&mut self, outcome: Outcome) {
        if let (Some(program), Some(rules)) = (self.program.take(), &self.rules) {
            let scores = self.scores.unwrap_or_else(|| SeatMap::new(rules.players(), 0));
            let end = End::new::<G>(rules, scores, outcome);
            self.told(&program);
            program.say(&end);
            self.command.give_back(program);
        }
    }

    /// The program's answer.
    fn ask(
        &mut self,
        view: &G::View,
        legal: ActionSet<G::Action>,
        rng: &mut ChaCha8Rng,
    ) -> Result<G::Action, Failure> {
        let program = match self.program.take() {
            Some(program) => program,
            None => self.begin(view, rng)?,
        };
        self.told(&program);
        let line = program.ask("act", &message::act::<G>(view, legal), self.command.timeout())?;
        let Answer { action: id } = read(&line, "act", r#"{"action": ID} with an id of `legal`"#)?;
        let action = G::Action::from_id(id).filter(|action| legal.contains(*action));
        let action = action.ok_or_else(|| {
            let ids: Vec<_> = legal.iter().map(|action| action.id().to_string()).collect();
            Failure::Illegal {
                id,
                legal: ids.join(", "),
            }
        })?;
        self.program = Some(program);
        Ok(action)
    }

    /// Begins the game.
    fn begin(&mut self, view: &G::View, rng: &mut ChaCha8Rng) -> Result<Program, Failure> {
        let rules = G::rules_of(view);
        let hello = Hello::new::<G>(rules, G::seat_of(view), rng.next_u32());
        self.rules = Some(*rules);
        let program = self.command.take()?;
        let line = program.ask("hello", &hello, self.command.startup())?;
        let Ready { name } = read(&line, "hello", r#"{"name": "…"}"#)?;
        self.calls_itself = Some(name);
        Ok(program)
    }
}

fn read<'a, T: serde::Deserialize<'a>>(
    line: &'a [u8],
    question: &'static str,
    right: &'static str,
) -> Result<T, Failure> {
    serde_json::from_slice(line).map_err(|_| Failure::Malformed {
        line: quoted(line),
        question,
        right,
    })
}

impl<G: Told> Agent<G> for CommandAgent<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        if self.lapse.is_none() {
            match self.ask(decision.view, decision.legal, decision.rng) {
                Ok(action) => return Ok(action),
                Err(failure) => {
                    self.lapse = Some(Lapse {
                        kind: match self.stand_in {
                            Some(_) => LapseKind::StandIn,
                            None => LapseKind::Forfeit,
                        },
                        reason: match &self.calls_itself {
                            Some(name) => format!("{}: {failure}", quoted(name.as_bytes())),
                            None => failure.to_string(),
                        },
                    });
                }
            }
        }
        match &mut self.stand_in {
            Some(agent) => agent.act(decision),
            None => Err(AgentError {
                agent: self.name.clone(),
                reason: self
                    .lapse
                    .as_ref()
                    .map_or(String::new(), |lapse| lapse.reason.clone()),
            }),
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn watch(&mut self, _: Seat, events: &[G::Event]) {
        if self.lapse.is_some() {
            return;
        }
        for event in events {
            self.scores = G::scores_of(event).or(self.scores);
        }
        self.events.extend_from_slice(events);
        if let Some(outcome) = events.iter().find_map(G::outcome_of) {
            self.finish(outcome);
        }
    }

    /// A game has a program of its own.
    fn side_by_side(&self) -> usize {
        1
    }

    fn lapse(&self) -> Option<&Lapse> {
        self.lapse.as_ref()
    }
}
