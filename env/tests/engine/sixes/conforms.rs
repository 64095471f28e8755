//! Sixes in the suite that every game passes.

use hornox_env::sixes::{Card, Deal, Sixes};
use hornox_env::{MAX_SEATS, Seat, SeatMap};
use serde_json::json;

use super::rules;
use crate::conformance::{Subject, all_conform, layouts_are_sound};

impl Subject for Sixes {
    fn check(&self) -> Result<(), String> {
        self.check_invariant()
    }

    fn bad_deals(good: &Deal) -> Vec<Deal> {
        let players = good.hands.players();
        let zero = Seat::default();
        let last = Seat::all(players).next_back().unwrap();
        let (held, other) = (
            good.hands[zero].first().unwrap(),
            good.hands[last].first().unwrap(),
        );
        let mut bad = vec![good.clone(); 6];
        bad[0].hands[zero].remove(held);
        bad[1].hands[zero].insert(other);
        bad[2].hands[last] = good.hands[zero];
        bad[2].hands[last].remove(held);
        bad[2].hands[last].insert(Card::DECK[usize::from(held == Card::DECK[0])]);
        bad[3].hands = SeatMap::from_fn(last.index(), |seat| good.hands[seat]);
        // A seat too many, or at the largest table none.
        bad[4].hands = if players < MAX_SEATS {
            SeatMap::from_fn(players + 1, |seat| good.hands[seat])
        } else {
            SeatMap::default()
        };
        // A card too many and one too few.
        bad[5].hands[zero].remove(held);
        bad[5].hands[last].insert(held);
        if let Some(outside) = Seat::new(players) {
            bad.push(Deal {
                dealer: outside,
                ..good.clone()
            });
        }
        bad
    }
}

#[test]
fn sixes_conforms_at_all_seats() {
    all_conform::<Sixes>(
        (2..=10).flat_map(|players| {
            [true, false].map(|must_play| {
                rules(json!({"players": players, "uneven_deal": true, "must_play": must_play}))
            })
        }),
        60,
    );
}

#[test]
fn sixes_conforms_over_rounds_and_without_chips() {
    all_conform::<Sixes>(
        [
            json!({"chips": 1}),
            json!({"chips": 1, "must_play": false}),
            json!({"players": 10, "chips": 1, "must_play": false, "until_broke": false, "max_rounds": 3}),
            json!({"players": 2, "chips": 1, "until_broke": false, "max_rounds": 3}),
            json!({"players": 3, "uneven_deal": true, "chips": 1000, "max_rounds": 1}),
            json!({"players": 7, "uneven_deal": true, "chips": 2, "until_broke": false}),
            json!({"until_broke": false, "max_rounds": 1}),
        ]
        .map(rules),
        60,
    );
}

#[test]
fn sixes_layouts_are_sound() {
    layouts_are_sound::<Sixes>();
}
