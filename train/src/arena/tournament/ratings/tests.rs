//! Ratings of agents whose chances are known.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::weng_lin_multi_team;

use super::*;

/// Games of four agents with scores around these strengths, as ranks.
fn games(count: usize, rng: &mut impl Rng) -> Vec<[usize; 4]> {
    let strengths = [0.0, 1.0, 1.5, 4.0];
    let game = |_| {
        let scores = strengths.map(|strength| {
            let noise: f64 = (0..4).map(|_| rng.random::<f64>()).sum();
            strength + 4.0 * noise
        });
        std::array::from_fn(|agent| scores.iter().filter(|&&score| score > scores[agent]).count() + 1)
    };
    (0..count).map(game).collect()
}

fn compared(games: &[[usize; 4]]) -> Comparisons {
    let mut comparisons = Comparisons::new(4);
    for ranks in games {
        let mut deal = comparisons.next_deal();
        for one in 0..4 {
            for other in (0..4).filter(|&other| ranks[one] < ranks[other]) {
                deal.ahead(one, other);
            }
        }
    }
    comparisons
}

/// The published update, from game to game, over the games in an order of its own.
fn one_by_one(games: &[[usize; 4]]) -> [f64; 4] {
    let mut ratings = [WengLinRating::new(); 4];
    for ranks in games {
        let teams: Vec<[WengLinRating; 1]> = ratings.iter().map(|rating| [*rating]).collect();
        let teams: Vec<_> = teams
            .iter()
            .zip(ranks)
            .map(|(team, rank)| (&team[..], MultiTeamOutcome::new(*rank)))
            .collect();
        let new = weng_lin_multi_team(&teams, &WengLinConfig::new());
        ratings = std::array::from_fn(|agent| new[agent][0]);
    }
    ratings.map(|rating| rating.rating)
}

#[test]
fn the_order_of_games_does_not_matter_and_updates_one_by_one_scatter_around_the_fit() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut games = games(400, &mut rng);
    let fit = compared(&games).fit();
    let mut means = [0.0; 4];
    let mut spread = 0.0_f64;
    let orders = 60;
    for _ in 0..orders {
        for place in (1..games.len()).rev() {
            games.swap(place, rng.random_range(0..=place as u32) as usize);
        }
        let again = compared(&games).fit();
        let ratings = one_by_one(&games);
        for agent in 0..4 {
            let (one, two) = (fit.rating(agent), again.rating(agent));
            assert!((one.mean - two.mean).abs() < 1e-9 && (one.se - two.se).abs() < 1e-9);
            means[agent] += ratings[agent] / f64::from(orders);
            spread = spread.max((ratings[agent] - one.mean).abs());
        }
    }
    assert!(spread > 0.5, "updates one by one depend on the order: {spread}");
    let shift = means.iter().sum::<f64>() / 4.0 - 25.0;
    for (agent, mean) in means.iter().enumerate() {
        let found = fit.rating(agent).mean;
        assert!((mean - shift - found).abs() < 0.5, "{means:?} {found}");
    }
}

/// Two agents with known chances: the mode is where the logit is.
#[test]
fn two_agents_are_at_the_logit_of_their_wins() {
    let mut comparisons = Comparisons::new(2);
    for number in 0..4000 {
        let mut deal = comparisons.next_deal();
        if number % 4 == 0 {
            deal.ahead(1, 0);
        } else {
            deal.ahead(0, 1);
        }
    }
    let fit = comparisons.fit();
    let gap = fit.gap(0, 1);
    let scale = std::f64::consts::SQRT_2 * 25.0 / 6.0;
    let logit = 3.0_f64.ln() * scale;
    assert!((gap.mean - logit).abs() < 0.05, "{gap:?} {logit}");
    // The standard error of a logit: 1 / √(n p q).
    let se = scale / (4000.0_f64 * 0.75 * 0.25).sqrt();
    assert!((gap.se / se - 1.0).abs() < 0.01, "{gap:?} {se}");
    assert!((fit.rating(0).mean + fit.rating(1).mean - 50.0).abs() < 1e-6);
}

#[test]
fn who_always_wins_has_a_large_uncertainty() {
    let mut comparisons = Comparisons::new(2);
    for _ in 0..10 {
        comparisons.next_deal().ahead(0, 1);
    }
    let fit = comparisons.fit();
    let gap = fit.gap(0, 1);
    assert!(gap.mean > 10.0 && gap.se > gap.mean / 5.0, "{gap:?}");
    // Nothing but ties: nothing to tell apart.
    let mut comparisons = Comparisons::new(2);
    for _ in 0..10 {
        comparisons.next_deal().tie(0, 1);
    }
    let gap = comparisons.fit().gap(0, 1);
    assert!(gap.mean.abs() < 1e-9 && gap.se > 0.0, "{gap:?}");
}

#[test]
fn many_deals_are_joined_without_a_change_of_ratings() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let games = games(MOST_CLUSTERS + 1000, &mut rng);
    let joined = compared(&games);
    assert!(joined.width == 2 && joined.clusters.len() < MOST_CLUSTERS);
    let sum = |comparisons: &Comparisons| -> u32 { comparisons.clusters.iter().flatten().sum() };
    assert_eq!(sum(&joined), 2 * 6 * games.len() as u32);
    let early = compared(&games[..MOST_CLUSTERS]);
    let (one, two) = (joined.fit().rating(3), early.fit().rating(3));
    assert!(
        (one.mean - two.mean).abs() < 3.0 * two.se && one.se < two.se,
        "{one:?} {two:?}"
    );
}
