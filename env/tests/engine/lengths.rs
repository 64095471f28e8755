//! How long games can last. In a round of n seats with ten cards each, 10·n + 4 cards are in play and the rows hold
//! at most 20 of them at its end; all others were taken. What that costs at least bounds the rounds of a match.

use hornox_env::nimmt::{Card, LowCard, Nimmt, Row, RuleFields, Rules};
use hornox_env::{Game, Seat, Turn, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{random_joint, rules};

/// The fewest bulls that all seats take together in a round, where rows are dealt afresh.
fn least_bulls(rules: &Rules) -> u32 {
    let taken = usize::from(rules.hand_size) * usize::from(rules.players) + 4 - 20;
    let mut costs: Vec<_> = Card::DECK.map(|card| rules.card_bulls(card)).to_vec();
    costs.sort_unstable();
    costs[..taken].iter().sum()
}

/// The most rounds of a match: before the last one, each seat's total is at most `below`.
fn most_rounds(rules: &Rules, below: u32) -> u32 {
    below * u32::from(rules.players) / least_bulls(rules) + 1
}

#[test]
fn a_match_to_66_has_at_most_so_many_rounds() {
    let reach = [33, 14, 11, 10, 9, 9, 9, 8, 8];
    let pass = [34, 15, 12, 10, 10, 9, 9, 9, 8];
    for ((players, reach), pass) in (2..=10).zip(reach).zip(pass) {
        let rules = rules(json!({"players": players}));
        assert_eq!((most_rounds(&rules, 65), most_rounds(&rules, 66)), (reach, pass));
    }
}

/// The choice that makes a match long: rows are taken early and cheap.
fn cheaply(game: &Nimmt, rng: &mut ChaCha8Rng) -> Vec<(Seat, <Nimmt as Game>::Action)> {
    let mut joint = random_joint(game, rng);
    for (seat, action) in &mut joint {
        let table = game.table();
        if table.rows().all().iter().map(Row::len).max() >= Some(3) {
            *action = game.legal(*seat).first().unwrap();
        }
    }
    joint
}

/// Matches keep the bound, and rounds cost what they must at least.
#[test]
fn matches_end_in_time() {
    for players in 2..=10 {
        for (end_when, below) in [("at_least", 65), ("exceed", 66)] {
            let rules = Rules::check(RuleFields {
                low_card: LowCard::Cheapest,
                ..*rules(json!({"players": players, "end_score": 66, "end_when": end_when}))
            })
            .unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(players);
            let mut game = Nimmt::new(&rules);
            let mut before = 0;
            loop {
                match game.turn() {
                    Turn::Chance => {
                        let sum: i32 = game.scores().values().iter().sum();
                        assert!(game.round() == 0 || sum - before >= least_bulls(&rules) as i32);
                        before = sum;
                        let deal = game.sample_deal(&mut deal_rng(players, 0, game.round()));
                        game.deal(&deal).unwrap();
                    }
                    Turn::Act(_) => {
                        let joint = cheaply(&game, &mut rng);
                        game.play(&joint, &mut ()).unwrap();
                    }
                    Turn::Over => break,
                }
            }
            assert!(
                game.round() <= most_rounds(&rules, below),
                "{} rounds",
                game.round()
            );
            assert!(!game.outcome().unwrap().truncated);
        }
    }
}
