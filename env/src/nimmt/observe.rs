//! A view as bytes or bitmaps, and back.

mod planes;
mod raw;
mod write;

use std::sync::LazyLock;

use super::{DECK_SIZE, Nimmt, ROWS, Rules, View};
use crate::core::{Game, MAX_SEATS, Seat, SeatSet};
use crate::observe::{Layout, ObservationError, Observe, SpanBuilder};

static RAW: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("nimmt-raw", 2)
        .span(
            "cards",
            &[DECK_SIZE],
            "where card 1, 2, … is: 0 unseen; 1 own hand; 2 own, chosen and not revealed; 3 own, to keep from or \
             out of the round; 4 open to be drafted; 5 not in the deck; 6 and 7 as 1 and 2, and known to all; \
             10 + k revealed and waiting, of seat k; 20 + k taken this round by seat k; 30 + k in the hand of \
             seat k, known to all; 40 + 5·r + p in row r at place p from the left. Here and below k counts seats \
             from the observer, who is 0",
        )
        .span("rows", &[ROWS, 4], "per row: last card, first card, cards (0 to 5), bulls (0 to 27)")
        .span("scores", &[MAX_SEATS, 2], "bulls of the game per seat k: high byte, low byte; at most 65535")
        .span("holds", &[MAX_SEATS], "number cards in hand per seat k")
        .span("flags", &[MAX_SEATS], "per seat k: 1 holds a zero card, plus 2 has selected in this turn")
        .span("first", &[1], "1 + k where seat k drafts or selects first in this round, 0 where none does")
        .span("seat", &[1], "the observer's own number at the table")
        .span("phase", &[1], "0 a deal is due; 1 choose a card; 2 take a row; 3 over; 4 cut off; 5 draft; 6 keep; 7 choose a second card")
        .span("taker", &[1], "1 + k where seat k takes a row, 0 otherwise")
        .span("turn", &[2], "turn of the round from 0: high byte, low byte")
        .span("round", &[2], "round of the game from 0: high byte, low byte; at most 65535")
        .span(
            "rules",
            &[raw::at::RULES_LEN],
            "players; deck; deal; sides; low_card; fives; end_score (2 bytes, 0 none); end_when (0 none); \
             max_rounds (2 bytes, 0 none); carry_rows; zero_cards; cards_per_turn; take_to_hand; selection; \
             hand_size; max_turns (2 bytes); 0. Words are numbered from 0 in the order of their types (`Deck`, \
             `LowCard`, …), `end_when` from 1",
        )
        .build()
});

static PLANES: LazyLock<Layout> = LazyLock::new(|| {
    SpanBuilder::new("nimmt-planes", 2)
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
        write::write(&self.table, &self.own(seat), out);
    }

    fn write_raw_each(&self, seats: SeatSet, out: &mut [u8]) {
        write::write_each(&self.table, seats.iter().map(|seat| self.own(seat)), out);
    }

    fn write_view_raw(view: &View, out: &mut [u8]) {
        write::write(&view.table, &view.own, out);
    }

    fn write_planes(&self, seat: Seat, out: &mut [f32]) {
        planes::write(&self.view(seat), out);
    }

    fn read_raw(rules: &Rules, observation: &[u8]) -> Result<View, ObservationError> {
        raw::read(rules, observation).map_err(|reason| ObservationError { reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::deal_rng;
    use crate::nimmt::Preset;

    #[test]
    fn layouts_agree_with_what_is_written() {
        assert_eq!(RAW.len(), raw::at::LEN);
        assert!(RAW.len() <= 320);
        for (name, start) in [
            ("cards", raw::at::CARDS),
            ("rows", raw::at::ROW_ENDS),
            ("scores", raw::at::SCORES),
            ("holds", raw::at::HOLDS),
            ("seat", raw::at::SEAT),
            ("phase", raw::at::PHASE),
            ("taker", raw::at::TAKER),
            ("turn", raw::at::TURN),
            ("round", raw::at::ROUND),
            ("rules", raw::at::RULES),
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
        let mut bytes = vec![0; raw::at::LEN];
        game.write_raw(Seat::default(), &mut bytes);
        assert_eq!(Nimmt::read_raw(&rules, &bytes), Ok(game.view(Seat::default())));
        assert!(Nimmt::read_raw(&rules, &bytes[1..]).is_err());
        for at in 0..raw::at::LEN {
            for value in [7, 39, 255] {
                let mut changed = bytes.clone();
                changed[at] = value;
                // Whatever is accepted is a view that writes these bytes.
                if let Ok(view) = Nimmt::read_raw(&rules, &changed) {
                    let mut again = vec![0; raw::at::LEN];
                    Nimmt::write_view_raw(&view, &mut again);
                    assert_eq!(again, changed, "byte {at} = {value}");
                }
            }
        }
        let bench = Preset::Bench.rules();
        assert!(Nimmt::read_raw(&bench, &bytes).is_err(), "other rules");
    }
}
