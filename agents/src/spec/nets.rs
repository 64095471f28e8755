//! Agents that are made of checkpoints.

use std::path::Path;

use hornox_env::Agent;

use super::{AgentSpec, Search, SpecError};
use crate::neural::{BySeats, CheckpointError, Members, NetAgent, NetSearch, NetValue, for_table};
use crate::playable::Playable;
use crate::search::{Candidate, MAX_ROLLOUTS};

impl AgentSpec {
    /// Refuses a table for which its networks, one for each of several seat counts, have none.
    ///
    /// # Errors
    /// Where there is no network for so many seats, or none can be read.
    pub fn check_seats<G: Playable>(&self, seats: usize) -> Result<(), SpecError> {
        let covered = |path: &Path| for_table::<G>(path, seats).map_err(|error| self.unavailable(&error));
        match self {
            Self::Net { path, .. } => covered(path).map(|_| ()),
            Self::Search(search) => {
                covered(&search.path)?;
                let models = search.models(G::RECALLS);
                models.iter().try_for_each(|model| model.check_seats::<G>(seats))
            }
            Self::Exact { above, .. } => above.check_seats::<G>(seats),
            Self::Scripted(_) | Self::Mcs { .. } | Self::Command(_) => Ok(()),
        }
    }

    pub(super) fn build_net<G: Playable>(
        &self,
        path: &Path,
        temperature: f32,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        self.by_seats(path, |path| {
            let agent = NetAgent::load(self.to_string(), path, temperature);
            Ok(Box::new(agent.map_err(|error| self.unavailable(&error))?))
        })
    }

    /// The agent that `build` makes of a checkpoint; where the folder holds several, one of them all.
    fn by_seats<G: Playable>(
        &self,
        path: &Path,
        build: impl Fn(&Path) -> Result<Box<dyn Agent<G>>, SpecError>,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let unavailable = |error: CheckpointError| self.unavailable(&error);
        let Some(members) = Members::read(path).map_err(unavailable)? else {
            return build(path);
        };
        let folders = members.folders::<G>(path).map_err(unavailable)?;
        let agents = folders.iter().map(|(&seats, folder)| Ok((seats, build(folder)?)));
        Ok(Box::new(BySeats::new(
            self.to_string(),
            agents.collect::<Result<_, _>>()?,
        )))
    }

    pub(super) fn build_search<G: Playable>(&self, search: &Search) -> Result<Box<dyn Agent<G>>, SpecError> {
        self.by_seats(&search.path, |path| {
            let unavailable = |error: CheckpointError| self.unavailable(&error);
            let net = NetAgent::load(self.to_string(), path, 0.0).map_err(unavailable)?;
            let value = NetValue::load::<G>(path).map_err(unavailable)?;
            // Whom it takes for itself, it takes for this one network.
            let own = Search {
                path: path.to_owned(),
                ..search.clone()
            };
            let models = own.models(G::RECALLS);
            let models = models.iter().map(candidate).collect::<Result<_, _>>()?;
            Ok(Box::new(NetSearch::new(
                self.to_string(),
                net,
                value,
                models,
                search.budget,
                search.prior.into(),
            )))
        })
    }
}

/// One of the models of a search. Few rollouts play almost as many do, but are a poor judge of what was played.
fn candidate<G: Playable>(spec: &AgentSpec) -> Result<Candidate<G>, SpecError> {
    let judge = match *spec {
        AgentSpec::Mcs { rollouts, play } => &AgentSpec::Mcs {
            rollouts: rollouts.saturating_mul(4).min(MAX_ROLLOUTS),
            play,
        },
        AgentSpec::Scripted(_)
        | AgentSpec::Net { .. }
        | AgentSpec::Search(_)
        | AgentSpec::Command(_)
        | AgentSpec::Exact { .. } => spec,
    };
    Ok(Candidate {
        plays: spec.build()?,
        judges: judge.build()?,
    })
}
