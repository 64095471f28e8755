//! 6 nimmt! in the suite that every game passes.

use hornox_env::nimmt::{Card, CardSet, Deal, Nimmt, Preset};
use hornox_env::{Game, MAX_SEATS, Resample, Seat, SeatMap, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{random_rules, rules};
use crate::conformance::{Subject, all_conform, layouts_are_sound};

impl Subject for Nimmt {
    fn check(&self) -> Result<(), String> {
        self.check_invariant()
    }

    fn bad_deals(good: &Deal) -> Vec<Deal> {
        let players = good.hands.players();
        let (zero, last) = (Seat::default(), Seat::all(players).next_back().unwrap());
        let dealt = good
            .hands
            .values()
            .iter()
            .fold(good.pool, |all, hand| all.union(*hand));
        let rows: CardSet = good.rows.into_iter().flatten().collect();
        // With the whole deck dealt there is no free card, and one that is dealt must do.
        let free = CardSet::DECK
            .without(dealt)
            .without(rows)
            .first()
            .unwrap_or(Card::DECK[0]);
        let mut bad = Vec::new();
        let mut spoilt = |spoil: &dyn Fn(&mut Deal)| {
            let mut deal = good.clone();
            spoil(&mut deal);
            bad.push(deal);
        };

        if let Some([first, second, third, fourth]) = good.rows {
            spoilt(&|deal| deal.rows = None);
            spoilt(&|deal| deal.rows = Some([second, second, third, fourth]));
            let held = dealt.first().unwrap();
            spoilt(&|deal| deal.rows = Some([first, second, third, held]));
        } else {
            spoilt(&|deal| deal.rows = Some([Card::DECK[0], Card::DECK[1], Card::DECK[2], Card::DECK[3]]));
        }
        if let Some(held) = good.hands[zero].first() {
            spoilt(&|deal| {
                deal.hands[zero].remove(held);
            });
            spoilt(&|deal| deal.hands[last] = good.hands[zero]);
        }
        spoilt(&|deal| {
            deal.hands[last].insert(good.rows.map_or(free, |rows| rows[0]));
        });
        spoilt(&|deal| deal.hands = SeatMap::from_fn(last.index(), |seat| good.hands[seat]));
        // A seat too many, or at the largest table none.
        spoilt(&|deal| {
            deal.hands = if players < MAX_SEATS {
                SeatMap::from_fn(players + 1, |seat| good.hands[seat])
            } else {
                SeatMap::default()
            };
        });
        if let Some(open) = good.pool.first() {
            spoilt(&|deal| {
                deal.pool.remove(open);
            });
            if !good.pool.contains(free) {
                spoilt(&|deal| {
                    deal.pool.insert(free);
                });
            }
        } else {
            spoilt(&|deal| {
                deal.pool.insert(free);
            });
        }
        if good.first.is_some() {
            spoilt(&|deal| deal.first = None);
            if players < MAX_SEATS {
                spoilt(&|deal| deal.first = Some(last.after(1, MAX_SEATS)));
            }
        } else {
            spoilt(&|deal| deal.first = Some(last));
        }
        bad
    }
}

/// Whole games by rules that stay as they are.
#[test]
fn the_base_game_conforms() {
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
        60,
    );
}

#[test]
fn each_preset_conforms() {
    all_conform::<Nimmt>(Preset::ALL.map(Preset::rules), 60);
}

/// One option at a time, with few, some and many seats.
#[test]
fn each_option_conforms_alone() {
    let options = [
        json!({"deck": "tactic"}),
        json!({"deal": "draft"}),
        json!({"deal": "draft", "deck": "tactic"}),
        json!({"deal": "choose"}),
        json!({"sides": "both"}),
        json!({"fives": 1}),
        json!({"carry_rows": true, "max_rounds": 3}),
        json!({"zero_cards": true, "max_rounds": 2}),
        json!({"cards_per_turn": 2}),
        json!({"take_to_hand": true, "max_turns": 12}),
        json!({"selection": "open", "max_rounds": 2}),
        json!({"max_rounds": 2}),
        json!({"end_score": 10}),
    ];
    let tables = [(2, 7), (5, 4), (10, 3)];
    let at_each_table = options.iter().flat_map(|option| {
        tables.map(|(players, hand_size)| {
            let mut fields = option.clone();
            fields["players"] = players.into();
            fields["hand_size"] = hand_size.into();
            rules(fields)
        })
    });
    all_conform::<Nimmt>(at_each_table, 40);
}

fn random_rules_conform(seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    all_conform::<Nimmt>((0..RANDOM_RULES / 2).map(|_| random_rules(&mut rng)), 25);
}

/// In two tests, for two threads.
const RANDOM_RULES: usize = 300;

#[test]
fn random_legal_rules_conform() {
    random_rules_conform(1);
}

#[test]
fn more_random_legal_rules_conform() {
    random_rules_conform(2);
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
