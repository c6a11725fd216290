//! Kernels for the 128-bit registers of 64-bit ARM processors.

use std::arch::aarch64::*;

use super::lanes::row_named;
use crate::eval::layers::{
    EXTRA_ROWS, FIRST_ONE, HIDDEN, Head, PADDED_ROWS, ROW_ONE, Row, SKIP_LIMIT, Sum, WIDTH,
};
use crate::eval::patterns::LANES;

const _: () = assert!(WIDTH == 16 && HIDDEN == 16);

/// See `plain::sum_rows`.
#[inline]
#[target_feature(enable = "neon")]
pub fn sum_rows(rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
    assert!(rows.len() == PADDED_ROWS && extra.iter().all(|&row| row < EXTRA_ROWS));
    let (mut low, mut high) = (vdupq_n_s16(0), vdupq_n_s16(0));
    // SAFETY: a row has 16 bytes.
    let load = |row: *const i8| unsafe { vld1q_s8(row) };
    let mut widen = |numbers: int8x16_t| {
        low = vaddw_s8(low, vget_low_s8(numbers));
        high = vaddw_high_s8(high, numbers);
    };
    for row in extra {
        widen(load(rows[row].0.as_ptr()));
    }
    // SAFETY: `rows` is as long as it must be.
    let row = |lane: usize| load(unsafe { row_named(rows, lanes, lane) });
    // Within eight bits by `ROW_LIMIT`.
    let mut add = |one: usize, other: usize| widen(vaddq_s8(row(one), row(other)));
    each_pair!(add);
    let mut sum = Sum([0; WIDTH]);
    // SAFETY: a sum has 32 bytes.
    unsafe {
        vst1q_s16(sum.0.as_mut_ptr(), low);
        vst1q_s16(sum.0.as_mut_ptr().add(8), high);
    }
    sum
}

/// See `plain::output`.
#[inline]
#[target_feature(enable = "neon")]
pub fn output(head: &Head, sum: &Sum) -> i32 {
    // SAFETY: the loads stay inside the arrays of `head` and `sum`; they ask for no alignment.
    let load = |numbers: *const i16, place: usize| unsafe { vld1q_s16(numbers.add(place)) };
    // SAFETY: as above.
    let load_long = |numbers: *const i32, place: usize| unsafe { vld1q_s32(numbers.add(place)) };
    let mut hidden: [int32x4_t; 4] =
        std::array::from_fn(|quarter| load_long(head.first_bias.as_ptr(), 4 * quarter));
    let mut output = vdupq_n_s32(0);
    for half in 0..2 {
        let numbers = load(sum.0.as_ptr(), 8 * half);
        let clipped = vminq_s16(
            vmaxq_s16(numbers, vdupq_n_s16(0)),
            vdupq_n_s16(ROW_ONE as i16),
        );
        let mut each = [0i16; 8];
        // SAFETY: eight numbers of two bytes.
        unsafe { vst1q_s16(each.as_mut_ptr(), clipped) };
        for pair in 0..4 {
            let weights = head.first[4 * half + pair].as_ptr().cast::<i16>();
            let (even, odd) = (each[2 * pair], each[2 * pair + 1]);
            for eight in 0..2 {
                // SAFETY: as for `load`; the weights of a pair of numbers to eight units.
                let int16x8x2_t(evens, odds) = unsafe { vld2q_s16(weights.add(16 * eight)) };
                let low = &mut hidden[2 * eight];
                *low = vmlal_n_s16(*low, vget_low_s16(evens), even);
                *low = vmlal_n_s16(*low, vget_low_s16(odds), odd);
                let high = &mut hidden[2 * eight + 1];
                *high = vmlal_high_n_s16(*high, evens, even);
                *high = vmlal_high_n_s16(*high, odds, odd);
            }
        }
        let limited = vminq_s16(
            vmaxq_s16(numbers, vdupq_n_s16(-SKIP_LIMIT)),
            vdupq_n_s16(SKIP_LIMIT),
        );
        let skip = load(head.skip.as_ptr(), 8 * half);
        output = vmlal_s16(output, vget_low_s16(limited), vget_low_s16(skip));
        output = vmlal_high_s16(output, limited, skip);
    }
    for (quarter, hidden) in hidden.into_iter().enumerate() {
        let limited = vminq_s32(
            vmaxq_s32(hidden, vdupq_n_s32(0)),
            vdupq_n_s32(ROW_ONE * FIRST_ONE),
        );
        let active = vshrq_n_s32::<{ ROW_ONE.ilog2() as i32 }>(limited);
        output = vmlaq_s32(output, active, load_long(head.second.as_ptr(), 4 * quarter));
    }
    head.bias + vaddvq_s32(output)
}
