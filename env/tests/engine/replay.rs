//! A game record, read strictly and played again.
//!
//! A record is one JSON object: the rules, and for each round the deal, every action in the order of decisions,
//! and all that the rules made of them. Everything is compared.

use hornox_env::nimmt::{Action, Card, CardDeal, CardSet, Deal, Event, Move, Nimmt, Phase, ROWS, Rules};
use hornox_env::{Action as _, Game, Seat, SeatMap, Turn};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::common::moves;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    schema: u32,
    rules: Map<String, Value>,
    #[serde(deserialize_with = "present")]
    seed: Option<u64>,
    agents: Vec<String>,
    rounds: Vec<Round>,
    scores: Vec<i32>,
    win_share: Vec<f64>,
    #[serde(default)]
    truncated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    rows: [Vec<Card>; ROWS],
    hands: Option<SeatMap<CardSet>>,
    pool: Option<CardSet>,
    first: Option<Seat>,
    actions: Vec<(Seat, u8)>,
    moves: Vec<RecordedMove>,
    points: Vec<i32>,
    rows_after: [Vec<Card>; ROWS],
}

/// As [`Move`], but with no field unknown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedMove {
    seat: Value,
    card: Value,
    row: Value,
    side: Value,
    taken: Value,
    points: Value,
}

/// A value that may be `null` but not missing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(deserializer)
}

/// Plays a record again.
///
/// # Errors
/// Says where it is not what the rules make of it.
pub fn replay(line: &str) -> Result<(), String> {
    let record: Record = serde_json::from_str(line).map_err(|error| error.to_string())?;
    same("schema", &record.schema, &1)?;
    let mut game = Nimmt::new(&read_rules(record.rules)?);
    same("agents", &record.agents.len(), &game.players())?;
    if record.seed.is_some() {
        return Err("seed: these records' deals come from outside".to_owned());
    }
    for (index, round) in record.rounds.iter().enumerate() {
        replay_round(&mut game, round).map_err(|error| format!("round {index}: {error}"))?;
    }
    let Some(outcome) = game.outcome() else {
        return Err(format!("the record ends before the game, at {:?}", game.turn()));
    };
    same("scores", &record.scores[..], game.scores().values())?;
    same("truncated", &record.truncated, &outcome.truncated)?;
    let shares = outcome.win_shares(game.players());
    let near = record.win_share.len() == game.players()
        && shares
            .values()
            .iter()
            .zip(&record.win_share)
            .all(|(a, b)| (a - b).abs() < 1e-6);
    if near {
        Ok(())
    } else {
        same("win_share", &record.win_share[..], shares.values())
    }
}

/// The rules of a record, in which every field is written out.
fn read_rules(mut fields: Map<String, Value>) -> Result<Rules, String> {
    same("game", &fields.remove("game"), &Some(Nimmt::NAME.into()))?;
    let rules = Rules::deserialize(Value::Object(fields.clone())).map_err(|error| error.to_string())?;
    same("rules", &fields, &rules.to_map())?;
    Ok(rules)
}

fn replay_round(game: &mut Nimmt, round: &Round) -> Result<(), String> {
    let draft = game.rules().deal == CardDeal::Draft;
    let starts = if draft || (game.rules().carry_rows && game.round() > 0) {
        None
    } else {
        Some(starts(&round.rows)?)
    };
    let nothing = SeatMap::new(game.players(), CardSet::EMPTY);
    let deal = Deal {
        rows: starts,
        hands: round.hands.unwrap_or(nothing),
        pool: round.pool.unwrap_or_default(),
        first: round.first,
    };
    game.deal(&deal).map_err(|error| error.to_string())?;
    let scores_before = game.scores();
    let mut events = Vec::new();
    let mut actions = &round.actions[..];
    let number = game.round();
    while let Turn::Act(seats) = game.turn() {
        if game.table().turn_number() == 0
            && game.table().phase() == Phase::Choose
            && game.table().waiting_cards().is_empty()
        {
            same("rows", &round.rows, &listed(game))?;
        }
        let place = round.actions.len() - actions.len();
        let Some((now, later)) = actions.split_at_checked(seats.len()) else {
            return Err(format!("actions: {} are left of {}", actions.len(), seats.len()));
        };
        actions = later;
        let order: Vec<_> = now.iter().map(|(seat, _)| *seat).collect();
        same(
            &format!("actions from {place}: seats"),
            &order,
            &seats.iter().collect(),
        )?;
        let action = |id| Action::from_id(id).ok_or_else(|| format!("actions from {place}: {id} is none"));
        let joint = now
            .iter()
            .map(|&(seat, id)| Ok((seat, action(id)?)))
            .collect::<Result<Vec<_>, String>>()?;
        game.play(&joint, &mut events)
            .map_err(|error| format!("actions from {place}: {error}"))?;
        if game.round() != number {
            break;
        }
    }
    same("actions behind the last turn", &actions.len(), &0)?;
    compare_moves(round, &events)?;
    let points = SeatMap::from_fn(game.players(), |seat| game.scores()[seat] - scores_before[seat]);
    same("points", &round.points[..], points.values())?;
    same("rows_after", &round.rows_after, &listed(game))
}

/// First cards of rows.
fn starts(rows: &[Vec<Card>; ROWS]) -> Result<[Card; ROWS], String> {
    let mut starts = [Card::DECK[0]; ROWS];
    for (start, row) in starts.iter_mut().zip(rows) {
        let [card] = row[..] else {
            return Err(format!("rows: {row:?} is not one card"));
        };
        *start = card;
    }
    Ok(starts)
}

fn listed(game: &Nimmt) -> [Vec<Card>; ROWS] {
    game.table().rows().all().map(|row| row.cards().iter().collect())
}

fn compare_moves(round: &Round, events: &[Event]) -> Result<(), String> {
    let placed = moves(events);
    for (index, (recorded, placed)) in round.moves.iter().zip(&placed).enumerate() {
        same(&format!("moves[{index}]"), &recorded.read()?, placed)?;
    }
    same("moves", &round.moves.len(), &placed.len())
}

impl RecordedMove {
    fn read(&self) -> Result<Move, String> {
        fn value<T: for<'de> Deserialize<'de>>(value: &Value) -> Result<T, String> {
            T::deserialize(value).map_err(|error| format!("moves: {error}"))
        }
        Ok(Move {
            seat: value(&self.seat)?,
            card: value(&self.card)?,
            row: value(&self.row)?,
            side: value(&self.side)?,
            taken: value(&self.taken)?,
            points: value(&self.points)?,
        })
    }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, recorded: &T, right: &T) -> Result<(), String> {
    if recorded == right {
        Ok(())
    } else {
        Err(format!("{what}: recorded {recorded:?}, by the rules {right:?}"))
    }
}
