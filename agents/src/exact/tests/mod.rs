//! The solver against plain recursion by the game's own rules and a general linear-programming library.

mod agent;
mod equilibrium;
mod matrices;
mod positions;
mod responses;

use hornox_env::nimmt::{Action, Deck, LowCard, Nimmt, RuleFields, Rules};
use hornox_env::{Game, Seat, Turn, deal_rng};

use super::matrix::{MAX, Payoffs};
use crate::search::SplitMix64;

const LOW_CARDS: [LowCard; 3] = [LowCard::Auto, LowCard::Cheapest, LowCard::Free];

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn rules(hand_size: u8, low_card: LowCard) -> Rules {
    Rules::check(RuleFields {
        players: 2,
        deck: Deck::Tactic,
        hand_size,
        low_card,
        ..RuleFields::default()
    })
    .unwrap()
}

/// A round of `hand_size` cards, played at random until `cards` are left and cards are due.
fn midway(hand_size: u8, cards: usize, low_card: LowCard, number: u64) -> Nimmt {
    let mut game = Nimmt::new(&rules(hand_size, low_card));
    let deal = game.sample_deal(&mut deal_rng(3, number, 0));
    game.deal(&deal).unwrap();
    let mut rng = SplitMix64::new(number);
    loop {
        let Turn::Act(acting) = game.turn() else {
            panic!("the round is over");
        };
        if acting.len() == 2 && game.hands()[seat(0)].len() == cards {
            return game;
        }
        let joint: Vec<_> = acting
            .iter()
            .map(|seat| {
                (
                    seat,
                    crate::scripted::uniform(game.legal(seat), &mut rng).unwrap(),
                )
            })
            .collect();
        game.play(&joint, &mut ()).unwrap();
    }
}

/// What seat 0 takes minus what seat 1 takes, so far.
fn difference(game: &Nimmt) -> f64 {
    f64::from(game.scores()[seat(0)] - game.scores()[seat(1)])
}

/// The value of a state by full recursion: what seat 0 is going to take minus what seat 1 is.
fn plainly(game: &Nimmt) -> f64 {
    let Turn::Act(acting) = game.turn() else {
        return 0.0;
    };
    let after = |joint: &[(Seat, Action)]| {
        let mut next = game.clone();
        next.play(joint, &mut ()).unwrap();
        difference(&next) - difference(game) + plainly(&next)
    };
    if acting.len() == 1 {
        let chooser = acting.iter().next().unwrap();
        let values = game.legal(chooser).iter().map(|row| after(&[(chooser, row)]));
        return if chooser == seat(0) {
            values.fold(f64::INFINITY, f64::min)
        } else {
            values.fold(f64::NEG_INFINITY, f64::max)
        };
    }
    let [own, other] = [0, 1].map(|index| game.legal(seat(index)));
    let mut gains = [[0.0; MAX]; MAX];
    for (line, own) in gains.iter_mut().zip(own.iter()) {
        for (gain, other) in line.iter_mut().zip(other.iter()) {
            *gain = -after(&[(seat(0), own), (seat(1), other)]);
        }
    }
    -value_by_library(&gains, own.len(), other.len())
}

/// The value of a matrix game to its rows, as a linear program.
fn value_by_library(payoffs: &Payoffs, rows: usize, columns: usize) -> f64 {
    use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let mix: Vec<_> = (0..rows).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(mix.iter().map(|&chance| (chance, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..columns {
        let gains = mix
            .iter()
            .zip(payoffs)
            .map(|(&chance, line)| (chance, line[column]));
        problem.add_constraint(gains.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    match problem.solve().unwrap() {
        SolveOutcome::Solution(solution) => solution.objective(),
        SolveOutcome::Interrupted(_) => panic!("there is no limit"),
    }
}
