//! One piece of work, and what came of it.

use serde::{Deserialize, Serialize};

use crate::arena::lapses::Lapses;
use crate::arena::placed::Placed;
use crate::arena::study::Sums;

/// The games of one matchup on one block of deals: what a thread plays at a time, and a line of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unit {
    /// Which block of deals, from 0.
    pub block: u64,
    /// Which matchup, as a place in their list.
    pub matchup: usize,
    /// How the games ended: deal by deal, and in each as many as seats.
    pub games: Vec<Placed>,
    /// Where the agent of a pair lost its score; nothing for mixed line-ups.
    pub study: Option<Sums>,
    /// Microseconds of one thread that the agent of a pair thought, and its decisions.
    pub clock: (u64, u64),
    /// How often seats of each agent failed, where they did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lapses: Vec<(usize, Lapses)>,
}
