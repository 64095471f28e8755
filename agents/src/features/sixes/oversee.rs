//! Nothing so far: a critic sees what the seat does.

use hornox_env::sixes::{Action, Sixes};
use hornox_env::{ActionSet, Seat};

use crate::features::oversee::Oversee;

impl Oversee for Sixes {
    const SEEN_GLOBALS: usize = 0;
    const SEEN_FEATURES: usize = 0;

    fn oversee(
        &self,
        _: Seat,
        _: &[(Seat, Action)],
        _: ActionSet<Action>,
        _: &mut Vec<f32>,
        _: &mut Vec<f32>,
    ) {
    }
}
