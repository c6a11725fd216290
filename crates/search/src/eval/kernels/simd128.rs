//! Kernels for the 128-bit registers of WebAssembly.

use std::arch::wasm32::*;

use super::lanes::row_named;
use crate::eval::layers::{
    EXTRA_ROWS, FIRST_ONE, HIDDEN, Head, PADDED_ROWS, ROW_ONE, Row, SKIP_LIMIT, Sum, WIDTH,
};
use crate::eval::patterns::LANES;

const _: () = assert!(WIDTH == 16 && HIDDEN == 16);

/// See `plain::sum_rows`.
#[inline]
#[target_feature(enable = "simd128")]
pub fn sum_rows(rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
    assert!(rows.len() == PADDED_ROWS && extra.iter().all(|&row| row < EXTRA_ROWS));
    let (mut low, mut high) = (i16x8_splat(0), i16x8_splat(0));
    // SAFETY: a row has 16 bytes.
    let load = |row: *const i8| unsafe { v128_load(row.cast()) };
    let mut widen = |numbers: v128| {
        low = i16x8_add(low, i16x8_extend_low_i8x16(numbers));
        high = i16x8_add(high, i16x8_extend_high_i8x16(numbers));
    };
    for row in extra {
        widen(load(rows[row].0.as_ptr()));
    }
    // SAFETY: `rows` is as long as it must be.
    let row = |lane: usize| load(unsafe { row_named(rows, lanes, lane) });
    // Within eight bits by `ROW_LIMIT`.
    let mut add = |one: usize, other: usize| widen(i8x16_add(row(one), row(other)));
    each_pair!(add);
    let mut sum = Sum([0; WIDTH]);
    // SAFETY: a sum has 32 bytes.
    unsafe {
        v128_store(sum.0.as_mut_ptr().cast(), low);
        v128_store(sum.0.as_mut_ptr().add(8).cast(), high);
    }
    sum
}

/// See `plain::output`.
#[inline]
#[target_feature(enable = "simd128")]
pub fn output(head: &Head, sum: &Sum) -> i32 {
    // SAFETY: the loads stay inside the arrays of `head` and `sum`; they ask for no alignment.
    let load = |numbers: *const i16, place: usize| unsafe { v128_load(numbers.add(place).cast()) };
    // SAFETY: as above.
    let load_long =
        |numbers: *const i32, place: usize| unsafe { v128_load(numbers.add(place).cast()) };
    let mut hidden: [v128; 4] =
        std::array::from_fn(|quarter| load_long(head.first_bias.as_ptr(), 4 * quarter));
    let mut output = i32x4_splat(0);
    for half in 0..2 {
        let numbers = load(sum.0.as_ptr(), 8 * half);
        let clipped = i16x8_min(
            i16x8_max(numbers, i16x8_splat(0)),
            i16x8_splat(ROW_ONE as i16),
        );
        let pairs = [
            i32x4_extract_lane::<0>(clipped),
            i32x4_extract_lane::<1>(clipped),
            i32x4_extract_lane::<2>(clipped),
            i32x4_extract_lane::<3>(clipped),
        ];
        for (pair, both) in pairs.into_iter().enumerate() {
            let weights = head.first[4 * half + pair].as_ptr().cast::<i16>();
            for (quarter, hidden) in hidden.iter_mut().enumerate() {
                let product = i32x4_dot_i16x8(i32x4_splat(both), load(weights, 8 * quarter));
                *hidden = i32x4_add(*hidden, product);
            }
        }
        let limited = i16x8_min(
            i16x8_max(numbers, i16x8_splat(-SKIP_LIMIT)),
            i16x8_splat(SKIP_LIMIT),
        );
        let direct = i32x4_dot_i16x8(limited, load(head.skip.as_ptr(), 8 * half));
        output = i32x4_add(output, direct);
    }
    for (quarter, hidden) in hidden.into_iter().enumerate() {
        let limited = i32x4_min(
            i32x4_max(hidden, i32x4_splat(0)),
            i32x4_splat(ROW_ONE * FIRST_ONE),
        );
        let active = i32x4_shr(limited, ROW_ONE.ilog2());
        let second = load_long(head.second.as_ptr(), 4 * quarter);
        output = i32x4_add(output, i32x4_mul(active, second));
    }
    let half = i32x4_add(output, i32x4_shuffle::<2, 3, 0, 1>(output, output));
    head.bias + i32x4_extract_lane::<0>(half) + i32x4_extract_lane::<1>(half)
}
