//! Small dense loops over rows of 16 floats, compiled for each level of the CPU's vector units.
//!
//! Safe Rust: loops over fixed arrays, which the compiler turns into vector instructions;
//! `macerator` picks the level at run time. Sums run in one order whatever the tiling, so a row's
//! result does not depend on what else is in the batch.

#![expect(
    clippy::inline_always,
    reason = "code is compiled for a level of vector units only where it is inlined into it"
)]

use macerator::{AutoArch, Scalar, Simd, VFma, WithSimd};

/// Floats in a [`Lane`]: one vector of the widest CPUs.
pub(super) const LANE: usize = 16;

/// The unit of all rows: hidden sizes are counted in lanes.
pub(super) type Lane = [f32; LANE];

/// A lane of zeros.
pub(super) const ZERO: Lane = [0.0; LANE];

/// A slice of whole rows as lanes. What does not fill a lane is left out: sizes were checked.
pub(super) fn lanes(floats: &[f32]) -> &[Lane] {
    floats.as_chunks().0
}

/// As [`lanes`], to write to.
pub(super) fn lanes_mut(floats: &mut [f32]) -> &mut [Lane] {
    floats.as_chunks_mut().0
}

/// `out [m, n] += left [m, k] · right [k, n]`, with n in lanes; k and n at least 1.
pub(super) fn multiply(left: &[f32], k: usize, right: &[Lane], n: usize, out: &mut [Lane]) {
    AutoArch::new().dispatch(Multiply {
        left,
        k,
        right,
        n,
        out,
    });
}

/// `out [k, n] += leftᵀ · right` for `left [m, k]` and `right [m, n]`, with n in lanes.
pub(super) fn multiply_transposed(left: &[f32], k: usize, right: &[Lane], n: usize, out: &mut [Lane]) {
    AutoArch::new().dispatch(MultiplyTransposed {
        left,
        k,
        right,
        n,
        out,
    });
}

/// Whether a vector register holds a lane: then a tile of registers may be larger.
#[inline(always)]
fn wide<S: Simd>() -> bool {
    f32::lanes::<S>() >= LANE
}

/// `x · row + sum`. Fused where the CPU can: elsewhere `mul_add` would be a slow call.
#[inline(always)]
fn add_scaled<S: Simd>(x: f32, row: &Lane, sum: &mut Lane) {
    for (sum, &y) in sum.iter_mut().zip(row) {
        *sum = if <f32 as VFma>::is_accelerated::<S>() {
            x.mul_add(y, *sum)
        } else {
            x * y + *sum
        };
    }
}

#[inline(always)]
fn load<const N: usize>(from: &[Lane]) -> [Lane; N] {
    let from = &from[..N];
    std::array::from_fn(|lane| from[lane])
}

struct Multiply<'a> {
    left: &'a [f32],
    k: usize,
    right: &'a [Lane],
    n: usize,
    out: &'a mut [Lane],
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let Self {
            left,
            k,
            right,
            n,
            out,
        } = self;
        let mut left = left.chunks_exact(4 * k);
        let mut out = out.chunks_exact_mut(4 * n);
        for (left, out) in left.by_ref().zip(out.by_ref()) {
            stripe::<S, 4>(left, k, right, n, out);
        }
        let (left, out) = (left.remainder(), out.into_remainder());
        for (left, out) in left.chunks_exact(k).zip(out.chunks_exact_mut(n)) {
            stripe::<S, 1>(left, k, right, n, out);
        }
    }
}

/// `ROWS` rows of the product.
#[inline(always)]
fn stripe<S: Simd, const ROWS: usize>(left: &[f32], k: usize, right: &[Lane], n: usize, out: &mut [Lane]) {
    let mut at = 0;
    while wide::<S>() && at + 2 <= n {
        tile::<S, ROWS, 2>(left, k, right, n, at, out);
        at += 2;
    }
    while at < n {
        tile::<S, ROWS, 1>(left, k, right, n, at, out);
        at += 1;
    }
}

/// `ROWS` rows and `COLS` lanes of the product, held in registers.
#[inline(always)]
fn tile<S: Simd, const ROWS: usize, const COLS: usize>(
    left: &[f32],
    k: usize,
    right: &[Lane],
    n: usize,
    at: usize,
    out: &mut [Lane],
) {
    let mut sums: [[Lane; COLS]; ROWS] = std::array::from_fn(|row| load(&out[row * n + at..]));
    let left: [&[f32]; ROWS] = std::array::from_fn(|row| &left[row * k..][..k]);
    for (i, right) in right.chunks_exact(n).take(k).enumerate() {
        let right: [Lane; COLS] = load(&right[at..]);
        for row in 0..ROWS {
            let x = left[row][i];
            for col in 0..COLS {
                add_scaled::<S>(x, &right[col], &mut sums[row][col]);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        out[row * n + at..][..COLS].copy_from_slice(sums);
    }
}

struct MultiplyTransposed<'a> {
    left: &'a [f32],
    k: usize,
    right: &'a [Lane],
    n: usize,
    out: &'a mut [Lane],
}

impl WithSimd for MultiplyTransposed<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let Self {
            left,
            k,
            right,
            n,
            out,
        } = self;
        let mut from = 0;
        while wide::<S>() && from + 8 <= k {
            stripe_transposed::<S, 8>(left, k, right, n, from, out);
            from += 8;
        }
        while from + 4 <= k {
            stripe_transposed::<S, 4>(left, k, right, n, from, out);
            from += 4;
        }
        while from < k {
            stripe_transposed::<S, 1>(left, k, right, n, from, out);
            from += 1;
        }
    }
}

/// The rows `from..from + ROWS` of the transposed product.
#[inline(always)]
fn stripe_transposed<S: Simd, const ROWS: usize>(
    left: &[f32],
    k: usize,
    right: &[Lane],
    n: usize,
    from: usize,
    out: &mut [Lane],
) {
    let out = &mut out[from * n..][..ROWS * n];
    let mut at = 0;
    while wide::<S>() && at + 2 <= n {
        tile_transposed::<S, ROWS, 2>(left, k, right, n, from, at, out);
        at += 2;
    }
    while at < n {
        tile_transposed::<S, ROWS, 1>(left, k, right, n, from, at, out);
        at += 1;
    }
}

#[inline(always)]
fn tile_transposed<S: Simd, const ROWS: usize, const COLS: usize>(
    left: &[f32],
    k: usize,
    right: &[Lane],
    n: usize,
    from: usize,
    at: usize,
    out: &mut [Lane],
) {
    let mut sums: [[Lane; COLS]; ROWS] = std::array::from_fn(|row| load(&out[row * n + at..]));
    for (left, right) in left.chunks_exact(k).zip(right.chunks_exact(n)) {
        let left = &left[from..from + ROWS];
        let right: [Lane; COLS] = load(&right[at..]);
        for row in 0..ROWS {
            for col in 0..COLS {
                add_scaled::<S>(left[row], &right[col], &mut sums[row][col]);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        out[row * n + at..][..COLS].copy_from_slice(sums);
    }
}
