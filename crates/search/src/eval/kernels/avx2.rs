//! Kernels for 256-bit registers.

use std::arch::x86_64::*;

use super::lanes::row_named;
use crate::eval::layers::{
    EXTRA_ROWS, FIRST_ONE, Head, PADDED_ROWS, ROW_ONE, Row, SKIP_LIMIT, Sum, WIDTH,
};
use crate::eval::patterns::LANES;

const CHUNKS: usize = WIDTH / 16;

/// See `plain::sum_rows`.
#[inline]
#[target_feature(enable = "avx2")]
pub fn sum_rows(rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
    assert!(rows.len() == PADDED_ROWS && extra.iter().all(|&row| row < EXTRA_ROWS));
    let mut sum = Sum([0; WIDTH]);
    for chunk in 0..CHUNKS {
        // SAFETY: `rows` is as long as it must be, and a chunk is 16 numbers of `WIDTH`. A sum is
        // aligned to 32 bytes.
        unsafe {
            let load = |row: *const i8| _mm_loadu_si128(row.add(16 * chunk).cast());
            let widened = |row: usize| _mm256_cvtepi8_epi16(load(rows[row].0.as_ptr()));
            let mut all = _mm256_add_epi16(widened(extra[0]), widened(extra[1]));
            all = _mm256_add_epi16(all, widened(extra[2]));
            let row = |lane: usize| load(row_named(rows, lanes, lane));
            let mut add = |one: usize, other: usize| {
                // Within eight bits by `ROW_LIMIT`.
                let both = _mm_add_epi8(row(one), row(other));
                all = _mm256_add_epi16(all, _mm256_cvtepi8_epi16(both));
            };
            each_pair!(add);
            let total = sum.0.as_mut_ptr().cast::<__m256i>().add(chunk);
            _mm256_store_si256(total, all);
        }
    }
    sum
}

const _: () = assert!(WIDTH.is_multiple_of(16));

/// See `plain::output`.
#[inline]
#[target_feature(enable = "avx2")]
pub fn output(head: &Head, sum: &Sum) -> i32 {
    // SAFETY: the loads stay inside the arrays of `head` and `sum`; they ask for no alignment.
    unsafe {
        let bias = head.first_bias.as_ptr().cast::<__m256i>();
        let mut hidden = [_mm256_loadu_si256(bias), _mm256_loadu_si256(bias.add(1))];
        let mut output = _mm256_setzero_si256();
        for chunk in 0..CHUNKS {
            let numbers = _mm256_loadu_si256(sum.0.as_ptr().cast::<__m256i>().add(chunk));
            let clipped = _mm256_min_epi16(
                _mm256_max_epi16(numbers, _mm256_setzero_si256()),
                _mm256_set1_epi16(ROW_ONE as i16),
            );
            for pair in 0..8 {
                let both = _mm256_permutevar8x32_epi32(clipped, _mm256_set1_epi32(pair as i32));
                let weights = head.first[8 * chunk + pair].as_ptr().cast::<__m256i>();
                for (half, hidden) in hidden.iter_mut().enumerate() {
                    let weights = _mm256_loadu_si256(weights.add(half));
                    *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(both, weights));
                }
            }
            let limited = _mm256_min_epi16(
                _mm256_max_epi16(numbers, _mm256_set1_epi16(-SKIP_LIMIT)),
                _mm256_set1_epi16(SKIP_LIMIT),
            );
            let skip = _mm256_loadu_si256(head.skip.as_ptr().cast::<__m256i>().add(chunk));
            output = _mm256_add_epi32(output, _mm256_madd_epi16(limited, skip));
        }
        for (half, hidden) in hidden.into_iter().enumerate() {
            let active = _mm256_srli_epi32::<{ ROW_ONE.ilog2() as i32 }>(_mm256_min_epi32(
                _mm256_max_epi32(hidden, _mm256_setzero_si256()),
                _mm256_set1_epi32(ROW_ONE * FIRST_ONE),
            ));
            let second = _mm256_loadu_si256(head.second.as_ptr().cast::<__m256i>().add(half));
            output = _mm256_add_epi32(output, _mm256_mullo_epi32(active, second));
        }
        let half = _mm_add_epi32(
            _mm256_castsi256_si128(output),
            _mm256_extracti128_si256::<1>(output),
        );
        let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
        let eighth = _mm_add_epi32(quarter, _mm_shuffle_epi32::<1>(quarter));
        head.bias + _mm_cvtsi128_si32(eighth)
    }
}
