//! Where tables of positions keep them.

use bianca_rules::othello::Position;

/// Sixty-four bits that depend on the whole board. Tables take their index from the highest of
/// them.
#[inline(always)]
pub(super) fn hash(position: &Position) -> u64 {
    let sum = position
        .own
        .0
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(position.opp.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    // The low half of a product knows only the low bits of its factors; fold the high half in
    // before the highest bits are taken.
    (sum ^ sum >> 29).wrapping_mul(0x1656_67b1_9e37_79f9)
}
