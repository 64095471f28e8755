//! Observations and masks of many tables, written into the caller's buffers.

use super::each::{Parts, each_into};
use super::{VecEnv, check_len};
use crate::core::{ActionSet, Seat, SeatSet};
use crate::gym::{Element, EnvError};
use crate::observe::Observe;

/// Buffers with a place for each of the R [`rows`](VecEnv::rows). L is the length of the
/// [`Element::layout`], A the number of action ids.
#[derive(Debug)]
pub struct Packed<'a, E> {
    /// What the seat knows: `[R, L]`.
    pub observations: &'a mut [E],
    /// 1 at each legal action: `[R, A]`.
    pub masks: &'a mut [u8],
}

/// Buffers with a place for each of the N seats of each of the T tables. L is the length of the
/// [`Element::layout`], A the number of action ids.
#[derive(Debug)]
pub struct Full<'a, E> {
    /// What the seat knows: `[T, N, L]`.
    pub observations: &'a mut [E],
    /// 1 at each legal action, all 0 for a seat that must not act: `[T, N, A]`.
    pub masks: &'a mut [u8],
    /// What the last step paid: `[T, N]`.
    pub rewards: &'a mut [f32],
    /// 1 where the rules ended the table's game in the last step: `[T]`. Observations and masks are then already
    /// the next game's.
    pub terminated: &'a mut [u8],
    /// 1 where a cap ended it: `[T]`.
    pub truncated: &'a mut [u8],
}

impl<G: Observe> VecEnv<G> {
    /// Writes observation and mask of each of the [`rows`](Self::rows).
    ///
    /// # Errors
    /// On a buffer of another length, named. Nothing is then written.
    pub fn write_packed<E: Element>(&self, out: Packed<'_, E>) -> Result<(), EnvError> {
        let Packed { observations, masks } = out;
        let (len, rows) = (E::layout::<G>().len(), self.rows.len());
        check_len("observations", rows * len, observations.len())?;
        check_len("masks", rows * Self::ACTIONS, masks.len())?;
        each_into(
            &self.slots,
            &|slot| slot.first_row,
            Parts {
                buffer: observations,
                len,
            },
            Parts {
                buffer: masks,
                len: Self::ACTIONS,
            },
            &|slot, observations, masks| {
                let acting = slot.episode.acting();
                E::write_each(&slot.episode.game, acting, observations);
                let rows = &self.rows[slot.first_row..slot.first_row + acting.len()];
                for (row, mask) in rows.iter().zip(masks.chunks_exact_mut(Self::ACTIONS)) {
                    row.legal.write_mask(mask);
                }
            },
        );
        Ok(())
    }

    /// Writes observation, mask and last reward of every seat, and which games the last step ended.
    ///
    /// # Errors
    /// On a buffer of another length, named. Nothing is then written.
    pub fn write_full<E: Element>(&self, out: Full<'_, E>) -> Result<(), EnvError> {
        let (len, places, players) = (E::layout::<G>().len(), self.max_rows(), self.players());
        check_len("observations", places * len, out.observations.len())?;
        check_len("masks", places * Self::ACTIONS, out.masks.len())?;
        check_len("rewards", places, out.rewards.len())?;
        check_len("terminated", self.tables(), out.terminated.len())?;
        check_len("truncated", self.tables(), out.truncated.len())?;
        each_into(
            &self.slots,
            &|slot| slot.table * players,
            Parts {
                buffer: out.observations,
                len,
            },
            Parts {
                buffer: out.masks,
                len: Self::ACTIONS,
            },
            &|slot, observations, masks| {
                let (game, acting) = (&slot.episode.game, slot.episode.acting());
                E::write_each(game, SeatSet::all(players), observations);
                for (seat, mask) in Seat::all(players).zip(masks.chunks_exact_mut(Self::ACTIONS)) {
                    let legal = if acting.contains(seat) {
                        game.legal(seat)
                    } else {
                        ActionSet::EMPTY
                    };
                    legal.write_mask(mask);
                }
            },
        );
        for (slot, rewards) in self.slots.iter().zip(out.rewards.chunks_exact_mut(players)) {
            rewards.copy_from_slice(slot.paid.values());
        }
        for (slot, (terminated, truncated)) in self
            .slots
            .iter()
            .zip(out.terminated.iter_mut().zip(out.truncated))
        {
            *terminated = slot.ended.is_some_and(|end| end.terminated()).into();
            *truncated = slot.ended.is_some_and(|end| end.truncated()).into();
        }
        Ok(())
    }
}
