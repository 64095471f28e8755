//! The state of many tables, to keep and to come back to.

use serde::{Deserialize, Serialize};

use super::slot::Slot;
use super::{VecEnv, at_table};
use crate::core::SeatMap;
use crate::gym::EnvError;
use crate::gym::episode::Episode;
use crate::observe::Observe;

/// The whole state of a [`VecEnv`] but for its options and the report of its last step, to be kept in memory or
/// written with serde.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VecSnapshot<G>(Vec<Table<G>>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table<G> {
    episode: Episode<G>,
    pending: SeatMap<f32>,
}

impl<G: Observe> VecEnv<G> {
    /// The state, to come back to with [`restore`](Self::restore).
    pub fn snapshot(&self) -> VecSnapshot<G> {
        let tables = self.slots.iter().map(|slot| Table {
            episode: slot.episode.clone(),
            pending: slot.pending,
        });
        VecSnapshot(tables.collect())
    }

    /// Goes back to a snapshot of an environment with the same rules and number of tables. It goes on exactly as
    /// that one would have; what its last step paid and ended is not part of it.
    ///
    /// # Errors
    /// Where rules or tables are others, or a table is not at rest.
    pub fn restore(&mut self, snapshot: VecSnapshot<G>) -> Result<(), EnvError> {
        let bad = |reason: String| EnvError::BadSnapshot { reason };
        let (tables, players) = (self.tables(), self.players());
        if snapshot.0.len() != tables {
            return Err(bad(format!("it has {} tables, not {tables}", snapshot.0.len())));
        }
        let waits = |table: &Table<G>| !table.episode.acting().is_empty();
        let started = snapshot.0.first().is_some_and(waits);
        for (index, (table, slot)) in snapshot.0.iter().zip(&self.slots).enumerate() {
            let checked = table.episode.check_restored(slot.episode.game.rules());
            checked.map_err(|error| at_table(index, error))?;
            let reason = if table.pending.players() != players {
                format!("{} rewards for {players} seats", table.pending.players())
            } else if table.episode.number % tables as u64 != index as u64 {
                format!("game {} is not this table's", table.episode.number)
            } else if waits(table) != started {
                "it does not wait for a move as the others do".to_owned()
            } else {
                continue;
            };
            return Err(at_table(index, bad(reason)));
        }
        let slots = snapshot.0.into_iter().enumerate();
        self.slots = slots
            .map(|(index, table)| Slot::at_rest(index, table.episode, table.pending))
            .collect();
        self.illegal.clear();
        self.gather();
        Ok(())
    }
}
