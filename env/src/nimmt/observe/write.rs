//! A view as bytes.

use super::raw::{at, place};
use crate::core::{MAX_SEATS, Seat};
use crate::nimmt::view::Own;
use crate::nimmt::{
    CAPACITY, Card, CardDeal, CardSet, DECK_SIZE, Deck, EndWhen, LowCard, Phase, Rules, Selection, Sides,
    Table,
};
use crate::observe::bytes::put;

/// Writes what a seat knows.
pub(super) fn write(table: &Table, own: &Own, out: &mut [u8]) {
    write_common(table, out);
    make_own(table, &Seats::new(table), own, out);
}

/// Writes what each of some seats knows, one after another. What they have in common is worked out once.
pub(super) fn write_each(table: &Table, owns: impl Iterator<Item = Own>, out: &mut [u8]) {
    if let Some((first, others)) = out.split_at_mut_checked(at::LEN) {
        write_common(table, first);
        for other in others.chunks_exact_mut(at::LEN) {
            other.copy_from_slice(first);
        }
    }
    let seats = Seats::new(table);
    for (own, out) in owns.zip(out.chunks_exact_mut(at::LEN)) {
        make_own(table, &seats, &own, out);
    }
}

/// Numbers of each seat, twice around the table: seen from any seat, they are a part of it.
struct Seats {
    scores: [[u8; 2]; 2 * MAX_SEATS],
    holds: [u8; 2 * MAX_SEATS],
    flags: [u8; 2 * MAX_SEATS],
}

impl Seats {
    fn new(table: &Table) -> Self {
        let players = table.players();
        let mut seats = Self {
            scores: [[0; 2]; 2 * MAX_SEATS],
            holds: [0; 2 * MAX_SEATS],
            flags: [0; 2 * MAX_SEATS],
        };
        for (seat, index) in Seat::all(players).zip(0..) {
            for place in [index, index + players] {
                put(&mut seats.scores[place], 0, table.scores[seat]);
                seats.holds[place] = table.holds[seat];
                seats.flags[place] =
                    u8::from(table.zeros.contains(seat)) + 2 * u8::from(table.selected.contains(seat));
            }
        }
        seats
    }

    /// Writes the numbers of all seats, from the observer on.
    fn write(&self, observer: Seat, players: usize, out: &mut [u8]) {
        let seen = observer.index()..observer.index() + players;
        out[at::SCORES..][..2 * players].copy_from_slice(self.scores[seen.clone()].as_flattened());
        out[at::HOLDS..][..players].copy_from_slice(&self.holds[seen.clone()]);
        out[at::FLAGS..][..players].copy_from_slice(&self.flags[seen]);
    }
}

/// Writes what all seats know. Cards name seats by their own numbers; what else names or lists seats is left out.
fn write_common(table: &Table, out: &mut [u8]) {
    out.fill(0);
    write_public_cards(table, &mut out[at::CARDS..at::ROW_ENDS]);
    let ends = out[at::ROW_ENDS..at::SCORES].chunks_exact_mut(4);
    for (row, ends) in table.rows.all().iter().zip(ends) {
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        let bulls = table.rules.row_bulls(row) as u8;
        ends.copy_from_slice(&[number(row.last()), number(row.first()), row.len() as u8, bulls]);
    }
    out[at::PHASE] = match table.phase {
        Phase::Deal => 0,
        Phase::Choose => 1,
        Phase::TakeRow(_) => 2,
        Phase::Over { truncated: false } => 3,
        Phase::Over { truncated: true } => 4,
        Phase::Draft => 5,
        Phase::Keep => 6,
        Phase::ChooseSecond => 7,
    };
    put(out, at::TURN, table.turn.into());
    put(out, at::ROUND, i32::try_from(table.round).unwrap_or(i32::MAX));
    out[at::RULES..at::LEN].copy_from_slice(&rules_bytes(&table.rules));
}

/// Makes the observation of one seat of [what all know](write_common).
fn make_own(table: &Table, seats: &Seats, own: &Own, out: &mut [u8]) {
    let players = table.players();
    let cards = &mut out[at::CARDS..at::ROW_ENDS];
    count_from(own.seat, players, place::TAKEN, cards);
    if table.may_wait() {
        count_from(own.seat, players, place::WAITING, cards);
    }
    if table.rules.shows_hands() {
        count_from(own.seat, players, place::SHOWN, cards);
    }
    write_own_cards(table, own, cards);
    seats.write(own.seat, players, out);
    if has_first(table) {
        out[at::FIRST] = 1 + table.first.relative_to(own.seat, players) as u8;
    }
    out[at::SEAT] = own.seat.into();
    if let Phase::TakeRow(taker) = table.phase {
        out[at::TAKER] = 1 + taker.relative_to(own.seat, players) as u8;
    }
}

/// Writes where each card is that all know of. Places that name seats have the seats' own numbers.
fn write_public_cards(table: &Table, out: &mut [u8]) {
    // By number; 0 stands for no card, and a power of two spares checks.
    let mut places = [place::UNSEEN; 128];
    let mut mark = |set: CardSet, place: u8| {
        for card in set.iter() {
            places[usize::from(card.number()) & 127] = place;
        }
    };
    mark(table.pool, place::POOL);
    if table.rules.deck == Deck::Tactic {
        mark(CardSet::DECK.without(table.rules.deck()), place::ABSENT);
    }
    for (owner, seat) in Seat::all(table.players()).zip(0..) {
        mark(table.taken[owner], place::TAKEN + seat);
        if table.may_wait() {
            let waiting = table.waiting[owner].into_iter().flatten();
            mark(waiting.collect(), place::WAITING + seat);
        }
        if table.rules.shows_hands() {
            mark(table.shown[owner], place::SHOWN + seat);
        }
    }
    for (index, row) in table.rows.all().iter().enumerate() {
        for (place, number) in row.numbers().into_iter().enumerate() {
            places[usize::from(number) & 127] = row_place(index, place);
        }
    }
    out.copy_from_slice(&places[1..=DECK_SIZE]);
}

/// Has the cards at `place` and after name seats as the observer counts them.
fn count_from(observer: Seat, players: usize, place: u8, cards: &mut [u8]) {
    let (observer, players) = (u8::from(observer), players as u8);
    // The same steps for all cards, so that the compiler takes many at once.
    for card in cards {
        let seat = card.wrapping_sub(place);
        let round = if seat < observer { players } else { 0 };
        let counted = card.wrapping_add(round).wrapping_sub(observer);
        *card = if seat < MAX_SEATS as u8 { counted } else { *card };
    }
}

/// Writes the cards that the seat alone knows, or that are known to be its own.
fn write_own_cards(table: &Table, own: &Own, out: &mut [u8]) {
    let mut mark = |set: CardSet, place: u8| {
        for card in set.iter() {
            out[usize::from(card.number()) - 1] = place;
        }
    };
    mark(own.hand, place::HAND);
    mark(own.aside, place::ASIDE);
    if let Some(card) = own.pending {
        mark(CardSet::from_iter([card]), place::PENDING);
    }
    if table.rules.shows_hands() {
        let shown = table.shown[own.seat];
        mark(shown.intersection(own.hand), place::HAND_SHOWN);
        mark(shown.without(own.hand), place::PENDING_SHOWN);
    }
}

const fn row_place(row: usize, place: usize) -> u8 {
    place::ROW + (CAPACITY * row + place) as u8
}

fn has_first(table: &Table) -> bool {
    table.rules.has_first() && !(table.phase == Phase::Deal && table.round == 0)
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
