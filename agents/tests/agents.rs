//! What holds for every agent, over random games.

use hornox_agents::AgentSpec;
use hornox_agents::features::{FEATURES, GLOBALS, RowOutlook, Situation, encode};
use hornox_env::nimmt::{Action, Card, EndWhen, LowCard, Nimmt, Phase, Preset, Row, Rules, View};
use hornox_env::{Agent, Decision, Game, Seat, Turn, agent_rng, deal_rng};
use proptest::prelude::*;

const SPECS: [&str; 7] = [
    "random", "lowest", "highest", "nearest", "risk", "mcs:7", "mcs:50",
];

fn build(spec: &str) -> Box<dyn Agent<Nimmt>> {
    spec.parse::<AgentSpec>().unwrap().build().unwrap()
}

prop_compose! {
    fn any_rules()(
        players in 2_u8..=10,
        low_card in prop::sample::select(vec![LowCard::Free, LowCard::Cheapest, LowCard::Auto]),
        hand_size in 1_u8..=12,
        end_score in prop::option::of(1_u16..80),
    ) -> Rules {
        let mut fields = *Preset::Round.rules();
        fields.players = players;
        fields.low_card = low_card;
        fields.hand_size = hand_size.min(100 / players);
        fields.end_score = end_score;
        fields.end_when = end_score.map(|_| EndWhen::AtLeast);
        Rules::check(fields).unwrap()
    }
}

/// Plays a game at random and shows each decision, with the game it belongs to.
fn each_decision(rules: &Rules, seed: u64, mut show: impl FnMut(&Nimmt, &View)) {
    let mut game = Nimmt::new(rules);
    let mut random = build("random");
    let mut rng = agent_rng(seed, 0, Seat::default());
    loop {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                game.deal(&deal).unwrap();
            }
            Turn::Act(seats) => {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let view = game.view(seat);
                    show(&game, &view);
                    joint.push((seat, act(random.as_mut(), &view, &mut rng)));
                }
                game.play(&joint, &mut ()).unwrap();
            }
            Turn::Over => return,
        }
        // A few rounds are enough.
        if game.round() == 3 {
            return;
        }
    }
}

fn act(agent: &mut dyn Agent<Nimmt>, view: &View, rng: &mut rand_chacha::ChaCha8Rng) -> Action {
    let legal = view.legal();
    agent.act(Decision { view, legal, rng }).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn agents_play_legally_and_by_their_probabilities(rules in any_rules(), seed in 0_u64..1000) {
        let mut agents: Vec<_> = SPECS.into_iter().map(build).collect();
        let mut rng = agent_rng(seed, 1, Seat::default());
        each_decision(&rules, seed, |_, view| {
            let legal = view.legal();
            for agent in &mut agents {
                let action = act(agent.as_mut(), view, &mut rng);
                assert!(legal.contains(action), "{} plays {action}", agent.name());
                let chances = agent.probabilities(view, legal).unwrap().unwrap();
                assert_eq!(chances.len(), legal.len());
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let index = legal.iter().position(|other| other == action).unwrap();
                assert!(chances[index] > 0.0, "{} plays {action} against its chances", agent.name());
            }
        });
    }

    #[test]
    fn a_search_depends_on_the_view_alone(rules in any_rules(), seed in 0_u64..1000) {
        let mut search = build("mcs:20");
        each_decision(&rules, seed, |_, view| {
            let first = act(search.as_mut(), view, &mut agent_rng(1, 0, view.seat()));
            let second = act(build("mcs:20").as_mut(), view, &mut agent_rng(2, 0, view.seat()));
            assert_eq!(first, second);
        });
    }

    #[test]
    fn scripted_agents_take_the_first_cheapest_row(rules in any_rules(), seed in 0_u64..1000) {
        each_decision(&rules, seed, |_, view| {
            if let Phase::TakeRow(_) = view.table().phase() {
                for spec in &SPECS[1..] {
                    let action = act(build(spec).as_mut(), view, &mut agent_rng(1, 0, view.seat()));
                    assert_eq!(action, Action::Row(view.table().rows().cheapest()), "{spec}");
                }
            }
        });
    }

    #[test]
    fn encoded_views_are_whole_and_of_moderate_size(rules in any_rules(), seed in 0_u64..1000) {
        each_decision(&rules, seed, |_, view| {
            let (mut globals, mut actions) = (Vec::new(), Vec::new());
            encode(view, view.legal(), &mut globals, &mut actions);
            assert_eq!(globals.len(), GLOBALS);
            assert_eq!(actions.len(), view.legal().len() * FEATURES);
            assert!(globals.iter().all(|number| (-1.0..=2.7).contains(number)), "{globals:?}");
            assert!(actions.iter().all(|number| (-1.0..=5.0).contains(number)), "{actions:?}");
        });
    }

    #[test]
    fn what_a_row_leads_to_is_what_happens(rules in any_rules(), seed in 0_u64..1000) {
        each_decision(&rules, seed, |game, view| {
            let situation = Situation::new(view);
            for action in view.legal().iter() {
                let Action::Row(row) = action else { return };
                let outlook = RowOutlook::new(view, &situation, row);
                let mut after = game.clone();
                after.play(&[(view.seat(), action)], &mut ()).unwrap();
                let taken: i32 = after.scores().values().iter().sum::<i32>() - game.scores().values().iter().sum::<i32>();
                assert_eq!(taken, i32::from(outlook.others_take) + i32::from(outlook.row.bulls));
                let view = after.view(view.seat());
                let low = view.hand().iter().filter(|card| view.table().rows().fit(*card).is_none());
                assert_eq!(usize::from(outlook.own_low), low.count());
                let next = Situation::new(&view);
                let least = view.hand().iter().map(|card| next.card(card).risk).reduce(f32::min);
                assert_eq!(outlook.least_risk.to_bits(), least.unwrap_or_default().to_bits());
            }
        });
    }
}

/// The risk of each own card by its definition, every joint choice of unseen cards by the others counted.
fn risk_by_enumeration(view: &View, number: u8) -> f64 {
    let table = view.table();
    let rows = table.rows();
    let unseen: Vec<u8> = view.unseen().iter().map(Card::number).collect();
    let others = table.players() - 1;
    let own = view.hand().iter().find(|card| card.number() == number).unwrap();
    let target = rows.fit(own).map(|row| rows.get(row));
    let cheapest = f64::from(rows.get(rows.cheapest()).bulls());
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
                    f64::from(row.bulls()) + 1.7 * slots as f64
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
            each_decision(&rules, seed, |_, view| {
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
