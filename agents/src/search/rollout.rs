//! Random ends of a round, by the game's own rules.

use hornox_env::{ActionSet, MAX_SEATS, Seat, Turn};

use super::{Searched, SplitMix64};

/// The mean gain of each legal action, ascending by id; −∞ where it got no rollout.
///
/// The actions take turns, the first ones getting what is left over. Each time round, what is hidden is drawn
/// anew, and every seat gets a generator of its own: so all actions meet the same hands, and seats that hold the
/// same cards play them alike.
pub(super) fn mean_gains<G: Searched>(
    view: &G::View,
    legal: ActionSet<G::Action>,
    rollouts: u32,
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
            play_out(&mut game, &start, (seat, action), rngs, &mut joint);
            *sum += game.gain(&start, seat);
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
            let action = given.or_else(|| game.rollout_action(game.legal(seat), &mut rngs[seat.index()]));
            joint.extend(action.map(|action| (seat, action)));
        }
        if game.play(joint, &mut ()).is_err() {
            // No action was made up: nothing can be illegal here.
            return;
        }
    }
}
