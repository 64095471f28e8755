//! Games that every kind of agent plays.

use hornox_env::nimmt::{self, LowCard, Nimmt};
use hornox_env::observe::Observe;
use hornox_env::sixes::{self, Sixes};
use hornox_env::{ActionSet, Agent};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::features::Describe;
use crate::scripted::nimmt::{Fixed, Risk, cheapest_row};
use crate::scripted::sixes::{Far, Longest};
use crate::scripted::{Random, Script, Scripted};
use crate::search::Searched;

/// Why rules given as fields were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesFieldsError {
    /// They are another game's.
    #[error("rules of game {found}, where those of \"{expected}\" are asked for")]
    OtherGame {
        /// The game they name.
        found: String,
        /// The game asked for.
        expected: &'static str,
    },
    /// A field is unknown, its value impossible, or fields do not go together.
    #[error("{reason}")]
    Refused {
        /// What the game says.
        reason: String,
    },
}

/// A game that every kind of agent plays, and whose rules can be written as fields.
pub trait Playable: Describe + Searched + Observe {
    /// The scripted player of this name, where the game has it.
    fn scripted(script: Script) -> Option<Box<dyn Agent<Self>>>;

    /// What a network plays without being asked, since the rules it was `trained` by never put such a question.
    fn untaught(
        trained: &Self::Rules,
        view: &Self::View,
        legal: ActionSet<Self::Action>,
    ) -> Option<Self::Action>;

    /// Every field of the rules; none is `null`.
    fn fields_of(rules: &Self::Rules) -> Map<String, Value>;

    /// The rules with these fields; those left out have their defaults.
    ///
    /// # Errors
    /// Where a field or a value is unknown or does not go with the others.
    fn rules_with(fields: &Map<String, Value>) -> Result<Self::Rules, RulesFieldsError>;

    /// The names of the scripted players of this game.
    fn scripts() -> impl Iterator<Item = Script> {
        Script::ALL
            .into_iter()
            .filter(|script| Self::scripted(*script).is_some())
    }
}

impl Playable for Nimmt {
    fn scripted(script: Script) -> Option<Box<dyn Agent<Self>>> {
        match script {
            Script::Random => Some(Box::new(Random)),
            Script::Lowest => Some(Box::new(Scripted(Fixed::Lowest))),
            Script::Highest => Some(Box::new(Scripted(Fixed::Highest))),
            Script::Nearest => Some(Box::new(Scripted(Fixed::Nearest))),
            Script::Risk => Some(Box::new(Scripted(Risk))),
            Script::Longest | Script::Far => None,
        }
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

    fn fields_of(rules: &nimmt::Rules) -> Map<String, Value> {
        rules.to_map()
    }

    fn rules_with(fields: &Map<String, Value>) -> Result<nimmt::Rules, RulesFieldsError> {
        let mut rules = nimmt::RuleFields::default();
        for (field, value) in fields {
            rules.set(field, value).map_err(|error| refused(&error))?;
        }
        nimmt::Rules::check(rules).map_err(|error| refused(&error))
    }
}

impl Playable for Sixes {
    fn scripted(script: Script) -> Option<Box<dyn Agent<Self>>> {
        match script {
            Script::Random => Some(Box::new(Random)),
            Script::Longest => Some(Box::new(Scripted(Longest))),
            Script::Far => Some(Box::new(Scripted(Far))),
            Script::Lowest | Script::Highest | Script::Nearest | Script::Risk => None,
        }
    }

    /// Cards and passes come up by all rules.
    fn untaught(_: &sixes::Rules, _: &sixes::View, _: ActionSet<sixes::Action>) -> Option<sixes::Action> {
        None
    }

    fn fields_of(rules: &sixes::Rules) -> Map<String, Value> {
        rules.to_map()
    }

    fn rules_with(fields: &Map<String, Value>) -> Result<sixes::Rules, RulesFieldsError> {
        let mut rules = sixes::RuleFields::default();
        for (field, value) in fields {
            rules.set(field, value).map_err(|error| refused(&error))?;
        }
        sixes::Rules::check(rules).map_err(|error| refused(&error))
    }
}

fn refused(error: &impl ToString) -> RulesFieldsError {
    RulesFieldsError::Refused {
        reason: error.to_string(),
    }
}
