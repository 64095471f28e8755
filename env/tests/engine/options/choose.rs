//! Every seat keeps a part of its share.

use hornox_env::nimmt::{CardSet, Event, Nimmt, Phase};
use hornox_env::{Game, Seat, SeatSet, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{choices, numbers, random_joint, random_step, rules, seat};

#[test]
fn shares_are_even_and_the_remainder_is_set_aside() {
    for players in 2..=10_usize {
        let rules = rules(json!({"players": players, "deal": "choose"}));
        let mut game = Nimmt::new(&rules);
        let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
        assert!(
            deal.hands
                .values()
                .iter()
                .all(|share| share.len() == 100 / players)
        );
        game.deal(&deal).unwrap();
        assert_eq!(game.table().phase(), Phase::Keep);
        for seat in Seat::all(players) {
            let view = game.view(seat);
            assert_eq!((view.aside(), view.hand()), (deal.hands[seat], CardSet::EMPTY));
            assert_eq!(view.unseen().len(), 100 - 100 / players);
        }
    }
}

#[test]
fn seats_keep_one_card_at_a_time_and_in_secret() {
    let rules = rules(json!({"players": 4, "hand_size": 3, "deal": "choose"}));
    let mut game = Nimmt::new(&rules);
    let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
    game.deal(&deal).unwrap();
    for kept in 0..3_u8 {
        assert_eq!(
            (game.table().phase(), game.turn()),
            (Phase::Keep, Turn::Act(SeatSet::all(4)))
        );
        assert!(game.table().holds().values().iter().all(|&held| held == kept));
        // Seat 1 looks on while the others keep their lowest card or their highest.
        let own = deal.hands[seat(1)].iter().nth(kept.into()).unwrap();
        let keep = |highest: bool| {
            let mut numbers = Seat::all(4).map(|seat| {
                let share = game.view(seat).aside();
                if highest { share.last() } else { share.first() }
                    .unwrap()
                    .number()
            });
            let mut joint: Vec<_> = numbers.by_ref().collect();
            joint[1] = own.number();
            choices(&joint)
        };
        let mut events: Vec<Event> = Vec::new();
        let mut other = game.clone();
        other.play(&keep(true), &mut events).unwrap();
        let low = keep(false);
        game.play(&low, &mut events).unwrap();
        assert_eq!(events, [], "nobody sees what is kept");
        assert_eq!(game.view(seat(1)), other.view(seat(1)));
        assert_ne!(game.view(seat(0)), other.view(seat(0)));
    }
    assert_eq!(game.table().phase(), Phase::Choose);
    for seat in Seat::all(4) {
        let view = game.view(seat);
        assert_eq!((view.hand().len(), view.aside().len()), (3, 22));
        assert_eq!(view.hand().union(view.aside()), deal.hands[seat]);
        // What was not kept is out of the round, and known to its owner alone.
        assert!(view.unseen().is_disjoint(deal.hands[seat]));
        assert!(game.view(seat.after(1, 4)).unseen().without(view.aside()).len() < 75);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    while random_step(&mut game, 1, &mut rng, &mut Vec::new()) {
        assert_eq!(game.view(seat(0)).aside().len(), 22);
    }
}

/// With carried rows there are fewer cards to deal: all that lie on the table count.
#[test]
fn with_carried_rows_shares_shrink() {
    let rules = rules(json!({"players": 3, "deal": "choose", "carry_rows": true, "max_rounds": 4}));
    let mut sizes = Vec::new();
    for seed in 0..10 {
        let mut game = Nimmt::new(&rules);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        loop {
            match game.turn() {
                Turn::Chance => {
                    let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                    let lying = if game.round() == 0 {
                        4
                    } else {
                        game.table().rows().cards().len()
                    };
                    let share = (104 - lying) / 3;
                    assert!(deal.hands.values().iter().all(|hand| hand.len() == share));
                    assert!(
                        deal.hands
                            .values()
                            .iter()
                            .all(|hand| hand.is_disjoint(game.table().rows().cards()))
                    );
                    sizes.push(share);
                    game.deal(&deal).unwrap();
                }
                Turn::Act(_) => {
                    let joint = random_joint(&game, &mut rng);
                    game.play(&joint, &mut ()).unwrap();
                }
                Turn::Over => break,
            }
        }
    }
    assert!(
        sizes.contains(&33) && sizes.iter().any(|&share| share < 33),
        "{sizes:?}"
    );
}

#[test]
fn a_card_of_another_share_cannot_be_kept() {
    let rules = rules(json!({"players": 2, "hand_size": 1, "deal": "choose"}));
    let mut game = Nimmt::new(&rules);
    let deal = game.sample_deal(&mut deal_rng(1, 0, 0));
    game.deal(&deal).unwrap();
    let lowest = |index: usize| numbers(deal.hands[seat(index)])[0];
    assert!(game.play(&choices(&[lowest(1), lowest(0)]), &mut ()).is_err());
    game.play(&choices(&[lowest(0), lowest(1)]), &mut ()).unwrap();
    assert_eq!(game.table().phase(), Phase::Choose);
}
