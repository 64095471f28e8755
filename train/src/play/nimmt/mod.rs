//! 6 nimmt! at the table.
//!
//! - `draw`: rows, scores, hands
//! - `tell`: events in words
//! - `read`: what an answer means
//! - `explain`: what a choice would do

mod draw;
mod explain;
mod read;
mod tell;

use hornox_env::nimmt::{Action, CardSet, Event, Nimmt, Phase, Rules, View};
use hornox_env::{Game, SeatMap};

use super::layout::{count, listed, nth};
use super::{Names, Standing, Tabletop};

impl Tabletop for Nimmt {
    const TITLE: &'static str = "6 nimmt!";

    const HELP: &'static [&'static str] = &[
        "All choose a card at the same time. The cards are placed lowest first, each in",
        "the row whose last card is the largest below it. The sixth card of a row takes",
        "the five others with their bulls. A card that fits nowhere takes a row of its",
        "player's choice. Fewest bulls wins. (The rules above may change some of that.)",
        "Rows show their cards, their bulls and whether they are full: the next card of a",
        "full row takes it. The bulls of each card in your hand are below it.",
        "  14       that card: to play, to pick or to keep",
        "  r2       row 2, where a row is asked for (also: row 2, or just 2)",
        "  zero     your zero card, in rules that have one (also: z, 0)",
    ];

    fn chapter(view: &View) -> String {
        let table = view.table();
        match table.phase() {
            Phase::Draft => "The draft".to_owned(),
            // Between rounds nothing happens.
            Phase::Deal | Phase::Keep | Phase::Choose | Phase::ChooseSecond | Phase::TakeRow(_) => {
                format!("Turn {}", table.turn_number() + 1)
            }
            Phase::Over { .. } => "The end".to_owned(),
        }
    }

    fn tell(rules: &Rules, events: &[Event], names: Names) -> Vec<String> {
        tell::tell(rules, events, names)
    }

    fn draw(view: &View, names: Names) -> Vec<String> {
        draw::draw(view, names)
    }

    fn question(view: &View) -> String {
        let table = view.table();
        let you = view.seat();
        let number = usize::from(table.holds()[you]) + 1;
        let of = table.rules().hand_size;
        match table.phase() {
            Phase::Draft => format!("Which card do you pick? It is your {} of {of}.", nth(number)),
            Phase::Keep => format!("Which card do you keep? It is your {} of {of}.", nth(number)),
            Phase::ChooseSecond => "Your second card?".to_owned(),
            Phase::TakeRow(_) => {
                let card = table.waiting()[you][0].map_or_else(String::new, |card| card.to_string());
                let rows = view.legal().iter().map(|action| action.to_string());
                format!("Your {card} fits nowhere. Do you take {}?", listed(rows, "or"))
            }
            Phase::Choose if table.rules().cards_per_turn == 2 => "Your first card?".to_owned(),
            Phase::Choose if table.zeros().contains(you) => "Your card, or zero?".to_owned(),
            Phase::Deal | Phase::Choose | Phase::Over { .. } => "Your card?".to_owned(),
        }
    }

    fn read(view: &View, answer: &str) -> Result<Action, String> {
        read::read(view, answer)
    }

    fn caption(view: &View) -> Option<&'static str> {
        match view.table().phase() {
            Phase::Keep | Phase::Choose | Phase::ChooseSecond => {
                Some("With the rows as they lie, if no other card came before it:")
            }
            Phase::Deal | Phase::Draft | Phase::TakeRow(_) | Phase::Over { .. } => None,
        }
    }

    fn effect(view: &View, action: Action) -> String {
        explain::effect(view, action)
    }

    fn standing(view: &View, names: Names) -> Standing {
        let table = view.table();
        let to_hand = table.rules().take_to_hand;
        let cards =
            |seat| i32::from(table.holds()[seat]) + table.waiting()[seat].iter().flatten().count() as i32;
        Standing {
            unit: if to_hand { "card" } else { "bull" },
            better: Self::SCORE.better,
            totals: if to_hand {
                SeatMap::from_fn(table.players(), cards)
            } else {
                *table.scores()
            },
            remark: (!table.waiting_cards().is_empty()).then(|| {
                format!(
                    "Cards that stay unplaced: {}.",
                    draw::waiting(table, names).join(", ")
                )
            }),
        }
    }
}

/// What taking cards means: their bulls, or where they go to the hand how many they are.
fn cost(rules: &Rules, cards: CardSet) -> String {
    if rules.take_to_hand {
        count(cards.len() as i64, "card")
    } else {
        count(rules.bulls(cards), "bull")
    }
}
