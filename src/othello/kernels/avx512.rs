//! Kernels that use AVX-512 VL and CD on 256-bit registers.

use std::arch::x86_64::*;

use super::avx2::or_lanes;
use super::lines::RAYS;

/// See `plain::flips`; the leading-zero count of AVX-512 CD finds the near end of the four rays
/// towards lower bits at once.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63].0;
    // SAFETY: the two loads read the 64 bytes of `rays`, aligned to 64.
    let (up_rays, down_rays) = unsafe {
        (
            _mm256_load_si256(rays.as_ptr().cast()),
            _mm256_load_si256(rays.as_ptr().add(4).cast()),
        )
    };
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_set1_epi64x(opp as i64);
    let zero = _mm256_setzero_si256();

    // end & -end & own
    let end = _mm256_andnot_si256(opp, up_rays);
    let closing = _mm256_ternarylogic_epi64::<0x80>(end, _mm256_sub_epi64(zero, end), own);
    // As unsigned numbers, 0 - 1 is the one result that the minimum with -0 = 0 undoes;
    // for any other closing bit, closing - 1 is below -closing.
    let below = _mm256_min_epu64(
        _mm256_add_epi64(closing, _mm256_set1_epi64x(-1)),
        _mm256_sub_epi64(zero, closing),
    );

    let end = _mm256_andnot_si256(opp, down_rays);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(end));
    let closing = _mm256_and_si256(highest, own);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(closing, closing));
    // below & up_rays, then | above & down_rays
    let down = _mm256_and_si256(above, down_rays);
    or_lanes(_mm256_ternarylogic_epi64::<0xf8>(down, below, up_rays))
}
