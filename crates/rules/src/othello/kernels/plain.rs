//! Kernels for any processor, in safe code.

use super::lines::RAYS;

/// See `othello::flips::flips`; bits in, bits out.
#[inline]
pub fn flips(own: u64, opp: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63].0;
    let mut flipped = 0;
    for &ray in &rays[..4] {
        // The first square that is not the opponent's ends the run; it must be ours.
        let end = !opp & ray;
        let closing = end & end.wrapping_neg() & own;
        flipped |= closing.saturating_sub(1) & ray;
    }
    for &ray in &rays[4..] {
        let end = !opp & ray;
        let closing = (1u64 << 63).checked_shr(end.leading_zeros()).unwrap_or(0) & own;
        flipped |= (closing << 1).wrapping_neg() & ray;
    }
    flipped
}

/// See `othello::moves::legal_moves`; runs of the opponent's discs are grown from `own` in all
/// eight directions by doubling (Kogge-Stone fill).
#[inline]
pub fn legal_moves(own: u64, opp: u64) -> u64 {
    // Files a and h cannot be inside a run that goes across files.
    let inner = opp & 0x7e7e_7e7e_7e7e_7e7e;
    let found = run_ends::<1>(own, inner)
        | run_ends::<8>(own, opp)
        | run_ends::<7>(own, inner)
        | run_ends::<9>(own, inner);
    found & !(own | opp)
}

#[inline]
fn run_ends<const STEP: u32>(own: u64, through: u64) -> u64 {
    let mut up = through & own << STEP;
    let mut down = through & own >> STEP;
    up |= through & up << STEP;
    down |= through & down >> STEP;
    let (pair_up, pair_down) = (through & through << STEP, through & through >> STEP);
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// See `othello::flips::count_last_flips`.
#[inline]
pub fn count_last_flips(own: u64, square: usize) -> u32 {
    flips(own, !own & !(1 << square), square).count_ones()
}
