//! Kernels that use AVX-512: leading-zero counts and ternary logic, and 512-bit registers for two
//! moves at once.

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

/// See `RuleKernels::two_moves`: what [`flips`] and `avx2::legal_moves` do, for one move in each
/// half.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
pub fn two_moves(own: u64, opp: u64, [a, b]: [usize; 2]) -> [(u64, u64); 2] {
    let (a, b) = (a & 63, b & 63);
    let halves = |rows: [*const u64; 2]| {
        // SAFETY: both point to the first or the last four numbers of a row of rays, aligned to 32
        // bytes.
        let [low, high] = rows.map(|row| unsafe { _mm256_load_si256(row.cast()) });
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
    };
    let up_rays = halves([a, b].map(|square| RAYS[square].0[..4].as_ptr()));
    let down_rays = halves([a, b].map(|square| RAYS[square].0[4..].as_ptr()));
    let own = _mm512_set1_epi64(own as i64);
    let opp = _mm512_set1_epi64(opp as i64);
    let zero = _mm512_setzero_si512();

    let end = _mm512_andnot_si512(opp, up_rays);
    let closing = _mm512_ternarylogic_epi64::<0x80>(end, _mm512_sub_epi64(zero, end), own);
    let below = _mm512_min_epu64(
        _mm512_add_epi64(closing, _mm512_set1_epi64(-1)),
        _mm512_sub_epi64(zero, closing),
    );
    let end = _mm512_andnot_si512(opp, down_rays);
    let highest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(end));
    let closing = _mm512_and_si512(highest, own);
    let above = _mm512_sub_epi64(zero, _mm512_add_epi64(closing, closing));
    let down = _mm512_and_si512(above, down_rays);
    let flipped = or_halves(_mm512_ternarylogic_epi64::<0xf8>(down, below, up_rays));

    // The opponent is to move: opp & !flipped against own | flipped | the square.
    let squares = _mm512_mask_set1_epi64(_mm512_set1_epi64(1 << a), 0xf0, 1 << b);
    let own = _mm512_ternarylogic_epi64::<0xfe>(own, flipped, squares);
    let opp = _mm512_andnot_si512(flipped, opp);
    let (own, opp) = (opp, own);

    let step = _mm512_setr_epi64(1, 8, 9, 7, 1, 8, 9, 7);
    let double = _mm512_setr_epi64(2, 16, 18, 14, 2, 16, 18, 14);
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let inner = _mm512_setr_epi64(INNER, -1, INNER, INNER, INNER, -1, INNER, INNER);
    let through = _mm512_and_si512(opp, inner);
    // a | b & c
    let or_and = |a, b, c| _mm512_ternarylogic_epi64::<0xf8>(a, b, c);
    let mut up = _mm512_and_si512(through, _mm512_sllv_epi64(own, step));
    let mut down = _mm512_and_si512(through, _mm512_srlv_epi64(own, step));
    up = or_and(up, through, _mm512_sllv_epi64(up, step));
    down = or_and(down, through, _mm512_srlv_epi64(down, step));
    let pair_up = _mm512_and_si512(through, _mm512_sllv_epi64(through, step));
    let pair_down = _mm512_srlv_epi64(pair_up, step);
    up = or_and(up, pair_up, _mm512_sllv_epi64(up, double));
    down = or_and(down, pair_down, _mm512_srlv_epi64(down, double));
    up = or_and(up, pair_up, _mm512_sllv_epi64(up, double));
    down = or_and(down, pair_down, _mm512_srlv_epi64(down, double));
    let found = _mm512_or_si512(_mm512_sllv_epi64(up, step), _mm512_srlv_epi64(down, step));
    // found & !own & !opp
    let moves = _mm512_ternarylogic_epi64::<0x10>(or_halves(found), own, opp);

    let [flipped, moves] = [flipped, moves].map(|lanes| {
        let high = _mm512_extracti64x4_epi64::<1>(lanes);
        [_mm512_castsi512_si128(lanes), _mm256_castsi256_si128(high)]
            .map(|half| _mm_cvtsi128_si64(half) as u64)
    });
    [(flipped[0], moves[0]), (flipped[1], moves[1])]
}

/// The OR of the four lanes of each half, in all of them.
#[inline]
#[target_feature(enable = "avx512f")]
fn or_halves(lanes: __m512i) -> __m512i {
    let pairs = _mm512_or_si512(lanes, _mm512_permutex_epi64::<0x4e>(lanes));
    _mm512_or_si512(pairs, _mm512_shuffle_epi32::<0x4e>(pairs))
}
