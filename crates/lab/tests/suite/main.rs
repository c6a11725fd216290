//! The tests that drive the laboratory's executable.

// What only those tests use that are for Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

#[cfg(unix)]
mod disks;
mod kill;
mod people;
mod puzzles;
#[cfg(unix)]
mod spread;
#[path = "../../../../tests/suite/support/mod.rs"]
mod support;
mod training;

/// The executable.
const LAB: &str = env!("CARGO_BIN_EXE_bianca-lab");

/// The repository's root, where data and documents are.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
