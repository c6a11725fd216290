//! The door to the stable discs, compiled for each set of instructions; `cpu::kernels` says why.
//! Nothing else happens in it.

#![allow(unsafe_code)]

use super::stable_discs;
use crate::cpu::kernels::compiled;
use crate::othello::Bitboard;
use crate::othello::kernels::RuleKernels;

compiled! {
    by _kernels;
    /// [`stable_discs`] for a set of instructions.
    pub fn stable_discs_by[K: RuleKernels][K](
        _kernels: K, own: Bitboard, opp: Bitboard,
    ) -> Bitboard {
        stable_discs(own, opp)
    }
}
