//! Plays a record again and compares everything.

use super::error::{Fault, Item, RecordError};
use super::{Record, Recorded, Recorder};
use crate::core::{Action as _, Outcome, PlayError, Seat, SeatSet, Turn};

/// How far a share of the win may be from the right one.
const NEAR: f64 = 1e-6;

/// What happens in a game that is played again.
#[derive(Debug)]
pub enum Step<'a, G: Recorded> {
    /// A round was dealt.
    Dealt(&'a G),
    /// Seats chose, and events came of it.
    Played {
        /// The game after it.
        game: &'a G,
        /// Who chose what, ascending by seat.
        joint: &'a [(Seat, G::Action)],
        /// What everybody saw happen.
        events: &'a [G::Event],
    },
}

impl<G: Recorded> Record<G> {
    /// Plays the record again by its rules and compares every placement, take, score and ending with what it says.
    /// Where the deals came from is not asked: the seed is not used.
    ///
    /// # Errors
    /// The first difference, or the first deal or action that the rules refuse.
    pub fn replay(&self) -> Result<(), RecordError> {
        self.replay_shown(&mut |_| {})
    }

    /// The same, and shows each step, up to the first one that is not true.
    ///
    /// # Errors
    /// As [`replay`](Self::replay).
    pub fn replay_shown(&self, show: &mut impl FnMut(Step<'_, G>)) -> Result<(), RecordError> {
        let mut game = G::new(&self.rules);
        let players = game.players();
        if self.agents.len() != players {
            return Err(Fault::Differs {
                field: "agents".to_owned(),
                recorded: format!("{} names", self.agents.len()),
                right: format!("{players} seats"),
            }
            .into());
        }
        let mut recorder = Recorder::new();
        for (index, round) in self.rounds.iter().enumerate() {
            replay_round(&mut game, &mut recorder, round, show).map_err(|error| error.in_round(index))?;
        }
        let Some(outcome) = game.outcome() else {
            return Err(Fault::Differs {
                field: "rounds".to_owned(),
                recorded: self.rounds.len().to_string(),
                right: "the game goes on".to_owned(),
            }
            .into());
        };
        Fault::same("scores", &self.scores, &game.scores())?;
        Fault::same("truncated", &self.truncated, &outcome.truncated)?;
        self.compare_shares(outcome, players)?;
        Ok(())
    }

    fn compare_shares(&self, outcome: Outcome, players: usize) -> Result<(), Fault> {
        let right = outcome.win_shares(players);
        let near = |(given, right): (&f64, &f64)| (given - right).abs() <= NEAR;
        let same = self.win_share.players() == players
            && self.win_share.values().iter().zip(right.values()).all(near);
        if same {
            Ok(())
        } else {
            Fault::same("win_share", &self.win_share, &right)
        }
    }
}

fn replay_round<G: Recorded>(
    game: &mut G,
    recorder: &mut Recorder<G>,
    given: &G::Round,
    show: &mut impl FnMut(Step<'_, G>),
) -> Result<(), RecordError> {
    if game.turn() == Turn::Over {
        return Err(Fault::Differs {
            field: String::new(),
            recorded: "one more round".to_owned(),
            right: "the game is over".to_owned(),
        }
        .into());
    }
    let number = game.round();
    let deal = game.recorded_deal(given)?;
    recorder.deal(game, &deal).map_err(Fault::from)?;
    compare_step(recorder, given)?;
    show(Step::Dealt(game));
    let actions = G::actions(given);
    let mut next = 0;
    while game.round() == number
        && let Turn::Act(seats) = game.turn()
    {
        let joint = read_joint::<G>(actions, next, seats)?;
        recorder
            .play(game, &joint, &mut ())
            .map_err(|error| refused(error, next, &joint))?;
        next += joint.len();
        compare_step(recorder, given)?;
        show(Step::Played {
            game,
            joint: &joint,
            events: recorder.events(),
        });
    }
    if let Some((seat, id)) = actions.get(next) {
        return Err(Fault::Differs {
            field: String::new(),
            recorded: format!("[{seat},{id}]"),
            right: "the round is over".to_owned(),
        }
        .at(Item::Action(next)));
    }
    match recorder.rounds().last() {
        Some(made) => G::compare_round(given, made),
        None => Ok(()),
    }
}

fn compare_step<G: Recorded>(recorder: &Recorder<G>, given: &G::Round) -> Result<(), RecordError> {
    match recorder.rounds().last() {
        Some(made) => G::compare_step(given, made, recorder.events()),
        None => Ok(()),
    }
}

/// The actions of the seats that must act, which begin at `first`.
fn read_joint<G: Recorded>(
    actions: &[(Seat, u8)],
    first: usize,
    seats: SeatSet,
) -> Result<Vec<(Seat, G::Action)>, RecordError> {
    let mut joint = Vec::with_capacity(seats.len());
    for (index, right) in (first..).zip(seats.iter()) {
        let differs = |recorded: String| Fault::Differs {
            field: String::new(),
            recorded,
            right: format!("seat {right} acts"),
        };
        let entry = actions.get(index).copied();
        let (seat, id) = entry.ok_or_else(|| differs("nothing".to_owned()).at(Item::Action(index)))?;
        if seat != right {
            return Err(differs(format!("seat {seat} acts")).at(Item::Action(index)));
        }
        let action = G::Action::from_id(id).ok_or_else(|| {
            Fault::Malformed {
                path: String::new(),
                reason: format!("no action has the number {id}"),
            }
            .at(Item::Action(index))
        })?;
        joint.push((seat, action));
    }
    Ok(joint)
}

/// Where in the actions a refused move went wrong.
fn refused<A>(error: PlayError, first: usize, joint: &[(Seat, A)]) -> RecordError {
    let seat = match &error {
        PlayError::NotActing { seat }
        | PlayError::Missing { seat }
        | PlayError::Twice { seat }
        | PlayError::Illegal { seat, .. } => Some(*seat),
        PlayError::DealDue | PlayError::NoDealDue | PlayError::Over | PlayError::BadDeal { .. } => None,
    };
    let within = joint.iter().position(|(acting, _)| Some(*acting) == seat);
    Fault::from(error).at(Item::Action(first + within.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_json() {
        let error = Fault::same("points", &[1, 2], &[1, 3]).unwrap_err();
        let error = error.at(Item::Move(4)).in_round(1).on_line(3);
        assert_eq!(
            error.to_string(),
            "line 3: rounds[1].moves[4].points: [1,2] in the record, [1,3] by the rules"
        );
    }
}
