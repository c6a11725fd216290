//! The fast kernels of the rules, for each set of instructions.
//!
//! Each kernel takes and gives bare bits, so that it can be compared with its plain twin in
//! [`plain`]. [`RuleKernels`] says which ones a set of instructions uses. Beside the doors of perft
//! and stability this is the only part of `othello` that may hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

pub mod lines;
pub mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bmi2;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "wasm32")]
mod simd128;

#[cfg(target_arch = "aarch64")]
use crate::cpu::kernels::Neon;
#[cfg(target_arch = "wasm32")]
use crate::cpu::kernels::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::kernels::{Avx2, Avx512};
use crate::cpu::kernels::{InstructionSet, Plain};

/// The kernels of the rules for a set of instructions; without more, the plain ones.
pub trait RuleKernels: InstructionSet {
    /// See `othello::flips::flips`; bits in, bits out.
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        plain::flips(own, opp, square)
    }

    /// See `othello::moves::legal_moves`.
    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        plain::legal_moves(own, opp)
    }

    /// For two moves, which may be the same one, the discs that it turns and the opponent's legal
    /// moves after it.
    #[inline(always)]
    fn two_moves(self, own: u64, opp: u64, squares: [usize; 2]) -> [(u64, u64); 2] {
        squares.map(|square| {
            let flipped = self.flips(own, opp, square);
            let taken = own | flipped | 1 << square;
            (flipped, self.legal_moves(opp & !flipped, taken))
        })
    }

    /// See `othello::flips::count_last_flips`.
    #[inline(always)]
    fn count_last_flips(self, own: u64, square: usize) -> u32 {
        plain::count_last_flips(own, square)
    }
}

impl RuleKernels for Plain {}

#[cfg(target_arch = "x86_64")]
impl<const PEXT: bool> RuleKernels for Avx2<PEXT> {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        // SAFETY: `self` shows that the processor has AVX2.
        unsafe { avx2::flips(own, opp, square) }
    }

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        // SAFETY: as in `flips`.
        unsafe { avx2::legal_moves(own, opp) }
    }

    #[inline(always)]
    fn count_last_flips(self, own: u64, square: usize) -> u32 {
        if PEXT {
            // SAFETY: `self` shows that the processor has BMI2.
            return unsafe { bmi2::count_last_flips(own, square) };
        }
        self.flips(own, !own & !(1 << square), square).count_ones()
    }
}

#[cfg(target_arch = "x86_64")]
impl RuleKernels for Avx512 {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        // SAFETY: `self` shows that the processor has AVX2 and AVX-512 F, VL and CD.
        unsafe { avx512::flips(own, opp, square) }
    }

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        self.avx2().legal_moves(own, opp)
    }

    #[inline(always)]
    fn two_moves(self, own: u64, opp: u64, squares: [usize; 2]) -> [(u64, u64); 2] {
        // SAFETY: as in `flips`.
        unsafe { avx512::two_moves(own, opp, squares) }
    }

    #[inline(always)]
    fn count_last_flips(self, own: u64, square: usize) -> u32 {
        self.avx2().count_last_flips(own, square)
    }
}

#[cfg(target_arch = "aarch64")]
impl RuleKernels for Neon {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        // SAFETY: `self` shows that the processor has NEON.
        unsafe { neon::flips(own, opp, square) }
    }

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        // SAFETY: as in `flips`.
        unsafe { neon::legal_moves(own, opp) }
    }

    #[inline(always)]
    fn count_last_flips(self, own: u64, square: usize) -> u32 {
        self.flips(own, !own & !(1 << square), square).count_ones()
    }
}

#[cfg(target_arch = "wasm32")]
impl RuleKernels for Simd128 {
    #[inline(always)]
    fn flips(self, own: u64, opp: u64, square: usize) -> u64 {
        simd128::flips(own, opp, square)
    }

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        simd128::legal_moves(own, opp)
    }

    #[inline(always)]
    fn count_last_flips(self, own: u64, square: usize) -> u32 {
        self.flips(own, !own & !(1 << square), square).count_ones()
    }
}

/// `tests/suite/kernels.rs` does more; this runs wherever the library does.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Instructions, for_instructions};
    use crate::othello::Bitboard;
    use rand::prelude::*;

    #[test]
    fn the_kernels_of_all_sets_agree_with_the_plain_ones() {
        let mut random = StdRng::seed_from_u64(5);
        for _ in 0..2000 {
            let (a, b): (u64, u64) = (random.random(), random.random());
            for (own, opp) in [(a & b, !a & b), (a & b, !a)] {
                for set in Instructions::available() {
                    for_instructions!(set, kernels => agrees_with_plain(kernels, own, opp));
                }
            }
        }
    }

    fn agrees_with_plain<K: RuleKernels>(kernels: K, own: u64, opp: u64) {
        assert_eq!(
            kernels.legal_moves(own, opp),
            plain::legal_moves(own, opp),
            "{kernels:?}, {own:#x} {opp:#x}"
        );
        for square in !(Bitboard(own) | Bitboard(opp)) {
            let i = square.index();
            let found = (kernels.flips(own, opp, i), kernels.count_last_flips(own, i));
            let expected = (plain::flips(own, opp, i), plain::count_last_flips(own, i));
            assert_eq!(found, expected, "{kernels:?}, {own:#x} {opp:#x} {square}");
            for other in !(Bitboard(own) | Bitboard(opp)) {
                let pair = [i, other.index()];
                assert_eq!(
                    kernels.two_moves(own, opp, pair),
                    Plain.two_moves(own, opp, pair),
                    "{kernels:?}, {own:#x} {opp:#x} {square} {other}"
                );
            }
        }
    }
}
