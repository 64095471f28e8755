//! Games that every kind of agent plays.

use std::fmt::Display;

use hornox_env::nimmt::{self, LowCard, Nimmt};
use hornox_env::observe::Observe;
use hornox_env::sixes::{self, Sixes};
use hornox_env::{ActionSet, Agent};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::exact::Exact;
use crate::external::Told;
use crate::features::Describe;
use crate::scripted::nimmt::{Fixed, Risk, cheapest_row};
use crate::scripted::sixes::{Far, Longest};
use crate::scripted::{Policy, Random, Script, Scripted};
use crate::search::Searched;

/// A game that every kind of agent plays.
pub trait Playable: Describe + Searched + Told + Observe + Display + Serialize + DeserializeOwned {
    /// What the scripted player of this name likes best, where the game has it. `random` likes all alike.
    fn policy(script: Script) -> Option<Box<dyn Policy<Self>>>;

    /// The scripted player of this name, where the game has it.
    fn scripted(script: Script) -> Option<Box<dyn Agent<Self>>> {
        Self::policy(script).map(|policy| Box::new(Scripted(policy)) as Box<dyn Agent<Self>>)
    }

    /// What a network plays without being asked, since the rules it was `trained` by never put such a question.
    fn untaught(
        trained: &Self::Rules,
        view: &Self::View,
        legal: ActionSet<Self::Action>,
    ) -> Option<Self::Action>;

    /// Whether the game has an agent that plays exactly.
    const EXACT: bool;

    /// The agent of this name that plays exactly with at most `horizon` cards a hand and before as `above` does,
    /// where the game has one.
    fn exact(name: String, horizon: u8, above: Box<dyn Agent<Self>>) -> Option<Box<dyn Agent<Self>>>;

    /// The names of the scripted players of this game.
    fn scripts() -> impl Iterator<Item = Script> {
        Script::ALL
            .into_iter()
            .filter(|script| Self::policy(*script).is_some())
    }
}

impl Playable for Nimmt {
    fn policy(script: Script) -> Option<Box<dyn Policy<Self>>> {
        match script {
            Script::Random => Some(Box::new(Random)),
            Script::Lowest => Some(Box::new(Fixed::Lowest)),
            Script::Highest => Some(Box::new(Fixed::Highest)),
            Script::Nearest => Some(Box::new(Fixed::Nearest)),
            Script::Risk => Some(Box::new(Risk)),
            Script::Longest | Script::Far => None,
        }
    }

    const EXACT: bool = true;

    fn exact(name: String, horizon: u8, above: Box<dyn Agent<Self>>) -> Option<Box<dyn Agent<Self>>> {
        Some(Box::new(Exact::new(name, horizon, above)))
    }

    /// Where low cards took the cheapest row by themselves, it never learned to choose one, and takes the cheapest.
    fn untaught(
        trained: &nimmt::Rules,
        view: &nimmt::View,
        legal: ActionSet<nimmt::Action>,
    ) -> Option<nimmt::Action> {
        if trained.low_card == LowCard::Auto {
            cheapest_row(view.table(), legal)
        } else {
            None
        }
    }
}

impl Playable for Sixes {
    fn policy(script: Script) -> Option<Box<dyn Policy<Self>>> {
        match script {
            Script::Random => Some(Box::new(Random)),
            Script::Longest => Some(Box::new(Longest)),
            Script::Far => Some(Box::new(Far)),
            Script::Lowest | Script::Highest | Script::Nearest | Script::Risk => None,
        }
    }

    const EXACT: bool = false;

    fn exact(_: String, _: u8, _: Box<dyn Agent<Self>>) -> Option<Box<dyn Agent<Self>>> {
        None
    }

    /// Cards and passes come up by all rules.
    fn untaught(_: &sixes::Rules, _: &sixes::View, _: ActionSet<sixes::Action>) -> Option<sixes::Action> {
        None
    }
}
