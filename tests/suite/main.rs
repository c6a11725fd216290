//! The tests that drive the executable, and those that use the library as others do, in one
//! executable: `cargo test --test suite` runs all of them, `cargo test --test suite session::`
//! one part. What needs a shell, cargo or signals is for Unix; the rest passes on Windows, too.

// What only those tests use that are for Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod analyze;
mod arena;
#[cfg(unix)]
mod board;
mod book;
mod builds;
mod choose_move;
mod compare;
mod convert;
#[cfg(unix)]
mod disks;
mod documented;
mod documents;
mod endgame;
mod header;
mod json;
mod kernels;
mod kill;
mod languages;
mod law;
mod modules;
mod outputs;
mod perft;
mod play;
mod positions;
mod prove;
mod puzzles;
mod rate;
mod records;
mod reproducible;
mod session;
mod solve;
#[cfg(unix)]
mod spread;
#[cfg(unix)]
mod supply;
mod support;
mod train;
mod words;
