//! A game record, read strictly and played again, as [`crate::replay`] does for 6 nimmt!

use hornox_env::sixes::{Action, CardSet, Deal, Event, Rules, Sixes};
use hornox_env::{Action as _, Game, Seat, SeatMap, Turn};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::replay::{present, same};

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
    dealer: Seat,
    hands: SeatMap<CardSet>,
    actions: Vec<(Seat, u8)>,
    pot: i32,
    winner: Seat,
    chips: Vec<i32>,
}

/// Plays a record again.
///
/// # Errors
/// Says where it is not what the rules make of it.
fn replay(line: &str) -> Result<(), String> {
    let record: Record = serde_json::from_str(line).map_err(|error| error.to_string())?;
    same("schema", &record.schema, &1)?;
    let mut game = Sixes::new(&read_rules(record.rules)?);
    same("agents", &record.agents.len(), &game.players())?;
    same("seed", &record.seed, &None)?;
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
    same("game", &fields.remove("game"), &Some(Sixes::NAME.into()))?;
    let rules = Rules::deserialize(Value::Object(fields.clone())).map_err(|error| error.to_string())?;
    same("rules", &fields, &rules.to_map())?;
    Ok(rules)
}

fn replay_round(game: &mut Sixes, round: &Round) -> Result<(), String> {
    let deal = Deal {
        dealer: round.dealer,
        hands: round.hands,
    };
    game.deal(&deal).map_err(|error| error.to_string())?;
    let mut events = Vec::new();
    let number = game.round();
    for (place, &(seat, id)) in round.actions.iter().enumerate() {
        if game.round() != number {
            return Err(format!("actions[{place}]: the round is over"));
        }
        let action = Action::from_id(id).ok_or_else(|| format!("actions[{place}]: {id} is none"))?;
        game.play(&[(seat, action)], &mut events)
            .map_err(|error| format!("actions[{place}]: {error}"))?;
    }
    let ends = events.iter().find_map(|event| match event {
        Event::RoundOver { winner, pot, chips } => Some((*winner, *pot, *chips)),
        Event::Played { .. } | Event::Passed { .. } | Event::GameOver(_) => None,
    });
    let Some((winner, pot, chips)) = ends else {
        return Err(format!(
            "actions: the round is not over, but at {:?}",
            game.turn()
        ));
    };
    same("winner", &round.winner, &winner)?;
    same("pot", &round.pot, &pot)?;
    same("chips", &round.chips[..], chips.values())?;
    same("still to move", &matches!(game.turn(), Turn::Act(_)), &false)
}

#[test]
fn recorded_games_replay_without_a_difference() {
    let lines = include_str!("../../data/sixes-records.jsonl").lines();
    let mut count = 0;
    for (number, line) in (1..).zip(lines) {
        replay(line).unwrap_or_else(|error| panic!("line {number}: {error}"));
        count += 1;
    }
    assert_eq!(count, 33);
}

#[test]
fn wrong_games_are_refused_and_say_where() {
    let lines = include_str!("../../data/sixes-refused.jsonl").lines();
    let mut count = 0;
    for (number, line) in (1..).zip(lines) {
        let error = replay(line).expect_err(&format!("line {number} replayed"));
        assert!(error.len() > 10, "line {number}: {error}");
        count += 1;
    }
    assert_eq!(count, 48);
}
