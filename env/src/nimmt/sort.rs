//! Sorting a few numbers.

/// Sorts ascending, by exchanges that do not depend on the numbers: there is nothing for the processor to guess.
#[inline]
pub(super) fn sort_few<const N: usize>(numbers: &mut [u16; N]) {
    for end in 1..N {
        for place in (0..end).rev() {
            let (low, high) = (numbers[place], numbers[place + 1]);
            numbers[place] = low.min(high);
            numbers[place + 1] = low.max(high);
        }
    }
}
