//! Kernels that use AVX-512 BW.

use std::arch::x86_64::*;

use crate::eval::layers::{FIRST_ONE, Head, ROW_ONE, SKIP_LIMIT, Sum, WIDTH};

const CHUNKS: usize = WIDTH / 16;

/// `sum` itself, but the compiler cannot know: it would make one long chain of the additions to
/// this sum and to those that it is added to, each waiting for the one before.
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque(mut sum: __m512i) -> __m512i {
    // SAFETY: there is no instruction.
    unsafe {
        std::arch::asm!("/* {0} */", inout(zmm_reg) sum, options(pure, nomem, nostack, preserves_flags));
    }
    sum
}

/// See `plain::output`. The hidden units are one register; each pair of numbers is spread over
/// it and multiplied with the weights to all units at once.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub fn output(head: &Head, sum: &Sum) -> i32 {
    // SAFETY: the loads stay inside the arrays of `head` and `sum`; they ask for no alignment.
    unsafe {
        let zero = _mm512_setzero_si512();
        let bias = _mm512_loadu_si512(head.first_bias.as_ptr().cast());
        let mut hidden = [bias, zero, zero, zero];
        let mut output = _mm512_setzero_si512();
        for chunk in 0..CHUNKS {
            let numbers = _mm256_loadu_si256(sum.0.as_ptr().cast::<__m256i>().add(chunk));
            let clipped = _mm512_castsi256_si512(_mm256_min_epi16(
                _mm256_max_epi16(numbers, _mm256_setzero_si256()),
                _mm256_set1_epi16(ROW_ONE as i16),
            ));
            for pair in 0..8 {
                let weights = head.first[8 * chunk + pair].as_ptr().cast();
                let both = _mm512_permutexvar_epi32(_mm512_set1_epi32(pair as i32), clipped);
                let product = _mm512_madd_epi16(both, _mm512_loadu_si512(weights));
                hidden[pair % 4] = _mm512_add_epi32(hidden[pair % 4], product);
            }
            let limited = _mm256_min_epi16(
                _mm256_max_epi16(numbers, _mm256_set1_epi16(-SKIP_LIMIT)),
                _mm256_set1_epi16(SKIP_LIMIT),
            );
            let skip = _mm256_loadu_si256(head.skip.as_ptr().cast::<__m256i>().add(chunk));
            let direct = _mm512_zextsi256_si512(_mm256_madd_epi16(limited, skip));
            output = _mm512_add_epi32(output, direct);
        }
        let [a, b, c, d] = hidden;
        let (a, b, c, d) = (opaque(a), opaque(b), opaque(c), opaque(d));
        let hidden = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
        let active = _mm512_srli_epi32::<{ ROW_ONE.ilog2() }>(_mm512_min_epi32(
            _mm512_max_epi32(hidden, _mm512_setzero_si512()),
            _mm512_set1_epi32(ROW_ONE * FIRST_ONE),
        ));
        let second = _mm512_loadu_si512(head.second.as_ptr().cast());
        output = _mm512_add_epi32(output, _mm512_mullo_epi32(active, second));
        head.bias + _mm512_reduce_add_epi32(output)
    }
}
