//! Sixes: chips by passes.

use hornox_env::sixes::{Action, Event, Phase, Rank, Rules, Sixes};
use hornox_env::{ActionSet, Game, Seat};

use super::{Loss, Studied};

impl Studied for Sixes {
    const LOSSES: &'static [&'static str] = &["pass without a choice", "pass that may have been chosen"];
    const HAND: &'static str = "the distance of their cards from the six, in ranks";
    const MOMENT: &'static str = "time round the table";

    fn hand(&self, seat: Seat) -> Option<ActionSet<Action>> {
        let table = self.table();
        let starts = matches!(table.phase(), Phase::Play(_)) && table.turn_number() == 0;
        starts.then(|| self.hands()[seat].iter().map(Action::Card).collect())
    }

    fn price(_: &Event) -> Option<(Action, u32)> {
        None
    }

    fn weight(action: Action) -> Option<f32> {
        match action {
            Action::Card(card) => Some(card.rank().index().abs_diff(Rank::SIX.index()) as f32),
            Action::Pass => None,
        }
    }

    fn moment(&self) -> usize {
        self.table().turn_number() as usize / self.players()
    }

    fn loss(rules: &Rules, event: &Event) -> Option<Loss> {
        match *event {
            Event::Passed {
                seat,
                paid: true,
                lacks: _,
            } => Some(Loss {
                seat,
                // Where passes are free to choose, one that costs a chip shows nothing.
                way: usize::from(!rules.must_play),
                points: 1,
            }),
            Event::Passed { paid: false, .. }
            | Event::Played { .. }
            | Event::RoundOver { .. }
            | Event::GameOver(_) => None,
        }
    }
}
