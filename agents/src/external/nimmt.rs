//! 6 nimmt! as it is told.

use hornox_env::nimmt::{Card, CardSet, Event, Move, Nimmt, Phase, Row, RowIndex, Rows, Rules, View};
use hornox_env::{Outcome, Seat, SeatMap, SeatSet};
use serde::Serialize;

use super::Told;

/// A view. Rounds, turns, seats and rows are counted from 0, cards are their numbers.
#[derive(Serialize)]
struct TellView<'a> {
    seat: Seat,
    phase: &'static str,
    round: u32,
    turn: u16,
    first: Seat,
    hand: CardSet,
    rows: &'a Rows,
    row_bulls: [u32; RowIndex::ALL.len()],
    taken: &'a SeatMap<CardSet>,
    scores: &'a SeatMap<i32>,
    holds: &'a SeatMap<u8>,
    waiting: SeatMap<CardSet>,
    shown: &'a SeatMap<CardSet>,
    zeros: SeatSet,
    pool: CardSet,
    pending: Option<Card>,
    aside: CardSet,
    unseen: CardSet,
}

/// An event.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum TellEvent<'a> {
    Drafted { seat: Seat, card: Card },
    Revealed { seat: Seat, card: Card },
    Zero { seat: Seat },
    Moved(&'a Move),
    RoundOver { scores: SeatMap<i32> },
}

/// The name of a phase; whose row or pick it is, the seat that is asked knows.
const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "deal",
        Phase::Draft => "draft",
        Phase::Keep => "keep",
        Phase::Choose => "choose",
        Phase::ChooseSecond => "choose_second",
        Phase::TakeRow(_) => "take_row",
        Phase::Over { .. } => "over",
    }
}

impl Told for Nimmt {
    fn rules_of(view: &View) -> &Rules {
        view.table().rules()
    }

    fn tell_view(view: &View) -> impl Serialize {
        let table = view.table();
        let bulls = |row: &Row| table.rules().row_bulls(row);
        TellView {
            seat: view.seat(),
            phase: name(table.phase()),
            round: table.round(),
            turn: table.turn_number(),
            first: table.first(),
            hand: view.hand(),
            rows: table.rows(),
            row_bulls: RowIndex::ALL.map(|row| bulls(table.rows().get(row))),
            taken: table.taken(),
            scores: table.scores(),
            holds: table.holds(),
            waiting: table.waiting().map(|cards| cards.into_iter().flatten().collect()),
            shown: table.shown(),
            zeros: table.zeros(),
            pool: table.pool(),
            pending: view.pending(),
            aside: view.aside(),
            unseen: view.unseen(),
        }
    }

    fn tell_event(event: &Event) -> Option<impl Serialize> {
        match event {
            &Event::Drafted { seat, card } => Some(TellEvent::Drafted { seat, card }),
            &Event::Revealed { seat, card } => Some(TellEvent::Revealed { seat, card }),
            &Event::Zero { seat } => Some(TellEvent::Zero { seat }),
            Event::Moved(placed) => Some(TellEvent::Moved(placed)),
            &Event::RoundOver { scores } => Some(TellEvent::RoundOver { scores }),
            Event::GameOver(_) => None,
        }
    }

    fn scores_of(event: &Event) -> Option<SeatMap<i32>> {
        match event {
            Event::RoundOver { scores } => Some(*scores),
            Event::Drafted { .. }
            | Event::Revealed { .. }
            | Event::Zero { .. }
            | Event::Moved(_)
            | Event::GameOver(_) => None,
        }
    }

    fn outcome_of(event: &Event) -> Option<Outcome> {
        match event {
            Event::GameOver(outcome) => Some(*outcome),
            Event::Drafted { .. }
            | Event::Revealed { .. }
            | Event::Zero { .. }
            | Event::Moved(_)
            | Event::RoundOver { .. } => None,
        }
    }
}
