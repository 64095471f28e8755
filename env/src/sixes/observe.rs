//! A view as bytes or bitmaps, and back.

use std::sync::LazyLock;

use super::{
    Card, CardSet, Column, Columns, DECK_SIZE, Phase, RANKS, Rank, Rules, SUITS, Sixes, Suit, Table, View,
};
use crate::core::{Game, MAX_SEATS, Seat};
use crate::observe::bytes::{get, put, same_bytes};
use crate::observe::{Layout, ObservationError, Observe, SpanBuilder};

/// Where a card is, as one byte.
mod place {
    pub const UNSEEN: u8 = 0;
    pub const HAND: u8 = 1;
    pub const TABLE: u8 = 2;
}

/// Where each span of the raw form starts.
mod raw {
    use super::{DECK_SIZE, MAX_SEATS, SUITS};

    pub const CARDS: usize = 0;
    pub const LACKS: usize = CARDS + DECK_SIZE;
    pub const COLUMNS: usize = LACKS + 2 * DECK_SIZE;
    pub const CHIPS: usize = COLUMNS + 2 * SUITS;
    pub const POT: usize = CHIPS + 2 * MAX_SEATS;
    pub const HOLDS: usize = POT + 2;
    pub const SEAT: usize = HOLDS + MAX_SEATS;
    pub const PHASE: usize = SEAT + 1;
    pub const ACTOR: usize = PHASE + 1;
    pub const DEALER: usize = ACTOR + 1;
    pub const LEADER: usize = DEALER + 1;
    pub const TURN: usize = LEADER + 1;
    pub const ROUND: usize = TURN + 4;
    pub const RULES: usize = ROUND + 2;
    pub const RULES_LEN: usize = 8;
    pub const LEN: usize = RULES + RULES_LEN;
}

static RAW: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("sixes-raw", 1)
        .span(
            "cards",
            &[DECK_SIZE],
            "where each card is: 0 unseen, in another hand; 1 own hand; 2 on the table. Cards are in the order of \
             their ids, 10 · suit + rank",
        )
        .span(
            "lacks",
            &[DECK_SIZE, 2],
            "who is known by all not to hold each card, as bits: bits 8 and 9 in the first byte, 0 to 7 in the \
             second. Bit k is seat k. Here and below k counts seats from the observer, who is 0",
        )
        .span(
            "columns",
            &[SUITS, 2],
            "per suit 1 + the lowest and 1 + the highest rank of its column; 0 0 where it is not started",
        )
        .span("chips", &[MAX_SEATS, 2], "chips per seat k: high byte, low byte; 0 to 10000")
        .span("pot", &[2], "chips in the pot: high byte, low byte; 0 to 10000")
        .span("holds", &[MAX_SEATS], "cards in hand per seat k")
        .span("seat", &[1], "the observer's own number at the table")
        .span("phase", &[1], "0 a deal is due; 1 a seat plays or passes; 2 over; 3 cut off")
        .span("actor", &[1], "1 + k where seat k plays or passes, 0 otherwise")
        .span("dealer", &[1], "k of the seat that dealt (of seat 0 before the first deal)")
        .span("leader", &[1], "k of the seat that leads the round (of seat 0 before the first deal)")
        .span("turn", &[4], "turn of the round from 0: four bytes, the highest first")
        .span("round", &[2], "round of the game from 0: high byte, low byte; 0 to 10000")
        .span(
            "rules",
            &[raw::RULES_LEN],
            "players; chips (2 bytes); must_play; until_broke; max_rounds (2 bytes); uneven_deal",
        )
        .build()
});

static PLANES: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("sixes-planes", 1)
        .span("hand", &[DECK_SIZE], "1 for each card in the own hand")
        .span("unseen", &[DECK_SIZE], "1 for each card in other hands")
        .span("table", &[DECK_SIZE], "1 for each card on the table")
        .span("open", &[DECK_SIZE], "1 for each card that may be played next")
        .span(
            "lacks",
            &[MAX_SEATS, DECK_SIZE],
            "per seat from the observer on, 1 for each card it is known by all not to hold",
        )
        .span(
            "chips",
            &[MAX_SEATS],
            "per seat from the observer on, its share of all chips",
        )
        .span("pot", &[1], "the pot's share of all chips")
        .span(
            "holds",
            &[MAX_SEATS],
            "per seat from the observer on, cards in hand / 20",
        )
        .span("seats", &[MAX_SEATS], "1 for each seat at the table")
        .span("actor", &[MAX_SEATS], "1 for the seat that plays or passes")
        .span("must_play", &[1], "1 where a seat that can play must")
        .build()
});

impl Observe for Sixes {
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
        read_raw(*rules, observation).map_err(|reason| ObservationError { reason })
    }
}

fn write_raw(table: &Table, seat: Seat, hand: CardSet, out: &mut [u8]) {
    let players = table.players();
    let steps = |other: Seat| other.relative_to(seat, players) as u8;
    out.fill(0);
    for (cards, place) in [(hand, place::HAND), (table.columns.cards(), place::TABLE)] {
        for card in cards.iter() {
            out[raw::CARDS + usize::from(card.id())] = place;
        }
    }
    for (other, lacks) in table.lacks.iter() {
        let [high, low] = (1_u16 << steps(other)).to_be_bytes();
        for card in lacks.iter() {
            let at = raw::LACKS + 2 * usize::from(card.id());
            out[at] |= high;
            out[at + 1] |= low;
        }
    }
    for suit in Suit::ALL {
        if let Some(Column { low, high }) = table.columns.column(suit) {
            let at = raw::COLUMNS + 2 * suit.index();
            out[at] = 1 + u8::from(low);
            out[at + 1] = 1 + u8::from(high);
        }
    }
    for (other, chips) in table.chips.iter() {
        let distance = usize::from(steps(other));
        put(out, raw::CHIPS + 2 * distance, *chips);
        out[raw::HOLDS + distance] = table.holds[other];
    }
    put(out, raw::POT, table.pot);
    out[raw::SEAT] = seat.into();
    (out[raw::PHASE], out[raw::ACTOR]) = match table.phase {
        Phase::Deal => (0, 0),
        Phase::Play(actor) => (1, 1 + steps(actor)),
        Phase::Over { truncated: false } => (2, 0),
        Phase::Over { truncated: true } => (3, 0),
    };
    out[raw::DEALER] = steps(table.dealer);
    out[raw::LEADER] = steps(table.leader);
    out[raw::TURN..raw::ROUND].copy_from_slice(&table.turn.to_be_bytes());
    put(out, raw::ROUND, i32::try_from(table.round).unwrap_or(i32::MAX));
    out[raw::RULES..raw::LEN].copy_from_slice(&rules_bytes(table.rules));
}

fn rules_bytes(rules: Rules) -> [u8; raw::RULES_LEN] {
    let [chips_high, chips_low] = rules.chips.to_be_bytes();
    let [rounds_high, rounds_low] = rules.max_rounds.to_be_bytes();
    [
        rules.players,
        chips_high,
        chips_low,
        rules.must_play.into(),
        rules.until_broke.into(),
        rounds_high,
        rounds_low,
        rules.uneven_deal.into(),
    ]
}

fn read_raw(rules: Rules, bytes: &[u8]) -> Result<View, String> {
    if bytes.len() != raw::LEN {
        return Err(format!("{} bytes, not {}", bytes.len(), raw::LEN));
    }
    let mut table = Table::new(rules);
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
    for (card, &code) in Card::DECK.into_iter().zip(&bytes[raw::CARDS..raw::LACKS]) {
        match code {
            // What lies on the table is read from the columns.
            place::UNSEEN | place::TABLE => {}
            place::HAND => {
                hand.insert(card);
            }
            3.. => return Err(format!("place {code} of card {card}")),
        }
        let lacks = get(bytes, raw::LACKS + 2 * usize::from(card.id()));
        for distance in (0..16).filter(|distance| lacks >> distance & 1 == 1) {
            table.lacks[owner(distance)?].insert(card);
        }
    }
    table.columns = read_columns(&bytes[raw::COLUMNS..raw::CHIPS])?;
    for distance in 0..players {
        let other = seat.after(distance, players);
        table.chips[other] = get(bytes, raw::CHIPS + 2 * distance).into();
        table.holds[other] = bytes[raw::HOLDS + distance];
    }
    table.pot = get(bytes, raw::POT).into();
    table.phase = match (bytes[raw::PHASE], bytes[raw::ACTOR]) {
        (0, 0) => Phase::Deal,
        (1, actor @ 1..) => Phase::Play(owner(actor - 1)?),
        (2, 0) => Phase::Over { truncated: false },
        (3, 0) => Phase::Over { truncated: true },
        (phase, actor) => return Err(format!("phase {phase} with actor {actor}")),
    };
    table.dealer = owner(bytes[raw::DEALER])?;
    table.leader = owner(bytes[raw::LEADER])?;
    table.turn = u32::from(get(bytes, raw::TURN)) << 16 | u32::from(get(bytes, raw::TURN + 2));
    table.round = get(bytes, raw::ROUND).into();

    let mut again = [0; raw::LEN];
    write_raw(&table, seat, hand, &mut again);
    same_bytes(&again, bytes)?;
    let view = View { seat, hand, table };
    view.check_invariant()?;
    Ok(view)
}

fn read_columns(bytes: &[u8]) -> Result<Columns, String> {
    let rank = |byte: u8| {
        let index = usize::from(byte).checked_sub(1);
        index
            .and_then(Rank::new)
            .ok_or_else(|| format!("a column ends at {byte}, not 1 to {RANKS}"))
    };
    let mut columns = [None; SUITS];
    for (column, ends) in columns.iter_mut().zip(bytes.chunks_exact(2)) {
        if ends != [0, 0] {
            *column = Some(Column {
                low: rank(ends[0])?,
                high: rank(ends[1])?,
            });
        }
    }
    columns.try_into()
}

fn write_planes(view: &View, out: &mut [f32]) {
    let table = &view.table;
    let players = table.players();
    let around = |distance| view.seat.after(distance, players);
    out.fill(0.0);
    let mut rest = out;
    let mut span = |len: usize| {
        let (span, behind) = std::mem::take(&mut rest).split_at_mut(len);
        rest = behind;
        span
    };
    let mark = |plane: &mut [f32], set: CardSet| {
        for card in set.iter() {
            plane[usize::from(card.id())] = 1.0;
        }
    };
    mark(span(DECK_SIZE), view.hand);
    mark(span(DECK_SIZE), view.unseen());
    mark(span(DECK_SIZE), table.columns.cards());
    mark(span(DECK_SIZE), table.columns.open());
    let lacks = span(MAX_SEATS * DECK_SIZE).chunks_exact_mut(DECK_SIZE);
    for (distance, plane) in lacks.take(players).enumerate() {
        mark(plane, table.lacks[around(distance)]);
    }
    let all_chips = f32::from(table.rules.chips) * players as f32;
    for (distance, place) in span(MAX_SEATS)[..players].iter_mut().enumerate() {
        *place = table.chips[around(distance)] as f32 / all_chips;
    }
    span(1)[0] = table.pot as f32 / all_chips;
    for (distance, place) in span(MAX_SEATS)[..players].iter_mut().enumerate() {
        *place = f32::from(table.holds[around(distance)]) / 20.0;
    }
    span(MAX_SEATS)[..players].fill(1.0);
    let actors = span(MAX_SEATS);
    if let Phase::Play(actor) = table.phase {
        actors[actor.relative_to(view.seat, players)] = 1.0;
    }
    span(1)[0] = f32::from(u8::from(table.rules.must_play));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::deal_rng;
    use crate::sixes::{Action, Preset};

    fn dealt() -> Sixes {
        let mut game = Sixes::new(&Preset::Sixes.rules());
        let deal = game.sample_deal(&mut deal_rng(5, 0, 0));
        game.deal(&deal).unwrap();
        game
    }

    #[test]
    fn layouts_agree_with_what_is_written() {
        assert_eq!(RAW.len(), raw::LEN);
        assert!(RAW.len() <= 320);
        for (name, start) in [
            ("cards", raw::CARDS),
            ("lacks", raw::LACKS),
            ("columns", raw::COLUMNS),
            ("chips", raw::CHIPS),
            ("pot", raw::POT),
            ("holds", raw::HOLDS),
            ("seat", raw::SEAT),
            ("phase", raw::PHASE),
            ("actor", raw::ACTOR),
            ("dealer", raw::DEALER),
            ("leader", raw::LEADER),
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
        let mut game = dealt();
        let leader = game.table.leader;
        game.play(&[(leader, Action::Card(Card::SIX_OF_DIAMONDS))], &mut ())
            .unwrap();
        let seat = leader.after(1, 5);
        let mut planes = vec![f32::NAN; PLANES.len()];
        game.write_planes(seat, &mut planes);
        let span = |name: &str| &planes[PLANES.span(name).unwrap().range()];
        let count = |name: &str| span(name).iter().filter(|&&bit| bit > 0.0).count();
        assert_eq!(count("hand"), 8);
        assert_eq!(count("unseen"), 31);
        assert_eq!((count("table"), count("open"), count("lacks")), (1, 5, 0));
        assert_eq!(span("chips")[..6], [0.2, 0.2, 0.2, 0.2, 0.2, 0.0]);
        assert_eq!(span("holds")[..6], [0.4, 0.4, 0.4, 0.4, 0.35, 0.0]);
        assert_eq!(count("seats"), 5);
        assert!(span("actor")[0] > 0.0);
        assert_eq!((count("actor"), count("must_play")), (1, 1));
        assert!(span("table")[5] > 0.0);
    }

    #[test]
    fn foreign_bytes_are_refused() {
        let game = dealt();
        let rules = game.table.rules;
        let mut bytes = vec![0; raw::LEN];
        game.write_raw(Seat::default(), &mut bytes);
        assert_eq!(Sixes::read_raw(&rules, &bytes), Ok(game.view(Seat::default())));
        assert!(Sixes::read_raw(&rules, &bytes[1..]).is_err());
        for at in 0..raw::LEN {
            for value in [0, 1, 7, 39, 255] {
                let mut changed = bytes.clone();
                changed[at] = value;
                // Whatever is accepted is a view that writes these bytes.
                if let Ok(view) = Sixes::read_raw(&rules, &changed) {
                    let mut again = vec![0; raw::LEN];
                    Sixes::write_view_raw(&view, &mut again);
                    assert_eq!(again, changed, "byte {at} = {value}");
                }
            }
        }
        let round = Preset::SixesRound.rules();
        assert!(Sixes::read_raw(&round, &bytes).is_err(), "other rules");
    }
}
