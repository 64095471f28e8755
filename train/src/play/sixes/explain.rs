//! What a choice would do.

use hornox_env::sixes::{Action, Card, CardSet, Rank, View};

use crate::play::layout::{count, listed};

pub(super) fn effect(view: &View, action: Action) -> String {
    let table = view.table();
    match action {
        Action::Pass if table.chips()[view.seat()] == 0 => "costs nothing: you have no chip left".to_owned(),
        Action::Pass => format!(
            "costs a chip, which goes to the pot of {}",
            count(table.pot(), "chip")
        ),
        Action::Card(card) => {
            let (suit, rank) = (card.suit(), card.rank());
            let done = if rank == Rank::SIX {
                format!("starts {suit}")
            } else {
                format!("adds to {suit}")
            };
            let opened = opened(view, card);
            if opened.is_empty() {
                return format!("{done} and opens nothing");
            }
            let whose = opened.iter().map(|next| {
                let yours = if view.hand().contains(next) {
                    " (yours)"
                } else {
                    ""
                };
                format!("{next}{yours}")
            });
            format!("{done} and opens {}", listed(whose, "and"))
        }
    }
}

/// The cards of its suit that become playable when a card is played: its neighbours that do not lie.
fn opened(view: &View, card: Card) -> CardSet {
    let rank = card.rank().index();
    [rank.checked_sub(1), Some(rank + 1)]
        .into_iter()
        .flatten()
        .filter_map(Rank::new)
        .map(|near| Card::of(card.suit(), near))
        .collect::<CardSet>()
        .without(view.table().columns().cards())
}
