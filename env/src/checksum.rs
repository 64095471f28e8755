//! A number for how the games behave.

use std::fmt::{self, Write as _};

use rand::Rng as _;
use serde_json::{Map, Value, json};

use crate::core::{Action as _, Game, MAX_SEATS, PlayError, Seat, Turn, agent_rng, deal_rng};
use crate::nimmt::{self, Nimmt};
use crate::sixes::{self, Sixes};
use crate::{AnyRules, Outcome};

/// Where all deals and moves come from.
const SEED: u64 = 6;
/// Games by each rule set.
const GAMES: u64 = 32;

/// A number for how the games behave: the same on every platform, and another one as soon as a rule, a legal action,
/// a deal or an event changes. Whoever makes the engine faster sees by it that it is still the same engine.
///
/// It is the FNV-1a hash, of 64 bits, of a text. For each of 26 rule sets of both games, and each of 32
/// games of a fixed seed in which every seat draws uniformly from its legal actions, the text has the deals, the legal
/// actions by id and the one that was drawn, the events, the scores after every move and the outcome, a line each.
pub fn checksum() -> u64 {
    let mut text = Hashed::new();
    for (preset, fields) in rule_sets() {
        let wishes: Vec<_> = fields.into_iter().collect();
        match AnyRules::resolve(Some(preset), &wishes).map(|found| found.rules) {
            Ok(AnyRules::Nimmt(rules)) => text.games::<Nimmt>(&rules),
            Ok(AnyRules::Sixes(rules)) => text.games::<Sixes>(&rules),
            Err(error) => text.line(format_args!("rules: {error}")),
        }
    }
    text.hash
}

/// Presets and the fields that are changed.
fn rule_sets() -> impl Iterator<Item = (&'static str, Map<String, Value>)> {
    let sets = [
        ("bench", json!({})),
        ("bench", json!({"players": 2})),
        ("bench", json!({"players": 10})),
        ("bench", json!({"sides": "both"})),
        ("bench", json!({"deck": "tactic"})),
        ("round", json!({})),
        ("round", json!({"players": 10})),
        ("round", json!({"sides": "both", "players": 6})),
        ("amigo", json!({})),
        ("amigo", json!({"max_rounds": 2, "fives": 1})),
        ("6-fuori", json!({"players": 5})),
        ("sei-prendi", json!({})),
        ("bsw", json!({"players": 3})),
        ("round", json!({"deal": "draft"})),
        ("round", json!({"deal": "draft", "deck": "tactic", "players": 3})),
        ("round", json!({"deal": "choose"})),
        ("round", json!({"cards_per_turn": 2})),
        (
            "round",
            json!({"cards_per_turn": 2, "sides": "both", "hand_size": 7}),
        ),
        ("round", json!({"take_to_hand": true})),
        ("round", json!({"take_to_hand": true, "max_turns": 12})),
        ("round", json!({"selection": "open"})),
        (
            "amigo",
            json!({"selection": "open", "sides": "both", "zero_cards": true}),
        ),
        ("round", json!({"zero_cards": true})),
        ("sixes-round", json!({})),
        ("sixes-round", json!({"players": 3, "must_play": false})),
        ("sixes", json!({"chips": 5})),
    ];
    sets.into_iter().map(|(preset, fields)| match fields {
        Value::Object(fields) => (preset, fields),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            (preset, Map::new())
        }
    })
}

/// A game whose deals and events can be told as text.
trait Told: Game {
    /// A deal on one line.
    fn tell_deal(deal: &Self::Deal, text: &mut Hashed);
    /// An event on one line.
    fn tell_event(event: &Self::Event, text: &mut Hashed);
}

/// A text of which only the hash is kept.
struct Hashed {
    hash: u64,
}

impl fmt::Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

impl Hashed {
    /// The empty text.
    const fn new() -> Self {
        Self {
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        // This writer never fails.
        let _ = writeln!(self, "{line}");
    }

    fn numbers(&mut self, name: &str, numbers: impl IntoIterator<Item = u8>) {
        let _ = self.write_str(name);
        for number in numbers {
            let _ = write!(self, " {number}");
        }
        let _ = self.write_str("\n");
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.numbers("winners", outcome.winners.iter().map(u8::from));
        self.line(format_args!("truncated {}", outcome.truncated));
    }

    fn games<G: Told>(&mut self, rules: &G::Rules) {
        for number in 0..GAMES {
            // What the engine refuses is behaviour, too.
            if let Err(error) = self.game::<G>(rules, number) {
                self.line(format_args!("refused: {error}"));
            }
        }
    }

    /// One game, from its first deal to its outcome.
    fn game<G: Told>(&mut self, rules: &G::Rules, number: u64) -> Result<(), PlayError> {
        self.line(format_args!("{} {number}", G::NAME));
        let mut rng = agent_rng(SEED, number, Seat::default());
        let mut game = G::new(rules);
        let mut joint = Vec::with_capacity(MAX_SEATS);
        let mut events = Vec::new();
        loop {
            match game.turn() {
                Turn::Chance => {
                    let deal = game.sample_deal(&mut deal_rng(SEED, number, game.round()));
                    G::tell_deal(&deal, self);
                    game.deal(&deal)?;
                }
                Turn::Act(seats) => {
                    joint.clear();
                    for seat in seats.iter() {
                        let legal = game.legal(seat);
                        self.numbers("legal", legal.iter().map(G::Action::id));
                        let chosen = legal.pick(rng.next_u32());
                        self.numbers("chosen", chosen.map(G::Action::id));
                        joint.extend(chosen.map(|action| (seat, action)));
                    }
                    game.play(&joint, &mut events)?;
                    for event in events.drain(..) {
                        G::tell_event(&event, self);
                    }
                    self.line(format_args!("scores {:?}", game.scores()));
                }
                Turn::Over => {
                    if let Some(outcome) = game.outcome() {
                        self.outcome(outcome);
                    }
                    return Ok(());
                }
            }
        }
    }
}

impl Told for Nimmt {
    fn tell_deal(deal: &nimmt::Deal, text: &mut Hashed) {
        text.numbers("rows", deal.rows.iter().flatten().map(|card| card.number()));
        for hand in deal.hands.values() {
            text.numbers("hand", hand.iter().map(nimmt::Card::number));
        }
        text.numbers("pool", deal.pool.iter().map(nimmt::Card::number));
        text.numbers("first", deal.first.map(u8::from));
    }

    fn tell_event(event: &nimmt::Event, text: &mut Hashed) {
        match event {
            nimmt::Event::Drafted { seat, card } => text.line(format_args!("{seat} drafts {card}")),
            nimmt::Event::Revealed { seat, card } => text.line(format_args!("{seat} reveals {card}")),
            nimmt::Event::Zero { seat } => text.line(format_args!("{seat} plays zero")),
            nimmt::Event::Moved(placed) => {
                let side = match placed.side {
                    nimmt::Side::Right => "right",
                    nimmt::Side::Left => "left",
                    nimmt::Side::Take => "take",
                };
                let (seat, card, row, points) = (placed.seat, placed.card, placed.row, placed.points);
                text.line(format_args!("{seat} places {card} {side} {row} {points}"));
                text.numbers("taken", placed.taken.iter().map(nimmt::Card::number));
            }
            nimmt::Event::RoundOver { scores } => text.line(format_args!("round over {scores:?}")),
            nimmt::Event::GameOver(outcome) => text.outcome(*outcome),
        }
    }
}

impl Told for Sixes {
    fn tell_deal(deal: &sixes::Deal, text: &mut Hashed) {
        text.line(format_args!("dealer {}", deal.dealer));
        for hand in deal.hands.values() {
            text.numbers("hand", hand.iter().map(sixes::Card::id));
        }
    }

    fn tell_event(event: &sixes::Event, text: &mut Hashed) {
        match event {
            sixes::Event::Played { seat, card } => text.line(format_args!("{seat} plays {}", card.id())),
            sixes::Event::Passed { seat, paid, lacks } => {
                text.line(format_args!("{seat} passes {paid}"));
                text.numbers("lacks", lacks.iter().map(sixes::Card::id));
            }
            sixes::Event::RoundOver { winner, pot, chips } => {
                text.line(format_args!("{winner} wins {pot} {chips:?}"));
            }
            sixes::Event::GameOver(outcome) => text.outcome(*outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // From the test vectors that FNV's authors publish.
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut hashed = Hashed::new();
            hashed.write_str(text).unwrap();
            assert_eq!(hashed.hash, hash, "{text}");
        }
    }
}
