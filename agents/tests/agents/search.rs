//! Flat Monte-Carlo search.

use hornox_agents::Playable;
use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
use hornox_env::sixes::Sixes;
use hornox_env::{Action, Game, RuleSet, Seat, Turn, agent_rng, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::{act, any_rules, any_sixes, build, each_decision};

fn depends_on_the_view_alone<G: Playable>(rules: &G::Rules, seed: u64, spec: &str) {
    let mut search = build::<G>(spec);
    let mut count = 0;
    each_decision::<G>(rules, seed, |_, view, legal| {
        count += 1;
        if count % 13 == 1 {
            let seat = G::seat_of(view);
            let first = act(search.as_mut(), view, legal, &mut agent_rng(1, 0, seat));
            let second = act(build::<G>(spec).as_mut(), view, legal, &mut agent_rng(2, 0, seat));
            assert_eq!(first, second);
        }
    });
}

#[test]
fn a_search_depends_on_the_view_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for seed in 0..40 {
        let rules = any_rules(&mut rng);
        depends_on_the_view_alone::<Nimmt>(&rules, seed, "mcs:9");
        if seed < 15 {
            depends_on_the_view_alone::<Nimmt>(&rules, seed, "mcs:9?rollouts=risk");
        }
    }
    for players in 2..=10 {
        let rules = any_sixes(players, &mut rng);
        depends_on_the_view_alone::<Sixes>(&rules, 0, "mcs:9");
        depends_on_the_view_alone::<Sixes>(&rules, 0, "mcs:9?rollouts=longest");
    }
}

/// A hash (FNV) of all that a search plays in some games of the published round.
fn choices_of_the_published_round(players: u8, spec: &str) -> u64 {
    let rules = Rules::check(RuleFields {
        players,
        ..*Preset::Round.rules()
    });
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for deal in 0..6 {
        let mut game = Nimmt::new(&rules.clone().unwrap());
        let cards = game.sample_deal(&mut deal_rng(11, deal, 0));
        game.deal(&cards).unwrap();
        let mut search = build::<Nimmt>(spec);
        while let Turn::Act(seats) = game.turn() {
            let mut joint = Vec::new();
            for seat in seats.iter() {
                let (view, legal) = (game.view(seat), game.legal(seat));
                let action = act(
                    search.as_mut(),
                    &view,
                    legal,
                    &mut agent_rng(0, deal, Seat::default()),
                );
                hash = (hash ^ u64::from(action.id())).wrapping_mul(0x0100_0000_01b3);
                joint.push((seat, action));
            }
            game.play(&joint, &mut ()).unwrap();
        }
    }
    hash
}

/// Strengths on record were measured against these choices.
#[test]
fn the_published_round_is_played_as_ever() {
    assert_eq!(
        choices_of_the_published_round(2, "mcs:200"),
        0xcc6b_34a3_a045_8e25
    );
    assert_eq!(
        choices_of_the_published_round(4, "mcs:200"),
        0x3e48_e6d4_93f5_0f90
    );
    assert_eq!(
        choices_of_the_published_round(7, "mcs:200"),
        0x53c2_c733_b644_5f41
    );
    let by_risk = choices_of_the_published_round(4, "mcs:40?rollouts=risk");
    assert_eq!(by_risk, 0x1daf_c792_73d2_abc9);
}

fn rules_of<R: RuleSet>(fields: &Value) -> R {
    let wishes: Vec<_> = fields
        .as_object()
        .cloned()
        .unwrap_or_default()
        .into_iter()
        .collect();
    R::resolve(None, &wishes).unwrap().rules
}

/// What one seat gains on the mean of the others against random play, by deal: in scores or, where they do not
/// count, in shares of the win.
fn leads_over_random<G: Playable>(rules: &Value, spec: &str, deals: u64) -> Vec<f64> {
    let rules: G::Rules = rules_of(rules);
    let mut agent = build::<G>(spec);
    let mut random = build::<G>("random");
    let mut leads = Vec::new();
    for deal in 0..deals {
        let mut game = G::new(&rules);
        let own = Seat::default().after(deal as usize, game.players());
        let mut rng = agent_rng(9, deal, own);
        loop {
            match game.turn() {
                Turn::Chance => {
                    let cards = game.sample_deal(&mut deal_rng(9, deal, game.round()));
                    game.deal(&cards).unwrap();
                }
                Turn::Act(seats) => {
                    let mut joint = Vec::new();
                    for seat in seats.iter() {
                        let player = if seat == own { &mut agent } else { &mut random };
                        let action = act(player.as_mut(), &game.view(seat), game.legal(seat), &mut rng);
                        joint.push((seat, action));
                    }
                    game.play(&joint, &mut ()).unwrap();
                }
                Turn::Over => break,
            }
        }
        let scores = game.scores();
        let lead = if scores.values().iter().all(|&score| score == 0) {
            game.outcome().unwrap().win_shares(game.players())
        } else {
            scores.map(|score| f64::from(G::SCORE.gain(score)))
        };
        let sum: f64 = lead.values().iter().sum();
        leads.push(lead[own] - (sum - lead[own]) / (game.players() - 1) as f64);
    }
    leads
}

/// By more than three standard errors.
fn beats_random<G: Playable>(rules: &Value, spec: &str, deals: u64) {
    let leads = leads_over_random::<G>(rules, spec, deals);
    let count = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / count;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    assert!(
        mean > 3.0 * error,
        "{rules}: {spec} leads by {mean:.2} ± {error:.2}"
    );
}

#[test]
fn a_search_beats_random_play_by_every_kind_of_rules() {
    for mut rules in [
        json!({"deal": "draft"}),
        json!({"deal": "choose"}),
        json!({"sides": "both"}),
        json!({"cards_per_turn": 2}),
        json!({"selection": "open"}),
        json!({"zero_cards": true}),
        json!({"take_to_hand": true}),
    ] {
        rules["players"] = json!(3);
        rules["hand_size"] = json!(7);
        beats_random::<Nimmt>(&rules, "mcs:30", 60);
    }
    let rules = json!({"players": 3, "hand_size": 7});
    for spec in [
        "mcs:30?rollouts=risk",
        "mcs:30?goal=lead",
        "mcs:30?rollouts=risk&goal=lead",
    ] {
        beats_random::<Nimmt>(&rules, spec, 60);
    }
    beats_random::<Sixes>(
        &json!({"until_broke": false, "max_rounds": 1, "players": 2}),
        "mcs:20",
        100,
    );
}

/// What a search reckons is what it plays by, in the unit of scores.
#[test]
fn a_search_plays_the_action_of_the_best_value() {
    for (rules, spec) in [
        (json!({"low_card": "auto"}), "mcs:100"),
        (json!({"sides": "both"}), "mcs:60?rollouts=risk"),
    ] {
        let rules = rules_of(&rules);
        let mut search = build::<Nimmt>(spec);
        let mut asked = 0;
        each_decision::<Nimmt>(&rules, 3, |_, view, legal| {
            let values = search.action_values(view, legal).unwrap();
            let Some(values) = values else {
                assert!(legal.len() == 1 || legal.first() > Action::from_id(104));
                return;
            };
            let seat = view.seat();
            let action = act(search.as_mut(), view, legal, &mut agent_rng(0, 0, seat));
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let place = legal.iter().position(|legal| legal == action).unwrap();
            assert!(values.len() == legal.len() && values[place] >= best, "{values:?}");
            // Ten cards can cost a seat no more than all bulls there are.
            assert!(
                values.iter().all(|value| (-171.0..=0.0).contains(value)),
                "{values:?}"
            );
            asked += 1;
        });
        assert!(asked > 20);
    }
}
