//! Rows of numbers that several threads change at the same time without waiting.
//!
//! Training is *hogwild* (Niu, Recht, Ré, Wright 2011): threads read and write the shared rows
//! with no lock. Two positions rarely share a row, and an update that is lost now and then
//! does not harm. Every access is to relaxed atomics, or on processors with AVX-512 one
//! instruction written in assembly for sixteen of them, which the compiler does not make from that.
//! Only here and in the trainer's door may `train` hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

use std::sync::atomic::{AtomicU32, Ordering};

use bianca_rules::cpu::kernels::Plain;
#[cfg(target_arch = "x86_64")]
use bianca_rules::cpu::kernels::{Avx2, Avx512};
use bianca_search::eval::kernels::Kernels;
use bianca_search::eval::layers::WIDTH;

/// Rows of [`WIDTH`] numbers.
pub struct SharedRows(Vec<SharedRow>);

#[repr(C, align(64))]
struct SharedRow([AtomicU32; WIDTH]);

impl SharedRow {
    fn load(&self) -> [f32; WIDTH] {
        std::array::from_fn(|i| f32::from_bits(self.0[i].load(Ordering::Relaxed)))
    }

    fn store(&self, numbers: [f32; WIDTH]) {
        for (shared, number) in self.0.iter().zip(numbers) {
            shared.store(number.to_bits(), Ordering::Relaxed);
        }
    }
}

impl SharedRows {
    /// `count` rows of zeros.
    pub fn new(count: usize) -> SharedRows {
        let zeros = || SharedRow([const { AtomicU32::new(0) }; WIDTH]);
        SharedRows(std::iter::repeat_with(zeros).take(count).collect())
    }

    /// The numbers of a row.
    pub fn get(&self, row: usize) -> [f32; WIDTH] {
        self.0[row].load()
    }

    /// Replaces the numbers of a row.
    pub fn set(&self, row: usize, numbers: [f32; WIDTH]) {
        self.0[row].store(numbers);
    }

    /// The sum of the rows named.
    #[inline(always)]
    pub fn sum(&self, rows: &[u32]) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        for &row in rows {
            for (total, number) in sum.iter_mut().zip(self.0[row as usize].load()) {
                *total += number;
            }
        }
        sum
    }

    /// Takes `direction` times `steps[i]` away from `rows[i]` and keeps the result between
    /// -`limit` and `limit`.
    #[inline(always)]
    pub fn descend(&self, rows: &[u32], steps: &[f32], direction: &[f32; WIDTH], limit: f32) {
        for (&row, &step) in rows.iter().zip(steps) {
            let row = &self.0[row as usize];
            let mut numbers = row.load();
            for (number, change) in numbers.iter_mut().zip(direction) {
                *number = (-step).mul_add(*change, *number).clamp(-limit, limit);
            }
            row.store(numbers);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sum_avx512(&self, rows: &[u32]) -> [f32; WIDTH] {
        use std::arch::{asm, x86_64::*};

        let mut sum = [0.0; WIDTH];
        // SAFETY: indexing checks each row; the assembly reads its `CHUNKS` times 64 bytes, which
        // are atomics, so other threads may write them meanwhile.
        unsafe {
            let mut totals = [_mm512_setzero_ps(); CHUNKS];
            for &row in rows {
                let row = self.0[row as usize].0.as_ptr();
                for (chunk, total) in totals.iter_mut().enumerate() {
                    let numbers: __m512;
                    asm!(
                        "vmovaps {}, [{}]", out(zmm_reg) numbers, in(reg) row.add(16 * chunk),
                        options(nostack, readonly, preserves_flags)
                    );
                    *total = _mm512_add_ps(*total, numbers);
                }
            }
            for (numbers, total) in sum.chunks_exact_mut(16).zip(totals) {
                _mm512_storeu_ps(numbers.as_mut_ptr(), total);
            }
        }
        sum
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn descend_avx512(&self, rows: &[u32], steps: &[f32], direction: &[f32; WIDTH], limit: f32) {
        use std::arch::{asm, x86_64::*};

        // SAFETY: as in `sum_avx512`; writing through a shared reference is what atomics are for.
        unsafe {
            let (low, high) = (_mm512_set1_ps(-limit), _mm512_set1_ps(limit));
            for (&row, &step) in rows.iter().zip(steps) {
                let row = self.0[row as usize].0.as_ptr();
                for (chunk, direction) in direction.chunks_exact(16).enumerate() {
                    let place = row.add(16 * chunk);
                    let mut numbers: __m512;
                    asm!(
                        "vmovaps {}, [{}]", out(zmm_reg) numbers, in(reg) place,
                        options(nostack, readonly, preserves_flags)
                    );
                    let direction = _mm512_loadu_ps(direction.as_ptr());
                    numbers = _mm512_fnmadd_ps(_mm512_set1_ps(step), direction, numbers);
                    numbers = _mm512_min_ps(_mm512_max_ps(numbers, low), high);
                    asm!(
                        "vmovaps [{}], {}", in(reg) place, in(zmm_reg) numbers,
                        options(nostack, preserves_flags)
                    );
                }
            }
        }
    }
}

/// Registers that a row fills.
#[cfg(target_arch = "x86_64")]
const CHUNKS: usize = WIDTH / 16;

/// All that training uses of a set of instructions; without more, the plain kernels.
pub trait RowKernels: Kernels {
    /// See [`SharedRows::sum`].
    #[inline(always)]
    fn sum(self, shared: &SharedRows, rows: &[u32]) -> [f32; WIDTH] {
        shared.sum(rows)
    }

    /// See [`SharedRows::descend`].
    #[inline(always)]
    fn descend(
        self,
        shared: &SharedRows,
        rows: &[u32],
        steps: &[f32],
        direction: &[f32; WIDTH],
        limit: f32,
    ) {
        shared.descend(rows, steps, direction, limit);
    }
}

impl RowKernels for Plain {}

#[cfg(target_arch = "aarch64")]
impl RowKernels for bianca_rules::cpu::kernels::Neon {}

#[cfg(target_arch = "x86_64")]
impl<const PEXT: bool> RowKernels for Avx2<PEXT> {}

#[cfg(target_arch = "x86_64")]
impl RowKernels for Avx512 {
    #[inline(always)]
    fn sum(self, shared: &SharedRows, rows: &[u32]) -> [f32; WIDTH] {
        // SAFETY: `self` shows that the processor has AVX-512 F.
        unsafe { shared.sum_avx512(rows) }
    }

    #[inline(always)]
    fn descend(
        self,
        shared: &SharedRows,
        rows: &[u32],
        steps: &[f32],
        direction: &[f32; WIDTH],
        limit: f32,
    ) {
        // SAFETY: as in `sum`.
        unsafe { shared.descend_avx512(rows, steps, direction, limit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::cpu::{Instructions, for_instructions};
    use rand::prelude::*;

    // Compiled by MinGW, the plain ones have a `fmaf` that rounds twice.
    #[cfg_attr(all(windows, target_env = "gnu"), ignore = "fmaf is not exact there")]
    #[test]
    fn the_kernels_of_all_sets_agree_with_the_plain_ones() {
        for set in Instructions::available() {
            for_instructions!(set, kernels => agrees_with_the_plain_ones(kernels));
        }
    }

    fn agrees_with_the_plain_ones<K: RowKernels>(kernels: K) {
        let mut random = StdRng::seed_from_u64(9);
        let (one, two) = (SharedRows::new(100), SharedRows::new(100));
        for row in 0..100 {
            let numbers = std::array::from_fn(|_| random.random_range(-1.0..1.0));
            one.set(row, numbers);
            two.set(row, numbers);
        }
        for _ in 0..50 {
            let rows: Vec<u32> = (0..57).map(|_| random.random_range(0..100)).collect();
            assert_eq!(kernels.sum(&one, &rows), two.sum(&rows));
            let steps: Vec<f32> = (0..57).map(|_| random.random_range(0.0..0.1)).collect();
            let direction = std::array::from_fn(|_| random.random_range(-1.0..1.0));
            kernels.descend(&one, &rows, &steps, &direction, 0.9);
            two.descend(&rows, &steps, &direction, 0.9);
        }
        for row in 0..100 {
            assert_eq!(one.get(row), two.get(row));
        }
    }
}
