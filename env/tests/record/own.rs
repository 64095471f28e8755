//! Our own records: they replay, and come back as they were.

use hornox_env::nimmt::{self, Nimmt};
use hornox_env::record::{AnyRecord, Record, Recorded, Recorder};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Game, Turn, deal_rng, game_seed};
use serde_json::{Map, Value, json};

use crate::common::{line, random_record, rules};

/// Writes a game down, reads it back and replays it.
fn survives<G: Recorded>(rules: &G::Rules, seed: u64)
where
    AnyRecord: From<Record<G>>,
{
    let record = AnyRecord::from(random_record::<G>(rules, seed));
    let line = line(record.clone());
    assert_eq!(line.matches('\n').count(), 1);
    let read = AnyRecord::from_json(line.as_bytes()).unwrap_or_else(|error| panic!("{rules}: {error}"));
    assert_eq!(read, record);
    read.replay().unwrap_or_else(|error| panic!("{rules}: {error}"));
}

/// Every option of 6 nimmt! alone.
fn nimmt_options() -> Vec<Map<String, Value>> {
    let options = json!([
        {},
        {"deck": "tactic"},
        {"deal": "draft"},
        {"deal": "choose"},
        {"sides": "both"},
        {"low_card": "cheapest"},
        {"low_card": "auto"},
        {"fives": 1},
        {"end_score": 30},
        {"end_score": 30, "end_when": "exceed"},
        {"end_score": 66, "max_rounds": 2},
        {"max_rounds": 3},
        {"carry_rows": true, "max_rounds": 3},
        {"zero_cards": true},
        {"cards_per_turn": 2},
        {"take_to_hand": true},
        {"take_to_hand": true, "max_turns": 5},
        {"selection": "open"},
        {"hand_size": 1},
        {"hand_size": 7},
        {"hand_size": 50},
    ]);
    serde_json::from_value(options).unwrap()
}

#[test]
fn every_option_survives_at_every_seat_count() {
    let mut played = 0;
    for (seed, option) in (0..).zip(nimmt_options()) {
        for players in 2..=10_u64 {
            let mut fields = option.clone();
            fields.insert("players".to_owned(), players.into());
            if let Some(rules) = rules::<Nimmt>(fields.into()) {
                survives::<Nimmt>(&rules, 100 * seed + players);
                played += 1;
            }
        }
    }
    // All but carried rows with 9 and 10 seats, and 50 cards for more than two.
    assert_eq!(played, 21 * 9 - 2 - 8);
}

#[test]
fn every_pair_of_options_that_goes_together_survives() {
    let options = nimmt_options();
    let mut played = 0;
    for (index, first) in options.iter().enumerate() {
        for (other, second) in options.iter().enumerate().skip(index + 1) {
            let mut fields = first.clone();
            fields.extend(second.clone());
            let players = 2 + (index + other) % 9;
            fields.insert("players".to_owned(), players.into());
            if let Some(rules) = rules::<Nimmt>(fields.into()) {
                survives::<Nimmt>(&rules, (100 * index + other) as u64);
                played += 1;
            }
        }
    }
    assert!(played > 120, "{played}");
}

#[test]
fn every_preset_survives_at_every_seat_count() {
    for preset in nimmt::Preset::ALL {
        for players in 2..=10 {
            let wishes = [("players".to_owned(), players.into())];
            let resolved = nimmt::resolve(preset.rules().into(), Some(preset), &wishes).unwrap();
            survives::<Nimmt>(&resolved.rules, players);
        }
    }
    for preset in sixes::Preset::ALL {
        survives::<Sixes>(&preset.rules(), 3);
    }
}

#[test]
fn sixes_survives_with_every_option() {
    for players in 2..=10 {
        for must_play in [true, false] {
            for fields in [
                json!({"chips": 3}),
                json!({"until_broke": false, "max_rounds": 3}),
                json!({"chips": 50, "max_rounds": 2}),
            ] {
                let mut fields: Map<String, Value> = serde_json::from_value(fields).unwrap();
                fields.insert("players".to_owned(), players.into());
                fields.insert("must_play".to_owned(), must_play.into());
                fields.insert("uneven_deal".to_owned(), (40 % players != 0).into());
                survives::<Sixes>(&rules::<Sixes>(fields.into()).unwrap(), players);
            }
        }
    }
}

/// As the module's documentation promises.
#[test]
fn deals_can_be_made_again_from_the_seed() {
    let rules = rules::<Nimmt>(json!({"end_score": 66})).unwrap();
    let record = random_record::<Nimmt>(&rules, game_seed(5, 17));
    assert!(record.rounds.len() > 1);
    let mut game = Nimmt::new(&rules);
    for (number, round) in (0..).zip(&record.rounds) {
        let deal = game.sample_deal(&mut deal_rng(record.seed.unwrap(), 0, number));
        assert_eq!(Some(deal.hands), round.hands);
        assert_eq!(
            deal.rows.map(|cards| cards.map(Some)),
            Some(round.rows.all().map(|row| row.first()))
        );
        game.deal(&deal).unwrap();
        let mut actions = round.actions.iter();
        while game.round() == number
            && let Turn::Act(seats) = game.turn()
        {
            let joint: Vec<_> = actions
                .by_ref()
                .take(seats.len())
                .map(|&(seat, id)| (seat, hornox_env::Action::from_id(id).unwrap()))
                .collect();
            game.play(&joint, &mut ()).unwrap();
        }
    }
}

#[test]
fn seeds_of_games_are_pinned() {
    let seeds = [(0, 0), (0, 1), (1, 0), (u64::MAX, 9)].map(|(seed, game)| game_seed(seed, game));
    assert_eq!(
        seeds,
        [
            1_310_064_942_685_738_372,
            17_525_476_862_346_947_242,
            958_162_516_851_088_304,
            5_763_685_018_892_502_392
        ]
    );
}

#[test]
fn a_refused_move_is_not_written_down() {
    let rules = rules::<Nimmt>(json!({"players": 2})).unwrap();
    let mut game = Nimmt::new(&rules);
    let mut recorder = Recorder::new();
    assert!(recorder.play(&mut game, &[], &mut ()).is_err());
    let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
    recorder.deal(&mut game, &deal).unwrap();
    assert!(recorder.deal(&mut game, &deal).is_err());
    let before = recorder.rounds().to_vec();
    let mut events = Vec::new();
    assert!(recorder.play(&mut game, &[], &mut events).is_err());
    assert_eq!((recorder.rounds(), events.len()), (&before[..], 0));
    let unfinished = recorder.finish(&game, None, Vec::new()).unwrap_err();
    assert_eq!(unfinished.round, 0);
}

#[test]
fn a_playthrough_tells_the_game() {
    let rules = rules::<Nimmt>(json!({"players": 2, "hand_size": 2, "zero_cards": true})).unwrap();
    let record = random_record::<Nimmt>(&rules, 3);
    let (text, replayed) = AnyRecord::from(record.clone()).playthrough();
    replayed.unwrap();
    for part in [
        "nimmt: hand_size = 2, players = 2, zero_cards = true",
        "seed 3",
        "seat 1: random",
        "hand of seat 0: ",
        "plays its zero",
        "the game is over",
        "win share ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut wrong = record;
    wrong.rounds[0].moves[1].points += 1;
    let (text, replayed) = wrong.playthrough();
    let error = replayed.unwrap_err().to_string();
    assert!(error.starts_with("rounds[0].moves[1].points: "), "{error}");
    assert!(
        text.contains("hand of seat 0: ") && !text.contains("win share "),
        "{text}"
    );
}
