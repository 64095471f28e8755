//! Random play, written down.

use hornox_env::record::{AnyRecord, Record, Recorded, Recorder};
use hornox_env::{Seat, Turn, agent_rng, deal_rng};
use rand::RngExt;
use serde_json::Value;

/// The rules with these fields, if they are legal; all others have their defaults.
pub fn rules<G: Recorded>(fields: Value) -> Option<G::Rules> {
    serde_json::from_value(fields).ok()
}

/// A game of uniformly random play, written down. It can be made again from its seed.
pub fn random_record<G: Recorded>(rules: &G::Rules, seed: u64) -> Record<G> {
    let mut game = G::new(rules);
    let players = game.players();
    let mut rngs: Vec<_> = Seat::all(players).map(|seat| agent_rng(seed, 0, seat)).collect();
    let mut recorder = Recorder::new();
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                recorder.deal(&mut game, &deal).unwrap();
            }
            Turn::Act(seats) => {
                let mut choose = |seat: Seat| {
                    let legal = game.legal(seat);
                    let place = rngs[seat.index()].random_range(0..legal.len() as u32);
                    (seat, legal.nth(place as usize).unwrap())
                };
                let joint: Vec<_> = seats.iter().map(&mut choose).collect();
                recorder.play(&mut game, &joint, &mut ()).unwrap();
            }
            Turn::Over => {
                return recorder
                    .finish(&game, Some(seed), vec!["random".to_owned(); players])
                    .unwrap();
            }
        }
    }
}

/// The record as the line of a file.
pub fn line(record: impl Into<AnyRecord>) -> String {
    let mut bytes = Vec::new();
    record.into().write_line(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
