//! What is said, one JSON object a line.

use hornox_env::{Action, ActionSet, Better, Game, Outcome, RuleSet, Seat, SeatMap};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{PROTOCOL, Told};

/// A game begins, and the program must say that it is ready.
#[derive(Serialize)]
#[serde(tag = "type", rename = "hello")]
pub(super) struct Hello {
    protocol: u32,
    game: &'static str,
    rules: Map<String, Value>,
    players: usize,
    seat: Seat,
    seed: u32,
}

impl Hello {
    pub fn new<G: Game>(rules: &G::Rules, seat: Seat, seed: u32) -> Self {
        Self {
            protocol: PROTOCOL,
            game: G::NAME,
            rules: rules.to_map(),
            players: rules.players(),
            seat,
            seed,
        }
    }
}

/// What happened since the last message.
#[derive(Serialize)]
#[serde(tag = "type", rename = "events")]
pub(super) struct Events<E> {
    events: Vec<E>,
}

/// Those of the events that are told as such; none where there are none.
pub(super) fn events<G: Told>(events: &[G::Event]) -> Option<impl Serialize> {
    let events: Vec<_> = events.iter().filter_map(G::tell_event).collect();
    (!events.is_empty()).then_some(Events { events })
}

/// A question, which the program must answer.
#[derive(Serialize)]
#[serde(tag = "type", rename = "act")]
pub(super) struct Act<V> {
    view: V,
    legal: Vec<LegalAction>,
}

#[derive(Serialize)]
struct LegalAction {
    id: u8,
    text: String,
}

pub(super) fn act<G: Told>(view: &G::View, legal: ActionSet<G::Action>) -> impl Serialize {
    let legal = legal.iter().map(|action| LegalAction {
        id: action.id(),
        text: action.to_string(),
    });
    Act {
        view: G::tell_view(view),
        legal: legal.collect(),
    }
}

/// The game is over.
#[derive(Serialize)]
#[serde(tag = "type", rename = "end")]
pub(super) struct End {
    scores: SeatMap<i32>,
    win_share: SeatMap<f64>,
    places: SeatMap<u8>,
    truncated: bool,
}

impl End {
    pub fn new<G: Game>(rules: &G::Rules, scores: SeatMap<i32>, outcome: Outcome) -> Self {
        let players = rules.players();
        // One more than there are better seats, as in sports: 1, 2, 2, 4.
        let better = |one: Seat, other: Seat| {
            if rules.has_scores() {
                match G::SCORE.better {
                    Better::Lower => scores[other] < scores[one],
                    Better::Higher => scores[other] > scores[one],
                }
            } else {
                outcome.winners.contains(other) && !outcome.winners.contains(one)
            }
        };
        let place = |seat| 1 + Seat::all(players).filter(|&other| better(seat, other)).count() as u8;
        Self {
            scores,
            win_share: outcome.win_shares(players),
            places: SeatMap::from_fn(players, place),
            truncated: outcome.truncated,
        }
    }
}

/// The answer to `hello`. Further fields are the program's own.
#[derive(Deserialize)]
pub(super) struct Ready {
    pub name: String,
}

/// The answer to `act`. Further fields are the program's own.
#[derive(Deserialize)]
pub(super) struct Answer {
    pub action: u8,
}
