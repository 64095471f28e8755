//! 6 nimmt! in the suite that every game passes.

use hornox_env::nimmt::{Card, Deal, Nimmt};
use hornox_env::{Game, MAX_SEATS, Resample, Seat, SeatMap, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::rules;
use crate::conformance::{Subject, all_conform, layouts_are_sound};

impl Subject for Nimmt {
    fn check(&self) -> Result<(), String> {
        self.check_invariant()
    }

    fn bad_deals(good: &Deal) -> Vec<Deal> {
        let zero = Seat::default();
        let held = good.hands[zero].first().unwrap();
        let mut bad = vec![good.clone(); 7];
        bad[0].rows[0] = good.rows[1];
        bad[1].rows[3] = held;
        bad[2].hands[zero].remove(held);
        let free = |card: &Card| {
            !good.rows.contains(card) && !good.hands.values().iter().any(|hand| hand.contains(*card))
        };
        // With the whole deck dealt there is no card to add, and one of a row must do.
        bad[3].hands[zero].insert(Card::DECK.into_iter().find(free).unwrap_or(good.rows[0]));
        let last = Seat::all(good.hands.players()).next_back().unwrap();
        bad[4].hands[last] = good.hands[zero];
        bad[5].hands = SeatMap::from_fn(last.index(), |seat| good.hands[seat]);
        // A seat too many, or at the largest table an empty one too few.
        bad[6].hands = if last.index() + 1 < MAX_SEATS {
            SeatMap::from_fn(last.index() + 2, |seat| good.hands[seat])
        } else {
            SeatMap::default()
        };
        bad
    }
}

#[test]
fn nimmt_conforms() {
    all_conform::<Nimmt>(
        [
            json!({}),
            json!({"low_card": "cheapest"}),
            json!({"low_card": "auto"}),
            json!({"players": 2, "hand_size": 50}),
            json!({"players": 10}),
            json!({"players": 10, "hand_size": 1, "end_score": 7, "low_card": "cheapest"}),
            json!({"players": 3, "hand_size": 5, "end_score": 20, "end_when": "exceed", "max_rounds": 3}),
            json!({"players": 2, "hand_size": 2, "max_rounds": 4, "low_card": "auto"}),
            json!({"players": 7, "hand_size": 3, "max_rounds": 2}),
        ]
        .map(rules),
    );
}

#[test]
fn nimmt_layouts_are_sound() {
    layouts_are_sound::<Nimmt>();
}

/// Views differ where what a seat may know differs: the suite's equalities are not empty.
#[test]
fn views_show_what_is_known() {
    let mut game = Nimmt::new(&rules(json!({})));
    let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
    game.deal(&deal).unwrap();
    for (seat, hand) in deal.hands.iter() {
        assert_eq!(game.view(seat).hand(), *hand);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let zero = Seat::default();
    let other = Nimmt::resample(&game.view(zero), &mut rng);
    assert_ne!(other, game);
    assert!(
        Seat::all(4)
            .skip(1)
            .all(|seat| other.view(seat) != game.view(seat))
    );
}
