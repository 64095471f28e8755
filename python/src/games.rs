//! Which game: asked once, where a value is made, and matched exhaustively from there.

use hornox_agents::Playable;
use hornox_env::nimmt::{self, Nimmt};
use hornox_env::record::Recorded;
use hornox_env::sixes::{self, Sixes};
use hornox_env::{ActionSet, Game};

/// A value of one of the games.
#[derive(Clone)]
pub enum OfGame<N, S> {
    /// 6 nimmt!
    Nimmt(N),
    /// Sixes.
    Sixes(S),
}

/// Does the same with a value of either game, in code that is compiled for each.
macro_rules! of_game {
    ($value:expr, $name:pat => $work:expr) => {
        match $value {
            $crate::games::OfGame::Nimmt($name) => $work,
            $crate::games::OfGame::Sixes($name) => $work,
        }
    };
}
pub(crate) use of_game;

/// Makes a value of the game that rules are of, in code that is compiled for each.
macro_rules! by_rules {
    ($any:expr, $rules:pat => $make:expr) => {
        match $any {
            hornox_env::AnyRules::Nimmt($rules) => $crate::games::OfGame::Nimmt($make),
            hornox_env::AnyRules::Sixes($rules) => $crate::games::OfGame::Sixes($make),
        }
    };
}
pub(crate) use by_rules;

/// A game of which Python gets everything.
pub trait Played: Playable + Recorded {
    /// What the seat whose view it is may do; empty where it must not act.
    fn legal_of(view: &Self::View) -> ActionSet<<Self as Game>::Action>;
}

impl Played for Nimmt {
    fn legal_of(view: &nimmt::View) -> ActionSet<nimmt::Action> {
        view.legal()
    }
}

impl Played for Sixes {
    fn legal_of(view: &sixes::View) -> ActionSet<sixes::Action> {
        view.legal()
    }
}
