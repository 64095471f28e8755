//! A view as bitmaps.

use crate::core::MAX_SEATS;
use crate::nimmt::{CardSet, DECK_SIZE, Phase, ROWS, View};

/// Writes the planes, span by span.
pub(super) fn write(view: &View, out: &mut [f32]) {
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
    cards(view.hand());
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
    let own: CardSet = table.waiting[view.seat()].into_iter().flatten().collect();
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
        *place = table.rules.row_bulls(row) as f32 / 27.0;
    }
    for (distance, place) in span(MAX_SEATS)[..players].iter_mut().enumerate() {
        *place = (table.scores[view.seat().after(distance, players)] as f32 / 66.0).min(2.0);
    }
    span(MAX_SEATS)[..players].fill(1.0);
    span(1)[0] = view.hand().len() as f32 / 10.0;
    span(1)[0] = f32::from(u8::from(table.phase == Phase::Choose));
    span(1)[0] = f32::from(u8::from(table.phase == Phase::TakeRow(view.seat())));
}
