//! The same work on each of many things: in order, or with the feature `rayon` in fixed chunks on all cores. No
//! piece of work sees another's result, so both give the same.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::core::PlayError;

/// How many things one core takes at a time.
#[cfg(feature = "rayon")]
const CHUNK: usize = 64;

/// Changes each item.
pub(super) fn each_mut<T: Send>(
    items: &mut [T],
    work: impl Fn(&mut T) -> Result<(), PlayError> + Sync,
) -> Result<(), PlayError> {
    #[cfg(feature = "rayon")]
    return items
        .par_chunks_mut(CHUNK)
        .try_for_each(|chunk| chunk.iter_mut().try_for_each(&work));
    #[cfg(not(feature = "rayon"))]
    items.iter_mut().try_for_each(work)
}

/// Writes what items have to say, one behind the other, into two buffers with so many parts of their own length.
/// `start` says how many parts come before an item's.
pub(super) fn each_into<T: Sync, A: Send, B: Send>(
    items: &[T],
    start: &(impl Fn(&T) -> usize + Sync),
    first: Parts<'_, A>,
    second: Parts<'_, B>,
    work: &(impl Fn(&T, &mut [A], &mut [B]) + Sync),
) {
    #[cfg(feature = "rayon")]
    if items.len() > CHUNK {
        let (left, right) = items.split_at(items.len().div_ceil(CHUNK) / 2 * CHUNK);
        let parts = start(&right[0]) - start(&left[0]);
        let ((first_left, first_right), (second_left, second_right)) =
            (first.split_at(parts), second.split_at(parts));
        rayon::join(
            || each_into(left, start, first_left, second_left, work),
            || each_into(right, start, first_right, second_right, work),
        );
        return;
    }
    let (mut first, mut second) = (first, second);
    for pair in items.windows(2) {
        let parts = start(&pair[1]) - start(&pair[0]);
        work(&pair[0], first.split_off(parts), second.split_off(parts));
    }
    if let Some(last) = items.last() {
        work(last, first.buffer, second.buffer);
    }
}

/// A buffer of parts of `len` numbers each.
pub(super) struct Parts<'a, E> {
    pub buffer: &'a mut [E],
    pub len: usize,
}

impl<'a, E> Parts<'a, E> {
    /// Takes so many parts off the front.
    fn split_off(&mut self, parts: usize) -> &'a mut [E] {
        let (front, rest) = std::mem::take(&mut self.buffer).split_at_mut(parts * self.len);
        self.buffer = rest;
        front
    }

    #[cfg(feature = "rayon")]
    fn split_at(mut self, parts: usize) -> (Self, Self) {
        let front = Self {
            buffer: self.split_off(parts),
            len: self.len,
        };
        (front, self)
    }
}
