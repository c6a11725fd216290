//! Kernels for the 128-bit registers of WebAssembly.
//!
//! Two lanes hold the board and the board with its ranks in reverse order, so that three
//! directions towards higher bits are six of the eight; those along a rank are left to numbers. A
//! shift of a lane by a number of its own, which the kernels for AVX2 use, does not exist here.

use std::arch::wasm32::*;

use super::lines::{RAYS, RAYS_BOTH_WAYS};

/// The board and, with its ranks in reverse order, the board once more.
#[inline]
#[target_feature(enable = "simd128")]
fn both_ways(board: u64) -> v128 {
    let board = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(board, board)
}

/// The squares of both lanes, those of the second one put back in their place.
#[inline]
#[target_feature(enable = "simd128")]
fn one_way(lanes: v128) -> u64 {
    let back =
        i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8>(lanes, lanes);
    u64x2_extract_lane::<0>(v128_or(lanes, back))
}

/// See `plain::flips`.
#[inline]
#[target_feature(enable = "simd128")]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let (both_own, both_opp) = (both_ways(own), both_ways(opp));
    let mut flipped = u64x2_splat(0);
    for &[there, back] in &RAYS_BOTH_WAYS[square & 63].0[1..] {
        let rays = u64x2(there, back);
        let end = v128_andnot(rays, both_opp);
        let closing = v128_and(v128_and(end, i64x2_neg(end)), both_own);
        // closing - 1 where there is one, otherwise 0 - 1 + 1.
        let below = i64x2_sub(
            i64x2_add(closing, i64x2_splat(-1)),
            i64x2_eq(closing, i64x2_splat(0)),
        );
        flipped = v128_or(flipped, v128_and(below, rays));
    }

    let east = RAYS[square & 63].0[0];
    let end = !opp & east;
    let closing = end & end.wrapping_neg() & own;
    let east = closing.saturating_sub(1) & east;
    let west = RAYS[square & 63].0[4];
    // The lowest bit stands for an end that is not there; it is on no ray that has none.
    let end = !opp & west | 1;
    let closing = (1 << 63 >> end.leading_zeros()) & own & west;
    let west = (closing << 1).wrapping_neg() & west;
    one_way(flipped) | east | west
}

/// See `plain::legal_moves`.
#[inline]
#[target_feature(enable = "simd128")]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    let inner = opp & 0x7e7e_7e7e_7e7e_7e7e;
    let (both_own, both_opp, both_inner) = (both_ways(own), both_ways(opp), both_ways(inner));
    let found = v128_or(
        v128_or(
            run_ends::<7>(both_own, both_inner),
            run_ends::<8>(both_own, both_opp),
        ),
        run_ends::<9>(both_own, both_inner),
    );
    // A carry runs through the discs of the opponent beside ours to the square behind them.
    let east = (inner + (own << 1 & inner)) & !inner;
    let mut west = inner & own >> 1;
    west |= inner & west >> 1;
    let pair = inner & inner >> 1;
    west |= pair & west >> 2;
    west |= pair & west >> 2;
    (one_way(found) | east | west >> 1) & !(own | opp)
}

/// See `plain::run_ends`; only towards higher bits.
#[inline]
#[target_feature(enable = "simd128")]
fn run_ends<const STEP: u32>(own: v128, through: v128) -> v128 {
    let mut up = v128_and(through, i64x2_shl(own, STEP));
    up = v128_or(up, v128_and(through, i64x2_shl(up, STEP)));
    let pair = v128_and(through, i64x2_shl(through, STEP));
    up = v128_or(up, v128_and(pair, i64x2_shl(up, 2 * STEP)));
    up = v128_or(up, v128_and(pair, i64x2_shl(up, 2 * STEP)));
    i64x2_shl(up, STEP)
}
