//! 6 nimmt!: bulls by sixth cards and by low ones.

use hornox_env::nimmt::{Action, Event, LowCard, Nimmt, Phase, Rules, Side};
use hornox_env::{ActionSet, Seat};

use super::{Loss, Studied};

impl Studied for Nimmt {
    const LOSSES: &'static [&'static str] =
        &["sixth card", "low card, row by the rule", "low card, row chosen"];
    const HAND: &'static str = "the bulls that their cards take, on average, where everybody plays at random";
    const MOMENT: &'static str = "turn";

    fn hand(&self, seat: Seat) -> Option<ActionSet<Action>> {
        let table = self.table();
        let starts =
            table.phase() == Phase::Choose && table.turn_number() == 0 && table.selected().is_empty();
        starts.then(|| self.hands()[seat].iter().map(Action::Card).collect())
    }

    fn price(event: &Event) -> Option<(Action, u32)> {
        match event {
            Event::Moved(moved) => Some((Action::Card(moved.card), moved.points)),
            Event::Drafted { .. }
            | Event::Revealed { .. }
            | Event::Zero { .. }
            | Event::RoundOver { .. }
            | Event::GameOver(_) => None,
        }
    }

    fn weight(_: Action) -> Option<f32> {
        None
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
