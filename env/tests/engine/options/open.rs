//! Seats select in turn.

use hornox_env::nimmt::{Action, Deal, Nimmt, Phase};
use hornox_env::{Game, SeatSet, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{cards, choice, deal, moves, play, random_step, row_numbers, rules, seat};

fn acts(game: &Nimmt, index: usize) {
    assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat(index))));
}

#[test]
fn each_seat_sees_the_earlier_choices_of_the_turn() {
    let mut game = Nimmt::new(&rules(json!({"players": 3, "hand_size": 2, "selection": "open"})));
    let hands: [&[u8]; 3] = [&[50, 60], &[1, 61], &[52, 62]];
    let first = Deal {
        first: Some(seat(1)),
        ..deal([10, 20, 30, 40], &hands)
    };
    game.deal(&first).unwrap();
    acts(&game, 1);
    assert_eq!(
        play(&mut game, &choice(1, 61)),
        [],
        "nothing is placed before all have chosen"
    );
    acts(&game, 2);
    let table = *game.view(seat(2)).table();
    assert_eq!(
        (table.waiting_cards(), table.selected()),
        (cards(&[61]), SeatSet::one(seat(1)))
    );
    assert!(
        game.play(&choice(1, 1), &mut ()).is_err(),
        "a second card in one turn"
    );
    game.play(&choice(2, 52), &mut ()).unwrap();
    acts(&game, 0);
    let placed = play(&mut game, &choice(0, 50));
    assert_eq!(placed.len(), 3);
    assert_eq!(row_numbers(&game)[3], [40, 50, 52, 61]);
    // The next turn starts one further.
    acts(&game, 2);
    game.play(&choice(2, 62), &mut ()).unwrap();
    game.play(&choice(0, 60), &mut ()).unwrap();
    let mut events = Vec::new();
    game.play(&choice(1, 1), &mut events).unwrap();
    assert_eq!(moves(&events), []);
    assert_eq!(game.table().phase(), Phase::TakeRow(seat(1)));
}

#[test]
fn turn_t_of_round_r_starts_at_first_plus_r_plus_t() {
    let rules = rules(json!({"players": 5, "hand_size": 3, "selection": "open", "max_rounds": 7}));
    let mut firsts = SeatSet::EMPTY;
    for seed in 0..30 {
        let mut game = Nimmt::new(&rules);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let first = game.sample_deal(&mut deal_rng(seed, 0, 0)).first.unwrap();
        firsts.insert(first);
        loop {
            let table = game.table();
            if table.phase() == Phase::Choose {
                let selected = table.selected().len();
                let start = first.index() + game.round() as usize + usize::from(table.turn_number());
                acts(&game, (start + selected) % 5);
            }
            if !random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
                break;
            }
        }
    }
    assert_eq!(firsts, SeatSet::all(5));
}

/// Zero cards are played openly too.
#[test]
fn a_zero_is_selected_in_turn() {
    let fields = json!({"players": 2, "hand_size": 1, "selection": "open", "zero_cards": true});
    let mut game = Nimmt::new(&rules(fields));
    game.deal(&Deal {
        first: Some(seat(0)),
        ..deal([10, 20, 30, 40], &[&[50], &[51]])
    })
    .unwrap();
    game.play(&[(seat(0), Action::Zero)], &mut ()).unwrap();
    let view = game.view(seat(1));
    assert!(view.table().selected().contains(seat(0)) && !view.table().zeros().contains(seat(0)));
    game.play(&choice(1, 51), &mut ()).unwrap();
    acts(&game, 1);
    game.play(&[(seat(1), Action::Zero)], &mut ()).unwrap();
    acts(&game, 0);
    game.play(&choice(0, 50), &mut ()).unwrap();
    assert_eq!((game.turn(), game.table().turn_number()), (Turn::Over, 2));
    assert_eq!(row_numbers(&game)[3], [40, 51]);
}

/// With a draft one `first` serves both.
#[test]
fn drafting_and_selecting_start_at_the_same_seat() {
    let fields =
        json!({"players": 2, "hand_size": 1, "selection": "open", "deal": "draft", "deck": "tactic"});
    let mut game = Nimmt::new(&rules(fields));
    let mut draft = game.sample_deal(&mut deal_rng(1, 0, 0));
    draft.first = Some(seat(1));
    game.deal(&draft).unwrap();
    acts(&game, 1);
    game.play(&choice(1, 6), &mut ()).unwrap();
    game.play(&choice(0, 5), &mut ()).unwrap();
    acts(&game, 1);
    game.play(&choice(1, 6), &mut ()).unwrap();
    game.play(&choice(0, 5), &mut ()).unwrap();
    assert_eq!(row_numbers(&game), [vec![1], vec![2], vec![3], vec![4, 5, 6]]);
}
