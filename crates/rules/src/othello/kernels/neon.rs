//! Kernels for the 128-bit registers of 64-bit ARM processors.
//!
//! Two lanes hold the board and the board turned round (its bits in reverse order, which is one
//! instruction), so that the four directions towards higher bits are all eight.

use std::arch::aarch64::*;

use super::lines::RAYS_BOTH_WAYS;

/// The board and the board turned round.
#[inline]
#[target_feature(enable = "neon")]
fn both_ways(board: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(board), vcreate_u64(board.reverse_bits()))
}

/// The squares of both lanes, those of the second one turned back.
#[inline]
#[target_feature(enable = "neon")]
fn one_way(lanes: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(lanes) | vgetq_lane_u64::<1>(lanes).reverse_bits()
}

/// See `plain::flips`.
#[inline]
#[target_feature(enable = "neon")]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let (own, opp) = (both_ways(own), both_ways(opp));
    let mut flipped = vdupq_n_u64(0);
    for rays in &RAYS_BOTH_WAYS[square & 63].0 {
        // SAFETY: the load reads the 16 bytes of `rays`.
        let rays = unsafe { vld1q_u64(rays.as_ptr()) };
        let end = vbicq_u64(rays, opp);
        let lowest = vandq_u64(end, vsubq_u64(vdupq_n_u64(0), end));
        let closing = vandq_u64(lowest, own);
        // Without a closing disc nothing is below it.
        let below = vqsubq_u64(closing, vdupq_n_u64(1));
        flipped = vorrq_u64(flipped, vandq_u64(below, rays));
    }
    one_way(flipped)
}

/// See `plain::legal_moves`.
#[inline]
#[target_feature(enable = "neon")]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    let inner = both_ways(opp & 0x7e7e_7e7e_7e7e_7e7e);
    let (both_own, both_opp) = (both_ways(own), both_ways(opp));
    let found = vorrq_u64(
        vorrq_u64(
            run_ends::<1, 2>(both_own, inner),
            run_ends::<8, 16>(both_own, both_opp),
        ),
        vorrq_u64(
            run_ends::<7, 14>(both_own, inner),
            run_ends::<9, 18>(both_own, inner),
        ),
    );
    one_way(found) & !(own | opp)
}

/// See `plain::run_ends`; only towards higher bits.
#[inline]
#[target_feature(enable = "neon")]
fn run_ends<const STEP: i32, const DOUBLE: i32>(
    own: uint64x2_t,
    through: uint64x2_t,
) -> uint64x2_t {
    const { assert!(DOUBLE == 2 * STEP) };
    let mut up = vandq_u64(through, vshlq_n_u64::<STEP>(own));
    up = vorrq_u64(up, vandq_u64(through, vshlq_n_u64::<STEP>(up)));
    let pair = vandq_u64(through, vshlq_n_u64::<STEP>(through));
    up = vorrq_u64(up, vandq_u64(pair, vshlq_n_u64::<DOUBLE>(up)));
    up = vorrq_u64(up, vandq_u64(pair, vshlq_n_u64::<DOUBLE>(up)));
    vshlq_n_u64::<STEP>(up)
}
