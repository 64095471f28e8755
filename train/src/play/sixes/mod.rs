//! Sixes at the table.
//!
//! - `draw`: columns, chips, the hand
//! - `tell`: events in words
//! - `read`: what an answer means
//! - `explain`: what a choice would do

mod draw;
mod explain;
mod read;
mod tell;

use hornox_env::Game;
use hornox_env::sixes::{Action, Event, Rules, Sixes, View};

use super::{Names, Standing, Tabletop};

impl Tabletop for Sixes {
    const TITLE: &'static str = "Sixes";

    const HELP: &'static [&'static str] = &[
        "The six of diamonds leads. In turn, each seat adds a card: a six at any time,",
        "otherwise the next rank up or down of a suit whose six lies. Ranks run A 2 3 4 5",
        "6 7 J Q K. Who cannot play puts a chip into the pot and passes. The first empty",
        "hand wins the pot. When a seat has no chips after a round, most chips win.",
        "(The rules above may change some of that.)",
        "  7h       the seven of hearts (also: 7 of hearts, or its number #26)",
        "  pass     pass (also: p)",
    ];

    fn chapter(_view: &View) -> String {
        "At the table".to_owned()
    }

    fn tell(_rules: &Rules, events: &[Event], names: Names) -> Vec<String> {
        events
            .iter()
            .filter_map(|event| tell::line(event, names))
            .collect()
    }

    fn draw(view: &View, names: Names) -> Vec<String> {
        draw::draw(view, names)
    }

    fn question(view: &View) -> String {
        let legal = view.legal();
        if !legal.contains(Action::Pass) {
            "Your card?".to_owned()
        } else if legal.len() > 1 {
            "Your card, or pass?".to_owned()
        } else {
            "You cannot play.".to_owned()
        }
    }

    fn read(view: &View, answer: &str) -> Result<Action, String> {
        read::read(view, answer)
    }

    fn caption(_view: &View) -> Option<&'static str> {
        None
    }

    fn effect(view: &View, action: Action) -> String {
        explain::effect(view, action)
    }

    fn standing(view: &View, _names: Names) -> Standing {
        Standing {
            unit: "chip",
            better: Self::SCORE.better,
            totals: *view.table().chips(),
            remark: None,
        }
    }
}
