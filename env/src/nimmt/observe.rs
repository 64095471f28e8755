//! A view as bytes or bitmaps, and back.

use std::sync::LazyLock;

use super::{
    Card, CardDeal, CardSet, DECK_SIZE, Deck, EndWhen, LowCard, Nimmt, Phase, ROWS, Row, Rows, Rules,
    Selection, Sides, Table, View,
};
use crate::core::{Game, MAX_SEATS, Seat};
use crate::observe::{Layout, ObservationError, Observe, SpanBuilder};

/// Where a card is, as one byte. Seats are counted from the observer.
mod place {
    pub const UNSEEN: u8 = 0;
    pub const HAND: u8 = 1;
    pub const WAITING: u8 = 10;
    pub const TAKEN: u8 = 20;
    pub const ROW: u8 = 40;
}

/// Where each span of the raw form starts.
mod raw {
    use super::{DECK_SIZE, MAX_SEATS, ROWS};

    pub const CARDS: usize = 0;
    pub const ROW_ENDS: usize = CARDS + DECK_SIZE;
    pub const SCORES: usize = ROW_ENDS + 4 * ROWS;
    pub const HOLDS: usize = SCORES + 2 * MAX_SEATS;
    pub const SEAT: usize = HOLDS + MAX_SEATS;
    pub const PHASE: usize = SEAT + 1;
    pub const TAKER: usize = PHASE + 1;
    pub const TURN: usize = TAKER + 1;
    pub const ROUND: usize = TURN + 2;
    pub const RULES: usize = ROUND + 2;
    pub const RULES_LEN: usize = 20;
    pub const LEN: usize = RULES + RULES_LEN;
}

static RAW: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("nimmt-raw", 1)
        .span(
            "cards",
            &[DECK_SIZE],
            "where card 1, 2, … is: 0 unseen; 1 own hand; 10 + k revealed and waiting, of seat k; 20 + k taken \
             this round by seat k; 40 + 5·r + p in row r at place p from the left. Here and below k counts \
             seats from the observer, who is 0",
        )
        .span("rows", &[ROWS, 4], "per row: last card, first card, cards (0 to 5), bulls (0 to 27)")
        .span("scores", &[MAX_SEATS, 2], "bulls of the game per seat k: high byte, low byte; at most 65535")
        .span("holds", &[MAX_SEATS], "cards in hand per seat k")
        .span("seat", &[1], "the observer's own number at the table")
        .span("phase", &[1], "0 a deal is due; 1 choose a card; 2 take a row; 3 over; 4 cut off")
        .span("taker", &[1], "1 + k where seat k takes a row, 0 otherwise")
        .span("turn", &[2], "turn of the round from 0: high byte, low byte")
        .span("round", &[2], "round of the game from 0: high byte, low byte; at most 65535")
        .span(
            "rules",
            &[raw::RULES_LEN],
            "players; deck; deal; sides; low_card; fives; end_score (2 bytes, 0 none); end_when (0 none); \
             max_rounds (2 bytes, 0 none); carry_rows; zero_cards; cards_per_turn; take_to_hand; selection; \
             hand_size; max_turns (2 bytes); 0. Words are numbered from 0 in the order of their types (`Deck`, \
             `LowCard`, …), `end_when` from 1",
        )
        .build()
});

static PLANES: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("nimmt-planes", 1)
        .span("hand", &[DECK_SIZE], "1 for each card in the own hand")
        .span(
            "unseen",
            &[DECK_SIZE],
            "1 for each card in other hands or set aside",
        )
        .span("taken", &[DECK_SIZE], "1 for each card taken this round")
        .span("rows", &[ROWS, DECK_SIZE], "1 for each card of the row")
        .span("ends", &[ROWS, DECK_SIZE], "1 for the last card of the row")
        .span(
            "waiting_own",
            &[DECK_SIZE],
            "1 for the own card that is revealed and waits",
        )
        .span(
            "waiting_others",
            &[DECK_SIZE],
            "1 for each card of others that is revealed and waits",
        )
        .span("row_counts", &[ROWS, 5], "1 at (cards of the row − 1)")
        .span("row_bulls", &[ROWS], "bulls of the row / 27")
        .span(
            "scores",
            &[MAX_SEATS],
            "bulls per seat from the observer on / 66, at most 2",
        )
        .span("seats", &[MAX_SEATS], "1 for each seat at the table")
        .span("holds", &[1], "own cards / 10")
        .span("choosing", &[1], "1 where every seat chooses a card")
        .span("taking", &[1], "1 where the observer takes a row")
        .build()
});

impl Observe for Nimmt {
    fn raw_layout() -> &'static Layout {
        &RAW
    }

    fn planes_layout() -> &'static Layout {
        &PLANES
    }

    fn write_raw(&self, seat: Seat, out: &mut [u8]) {
        write_raw(&self.table, seat, self.hands[seat], out);
    }

    fn write_view_raw(view: &View, out: &mut [u8]) {
        write_raw(&view.table, view.seat, view.hand, out);
    }

    fn write_planes(&self, seat: Seat, out: &mut [f32]) {
        write_planes(&self.view(seat), out);
    }

    fn read_raw(rules: &Rules, observation: &[u8]) -> Result<View, ObservationError> {
        read_raw(rules, observation).map_err(|reason| ObservationError { reason })
    }
}

fn write_raw(table: &Table, seat: Seat, hand: CardSet, out: &mut [u8]) {
    let players = table.players();
    out.fill(0);
    let cards = &mut out[raw::CARDS..raw::ROW_ENDS];
    let mut mark = |set: CardSet, place: u8| {
        for card in set.iter() {
            cards[usize::from(card.number()) - 1] = place;
        }
    };
    mark(hand, place::HAND);
    for owner in Seat::all(players) {
        let distance = owner.relative_to(seat, players) as u8;
        mark(table.taken[owner], place::TAKEN + distance);
        mark(
            table.waiting[owner].into_iter().collect(),
            place::WAITING + distance,
        );
    }
    for (index, row) in table.rows.all().iter().enumerate() {
        for (place, card) in row.cards().iter().enumerate() {
            cards[usize::from(card.number()) - 1] = row_place(index, place);
        }
    }
    for (row, ends) in table
        .rows
        .all()
        .iter()
        .zip(out[raw::ROW_ENDS..raw::SCORES].chunks_exact_mut(4))
    {
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        ends.copy_from_slice(&[
            number(row.last()),
            number(row.cards().first()),
            row.len() as u8,
            row.bulls() as u8,
        ]);
    }
    for distance in 0..players {
        let other = seat.after(distance, players);
        put(out, raw::SCORES + 2 * distance, table.scores[other]);
        out[raw::HOLDS + distance] = table.holds[other];
    }
    out[raw::SEAT] = seat.into();
    let (phase, taker) = match table.phase {
        Phase::Deal => (0, 0),
        Phase::Choose => (1, 0),
        Phase::TakeRow(taker) => (2, 1 + taker.relative_to(seat, players) as u8),
        Phase::Over { truncated: false } => (3, 0),
        Phase::Over { truncated: true } => (4, 0),
    };
    out[raw::PHASE] = phase;
    out[raw::TAKER] = taker;
    put(out, raw::TURN, table.turn.into());
    put(out, raw::ROUND, i32::try_from(table.round).unwrap_or(i32::MAX));
    out[raw::RULES..raw::LEN].copy_from_slice(&rules_bytes(&table.rules));
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

fn rules_bytes(rules: &Rules) -> [u8; raw::RULES_LEN] {
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

fn read_raw(rules: &Rules, bytes: &[u8]) -> Result<View, String> {
    if bytes.len() != raw::LEN {
        return Err(format!("{} bytes, not {}", bytes.len(), raw::LEN));
    }
    let mut table = Table::new(*rules);
    let players = table.players();
    let seat = Seat::new(bytes[raw::SEAT].into()).filter(|seat| seat.index() < players);
    let seat = seat.ok_or_else(|| format!("seat {} of {players}", bytes[raw::SEAT]))?;
    let owner = |distance: u8| {
        let known = usize::from(distance) < players;
        known
            .then(|| seat.after(distance.into(), players))
            .ok_or_else(|| format!("seat {distance} of {players}"))
    };

    let mut hand = CardSet::EMPTY;
    let mut rows = [CardSet::EMPTY; ROWS];
    for (card, &code) in Card::DECK.into_iter().zip(&bytes[raw::CARDS..raw::ROW_ENDS]) {
        match code {
            place::UNSEEN => {}
            place::HAND => {
                hand.insert(card);
            }
            place::WAITING..place::TAKEN => table.waiting[owner(code - place::WAITING)?] = Some(card),
            place::TAKEN..=29 => {
                table.taken[owner(code - place::TAKEN)?].insert(card);
            }
            place::ROW..=59 => {
                rows[usize::from(code - place::ROW) / 5].insert(card);
            }
            2..place::WAITING | 30..place::ROW | 60.. => return Err(format!("place {code} of card {card}")),
        }
    }
    table.rows = Rows::from_rows([
        Row::try_from(rows[0])?,
        Row::try_from(rows[1])?,
        Row::try_from(rows[2])?,
        Row::try_from(rows[3])?,
    ]);

    for distance in 0..players {
        let other = seat.after(distance, players);
        table.scores[other] = get(bytes, raw::SCORES + 2 * distance).into();
        table.holds[other] = bytes[raw::HOLDS + distance];
    }
    table.phase = match (bytes[raw::PHASE], bytes[raw::TAKER]) {
        (0, 0) => Phase::Deal,
        (1, 0) => Phase::Choose,
        (2, taker @ 1..) => Phase::TakeRow(owner(taker - 1)?),
        (3, 0) => Phase::Over { truncated: false },
        (4, 0) => Phase::Over { truncated: true },
        (phase, taker) => return Err(format!("phase {phase} with taker {taker}")),
    };
    table.turn = get(bytes, raw::TURN);
    table.round = get(bytes, raw::ROUND).into();

    // Bytes that say the same thing twice must agree: that shows when the view is written again.
    let mut again = [0; raw::LEN];
    write_raw(&table, seat, hand, &mut again);
    if let Some(at) = again.iter().zip(bytes).position(|(right, given)| right != given) {
        return Err(format!(
            "byte {at} is {}, where its other bytes give {}",
            bytes[at], again[at]
        ));
    }
    let view = View { seat, hand, table };
    view.check_invariant()?;
    Ok(view)
}

fn write_planes(view: &View, out: &mut [f32]) {
    let table = &view.table;
    let players = table.players();
    out.fill(0.0);
    let mut rest = out;
    let mut span = |len: usize| {
        let (span, behind) = std::mem::take(&mut rest).split_at_mut(len);
        rest = behind;
        span
    };
    let mut cards = |set: CardSet| {
        let plane = span(DECK_SIZE);
        for card in set.iter() {
            plane[usize::from(card.number()) - 1] = 1.0;
        }
    };
    cards(view.hand);
    cards(view.unseen());
    cards(
        table
            .taken
            .values()
            .iter()
            .fold(CardSet::EMPTY, |all, taken| all.union(*taken)),
    );
    for row in table.rows.all() {
        cards(row.cards());
    }
    for row in table.rows.all() {
        cards(row.last().into_iter().collect());
    }
    let own: CardSet = table.waiting[view.seat].into_iter().collect();
    cards(own);
    cards(table.waiting_cards().without(own));

    let counts = span(5 * ROWS);
    for (index, row) in table
        .rows
        .all()
        .iter()
        .enumerate()
        .filter(|(_, row)| !row.is_empty())
    {
        counts[5 * index + row.len() - 1] = 1.0;
    }
    for (place, row) in span(ROWS).iter_mut().zip(table.rows.all()) {
        *place = row.bulls() as f32 / 27.0;
    }
    for (distance, place) in span(MAX_SEATS)[..players].iter_mut().enumerate() {
        *place = (table.scores[view.seat.after(distance, players)] as f32 / 66.0).min(2.0);
    }
    span(MAX_SEATS)[..players].fill(1.0);
    span(1)[0] = view.hand.len() as f32 / 10.0;
    span(1)[0] = f32::from(u8::from(table.phase == Phase::Choose));
    span(1)[0] = f32::from(u8::from(table.phase == Phase::TakeRow(view.seat)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::deal_rng;
    use crate::nimmt::Preset;

    #[test]
    fn layouts_agree_with_what_is_written() {
        assert_eq!(RAW.len(), raw::LEN);
        assert!(RAW.len() <= 320);
        for (name, start) in [
            ("cards", raw::CARDS),
            ("rows", raw::ROW_ENDS),
            ("scores", raw::SCORES),
            ("holds", raw::HOLDS),
            ("seat", raw::SEAT),
            ("phase", raw::PHASE),
            ("taker", raw::TAKER),
            ("turn", raw::TURN),
            ("round", raw::ROUND),
            ("rules", raw::RULES),
        ] {
            assert_eq!(
                RAW.span(name).map(|span| span.range().start),
                Some(start),
                "{name}"
            );
        }
    }

    #[test]
    fn planes_are_the_views_sets() {
        let mut game = Nimmt::new(&Preset::Round.rules());
        let deal = game.sample_deal(&mut deal_rng(5, 0, 0));
        game.deal(&deal).unwrap();
        let seat = Seat::new(2).unwrap();
        let view = game.view(seat);
        let mut planes = vec![f32::NAN; PLANES.len()];
        game.write_planes(seat, &mut planes);
        let count = |name: &str| {
            planes[PLANES.span(name).unwrap().range()]
                .iter()
                .filter(|&&bit| bit > 0.0)
                .count()
        };
        assert_eq!(count("hand"), 10);
        assert_eq!(count("unseen"), 90);
        assert_eq!(count("rows"), 4);
        assert_eq!(count("ends"), 4);
        assert_eq!(count("row_counts"), 4);
        assert_eq!(count("seats"), 4);
        assert_eq!(count("choosing"), 1);
        let lowest = view.hand().first().unwrap();
        assert!(planes[usize::from(lowest.number()) - 1] > 0.0);
    }

    #[test]
    fn foreign_bytes_are_refused() {
        let rules = Preset::Round.rules();
        let mut game = Nimmt::new(&rules);
        let deal = game.sample_deal(&mut deal_rng(5, 0, 0));
        game.deal(&deal).unwrap();
        let mut bytes = vec![0; raw::LEN];
        game.write_raw(Seat::default(), &mut bytes);
        assert_eq!(Nimmt::read_raw(&rules, &bytes), Ok(game.view(Seat::default())));
        assert!(Nimmt::read_raw(&rules, &bytes[1..]).is_err());
        for at in 0..raw::LEN {
            for value in [7, 39, 255] {
                let mut changed = bytes.clone();
                changed[at] = value;
                // Whatever is accepted is a view that writes these bytes.
                if let Ok(view) = Nimmt::read_raw(&rules, &changed) {
                    let mut again = vec![0; raw::LEN];
                    Nimmt::write_view_raw(&view, &mut again);
                    assert_eq!(again, changed, "byte {at} = {value}");
                }
            }
        }
        let bench = Preset::Bench.rules();
        assert!(Nimmt::read_raw(&bench, &bytes).is_err(), "other rules");
    }
}
