//! Where what is in the raw form, and a view read back from it.

use super::write::write;
use crate::core::{Seat, SeatSet};
use crate::nimmt::view::Own;
use crate::nimmt::{Card, CardSet, Phase, ROWS, Row, Rows, Rules, Table, View};
use crate::observe::bytes::{get, same_bytes};

/// Where a card is, as one byte. Seats are counted from the observer.
pub(super) mod place {
    pub const UNSEEN: u8 = 0;
    pub const HAND: u8 = 1;
    pub const PENDING: u8 = 2;
    pub const ASIDE: u8 = 3;
    pub const POOL: u8 = 4;
    pub const ABSENT: u8 = 5;
    pub const HAND_SHOWN: u8 = 6;
    pub const PENDING_SHOWN: u8 = 7;
    pub const WAITING: u8 = 10;
    pub const TAKEN: u8 = 20;
    pub const SHOWN: u8 = 30;
    pub const ROW: u8 = 40;
}

/// Where each span of the raw form starts.
pub(super) mod at {
    use crate::core::MAX_SEATS;
    use crate::nimmt::{DECK_SIZE, ROWS};

    pub const CARDS: usize = 0;
    pub const ROW_ENDS: usize = CARDS + DECK_SIZE;
    pub const SCORES: usize = ROW_ENDS + 4 * ROWS;
    pub const HOLDS: usize = SCORES + 2 * MAX_SEATS;
    pub const FLAGS: usize = HOLDS + MAX_SEATS;
    pub const FIRST: usize = FLAGS + MAX_SEATS;
    pub const SEAT: usize = FIRST + 1;
    pub const PHASE: usize = SEAT + 1;
    pub const TAKER: usize = PHASE + 1;
    pub const TURN: usize = TAKER + 1;
    pub const ROUND: usize = TURN + 2;
    pub const RULES: usize = ROUND + 2;
    pub const RULES_LEN: usize = 20;
    pub const LEN: usize = RULES + RULES_LEN;
}

/// Reads a view that was [written](write).
pub(super) fn read(rules: &Rules, bytes: &[u8]) -> Result<View, String> {
    if bytes.len() != at::LEN {
        return Err(format!("{} bytes, not {}", bytes.len(), at::LEN));
    }
    let mut table = Table::new(*rules);
    let players = table.players();
    let seat = Seat::new(bytes[at::SEAT].into()).filter(|seat| seat.index() < players);
    let seat = seat.ok_or_else(|| format!("seat {} of {players}", bytes[at::SEAT]))?;
    let mut own = Own {
        seat,
        hand: CardSet::EMPTY,
        pending: None,
        aside: CardSet::EMPTY,
    };
    read_cards(&mut table, &mut own, &bytes[at::CARDS..at::ROW_ENDS])?;
    (table.zeros, table.selected) = (SeatSet::EMPTY, SeatSet::EMPTY);
    for other in Seat::all(players) {
        let distance = other.relative_to(seat, players);
        table.scores[other] = get(bytes, at::SCORES + 2 * distance).into();
        table.holds[other] = bytes[at::HOLDS + distance];
        let flags = bytes[at::FLAGS + distance];
        if flags & 1 > 0 {
            table.zeros.insert(other);
        }
        if flags & 2 > 0 {
            table.selected.insert(other);
        }
    }
    if let Some(distance) = bytes[at::FIRST].checked_sub(1) {
        table.first = owner(seat, distance, players)?;
    }
    table.phase = match (bytes[at::PHASE], bytes[at::TAKER]) {
        (0, 0) => Phase::Deal,
        (1, 0) => Phase::Choose,
        (2, taker @ 1..) => Phase::TakeRow(owner(seat, taker - 1, players)?),
        (3, 0) => Phase::Over { truncated: false },
        (4, 0) => Phase::Over { truncated: true },
        (5, 0) => Phase::Draft,
        (6, 0) => Phase::Keep,
        (7, 0) => Phase::ChooseSecond,
        (phase, taker) => return Err(format!("phase {phase} with taker {taker}")),
    };
    table.turn = get(bytes, at::TURN);
    table.round = get(bytes, at::ROUND).into();

    let mut again = [0; at::LEN];
    write(&table, &own, &mut again);
    same_bytes(&again, bytes)?;
    let view = View { own, table };
    view.check_invariant()?;
    Ok(view)
}

fn owner(observer: Seat, distance: u8, players: usize) -> Result<Seat, String> {
    if usize::from(distance) < players {
        Ok(observer.after(distance.into(), players))
    } else {
        Err(format!("seat {distance} of {players}"))
    }
}

fn read_cards(table: &mut Table, own: &mut Own, codes: &[u8]) -> Result<(), String> {
    let (seat, players) = (own.seat, table.players());
    let mut rows = [CardSet::EMPTY; ROWS];
    for (card, &code) in Card::DECK.into_iter().zip(codes) {
        let put = |set: &mut CardSet| {
            set.insert(card);
        };
        match code {
            place::UNSEEN | place::ABSENT => {}
            place::HAND => put(&mut own.hand),
            place::PENDING => own.pending = Some(card),
            place::ASIDE => put(&mut own.aside),
            place::POOL => put(&mut table.pool),
            place::HAND_SHOWN => {
                put(&mut own.hand);
                put(&mut table.shown[seat]);
            }
            place::PENDING_SHOWN => {
                own.pending = Some(card);
                put(&mut table.shown[seat]);
            }
            place::WAITING..place::TAKEN => {
                let [first, second] = &mut table.waiting[owner(seat, code - place::WAITING, players)?];
                *(if first.is_none() { first } else { second }) = Some(card);
            }
            place::TAKEN..place::SHOWN => {
                put(&mut table.taken[owner(seat, code - place::TAKEN, players)?]);
            }
            place::SHOWN..place::ROW => {
                put(&mut table.shown[owner(seat, code - place::SHOWN, players)?]);
            }
            place::ROW..=59 => put(&mut rows[usize::from(code - place::ROW) / 5]),
            8..place::WAITING | 60.. => return Err(format!("place {code} of card {card}")),
        }
    }
    let [first, second, third, fourth] = rows.map(Row::try_from);
    table.rows = Rows::from_rows([first?, second?, third?, fourth?]);
    Ok(())
}
