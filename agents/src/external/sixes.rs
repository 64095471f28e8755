//! Sixes as it is told.

use hornox_env::sixes::{Card, CardSet, Event, Phase, Rules, Sixes, View};
use hornox_env::{Outcome, Seat, SeatMap};
use serde::Serialize;

use super::Told;

/// A view. Rounds, turns and seats are counted from 0, cards are their ids.
#[derive(Serialize)]
struct TellView<'a> {
    seat: Seat,
    phase: &'static str,
    round: u32,
    turn: u32,
    dealer: Seat,
    leader: Seat,
    hand: CardSet,
    table: CardSet,
    open: CardSet,
    pot: i32,
    scores: &'a SeatMap<i32>,
    holds: &'a SeatMap<u8>,
    lacks: &'a SeatMap<CardSet>,
    unseen: CardSet,
}

/// An event.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum TellEvent {
    Played {
        seat: Seat,
        card: Card,
    },
    Passed {
        seat: Seat,
        paid: bool,
        lacks: CardSet,
    },
    RoundOver {
        winner: Seat,
        pot: i32,
        scores: SeatMap<i32>,
    },
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "deal",
        Phase::Play(_) => "play",
        Phase::Over { .. } => "over",
    }
}

impl Told for Sixes {
    fn rules_of(view: &View) -> &Rules {
        view.table().rules()
    }

    fn tell_view(view: &View) -> impl Serialize {
        let table = view.table();
        TellView {
            seat: view.seat(),
            phase: name(table.phase()),
            round: table.round(),
            turn: table.turn_number(),
            dealer: table.dealer(),
            leader: table.leader(),
            hand: view.hand(),
            table: table.columns().cards(),
            open: table.columns().open(),
            pot: table.pot(),
            scores: table.chips(),
            holds: table.holds(),
            lacks: table.lacks(),
            unseen: view.unseen(),
        }
    }

    fn tell_event(event: &Event) -> Option<impl Serialize> {
        match *event {
            Event::Played { seat, card } => Some(TellEvent::Played { seat, card }),
            Event::Passed { seat, paid, lacks } => Some(TellEvent::Passed { seat, paid, lacks }),
            Event::RoundOver { winner, pot, chips } => Some(TellEvent::RoundOver {
                winner,
                pot,
                scores: chips,
            }),
            Event::GameOver(_) => None,
        }
    }

    fn scores_of(event: &Event) -> Option<SeatMap<i32>> {
        match event {
            Event::RoundOver { chips, .. } => Some(*chips),
            Event::Played { .. } | Event::Passed { .. } | Event::GameOver(_) => None,
        }
    }

    fn outcome_of(event: &Event) -> Option<Outcome> {
        match event {
            Event::GameOver(outcome) => Some(*outcome),
            Event::Played { .. } | Event::Passed { .. } | Event::RoundOver { .. } => None,
        }
    }
}
