//! What an environment can be asked to do.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{EnvError, Reward};
use crate::core::{Action, ActionSet, PlayError, Seat};

/// What happens on an illegal action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IllegalAction {
    /// The step is refused and nothing changes.
    #[default]
    Error,
    /// The lowest legal action is played instead, and the step says so: for tools that sample without masks.
    /// Actions of seats that must not act are ignored.
    Lowest,
}

impl IllegalAction {
    /// Both policies.
    pub const ALL: [Self; 2] = [Self::Error, Self::Lowest];

    /// The name by which configs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Lowest => "lowest",
        }
    }

    /// Whether an action may be given for a seat that must not act.
    pub(super) fn off_turn(self, seat: Seat) -> Result<(), PlayError> {
        match self {
            Self::Error => Err(PlayError::NotActing { seat }),
            Self::Lowest => Ok(()),
        }
    }

    /// The action that is played where `seat` asks for `id`, and whether it is another than asked for.
    #[inline]
    pub(super) fn choose<A: Action>(
        self,
        seat: Seat,
        id: u8,
        legal: ActionSet<A>,
    ) -> Result<(A, bool), EnvError> {
        let asked = A::from_id(id).filter(|&action| legal.contains(action));
        let forgiven = match self {
            Self::Error => None,
            Self::Lowest => legal.first(),
        };
        match (asked, forgiven) {
            (Some(action), _) => Ok((action, false)),
            (None, Some(lowest)) => Ok((lowest, true)),
            (None, None) => Err(EnvError::Illegal {
                seat,
                action: id,
                legal: legal.iter().map(A::id).collect(),
            }),
        }
    }
}

impl FromStr for IllegalAction {
    type Err = EnvError;

    fn from_str(name: &str) -> Result<Self, EnvError> {
        named("illegal", name, &Self::ALL, Self::name)
    }
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The value of an option that has this name.
pub(super) fn named<T: Copy>(
    option: &'static str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, EnvError> {
    all.iter()
        .copied()
        .find(|&value| name_of(value) == name)
        .ok_or_else(|| EnvError::BadOption {
            option,
            value: format!("\"{name}\""),
            right: all
                .iter()
                .map(|&value| name_of(value))
                .collect::<Vec<_>>()
                .join(", "),
        })
}

/// How an environment pays and what it forgives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnvOptions {
    /// What is paid, and when.
    pub reward: Reward,
    /// What happens on an illegal action.
    pub illegal: IllegalAction,
}
