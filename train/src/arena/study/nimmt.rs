//! 6 nimmt!: bulls by sixth cards and by low ones.

use hornox_agents::features::nimmt::Situation;
use hornox_env::nimmt::{Event, LowCard, Nimmt, Phase, Rules, Side};
use hornox_env::{Game, Seat};

use super::{Loss, Studied};

impl Studied for Nimmt {
    const LOSSES: &'static [&'static str] =
        &["sixth card", "low card, row by the rule", "low card, row chosen"];
    const HAND: &'static str =
        "the mean expected cost of its cards in the first turn, as the agent `risk` reckons it";
    const MOMENT: &'static str = "turn";

    fn hand(&self, seat: Seat) -> Option<f32> {
        let table = self.table();
        if table.phase() != Phase::Choose || table.turn_number() > 0 || !table.selected().is_empty() {
            return None;
        }
        let view = self.view(seat);
        let situation = Situation::new(&view);
        let cards = view.hand();
        let sum: f32 = cards.iter().map(|card| situation.card(card).risk).sum();
        Some(sum / cards.len().max(1) as f32)
    }

    fn moment(&self) -> usize {
        self.table().turn_number().into()
    }

    fn loss(rules: &Rules, event: &Event) -> Option<Loss> {
        match event {
            Event::Moved(moved) if !moved.taken.is_empty() => Some(Loss {
                seat: moved.seat,
                way: match (moved.side, rules.low_card) {
                    (Side::Right | Side::Left, _) => 0,
                    (Side::Take, LowCard::Auto | LowCard::Cheapest) => 1,
                    (Side::Take, LowCard::Free) => 2,
                },
                points: moved.points,
            }),
            Event::Moved(_)
            | Event::Drafted { .. }
            | Event::Revealed { .. }
            | Event::Zero { .. }
            | Event::RoundOver { .. }
            | Event::GameOver(_) => None,
        }
    }
}
