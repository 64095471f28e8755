//! What a round costs a seat when everybody plays at random: known figures of the game, which an engine with a
//! wrong rule misses.

use hornox_env::Game;
use hornox_env::nimmt::Nimmt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::common::{random_step, rules};

/// Mean bulls a seat in a round of random play, and its standard error over games.
fn random_play(low_card: &str, players: usize, games: u64) -> (f64, f64) {
    let rules = rules(json!({"low_card": low_card, "players": players}));
    let (mut sum, mut squares) = (0.0, 0.0);
    for number in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut game = Nimmt::new(&rules);
        while random_step(&mut game, number, &mut rng, &mut Vec::new()) {}
        let bulls = f64::from(game.scores().values().iter().sum::<i32>()) / players as f64;
        sum += bulls;
        squares += bulls * bulls;
    }
    let games = games as f64;
    let mean = sum / games;
    (mean, ((squares / games - mean * mean) / (games - 1.0)).sqrt())
}

#[test]
fn random_play_costs_what_it_is_known_to_cost() {
    let known = [
        ("auto", 2, 8.2, 4000),
        ("auto", 4, 12.1, 2500),
        ("auto", 6, 13.6, 1500),
        ("auto", 10, 14.7, 1000),
        ("free", 2, 10.6, 4000),
        ("free", 4, 13.4, 2500),
    ];
    for (low_card, players, bulls, games) in known {
        let (mean, error) = random_play(low_card, players, games);
        // The known figures are rounded to a tenth.
        let near = (mean - bulls).abs() < 5.0 * error + 0.05;
        assert!(
            near,
            "{low_card}, {players} seats: {mean:.2} ± {error:.2}, known {bulls}"
        );
        assert!(error < 0.15, "too few games to tell: ± {error:.2}");
    }
}
