//! What agents of 6 nimmt! reckon with.

use hornox_agents::features::nimmt::{RowOutlook, Situation};
use hornox_env::nimmt::{
    Action, Card, LowCard, Nimmt, Phase, Preset, Row, RuleFields, Rules, Selection, View,
};
use hornox_env::{Game, agent_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_rules, build, each_decision};

#[test]
fn scripted_agents_take_the_first_cheapest_row() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut checked = 0;
    for seed in 0..150 {
        each_decision::<Nimmt>(&any_rules(&mut rng), seed, |_, view, legal| {
            let Phase::TakeRow(_) = view.table().phase() else {
                return;
            };
            let (rows, rules) = (view.table().rows(), view.table().rules());
            let fewest_cards = || {
                let rows = legal.iter().filter_map(|action| match action {
                    Action::Row(row) => Some(row),
                    Action::Card(_) | Action::Zero => None,
                });
                rows.min_by_key(|&row| rows_len(view, row)).unwrap()
            };
            let cheapest = if rules.take_to_hand {
                fewest_cards()
            } else {
                rows.cheapest(rules)
            };
            for spec in ["lowest", "highest", "nearest", "risk", "mcs:5"] {
                let action = act(
                    build::<Nimmt>(spec).as_mut(),
                    view,
                    legal,
                    &mut agent_rng(1, 0, view.seat()),
                );
                assert_eq!(action, Action::Row(cheapest), "{spec}");
            }
            checked += 1;
        });
    }
    assert!(checked > 100, "only {checked} rows taken");
}

fn rows_len(view: &View, row: hornox_env::nimmt::RowIndex) -> usize {
    view.table().rows().get(row).len()
}

/// Where no seat knows more of the next turn than its view shows, and rows cost bulls.
#[test]
fn what_a_row_leads_to_is_what_happens() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut checked = 0;
    for seed in 0..400 {
        let rules = Rules::check(RuleFields {
            take_to_hand: false,
            low_card: LowCard::Free,
            selection: Selection::Simultaneous,
            zero_cards: false,
            ..*any_rules(&mut rng)
        })
        .unwrap();
        each_decision::<Nimmt>(&rules, seed, |game, view, legal| {
            let situation = Situation::new(view);
            for action in legal.iter() {
                let Action::Row(row) = action else { return };
                let outlook = RowOutlook::new(view, &situation, row);
                let mut after = game.clone();
                after.play(&[(view.seat(), action)], &mut ()).unwrap();
                let bulls = |game: &Nimmt| game.scores().values().iter().sum::<i32>();
                let taken = bulls(&after) - bulls(game);
                assert_eq!(
                    taken,
                    i32::from(outlook.others_take) + i32::from(outlook.row.cost)
                );
                if after.round() > game.round() {
                    continue;
                }
                let view = after.view(view.seat());
                let fits = |card| view.table().rows().fit(card, rules.sides).is_some();
                let low = view.hand().iter().filter(|&card| !fits(card));
                assert_eq!(usize::from(outlook.own_low), low.count());
                let next = Situation::new(&view);
                let least = view
                    .hand()
                    .iter()
                    .map(|card| next.card(card).risk)
                    .reduce(f32::min);
                assert_eq!(outlook.least_risk.to_bits(), least.unwrap_or_default().to_bits());
                checked += 1;
            }
        });
    }
    assert!(checked > 300, "only {checked} rows");
}

/// An outlook says where the game would place the card.
#[test]
fn cards_go_where_their_outlook_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for seed in 0..200 {
        each_decision::<Nimmt>(&any_rules(&mut rng), seed, |_, view, _| {
            if !matches!(view.table().phase(), Phase::Choose | Phase::ChooseSecond) {
                return;
            }
            let situation = Situation::new(view);
            for card in view.hand().iter() {
                let outlook = situation.card(card);
                let place = outlook.place.map(|place| situation.rows()[place].row);
                let fit = view.table().rows().fit(card, view.table().rules().sides);
                assert_eq!(place, fit.map(|(row, _)| row));
                let left = fit.is_some_and(|(_, side)| side == hornox_env::nimmt::Side::Left);
                assert_eq!(outlook.left, left);
                for chance in [
                    outlook.gap_share,
                    outlook.below_share,
                    outlook.full,
                    outlook.room,
                    outlook.lowest,
                ] {
                    assert!(
                        (0.0..=1.0001).contains(&chance),
                        "{outlook:?} of {card} in {view:?}"
                    );
                }
                assert!(outlook.full + outlook.room <= 1.0001);
            }
        });
    }
}

/// The risk of each own card by its definition, every joint choice of unseen cards by the others counted.
fn risk_by_enumeration(view: &View, number: u8) -> f64 {
    let table = view.table();
    let rules = table.rules();
    let rows = table.rows();
    let unseen: Vec<u8> = view.unseen().iter().map(Card::number).collect();
    let others = table.players() - 1;
    let own = view.hand().iter().find(|card| card.number() == number).unwrap();
    let target = rows.fit(own, rules.sides).map(|(row, _)| rows.get(row));
    let cheapest = f64::from(rules.row_bulls(rows.get(rows.cheapest(rules))));
    let in_gap = |card: u8| {
        let end = target.and_then(Row::last).map_or(0, Card::number);
        end < card && card < number
    };
    let gap = unseen.iter().filter(|&&card| in_gap(card)).count();
    let mut total = 0.0;
    let joint_choices = unseen.len().pow(others as u32);
    for mut choice in 0..joint_choices {
        let mut hits = 0;
        for _ in 0..others {
            hits += usize::from(in_gap(unseen[choice % unseen.len()]));
            choice /= unseen.len();
        }
        total += match target {
            Some(row) => {
                let slots = 5 - row.len();
                let taken = hits == slots && slots <= gap && slots <= others;
                if taken {
                    f64::from(rules.row_bulls(row)) + 1.7 * slots as f64
                } else {
                    0.0
                }
            }
            None if hits == 0 => cheapest,
            None => 0.3,
        };
    }
    total / joint_choices as f64
}

#[test]
fn risk_is_the_mean_over_all_choices_of_the_others() {
    let mut checked = 0;
    for (players, games) in [(2, 6), (3, 3)] {
        let mut fields = *Preset::Bench.rules();
        fields.players = players;
        let rules = Rules::check(fields).unwrap();
        for seed in 0..games {
            each_decision::<Nimmt>(&rules, seed, |_, view, _| {
                let situation = Situation::new(view);
                for card in view.hand().iter() {
                    let risk = f64::from(situation.card(card).risk);
                    let right = risk_by_enumeration(view, card.number());
                    assert!(
                        (risk - right).abs() < 1e-4,
                        "{card} in {view:?}: {risk}, not {right}"
                    );
                    checked += u32::from(right > 0.0);
                }
            });
        }
    }
    assert!(checked > 50, "only {checked} cards with a risk");
}
