//! The tests that drive the executable, and those that use the library as others do, in one
//! executable: `cargo test --test suite` runs all of them, `cargo test --test suite session::`
//! one part.

mod analyze;
mod arena;
mod builds;
mod choose_move;
mod convert;
mod disks;
mod endgame;
mod kernels;
mod kill;
mod modules;
mod perft;
mod play;
mod prove;
mod records;
mod reproducible;
mod session;
mod solve;
mod spread;
mod supply;
mod support;
mod training;
