//! The rules of Sixes one by one, on deals made for them.

use hornox_env::sixes::{CardSet, Deal, Event, Phase, Sixes};
use hornox_env::{Better, Game, PlayError, SeatMap, Turn, deal_rng};
use serde_json::json;

use super::{SUITS, act, cards, deal, dealt, legal, rules};
use crate::common::seat;

/// Seat 0 holds all sixes, so that the others play when it lets them.
const SIXES_AT_ONE_SEAT: [&[u8]; 4] = [
    &[0, 5, 9, 10, 15, 19, 20, 25, 30, 35],
    &[1, 2, 3, 7, 8, 11, 12, 13, 17, 18],
    &[4, 6, 14, 16, 21, 22, 23, 24, 26, 27],
    &[28, 29, 31, 32, 33, 34, 36, 37, 38, 39],
];

/// Plays ids in turn from the seat that is to move.
fn play(game: &mut Sixes, ids: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    for &id in ids {
        let Phase::Play(actor) = game.table().phase() else {
            panic!("{id} in {:?}", game.table().phase());
        };
        game.play(&[act(actor.index(), id)], &mut events).unwrap();
    }
    events
}

/// Every seat plays its lowest legal action until the round is over.
fn play_round(game: &mut Sixes) -> Vec<Event> {
    let mut events = Vec::new();
    while let Phase::Play(actor) = game.table().phase() {
        let action = game.legal(actor).first().unwrap();
        game.play(&[(actor, action)], &mut events).unwrap();
    }
    events
}

/// Rules 2 and 3.
#[test]
fn all_cards_are_dealt_and_the_left_of_the_dealer_gets_more() {
    for players in 2..=10 {
        let game = Sixes::new(&rules(json!({"players": players, "uneven_deal": true})));
        assert_eq!(game.scores().values(), vec![10; players]);
        for seed in 0..20 {
            let Deal { dealer, hands } = game.sample_deal(&mut deal_rng(seed, 0, 0));
            let all = hands
                .values()
                .iter()
                .fold(CardSet::EMPTY, |all, hand| all.union(*hand));
            assert_eq!(all, CardSet::DECK);
            for place in 0..players {
                let size = 40 / players + usize::from(place < 40 % players);
                assert_eq!(hands[dealer.after(1 + place, players)].len(), size);
            }
        }
    }
    // At seven seats, five get one more.
    let seven = Sixes::new(&rules(json!({"players": 7, "uneven_deal": true})));
    let Deal { hands, .. } = seven.sample_deal(&mut deal_rng(1, 0, 0));
    assert_eq!(hands.values().iter().filter(|hand| hand.len() == 6).count(), 5);
}

/// Rule 2: the dealer is whoever led the last round.
#[test]
fn the_leader_deals_next() {
    let mut game = dealt(json!({"players": 4}), 3, &SUITS);
    play_round(&mut game);
    assert_eq!(game.turn(), Turn::Chance);
    let mut other = game.clone();
    assert_eq!(
        other.deal(&deal(3, &SUITS)),
        Err(PlayError::BadDeal {
            reason: "dealer 3, where seat 0 led the round before".to_owned()
        })
    );
    assert_eq!(game.sample_deal(&mut deal_rng(0, 0, 1)).dealer, seat(0));
    game.deal(&deal(0, &SUITS)).unwrap();
}

/// Rule 4.
#[test]
fn the_six_of_diamonds_is_led_by_its_holder() {
    for must_play in [true, false] {
        let hands = [SUITS[1], SUITS[2], SUITS[0], SUITS[3]];
        let mut game = dealt(json!({"players": 4, "must_play": must_play}), 0, &hands);
        assert_eq!(game.table().leader(), seat(2));
        assert_eq!(legal(&game, 2), [5], "no pass, and no other card");
        let all = |index| game.table().lacks()[seat(index)];
        assert_eq!(
            [0, 1, 2, 3].map(all),
            [cards(&[5]), cards(&[5]), CardSet::EMPTY, cards(&[5])]
        );
        let order: Vec<_> = (0..5)
            .map(|_| {
                let Phase::Play(actor) = game.table().phase() else {
                    panic!("{game}");
                };
                let action = game.legal(actor).first().unwrap();
                game.play(&[(actor, action)], &mut ()).unwrap();
                actor.index()
            })
            .collect();
        assert_eq!(order, [2, 3, 0, 1, 2], "play goes left");
    }
}

/// Rule 5.
#[test]
fn columns_start_with_sixes_and_grow_by_one() {
    let mut game = dealt(
        json!({"players": 2}),
        0,
        &[&[SUITS[0], SUITS[1]].concat(), &[SUITS[2], SUITS[3]].concat()],
    );
    play(&mut game, &[5]);
    assert_eq!(legal(&game, 1), [25, 35]);
    play(&mut game, &[35]);
    assert_eq!(legal(&game, 0), [4, 6, 15]);
    play(&mut game, &[4, 34, 3, 33, 2, 32, 1, 31, 0]);
    // Down to the ace, and no wrap to the king.
    assert_eq!(legal(&game, 1), [25, 30, 36]);
    play(&mut game, &[30]);
    assert_eq!(legal(&game, 0), [6, 15]);
    play(&mut game, &[15, 25]);
    assert_eq!(legal(&game, 0), [6, 14, 16]);
    play(&mut game, &[6, 36, 7, 37, 8, 38]);
    assert_eq!(legal(&game, 0), [9, 14, 16], "the king, and no wrap to the ace");
}

/// Rule 6, `must_play`.
#[test]
fn who_can_play_must_and_who_cannot_pays() {
    let mut game = dealt(json!({"players": 4}), 0, &SIXES_AT_ONE_SEAT);
    play(&mut game, &[5]);
    assert_eq!(legal(&game, 1), [40]);
    let events = play(&mut game, &[40]);
    let open = cards(&[4, 6, 15, 25, 35]);
    assert_eq!(
        events,
        [Event::Passed {
            seat: seat(1),
            paid: true,
            lacks: open
        }]
    );
    assert_eq!(game.scores().values(), [10, 9, 10, 10]);
    assert_eq!(game.table().pot(), 1);
    assert_eq!(game.table().lacks()[seat(1)], open);
    assert_eq!(legal(&game, 2), [4, 6], "no pass");
    let refused = game.clone().play(&[act(2, 40)], &mut ()).unwrap_err();
    assert_eq!(refused.to_string(), "seat 2 may not play pass; legal: 5d, 7d");
    // A card played is no longer among those that a seat lacks.
    play(&mut game, &[4]);
    assert_eq!(game.table().lacks()[seat(1)], cards(&[6, 15, 25, 35]));
}

/// Rule 6 without `must_play`.
#[test]
fn a_voluntary_pass_costs_a_chip_and_needs_one() {
    let fields = json!({"players": 4, "must_play": false, "chips": 1, "until_broke": false, "max_rounds": 2});
    let mut game = dealt(fields, 0, &SIXES_AT_ONE_SEAT);
    play(&mut game, &[5]);
    assert_eq!(legal(&game, 1), [40]);
    assert_eq!(legal_after(&game, &[40]), [4, 6, 40]);
    let events = play(&mut game, &[40, 40]);
    // Either pass might have been voluntary.
    assert!(
        events
            .iter()
            .all(|event| matches!(event, Event::Passed { paid: true, lacks, .. } if lacks.is_empty()))
    );
    assert_eq!(game.table().lacks().values(), [CardSet::EMPTY; 4]);
    play(&mut game, &[40, 15]);
    // No chips are left at seats 1 to 3: a seat that can play must, and a free pass shows that it can't.
    assert_eq!(
        (game.scores().values(), game.table().pot()),
        (&[1, 0, 0, 0][..], 3)
    );
    assert_eq!(legal(&game, 1), [40]);
    let events = play(&mut game, &[40]);
    let open = cards(&[4, 6, 14, 16, 25, 35]);
    assert_eq!(
        events,
        [Event::Passed {
            seat: seat(1),
            paid: false,
            lacks: open
        }]
    );
    assert_eq!(legal(&game, 2), [4, 6, 14, 16], "no pass");
    assert_eq!(game.table().pot(), 3);
}

fn legal_after(game: &Sixes, ids: &[u8]) -> Vec<u8> {
    let mut game = game.clone();
    play(&mut game, ids);
    let Phase::Play(actor) = game.table().phase() else {
        panic!("{game}");
    };
    legal(&game, actor.index())
}

/// Rule 7: the first empty hand wins the pot, and the others keep theirs hidden.
#[test]
fn the_first_empty_hand_wins_the_pot() {
    let mut game = dealt(json!({"players": 4}), 0, &SIXES_AT_ONE_SEAT);
    let events = play_round(&mut game);
    let paid = events
        .iter()
        .filter(|event| matches!(event, Event::Passed { paid: true, .. }))
        .count() as i32;
    let Some(Event::RoundOver { winner, pot, chips }) = events.last() else {
        panic!("{:?}", events.last());
    };
    assert!(paid > 0);
    assert_eq!(*pot, paid);
    assert_eq!(*chips, game.scores());
    assert!(game.hands()[*winner].is_empty());
    assert!(
        game.hands()
            .iter()
            .all(|(seat, hand)| seat == *winner || !hand.is_empty())
    );
    assert_eq!(game.table().pot(), 0);
    assert_eq!((game.turn(), game.round()), (Turn::Chance, 1));
}

/// Rule 7: the end, and who wins.
#[test]
fn the_game_ends_when_a_seat_is_broke() {
    let mut game = dealt(json!({"players": 4, "chips": 1}), 0, &SIXES_AT_ONE_SEAT);
    let events = play_round(&mut game);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Passed { paid: false, .. }))
    );
    let scores = game.scores();
    assert!(scores.values().contains(&0));
    let outcome = game.outcome().unwrap();
    assert_eq!(events.last(), Some(&Event::GameOver(outcome)));
    assert!(!outcome.truncated);
    let most = scores.values().iter().max().unwrap();
    assert!(
        scores
            .iter()
            .all(|(seat, chips)| (chips == most) == outcome.winners.contains(seat))
    );
}

/// With a suit for each seat nobody ever passes, and all share the win of a game that is cut off.
#[test]
fn a_cap_truncates_and_ties_share() {
    let play_all = |fields| {
        let mut game = Sixes::new(&rules(fields));
        while game.turn() == Turn::Chance {
            game.deal(&deal(0, &SUITS)).unwrap();
            play_round(&mut game);
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.win_shares(4).values(), [0.25; 4]);
        (game.round(), outcome.truncated)
    };
    assert_eq!(play_all(json!({"players": 4, "max_rounds": 3})), (3, true));
    assert_eq!(play_all(json!({"players": 4})), (200, true));
    assert_eq!(
        play_all(json!({"players": 4, "until_broke": false, "max_rounds": 3})),
        (3, false)
    );
}

#[test]
fn a_cap_reached_together_with_the_end_does_not_truncate() {
    let mut game = dealt(
        json!({"players": 4, "chips": 1, "max_rounds": 1}),
        0,
        &SIXES_AT_ONE_SEAT,
    );
    play_round(&mut game);
    assert!(game.scores().values().contains(&0));
    assert_eq!(game.table().phase(), Phase::Over { truncated: false });
}

/// Without `until_broke` seats without chips play on.
#[test]
fn a_game_of_fixed_length_goes_on_without_chips() {
    let fields = json!({"players": 4, "chips": 1, "until_broke": false, "max_rounds": 2});
    let mut game = dealt(fields, 0, &SIXES_AT_ONE_SEAT);
    play_round(&mut game);
    assert!(game.scores().values().contains(&0));
    game.deal(&deal(0, &SIXES_AT_ONE_SEAT)).unwrap();
    play_round(&mut game);
    assert_eq!(game.table().phase(), Phase::Over { truncated: false });
    assert_eq!(game.scores().values().iter().sum::<i32>(), 4);
}

#[test]
fn scores_are_chips_and_more_are_better() {
    assert_eq!(
        (Sixes::SCORE.unit, Sixes::SCORE.better),
        ("chips", Better::Higher)
    );
    assert_eq!(Sixes::new(&rules(json!({}))).scores(), SeatMap::new(5, 10));
}

/// What a table looks like on a terminal.
#[test]
fn the_table_is_drawn_with_its_columns() {
    let mut game = dealt(json!({"players": 4}), 0, &SIXES_AT_ONE_SEAT);
    play(&mut game, &[5, 40, 4]);
    assert_eq!(
        game.view(seat(1)).to_string(),
        "\
round 1, turn 4: seat 3 plays or passes
diamonds  .  .  .  .  5  6  .  .  .  .
clubs     .  .  .  .  .  .  .  .  .  .
hearts    .  .  .  .  .  .  .  .  .  .
spades    .  .  .  .  .  .  .  .  .  .
chips in the pot: 1
seat 0:  10 chips, 9 cards
seat 1:   9 chips, 10 cards, lacks 7d 6c 6h 6s
seat 2:  10 chips, 9 cards
seat 3:  10 chips, 10 cards
your hand (seat 1): 2d 3d 4d Jd Qd 2c 3c 4c Jc Qc
"
    );
}
