//! The fast kernels of the evaluation, chosen when the crate is built.
//!
//! Each has a plain twin in [`plain`] that defines it; the tests of `network` show that they
//! agree. This is the only part of `eval` that may hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

pub mod plain;

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vl"))]
mod avx512;

#[cfg(target_feature = "avx2")]
pub use avx2::sum_rows;

#[cfg(not(target_feature = "avx2"))]
pub use plain::sum_rows;

#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vl"))]
pub use avx512::output;

#[cfg(all(
    target_feature = "avx2",
    not(all(target_feature = "avx512bw", target_feature = "avx512vl"))
))]
pub use avx2::output;

#[cfg(not(target_feature = "avx2"))]
pub use plain::output;
