//! The agent.

use hornox_env::nimmt::{LowCard, Nimmt, Phase, Preset};
use hornox_env::{Agent, Decision, Game, Seat, agent_rng};

use super::super::{Exact, Position, solve};
use super::{midway, plainly, seat};
use crate::scripted::{Scripted, nimmt::Fixed};

fn exact(horizon: u8) -> Exact {
    Exact::new("exact".to_owned(), horizon, Box::new(Scripted(Fixed::Highest)))
}

#[test]
fn it_plays_the_mix_below_its_horizon() {
    for (number, seat) in (0..6).zip([0, 1].map(seat).into_iter().cycle()) {
        let game = midway(10, 4, LowCard::Free, number);
        let (view, legal) = (game.view(seat), game.legal(seat));
        let mix: Vec<_> = solve(&Position::of(&game).unwrap()).mixes[seat.index()].clone();
        let chances = exact(4).probabilities(&view, legal).unwrap().unwrap();
        assert_eq!(mix.iter().map(|(_, chance)| *chance).collect::<Vec<_>>(), chances);
        let mut rng = agent_rng(1, number, seat);
        for _ in 0..20 {
            let decision = Decision {
                view: &view,
                legal,
                rng: &mut rng,
            };
            let action = exact(4).act(decision).unwrap();
            let place = legal.iter().position(|other| other == action).unwrap();
            assert!(chances[place] > 0.0);
        }
        // Above it, it is the other agent.
        let highest = exact(3).probabilities(&view, legal).unwrap().unwrap();
        assert_eq!(highest, [0.0, 0.0, 0.0, 1.0]);
    }
}

#[test]
fn it_takes_the_row_that_is_best() {
    let mut asked = 0;
    for number in 0..80 {
        let mut game = midway(10, 3, LowCard::Free, number);
        let lowest: Vec<_> = [0, 1]
            .map(seat)
            .map(|seat| (seat, game.legal(seat).first().unwrap()))
            .to_vec();
        game.play(&lowest, &mut ()).unwrap();
        let Phase::TakeRow(taker) = game.table().phase() else {
            continue;
        };
        asked += 1;
        let legal = game.legal(taker);
        let chances = exact(3).probabilities(&game.view(taker), legal).unwrap().unwrap();
        let place = chances.iter().position(|&chance| chance > 0.999).unwrap();
        let mut next = game.clone();
        next.play(&[(taker, legal.nth(place).unwrap())], &mut ()).unwrap();
        let value = super::difference(&next) - super::difference(&game) + plainly(&next);
        assert!((value - plainly(&game)).abs() < 1e-7, "{game}");
    }
    assert!(asked > 5, "{asked}");
}

/// Against the other's mix no action is worth more than the position, and each of the own mix as much.
#[test]
fn its_values_are_those_of_the_equilibrium() {
    let mut worse = 0;
    for number in 0..12 {
        for low_card in [LowCard::Free, LowCard::Auto] {
            let game = midway(10, 4, low_card, number);
            let value = plainly(&game);
            for (seat, sign) in [0, 1].map(seat).into_iter().zip([-1.0, 1.0]) {
                let (view, legal) = (game.view(seat), game.legal(seat));
                let chances = exact(4).probabilities(&view, legal).unwrap().unwrap();
                let values = exact(4).action_values(&view, legal).unwrap().unwrap();
                assert_eq!(values.len(), legal.len());
                for (one, chance) in values.iter().zip(chances) {
                    let loss = sign * value - one;
                    assert!(loss > -1e-6 && (chance == 0.0 || loss < 1e-6), "{game}: {loss}");
                    worse += usize::from(loss > 0.01);
                }
                // Above the horizon it is the other agent, who has no values.
                assert_eq!(exact(3).action_values(&view, legal).unwrap(), None);
            }
        }
    }
    assert!(worse > 50, "{worse}");
}

#[test]
fn other_rules_are_refused() {
    let mut game = Nimmt::new(&Preset::Round.rules());
    let deal = game.sample_deal(&mut hornox_env::deal_rng(1, 0, 0));
    game.deal(&deal).unwrap();
    let view = game.view(Seat::default());
    let error = exact(3)
        .probabilities(&view, view.legal())
        .unwrap_err()
        .to_string();
    assert_eq!(error, "agent exact: `players` = 4, but exact play is for 2 seats");
}
