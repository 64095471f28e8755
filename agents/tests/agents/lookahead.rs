//! The search against seats whose play is known.

use hornox_agents::Playable;
use hornox_agents::search::{Leaf, Lookahead};
use hornox_env::nimmt::{Deck, Nimmt, RuleFields, Rules};
use hornox_env::sixes::Sixes;
use hornox_env::{Game, Seat, Turn, agent_rng, deal_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_rules, any_sixes, build, each_decision};

fn search<G: Playable>(known: &str, samples: u32) -> Lookahead<G> {
    Lookahead::new("search".to_owned(), build(known), samples, Leaf::Rollout)
}

/// The game's own bulls of a line whose first card is given, both seats then playing their lowest card.
fn line(game: &Nimmt, seat: Seat, card: hornox_env::nimmt::Action) -> f64 {
    let mut line = game.clone();
    let mut lowest = build::<Nimmt>("lowest");
    let mut first = Some(card);
    while let Turn::Act(seats) = line.turn() {
        let mut joint = Vec::new();
        for actor in seats.iter() {
            let given = first.take_if(|_| actor == seat);
            let (view, legal) = (line.view(actor), line.legal(actor));
            let action =
                given.unwrap_or_else(|| act(lowest.as_mut(), &view, legal, &mut agent_rng(1, 0, actor)));
            joint.push((actor, action));
        }
        line.play(&joint, &mut ()).unwrap();
    }
    let own = line.scores()[seat] - game.scores()[seat];
    let other = seat.after(1, 2);
    f64::from(line.scores()[other] - game.scores()[other] - own)
}

#[test]
fn where_nothing_is_hidden_and_play_is_known_gains_are_exact() {
    let rules = Rules::check(RuleFields {
        players: 2,
        deck: Deck::Tactic,
        hand_size: 5,
        ..RuleFields::default()
    })
    .unwrap();
    let mut search = search::<Nimmt>("lowest", 3);
    let mut differing = 0;
    for deal in 0..40 {
        let mut game = Nimmt::new(&rules);
        let cards = game.sample_deal(&mut deal_rng(4, deal, 0));
        game.deal(&cards).unwrap();
        let seat = Seat::new(deal as usize % 2).unwrap();
        let legal = game.legal(seat);
        let gains = search.mean_gains(&game.view(seat), legal, deal).unwrap();
        let exact: Vec<f64> = legal.iter().map(|card| line(&game, seat, card)).collect();
        for (gain, exact) in gains.iter().zip(&exact) {
            assert!((gain - exact).abs() < 1e-9, "{gains:?} {exact:?}");
        }
        differing += usize::from(exact.iter().any(|gain| *gain > exact[0]));
        // The best of them is played, the lowest on ties.
        let best = exact.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let place = exact.iter().position(|gain| (gain - best).abs() < 1e-9).unwrap();
        let played = act(
            &mut search,
            &game.view(seat),
            legal,
            &mut agent_rng(1, deal, seat),
        );
        assert_eq!(Some(played), legal.nth(place));
    }
    assert!(
        differing > 10,
        "{differing}: the lowest card is seldom the best against itself"
    );
}

fn plays<G: Playable>(rules: &G::Rules, known: &str, seed: u64) {
    let mut search = search::<G>(known, 2);
    let mut count = 0;
    each_decision::<G>(rules, seed, |_, view, legal| {
        count += 1;
        if count % 17 == 1 {
            let seat = G::seat_of(view);
            let first = act(&mut search, view, legal, &mut agent_rng(1, 0, seat));
            let second = act(&mut search, view, legal, &mut agent_rng(1, 0, seat));
            assert!(legal.contains(first) && first == second);
        }
    });
}

#[test]
fn every_rule_is_searched_and_draws_come_from_the_generator_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for seed in 0..30 {
        plays::<Nimmt>(&any_rules(&mut rng), ["random", "risk"][seed as usize % 2], seed);
    }
    for players in 2..=10 {
        plays::<Sixes>(&any_sixes(players, &mut rng), "far", 0);
    }
}
