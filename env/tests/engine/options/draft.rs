//! Cards that lie open are picked in turn.

use hornox_env::nimmt::{Action, CardSet, Deal, Event, Nimmt, Phase};
use hornox_env::{Game, Seat, SeatMap, SeatSet, Turn, deal_rng};
use serde_json::{Value, json};

use crate::common::{card, cards, choice, numbers, random_step, row_numbers, rules, seat};

fn open(pool: &[u8], players: usize, first: usize) -> Deal {
    Deal {
        rows: None,
        hands: SeatMap::new(players, CardSet::EMPTY),
        pool: cards(pool),
        first: Some(seat(first)),
    }
}

fn drafting(fields: Value, deal: &Deal) -> Nimmt {
    let mut game = Nimmt::new(&rules(fields));
    game.deal(deal).unwrap();
    game
}

#[test]
fn seats_pick_in_turn_and_the_last_four_start_the_rows() {
    let fields = json!({"players": 3, "hand_size": 2, "deal": "draft"});
    let mut game = drafting(fields, &open(&[9, 90, 33, 71, 12, 50, 104, 2, 66, 40], 3, 2));
    let picks = [(2, 90), (0, 2), (1, 104), (2, 12), (0, 71), (1, 9)];
    for (index, (who, number)) in picks.into_iter().enumerate() {
        assert_eq!(game.table().phase(), Phase::Draft);
        assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat(who))));
        assert_eq!(game.table().pool().len(), 10 - index);
        assert!(game.table().rows().cards().is_empty());
        // Any card that lies open may be picked.
        assert_eq!(game.legal(seat(who)).len(), 10 - index);
        let mut events = Vec::new();
        game.play(&choice(who, number), &mut events).unwrap();
        assert_eq!(
            events,
            [Event::Drafted {
                seat: seat(who),
                card: card(number)
            }]
        );
    }
    assert_eq!(row_numbers(&game), [vec![33], vec![40], vec![50], vec![66]]);
    assert!(game.table().pool().is_empty());
    assert_eq!(game.turn(), Turn::Act(SeatSet::all(3)));
    let hands = [[2, 71], [9, 104], [12, 90]];
    for (owner, hand) in Seat::all(3).zip(hands) {
        assert_eq!(numbers(game.hands()[owner]), hand);
        // Hands are public.
        assert_eq!(numbers(game.view(seat(0)).table().shown()[owner]), hand);
    }
    assert_eq!(game.view(seat(1)).unseen().len(), 104 - 10);
}

#[test]
fn a_card_that_does_not_lie_open_cannot_be_picked() {
    let fields = json!({"players": 2, "hand_size": 1, "deal": "draft"});
    let mut game = drafting(fields, &open(&[1, 2, 3, 4, 5, 6], 2, 1));
    let before = game.clone();
    assert!(game.play(&choice(1, 7), &mut ()).is_err());
    assert!(game.play(&choice(0, 1), &mut ()).is_err());
    assert!(game.play(&[(seat(1), Action::Zero)], &mut ()).is_err());
    assert_eq!(game, before);
    game.play(&choice(1, 6), &mut ()).unwrap();
    assert!(game.play(&choice(0, 6), &mut ()).is_err(), "it is taken");
}

#[test]
fn the_first_seat_is_random_at_first_and_one_further_each_round() {
    let rules = rules(json!({"players": 3, "hand_size": 1, "deal": "draft", "max_rounds": 5}));
    let mut firsts = SeatSet::EMPTY;
    for seed in 0..30 {
        let mut game = Nimmt::new(&rules);
        let mut rng = deal_rng(seed, 9, 9);
        let mut first = None;
        loop {
            if game.turn() == Turn::Chance {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                let due = first.map(|before: Seat| before.after(1, 3));
                assert!(due.is_none() || due == deal.first);
                if let Some(due) = due {
                    let mut wrong = deal.clone();
                    wrong.first = Some(due.after(1, 3));
                    assert!(game.clone().deal(&wrong).is_err());
                } else {
                    firsts.insert(deal.first.unwrap());
                }
                first = deal.first;
                game.deal(&deal).unwrap();
                assert_eq!(Some(game.table().first()), first);
                assert_eq!(game.turn(), Turn::Act(SeatSet::one(first.unwrap())));
            } else if !random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
                break;
            }
        }
        assert_eq!(game.round(), 5);
    }
    assert_eq!(firsts, SeatSet::all(3));
}

#[test]
fn the_pool_is_the_tactic_deck_or_as_many_of_the_full_one() {
    let tactic = Nimmt::new(&rules(json!({"players": 5, "deal": "draft", "deck": "tactic"})));
    let deal = tactic.sample_deal(&mut deal_rng(3, 0, 0));
    assert_eq!(numbers(deal.pool), (1..=54).collect::<Vec<_>>());
    let full = Nimmt::new(&rules(json!({"players": 5, "deal": "draft"})));
    let pools: Vec<_> = (0..20)
        .map(|seed| full.sample_deal(&mut deal_rng(seed, 0, 0)).pool)
        .collect();
    assert!(pools.iter().all(|pool| pool.len() == 54));
    let all = pools.iter().fold(CardSet::EMPTY, |all, pool| all.union(*pool));
    assert_eq!(all, CardSet::DECK);
}
