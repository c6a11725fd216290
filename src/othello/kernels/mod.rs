//! The fast kernels of the rules, chosen when the crate is built.
//!
//! Each kernel takes and gives bare bits, so that it can be compared with its plain twin in
//! [`plain`]. Which processor the executable needs follows from this choice and is checked when
//! it starts (`crate::cpu`). This is the only part of `othello` that may hold `unsafe`.

#![allow(unsafe_code)]
#![allow(clippy::wildcard_imports)] // of intrinsics, whose names are long and many

pub mod lines;
pub mod plain;

#[cfg(target_feature = "avx2")]
pub mod avx2;
#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
pub mod avx512;
#[cfg(target_feature = "bmi2")]
pub mod bmi2;

#[cfg(all(target_feature = "avx512vl", target_feature = "avx512cd"))]
pub use avx512::flips;

#[cfg(all(
    target_feature = "avx2",
    not(all(target_feature = "avx512vl", target_feature = "avx512cd"))
))]
pub use avx2::flips;

#[cfg(not(target_feature = "avx2"))]
pub use plain::flips;

#[cfg(target_feature = "avx2")]
pub use avx2::legal_moves;

#[cfg(not(target_feature = "avx2"))]
pub use plain::legal_moves;

#[cfg(target_feature = "bmi2")]
pub use bmi2::count_last_flips;

#[cfg(not(target_feature = "bmi2"))]
pub use plain::count_last_flips;
