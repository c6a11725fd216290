//! The fast kernels of the evaluation, for each set of instructions.
//!
//! Each has a plain twin in [`plain`] that defines it; the tests of `network` show that they
//! agree. [`Kernels`] says which ones a set of instructions uses. This is the only part of `eval`
//! that may hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

/// Calls `$add` with every lane. Spelt out, because a loop would read the start of each table
/// from memory where this has it in the instruction.
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
))]
macro_rules! each_lane {
    ($add:ident) => {
        each_lane!($add: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
            28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56
            57 58 59 60 61)
    };
    ($add:ident: $($lane:literal)*) => {
        const {
            use crate::eval::patterns::INSTANCES;
            assert!([$($lane),*].len() == INSTANCES);
            assert!(INSTANCES.is_multiple_of(2), "the last row has one to be added to");
        };
        $($add($lane);)*
    };
}
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
))]
pub mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "wasm32")]
mod simd128;

use super::Evaluate;
use super::network::{Head, Row, Sum};
use super::patterns::LANES;
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
))]
use super::{
    network::EXTRA_ROWS,
    patterns::{INDEX_SHIFT, TABLE_START},
};
#[cfg(target_arch = "aarch64")]
use crate::cpu::kernels::Neon;
#[cfg(target_arch = "wasm32")]
use crate::cpu::kernels::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::kernels::{Avx2, Avx512};
use crate::cpu::kernels::{Plain, compiled};
use crate::othello::Position;
use crate::othello::kernels::RuleKernels;

/// Where the row that an instance names begins.
///
/// # Safety
/// `rows` must be [`PADDED_ROWS`] long. Then the row lies within it, however wrong the index is; of a
/// wrong one it may be the second half of a row and the first of the next.
#[cfg(any(
    target_arch = "aarch64",
    target_arch = "wasm32",
    target_arch = "x86_64"
))]
#[inline(always)]
unsafe fn row_named(rows: &[Row], lanes: &[u16; LANES], lane: usize) -> *const i8 {
    const { assert!(size_of::<Row>() == 2 * size_of::<u64>()) };
    let index = usize::from(lanes[lane]);
    // SAFETY: every table start plus any sixteen-bit index is below `PADDED_ROWS` less `EXTRA_ROWS`.
    unsafe {
        let table = rows.as_ptr().add(EXTRA_ROWS + TABLE_START[lane]);
        match INDEX_SHIFT[lane] {
            1 => table.cast::<u64>().add(index).cast(),
            _ => table.add(index).cast(),
        }
    }
}

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

compiled! {
    by kernels;
    /// See [`Evaluate::evaluate`].
    pub(super) fn evaluate[E: Evaluate + ?Sized, K: Kernels][E, K](
        kernels: K, eval: &E, position: &Position, state: &E::State,
    ) -> i32 {
        eval.evaluate_by(kernels, position, state)
    }
}
