//! The tests that drive the bridge's executable against a server of our own.

// What only those tests use that are for Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod bridges;
mod described;
mod games;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod killed;
mod series;
mod server;
#[cfg(target_os = "linux")]
mod stalls;
#[path = "../../../../tests/suite/support/mod.rs"]
mod support;
