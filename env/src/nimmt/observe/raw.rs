//! A view as bytes, and back.

use crate::core::{Seat, SeatSet};
use crate::nimmt::view::Own;
use crate::nimmt::{
    Card, CardDeal, CardSet, Deck, EndWhen, LowCard, Phase, ROWS, Row, Rows, Rules, Selection, Sides, Table,
    View,
};

/// Where a card is, as one byte. Seats are counted from the observer.
mod place {
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

/// Writes what `own` knows at the table.
pub(super) fn write(table: &Table, own: &Own, out: &mut [u8]) {
    let players = table.players();
    out.fill(place::UNSEEN);
    write_cards(table, own, &mut out[at::CARDS..at::ROW_ENDS]);
    let ends = out[at::ROW_ENDS..at::SCORES].chunks_exact_mut(4);
    for (row, ends) in table.rows.all().iter().zip(ends) {
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        let bulls = table.rules.row_bulls(row) as u8;
        ends.copy_from_slice(&[number(row.last()), number(row.first()), row.len() as u8, bulls]);
    }
    for other in Seat::all(players) {
        let distance = other.relative_to(own.seat, players);
        put(out, at::SCORES + 2 * distance, table.scores[other]);
        out[at::HOLDS + distance] = table.holds[other];
        out[at::FLAGS + distance] =
            u8::from(table.zeros.contains(other)) + 2 * u8::from(table.selected.contains(other));
    }
    if has_first(table) {
        out[at::FIRST] = 1 + table.first.relative_to(own.seat, players) as u8;
    }
    out[at::SEAT] = own.seat.into();
    let (phase, taker) = match table.phase {
        Phase::Deal => (0, 0),
        Phase::Choose => (1, 0),
        Phase::TakeRow(taker) => (2, 1 + taker.relative_to(own.seat, players) as u8),
        Phase::Over { truncated: false } => (3, 0),
        Phase::Over { truncated: true } => (4, 0),
        Phase::Draft => (5, 0),
        Phase::Keep => (6, 0),
        Phase::ChooseSecond => (7, 0),
    };
    out[at::PHASE] = phase;
    out[at::TAKER] = taker;
    put(out, at::TURN, table.turn.into());
    put(out, at::ROUND, i32::try_from(table.round).unwrap_or(i32::MAX));
    out[at::RULES..at::LEN].copy_from_slice(&rules_bytes(&table.rules));
}

fn has_first(table: &Table) -> bool {
    table.rules.has_first() && !(table.phase == Phase::Deal && table.round == 0)
}

#[inline]
fn write_cards(table: &Table, own: &Own, out: &mut [u8]) {
    let players = table.players();
    let mut mark = |set: CardSet, place: u8| {
        for card in set.iter() {
            out[usize::from(card.number()) - 1] = place;
        }
    };
    let Own {
        seat,
        hand,
        pending,
        aside,
    } = *own;
    mark(hand, place::HAND);
    mark(aside, place::ASIDE);
    mark(table.pool, place::POOL);
    if table.rules.deck == Deck::Tactic {
        mark(CardSet::DECK.without(table.rules.deck()), place::ABSENT);
    }
    mark(pending.into_iter().collect(), place::PENDING);
    for owner in Seat::all(players) {
        let distance = owner.relative_to(seat, players) as u8;
        mark(table.taken[owner], place::TAKEN + distance);
        mark(
            table.waiting[owner].into_iter().flatten().collect(),
            place::WAITING + distance,
        );
        if distance == 0 {
            let shown = table.shown[owner];
            mark(shown.intersection(hand), place::HAND_SHOWN);
            mark(shown.without(hand), place::PENDING_SHOWN);
        } else {
            mark(table.shown[owner], place::SHOWN + distance);
        }
    }
    for (index, row) in table.rows.all().iter().enumerate() {
        for (place, card) in row.cards().iter().enumerate() {
            out[usize::from(card.number()) - 1] = row_place(index, place);
        }
    }
}

const fn row_place(row: usize, place: usize) -> u8 {
    place::ROW + 5 * row as u8 + place as u8
}

/// Writes a number in two bytes, saturating.
fn put(out: &mut [u8], at: usize, value: i32) {
    let value = u16::try_from(value.max(0)).unwrap_or(u16::MAX);
    out[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

fn get(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

fn rules_bytes(rules: &Rules) -> [u8; at::RULES_LEN] {
    let deck = match rules.deck {
        Deck::Full => 0,
        Deck::Tactic => 1,
    };
    let deal = match rules.deal {
        CardDeal::Random => 0,
        CardDeal::Draft => 1,
        CardDeal::Choose => 2,
    };
    let sides = match rules.sides {
        Sides::Right => 0,
        Sides::Both => 1,
    };
    let low_card = match rules.low_card {
        LowCard::Free => 0,
        LowCard::Cheapest => 1,
        LowCard::Auto => 2,
    };
    let end_when = match rules.end_when {
        None => 0,
        Some(EndWhen::AtLeast) => 1,
        Some(EndWhen::Exceed) => 2,
    };
    let selection = match rules.selection {
        Selection::Simultaneous => 0,
        Selection::Open => 1,
    };
    let [end_high, end_low] = rules.end_score.unwrap_or(0).to_be_bytes();
    let [rounds_high, rounds_low] = rules.max_rounds.unwrap_or(0).to_be_bytes();
    let [turns_high, turns_low] = rules.max_turns.to_be_bytes();
    [
        rules.players,
        deck,
        deal,
        sides,
        low_card,
        rules.fives,
        end_high,
        end_low,
        end_when,
        rounds_high,
        rounds_low,
        rules.carry_rows.into(),
        rules.zero_cards.into(),
        rules.cards_per_turn,
        rules.take_to_hand.into(),
        selection,
        rules.hand_size,
        turns_high,
        turns_low,
        0,
    ]
}

/// Reads a view that [`write`] wrote.
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

    // Bytes that say the same thing twice must agree: that shows when the view is written again.
    let mut again = [0; at::LEN];
    write(&table, &own, &mut again);
    if let Some(at) = again.iter().zip(bytes).position(|(right, given)| right != given) {
        return Err(format!(
            "byte {at} is {}, where its other bytes give {}",
            bytes[at], again[at]
        ));
    }
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
