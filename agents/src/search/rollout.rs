//! Ends of a round, random or by a policy, by the game's own rules.

use hornox_env::{ActionSet, MAX_SEATS, Seat, Turn};
use rand::RngExt;

use super::{Goal, Searched, SplitMix64};
use crate::scripted::{Policy, uniform};

/// Of so many choices by a policy one is made at random: who takes others for machines is surprised by them. Of 0, 5,
/// 10, 20 and 40 in a hundred, 10 did best, against random search by most (`mcs:1000?rollouts=risk`, rules `bench`).
const AT_RANDOM: u32 = 10;

/// The mean gain of each legal action, ascending by id; −∞ where it got no rollout.
///
/// The actions take turns, the first ones getting what is left over. Each time round, what is hidden is drawn
/// anew, and every seat gets a generator of its own: so all actions meet the same hands, and seats that hold the
/// same cards play them alike.
pub(super) fn mean_gains<G: Searched>(
    view: &G::View,
    legal: ActionSet<G::Action>,
    rollouts: u32,
    policy: Option<&dyn Policy<G>>,
    goal: Goal,
) -> Vec<f64> {
    let seat = G::seat_of(view);
    let mut rng = SplitMix64::new(G::seed_of(view));
    let mut sums = vec![(0.0, 0_u32); legal.len()];
    let mut left = rollouts;
    let mut joint = Vec::with_capacity(MAX_SEATS);
    while left > 0 {
        let start = G::resample(view, &mut rng);
        let mut rngs = [SplitMix64::default(); MAX_SEATS];
        for own in &mut rngs {
            own.absorb(rng.word());
        }
        for (action, (sum, count)) in legal.iter().zip(&mut sums).take(left as usize) {
            let mut game = start.clone();
            play_out(&mut game, &start, (seat, action), policy, rngs, &mut joint);
            *sum += goal.gained(&start, &game, seat);
            *count += 1;
            left -= 1;
        }
    }
    let mean = |(sum, count)| {
        if count == 0 {
            f64::NEG_INFINITY
        } else {
            sum / f64::from(count)
        }
    };
    sums.into_iter().map(mean).collect()
}

/// Plays from `start` to the end of its round, one seat's first action being given.
fn play_out<G: Searched>(
    game: &mut G,
    start: &G,
    first: (Seat, G::Action),
    policy: Option<&dyn Policy<G>>,
    mut rngs: [SplitMix64; MAX_SEATS],
    joint: &mut Vec<(Seat, G::Action)>,
) {
    let mut first = Some(first);
    while let Turn::Act(seats) = game.turn() {
        if game.round() != start.round() || game.cuts_rollout(start) {
            return;
        }
        joint.clear();
        for seat in seats.iter() {
            let given = first
                .take_if(|(actor, _)| *actor == seat)
                .map(|(_, action)| action);
            let rng = &mut rngs[seat.index()];
            let action = given.or_else(|| {
                let legal = game.legal(seat);
                match policy {
                    // A sole action needs no thought.
                    Some(policy) if legal.len() > 1 && rng.random_range(0..AT_RANDOM) > 0 => {
                        uniform(policy.best(&game.view(seat), legal), rng)
                    }
                    Some(_) | None => game.rollout_action(legal, rng),
                }
            });
            joint.extend(action.map(|action| (seat, action)));
        }
        if game.play(joint, &mut ()).is_err() {
            // No action was made up: nothing can be illegal here.
            return;
        }
    }
}
