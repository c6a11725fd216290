//! Kernels with four 64-bit lanes, one for each pair of opposite directions.
//!
//! The technique of four directions in one register is that of Toshihiko Okuhara's vectorised
//! Edax; the code here is derived from the plain twins.

use std::arch::x86_64::*;

use super::lines::RAYS;

/// See `plain::flips`.
#[inline]
#[target_feature(enable = "avx2")]
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

    let end = _mm256_andnot_si256(opp, up_rays);
    let lowest = _mm256_and_si256(end, _mm256_sub_epi64(zero, end));
    let closing = _mm256_and_si256(lowest, own);
    // closing - 1 where there is one, otherwise 0 - 1 + 1.
    let below = _mm256_add_epi64(
        _mm256_add_epi64(closing, _mm256_set1_epi64x(-1)),
        _mm256_sub_epi64(zero, _mm256_cmpeq_epi64(closing, zero)),
    );
    let up = _mm256_and_si256(below, up_rays);

    // The highest bit of a lane: smear the bits down the ray, keep the one that no other
    // smeared bit lies above.
    let end = _mm256_andnot_si256(opp, down_rays);
    let mut smeared = _mm256_srlv_epi64(end, _mm256_setr_epi64x(1, 8, 9, 7));
    smeared = _mm256_or_si256(
        smeared,
        _mm256_srlv_epi64(smeared, _mm256_setr_epi64x(1, 8, 9, 7)),
    );
    smeared = _mm256_or_si256(
        smeared,
        _mm256_srlv_epi64(smeared, _mm256_setr_epi64x(2, 16, 18, 14)),
    );
    smeared = _mm256_or_si256(
        smeared,
        _mm256_srlv_epi64(smeared, _mm256_setr_epi64x(4, 32, 36, 28)),
    );
    let closing = _mm256_and_si256(_mm256_andnot_si256(smeared, end), own);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(closing, closing));
    let down = _mm256_and_si256(above, down_rays);

    or_lanes(_mm256_or_si256(up, down))
}

/// See `plain::legal_moves`.
#[inline]
#[target_feature(enable = "avx2")]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let double = _mm256_setr_epi64x(2, 16, 18, 14);
    let inner = (opp & 0x7e7e_7e7e_7e7e_7e7e) as i64;
    let through = _mm256_setr_epi64x(inner, opp as i64, inner, inner);
    let own_lanes = _mm256_set1_epi64x(own as i64);

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own_lanes, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own_lanes, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(through, _mm256_srlv_epi64(down, step)),
    );
    let pair_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pair_down = _mm256_srlv_epi64(pair_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, double)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, double)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, double)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, double)),
    );
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_lanes(found) & !(own | opp)
}

/// The OR of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn or_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let last = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(last) as u64
}
