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

/// A buffer with one part, of `len` numbers, for each of the items.
pub(super) struct Parts<'a, E> {
    pub buffer: &'a mut [E],
    pub len: usize,
}

/// Writes each item into its part of two buffers.
pub(super) fn each_into<T: Sync, A: Send, B: Send>(
    items: &[T],
    first: Parts<'_, A>,
    second: Parts<'_, B>,
    work: impl Fn(&T, &mut [A], &mut [B]) + Sync,
) {
    let Parts { buffer: first, len } = first;
    // A length of 0 would have no parts.
    let first_len = len.max(1);
    let Parts { buffer: second, len } = second;
    let second_len = len.max(1);
    let in_order = |items: &[T], first: &mut [A], second: &mut [B]| {
        let parts = first
            .chunks_exact_mut(first_len)
            .zip(second.chunks_exact_mut(second_len));
        for (item, (first, second)) in items.iter().zip(parts) {
            work(item, first, second);
        }
    };
    #[cfg(feature = "rayon")]
    items
        .par_chunks(CHUNK)
        .zip(first.par_chunks_mut(CHUNK * first_len))
        .zip(second.par_chunks_mut(CHUNK * second_len))
        .for_each(|((items, first), second)| in_order(items, first, second));
    #[cfg(not(feature = "rayon"))]
    in_order(items, first, second);
}
