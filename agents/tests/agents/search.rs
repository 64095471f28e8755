//! Flat Monte-Carlo search.

use hornox_agents::Playable;
use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
use hornox_env::sixes::Sixes;
use hornox_env::{Action, Game, RuleSet, Seat, Turn, agent_rng, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::{act, any_rules, any_sixes, build, each_decision};

fn depends_on_the_view_alone<G: Playable>(rules: &G::Rules, seed: u64) {
    let mut search = build::<G>("mcs:9");
    let mut count = 0;
    each_decision::<G>(rules, seed, |_, view, legal| {
        count += 1;
        if count % 13 == 1 {
            let seat = G::seat_of(view);
            let first = act(search.as_mut(), view, legal, &mut agent_rng(1, 0, seat));
            let second = act(
                build::<G>("mcs:9").as_mut(),
                view,
                legal,
                &mut agent_rng(2, 0, seat),
            );
            assert_eq!(first, second);
        }
    });
}

#[test]
fn a_search_depends_on_the_view_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for seed in 0..40 {
        depends_on_the_view_alone::<Nimmt>(&any_rules(&mut rng), seed);
    }
    for players in 2..=10 {
        depends_on_the_view_alone::<Sixes>(&any_sixes(players, &mut rng), 0);
    }
}

/// A hash (FNV) of all that a search plays in some games of the published round.
fn choices_of_the_published_round(players: u8) -> u64 {
    let rules = Rules::check(RuleFields {
        players,
        ..*Preset::Round.rules()
    });
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for deal in 0..6 {
        let mut game = Nimmt::new(&rules.clone().unwrap());
        let cards = game.sample_deal(&mut deal_rng(11, deal, 0));
        game.deal(&cards).unwrap();
        let mut search = build::<Nimmt>("mcs:200");
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
    assert_eq!(choices_of_the_published_round(2), 0xcc6b_34a3_a045_8e25);
    assert_eq!(choices_of_the_published_round(4), 0x3e48_e6d4_93f5_0f90);
    assert_eq!(choices_of_the_published_round(7), 0x53c2_c733_b644_5f41);
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
    beats_random::<Sixes>(
        &json!({"until_broke": false, "max_rounds": 1, "players": 2}),
        "mcs:20",
        100,
    );
}
