//! Which squares a side may move to.
//!
//! [`legal_moves_plain`] is the definition in terms of flips. Searches use the kernels of the
//! processor's instructions in place of [`legal_moves`].

use super::bitboard::Bitboard;
use super::flips::flips_plain;
use super::kernels::plain;

/// The squares on which a disc of `own` turns over at least one disc of `opp`.
#[inline]
pub fn legal_moves(own: Bitboard, opp: Bitboard) -> Bitboard {
    Bitboard(plain::legal_moves(own.0, opp.0))
}

/// [`legal_moves`] by trying every empty square.
pub fn legal_moves_plain(own: Bitboard, opp: Bitboard) -> Bitboard {
    (!(own | opp))
        .into_iter()
        .filter(|&square| flips_plain(own, opp, square).any())
        .collect()
}
