//! The fast kernels of the evaluation, for each set of instructions.
//!
//! Each has a plain twin in [`plain`] that defines it; the tests of `network` show that they
//! agree. [`Kernels`] says which ones a set of instructions uses. This is the only part of `eval`
//! that may hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

#[cfg(any(
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
))]
#[macro_use]
mod lanes;
#[cfg(test)]
pub(crate) mod faulty;
pub mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "wasm32")]
mod simd128;

use super::layers::{Head, Row, Sum};
use super::patterns::LANES;
#[cfg(target_arch = "aarch64")]
use bianca_rules::cpu::kernels::Neon;
use bianca_rules::cpu::kernels::Plain;
#[cfg(target_arch = "wasm32")]
use bianca_rules::cpu::kernels::Simd128;
#[cfg(target_arch = "x86_64")]
use bianca_rules::cpu::kernels::{Avx2, Avx512};
use bianca_rules::othello::kernels::RuleKernels;

/// All that a search uses of a set of instructions: the kernels of the rules and of the
/// evaluation; without more, the plain ones.
pub trait Kernels: RuleKernels {
    /// See [`plain::sum_rows`].
    #[inline(always)]
    fn sum_rows(self, rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
        plain::sum_rows(rows, lanes, extra)
    }

    /// See [`plain::output`].
    #[inline(always)]
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        plain::output(head, sum)
    }
}

impl Kernels for Plain {}

#[cfg(target_arch = "x86_64")]
impl<const PEXT: bool> Kernels for Avx2<PEXT> {
    #[inline(always)]
    fn sum_rows(self, rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
        // SAFETY: `self` shows that the processor has AVX2.
        unsafe { avx2::sum_rows(rows, lanes, extra) }
    }

    #[inline(always)]
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        // SAFETY: as in `sum_rows`.
        unsafe { avx2::output(head, sum) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernels for Avx512 {
    #[inline(always)]
    fn sum_rows(self, rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
        self.avx2().sum_rows(rows, lanes, extra)
    }

    #[inline(always)]
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        // SAFETY: `self` shows that the processor has AVX2 and AVX-512 F, BW and VL.
        unsafe { avx512::output(head, sum) }
    }
}

#[cfg(target_arch = "aarch64")]
impl Kernels for Neon {
    #[inline(always)]
    fn sum_rows(self, rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
        // SAFETY: `self` shows that the processor has NEON.
        unsafe { neon::sum_rows(rows, lanes, extra) }
    }

    #[inline(always)]
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        // SAFETY: as in `sum_rows`.
        unsafe { neon::output(head, sum) }
    }
}

#[cfg(target_arch = "wasm32")]
impl Kernels for Simd128 {
    #[inline(always)]
    fn sum_rows(self, rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
        simd128::sum_rows(rows, lanes, extra)
    }

    #[inline(always)]
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        simd128::output(head, sum)
    }
}
