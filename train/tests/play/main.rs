//! People at the keyboard: whole sessions over input and output in memory.

#[path = "../../../env/tests/engine/golden.rs"]
mod golden;

mod answers;
mod games;
mod transcripts;

use std::io::{BufRead, Read};

use hornox_env::{Action, Agent, AgentError, AnyRules, Decision, Game, RuleSet, Seat};
use hornox_train::play::{Console, Ending, Session, SessionError, Tabletop};
use rand::RngExt;
use serde_json::Value;

/// Any legal action.
struct Anything;

impl<G: Game> Agent<G> for Anything {
    fn name(&self) -> &'static str {
        "anything"
    }

    fn act(&mut self, decision: Decision<'_, G>) -> Result<G::Action, AgentError> {
        let place = decision.rng.random_range(0..decision.legal.len() as u32);
        Ok(decision.legal.nth(place as usize).unwrap())
    }
}

/// Rules of a preset with single fields, given as `field=value` with JSON values.
fn rules(preset: &str, fields: &[&str]) -> AnyRules {
    let wish = |field: &&str| {
        let (field, value) = field.split_once('=').unwrap();
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        (field.to_owned(), value)
    };
    let wishes: Vec<_> = fields.iter().map(wish).collect();
    AnyRules::resolve(Some(preset), &wishes).unwrap().rules
}

/// What a session writes, and how it ends.
fn played<G: Tabletop>(
    rules: &G::Rules,
    you: usize,
    seed: u64,
    input: impl BufRead,
) -> (Result<Ending, SessionError>, String) {
    let others = (1..rules.players())
        .map(|_| Box::new(Anything) as Box<dyn Agent<G>>)
        .collect();
    let session = Session::<G>::new(rules, Seat::new(you).unwrap(), others, seed);
    let mut written = Vec::new();
    let ending = session.run(&mut Console::new(input, &mut written, true));
    (ending, String::from_utf8(written).unwrap())
}

/// The same with rules of either game.
fn played_by(
    rules: &AnyRules,
    you: usize,
    seed: u64,
    input: impl BufRead,
) -> (Result<Ending, SessionError>, String) {
    match rules {
        AnyRules::Nimmt(rules) => played::<hornox_env::nimmt::Nimmt>(rules, you, seed, input),
        AnyRules::Sixes(rules) => played::<hornox_env::sixes::Sixes>(rules, you, seed, input),
    }
}

/// A person who types the text of every action again and again, in an order of its own: whatever is asked, some
/// answer fits, and most do not.
struct Tries {
    answers: Vec<String>,
    line: Vec<u8>,
    at: usize,
    next: usize,
    step: usize,
}

impl Tries {
    fn new<A: Action>(start: usize) -> Self {
        let answers: Vec<_> = (0..A::COUNT as u8)
            .filter_map(A::from_id)
            .map(|action| action.to_string())
            .collect();
        // 109 is a prime and 41 is one: any step visits all.
        let step = 1 + start % (answers.len() - 1);
        Self {
            answers,
            line: Vec::new(),
            at: 0,
            next: start,
            step,
        }
    }
}

impl Read for Tries {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Tries {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.next = (self.next + self.step) % self.answers.len();
            self.line = format!("{}\n", self.answers[self.next]).into_bytes();
            self.at = 0;
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}
